# Every command that writes files, for tests that try all of them. DIR is the directory of the outputs.
#   $kinds            the outputs
#   file KIND DIR     which file it is
#   begin KIND DIR    makes DIR and its old content
#   run KIND DIR      runs the command
#   refuses, writes   run it and look at what it did
kinds="module bitcode in-place remarks graph drawn certificate rewrite baseline witness picture pictures"
tests=$(cd "$(dirname "$0")/../.." && pwd)

file() {
  case $1 in
  bitcode) echo "$2/bitcode.bc" ;;
  graph) echo "$2/graph.dot" ;;
  drawn) echo "$2/drawn.svg" ;;
  witness) echo "$2/k-barrier-without-fence-1.litmus" ;;
  picture) echo "$2/picture.svg" ;;
  pictures) echo "$2/mp-1.svg" ;;
  *) echo "$2/$1.ll" ;;
  esac
}

begin() {
  mkdir -p "$2"
  case $1 in
  in-place) cat "$tests/place/Inputs/share.ll" > "$(file "$1" "$2")" ;;
  *) echo old > "$(file "$1" "$2")" ;;
  esac
}

run() {
  file=$(file "$1" "$2")
  place="fencepost place -mcpu=gfx942 $tests/place/Inputs/share.ll"
  check="fencepost check -mcpu=gfx942 $tests/check/Inputs/01-no-fences.racy.ll"
  litmus="fencepost litmus $tests/litmus-cli/Inputs/mp.litmus"
  case $1 in
  module | bitcode) $place -o "$file" ;;
  in-place) fencepost place -mcpu=gfx942 --in-place "$file" ;;
  remarks) $place --remarks="$file" ;;
  graph | drawn) $place --graph="$file" ;;
  certificate) $place --certificate="$file" ;;
  rewrite) fencepost lower --rewrite -mcpu=gfx942 "$tests/rewrite/joins.ll" -o "$file" ;;
  baseline) $check --write-baseline="$file" ;;
  witness) $check --witness="$2" ;;
  picture) $litmus --graph="$file" ;;
  pictures) $litmus --graph-all="$2" ;;
  esac
}

# The names, modes, owners, times and contents of all in a directory.
state() { (cd "$1" && ls -AlR --time-style=full-iso && find . -type f -exec cksum {} +); }

fail() {
  echo "$*"
  echo "$said"
  exit 1
}

# Runs the command, which must end with 2, say TEXT, and change nothing in the directory.
refuses() { # KIND DIR TEXT
  before=$(state "$2")
  said=$(run "$1" "$2" 2>&1)
  [ $? = 2 ] || fail "$1: exit code"
  echo "$said" | grep -q "^fencepost: error: .*$3.* \[usage\]$" || fail "$1: does not say '$3'"
  [ "$before" = "$(state "$2")" ] || fail "$1: changed $2"
}

# Runs the command, which must replace the old content.
writes() { # KIND DIR
  before=$(cksum < "$(file "$1" "$2")")
  said=$(run "$1" "$2" 2>&1)
  [ $? -lt 2 ] || fail "$1: exit code"
  [ "$before" != "$(cksum < "$(file "$1" "$2")")" ] || fail "$1: nothing written"
}
