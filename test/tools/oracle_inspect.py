"""Compares `fencepost inspect --json` with LLVM's own tools on the same object.

oracle_inspect.py --fencepost P --llvm BIN OBJECT...

llvm-readelf gives the header, flags, symbols and metadata; llvm-objdump decodes
the kernel descriptors back into directives. Whatever both sides say must agree,
and whatever LLVM says must be there.
"""
import argparse
import json
import re
import subprocess
import sys

import yaml

# A directive that llvm-objdump prints, and the descriptor field it stands for.
DIRECTIVES = {
    "group_segment_fixed_size": "GROUP_SEGMENT_FIXED_SIZE",
    "private_segment_fixed_size": "PRIVATE_SEGMENT_FIXED_SIZE",
    "kernarg_size": "KERNARG_SIZE",
    "tg_split": "TG_SPLIT",
    "float_round_mode_32": "FLOAT_ROUND_MODE_32",
    "float_round_mode_16_64": "FLOAT_ROUND_MODE_16_64",
    "float_denorm_mode_32": "FLOAT_DENORM_MODE_32",
    "float_denorm_mode_16_64": "FLOAT_DENORM_MODE_16_64",
    "dx10_clamp": "ENABLE_DX10_CLAMP",
    "ieee_mode": "ENABLE_IEEE_MODE",
    "fp16_overflow": "FP16_OVFL",
    "workgroup_processor_mode": "WGP_MODE",
    "memory_ordered": "MEM_ORDERED",
    "forward_progress": "FWD_PROGRESS",
    "round_robin_scheduling": "WG_RR_EN",
    "shared_vgpr_count": "SHARED_VGPR_COUNT",
    "inst_pref_size": "INST_PREF_SIZE",
    "named_barrier_count": "NAMED_BAR_CNT",
    "enable_private_segment": "ENABLE_PRIVATE_SEGMENT",
    "system_sgpr_private_segment_wavefront_offset": "ENABLE_PRIVATE_SEGMENT",
    "system_sgpr_workgroup_id_x": "ENABLE_SGPR_WORKGROUP_ID_X",
    "system_sgpr_workgroup_id_y": "ENABLE_SGPR_WORKGROUP_ID_Y",
    "system_sgpr_workgroup_id_z": "ENABLE_SGPR_WORKGROUP_ID_Z",
    "system_sgpr_workgroup_info": "ENABLE_SGPR_WORKGROUP_INFO",
    "system_vgpr_workitem_id": "ENABLE_VGPR_WORKITEM_ID",
    "exception_fp_ieee_invalid_op": "ENABLE_EXCEPTION_IEEE_754_FP_INVALID_OPERATION",
    "exception_fp_denorm_src": "ENABLE_EXCEPTION_FP_DENORMAL_SOURCE",
    "exception_fp_ieee_div_zero": "ENABLE_EXCEPTION_IEEE_754_FP_DIVISION_BY_ZERO",
    "exception_fp_ieee_overflow": "ENABLE_EXCEPTION_IEEE_754_FP_OVERFLOW",
    "exception_fp_ieee_underflow": "ENABLE_EXCEPTION_IEEE_754_FP_UNDERFLOW",
    "exception_fp_ieee_inexact": "ENABLE_EXCEPTION_IEEE_754_FP_INEXACT",
    "exception_int_div_zero": "ENABLE_EXCEPTION_INT_DIVIDE_BY_ZERO",
    "user_sgpr_private_segment_buffer": "ENABLE_SGPR_PRIVATE_SEGMENT_BUFFER",
    "user_sgpr_dispatch_ptr": "ENABLE_SGPR_DISPATCH_PTR",
    "user_sgpr_queue_ptr": "ENABLE_SGPR_QUEUE_PTR",
    "user_sgpr_kernarg_segment_ptr": "ENABLE_SGPR_KERNARG_SEGMENT_PTR",
    "user_sgpr_dispatch_id": "ENABLE_SGPR_DISPATCH_ID",
    "user_sgpr_flat_scratch_init": "ENABLE_SGPR_FLAT_SCRATCH_INIT",
    "user_sgpr_private_segment_size": "ENABLE_SGPR_PRIVATE_SEGMENT_SIZE",
    "user_sgpr_kernarg_preload_length": "KERNARG_PRELOAD_SPEC_LENGTH",
    "user_sgpr_kernarg_preload_offset": "KERNARG_PRELOAD_SPEC_OFFSET",
    "wavefront_size32": "ENABLE_WAVEFRONT_SIZE32",
    "uses_dynamic_stack": "USES_DYNAMIC_STACK",
}
# Directives that llvm-objdump reconstructs rather than reads.
DERIVED = {"next_free_vgpr", "next_free_sgpr", "accum_offset", "reserve_vcc",
           "reserve_flat_scratch", "reserve_xnack_mask"}
ARGUMENT_KEYS = {"value_kind": "kind", "type_name": "type", "is_const": "const",
                 "is_restrict": "restrict", "is_volatile": "volatile", "is_pipe": "pipe"}

problems = []


