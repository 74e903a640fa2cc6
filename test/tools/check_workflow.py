"""Checks that the hosted workflows run nothing but what runs in a clone too, with no more rights than they need.

check_workflow.py ROOT: of each file in .github/workflows, every step runs an executable file of the repository or uses an
action at a major version; the workflow may only read, and only jobs that upload SARIF may write, and only that.
"""
import os
import pathlib
import re
import sys

import yaml

root = pathlib.Path(sys.argv[1])
READ = {"contents": "read"}
UPLOAD = "github/codeql-action/upload-sarif@"


def step_problems(step):
    words = step.get("run", "").split()
    if ("run" in step) == ("uses" in step):
        yield "a step neither runs nor uses something, or both"
    elif "uses" in step:
        if not re.fullmatch(r"[\w-]+(/[\w-]+)+@v\d+", step["uses"]):
            yield f"'{step['uses']}' is not an action at a major version"
    elif not words or step["run"].strip().count("\n"):
        yield "a step does not run one command"
    elif not (root / words[0]).is_file() or not os.access(root / words[0], os.X_OK):
        yield f"'{words[0]}' is not a script of the repository"


def problems(workflow):
    # YAML 1.1 reads the key `on` as true.
    if set(workflow.get(True, {})) != {"push", "pull_request"}:
        yield "it should run for pushes and pull requests"
    if workflow.get("permissions") != READ:
        yield "the workflow should have the permission to read contents, and no other"
    for name, job in workflow["jobs"].items():
        uploads = any(step.get("uses", "").startswith(UPLOAD) for step in job["steps"])
        wanted = {**READ, "security-events": "write"} if uploads else READ
        if job.get("permissions", READ) != wanted:
            yield f"{name}: the permissions should be {wanted}"
        for step in job["steps"]:
            yield from (f"{name}: {problem}" for problem in step_problems(step))


files = sorted((root / ".github/workflows").glob("*.yml"))
bad = [f"{file.name}: {problem}" for file in files for problem in problems(yaml.safe_load(file.read_text()))]
if not files:
    bad.append("no workflows found: are they still where they were?")
print("\n".join(bad + [f"{len(files)} workflows, {len(bad)} problems"]))
sys.exit(1 if bad else 0)
