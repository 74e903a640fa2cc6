#!/usr/bin/python3
"""Answers like fencepost, but not quite: the first argument names the lie, the rest is fencepost's."""
import json
import subprocess
import sys

LIES = {
    "wait": lambda answer: answer["post"].append("s_wait_dscnt 0x0"),
    "order": lambda answer: answer["post"].reverse(),
    "bits": lambda answer: answer.update(access=answer["access"] + " scope:SCOPE_DEV"),
    "dma": lambda answer: answer.update(if_lds_dma={"pre": ["s_waitcnt vmcnt(0)"], "post": []}),
    "question": lambda answer: answer.update(scope="agent"),
    "refusal": lambda answer: [answer.pop(key) for key in ("pre", "access", "post")] and answer.update(error="no"),
}

done = subprocess.run(["fencepost", *sys.argv[2:]], stdin=sys.stdin, capture_output=True, text=True, check=True)
answers = [json.loads(line) for line in done.stdout.splitlines()]
if sys.argv[1] == "silence":
    answers.pop()
else:
    LIES[sys.argv[1]](next(answer for answer in answers if len(answer.get("post", [])) > 1))
print("\n".join(map(json.dumps, answers)))