def expect(what, ours, theirs):
    if ours != theirs:
        problems.append(f"{what}: fencepost says {ours!r}, LLVM says {theirs!r}")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def camel(key):
    head, *rest = key.lstrip(".").split("_")
    return head + "".join(word.capitalize() for word in rest)


def check_header(file, ours, args):
    text = output(args.llvm + "/llvm-readelf", "-h", file)
    flags = re.search(r"Flags:\s*(0x[0-9a-fA-F]+)(?:, (\S+?)(?:,|$))?", text, re.M)
    expect("e_flags", ours["flags"], int(flags.group(1), 16))
    expect("processor", ours["target"]["processor"], flags.group(2))
    expect("ABI version", ours["abiVersion"], int(re.search(r"ABI Version:\s*(\d+)", text).group(1)))
    expect("type", ours["type"], {"REL": "relocatable", "DYN": "shared"}[re.search(r"Type:\s*(\w+)", text).group(1)])


def check_symbols(file, ours, args):
    theirs = json.loads(output(args.llvm + "/llvm-readobj", "--symbols", "--elf-output-style=JSON", file))
    known = {s["name"]: s for s in ours["symbols"]}
    for entry in theirs[0]["Symbols"]:
        symbol = entry["Symbol"]
        name = symbol["Name"]["Name"]
        if symbol["Type"]["Name"] not in ("Function", "Object") or not name:
            continue
        if name not in known:
            problems.append(f"symbol {name} is not shown")
            continue
        expect(f"address of {name}", known[name]["address"], symbol["Value"])
        expect(f"size of {name}", known[name]["size"], symbol["Size"])


def metadata_of(file, args):
    text = output(args.llvm + "/llvm-readelf", "--notes", file)
    return yaml.load(re.search(r"---\n(.*?)\n\.\.\.", text, re.S).group(1), Loader=yaml.CSafeLoader)


def check_argument(name, ours, theirs):
    for key, value in theirs.items():
        mine = ARGUMENT_KEYS.get(key[1:], camel(key))
        expect(f"{name} {key}", ours.get(mine), value)


def check_metadata(file, ours, args):
    theirs = metadata_of(file, args)
    expect("metadata version", ours["metadata"]["version"], theirs["amdhsa.version"])
    if "amdhsa.target" in theirs:
        expect("metadata target", ours["metadata"].get("target"), theirs["amdhsa.target"])
        expect("target ID", "amdgcn-amd-amdhsa--" + ours["target"]["id"], theirs["amdhsa.target"])
    kernels = theirs.get("amdhsa.kernels", [])
    mine = {k["name"]: k for k in ours["kernels"]}
    expect("kernels", sorted(mine), sorted(k[".symbol"].removesuffix(".kd") for k in kernels))
    for kernel in kernels:
        name = kernel[".symbol"].removesuffix(".kd")
        metadata = mine[name]["metadata"]
        for key, value in kernel.items():
            if key == ".args":
                expect(f"{name} arguments", len(metadata["arguments"]), len(value))
                for i, (a, b) in enumerate(zip(metadata["arguments"], value)):
                    check_argument(f"{name} argument {i}", a, b)
            elif key == ".language_version":
                expect(f"{name} {key}", metadata["languageVersion"], value)
            else:
                expect(f"{name} {key}", metadata.get(camel(key), metadata.get("other", {}).get(key)), value)


def check_descriptors(file, ours, args):
    compared = 0
    # LLVM has no disassembler for GFX6 and GFX7; the unit tests cover its descriptors.
    if ours["target"]["family"] in ("GFX6", "GFX7"):
        return compared
    for kernel in ours["kernels"]:
        name = kernel["name"]
        text = output(args.llvm + "/llvm-objdump", "-D", f"--disassemble-symbols={name}.kd", file)
        fields = {f["name"]: f["value"] for f in kernel["fields"]}
        directives = re.findall(r"^\s*\.amdhsa_(\w+) (\d+)$", text, re.M)
        if not directives:
            problems.append(f"llvm-objdump does not decode {name}.kd")
        for directive, value in directives:
            if directive in DERIVED:
                continue
            if directive not in DIRECTIVES:
                problems.append(f"{name}: no field for directive {directive}")
                continue
            expect(f"{name} {directive}", fields.get(DIRECTIVES[directive]), int(value))
            compared += 1
        for directive, resource in (("next_free_vgpr", "vgprs"),):
            shown = dict(directives).get(directive)
            if shown:
                expect(f"{name} {directive}", kernel["resources"][resource], int(shown))
    return compared


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fencepost", required=True)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("objects", nargs="+")
    args = parser.parse_args()
    compared = 0
    for file in args.objects:
        before = len(problems)
        document = json.loads(output(args.fencepost, "inspect", "--json", file))
        expect("verdict", document["verdict"], "holds")
        ours, = document["codeObjects"]
        check_header(file, ours, args)
        check_symbols(file, ours, args)
        check_metadata(file, ours, args)
        compared += check_descriptors(file, ours, args)
        problems[before:] = [f"{file}: {p}" for p in problems[before:]]
    print("\n".join(problems))
    print(f"{len(args.objects)} objects, {compared} directives compared, {len(problems)} problems")
    sys.exit(1 if problems or not compared else 0)


main()
