"""Runs llc and llvm-mc. Nothing is written to disk: IR goes in and text comes out by pipes."""
import os
import re
import resource
import subprocess

_bin = "/usr/lib/llvm-22/bin"
_TRIPLE = "amdgcn-amd-amdhsa"
_REFUSED = re.compile(r"^error: questions:(\d+):\d+: (.*)$", re.M)
_REFUSALS_END_IN_FAILURE = 1


class LlcFailed(Exception):
    """llc did not compile the module: it crashed, or could not read it."""


def use(directory):
    """Where this process finds LLVM's programs."""
    global _bin
    _bin = directory


def _no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _run(program, options, setting, text):
    target = [f"-mcpu={setting.target}", f"-mattr={setting.features}"]
    command = [os.path.join(_bin, program), *target, *options, "-o", "-", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, preexec_fn=_no_core)


def compile_module(setting, text, machine_ir):
    """What llc prints for a module, and a message for each debug line it refuses."""
    options = ["-stop-after=si-memory-legalizer"] if machine_ir else []
    done = _run("llc", [f"-mtriple={_TRIPLE}", "-disable-symbolication", *options], setting, text)
    refused = {int(line): message for line, message in _REFUSED.findall(done.stderr)}
    if done.returncode != (_REFUSALS_END_IN_FAILURE if refused else 0):
        raise LlcFailed(done.stderr[:2000])
    return done.stdout, refused


def assembler_spelling(setting, instructions):
    """Each instruction as the assembler prints it: `s_waitcnt 3952` becomes `s_waitcnt vmcnt(0)`."""
    instructions = sorted(instructions)
    done = _run("llvm-mc", [f"-triple={_TRIPLE}", "-filetype=asm"], setting, "\n".join(instructions) + "\n")
    if done.returncode:
        raise LlcFailed(done.stderr[:2000])
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip() and not line.strip().startswith(".")]
    return dict(zip(instructions, lines, strict=True))
