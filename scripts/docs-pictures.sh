#!/bin/sh
# Draws the pictures of docs/model.md anew:
#   scripts/docs-pictures.sh ./fencepost docs/pictures
# A test compares them with what is in docs/pictures.
set -eu
fencepost=$1
out=$2
here=$(cd "$(dirname "$0")/.." && pwd)
examples=$here/examples
tests=$examples/litmus
all=$(mktemp -d)
trap 'rm -rf "$all"' EXIT
mkdir -p "$out"

# The exit code tells whether the condition holds, which is not the question.
draw() { "$fencepost" litmus "$@" > /dev/null || [ $? -eq 1 ]; }

# The witness of a condition.
for name in mp-workgroup barrier-fences barrier-hang async-mark; do
  draw --graph="$out/$name.svg" "$tests/$name.litmus"
done
draw --graph="$out/mp-agent-noav.svg" "$examples/mp-agent-noav.litmus"
draw --skip-axiom=seq-cst --graph="$out/sb-skip-seq-cst.svg" "$tests/sb-seq-cst.litmus"

# The last state, in which the message arrives, where the condition forbids others.
draw --graph-all="$all" "$examples/mp-agent.litmus" "$tests/relay.litmus"
cp "$all"/mp-agent-2.svg "$out/mp-agent.svg"
cp "$all"/relay-3.svg "$out/relay.svg"

# A kernel with its hazards and its barriers.
"$fencepost" place -mcpu=gfx942 --graph "$out/placement.svg" "$examples/tiles.cl" -- -O0 > /dev/null
