# Files that cannot be replaced, or only by someone else.
. "$(dirname "$0")/outputs.sh"
# Nobody but the owner may do anything, as for users who are not root.
plain() { setpriv --bounding-set=-all --inh-caps=-all "$@"; }
fencepost() { plain "$program" "$@"; }
program=$(command -v fencepost)
for kind in $kinds; do
  begin $kind file/$kind
  chmod 444 "$(file $kind file/$kind)"
  refuses $kind file/$kind "cannot write .*: Permission denied"
  begin $kind dir/$kind
  chmod 555 dir/$kind
  refuses $kind dir/$kind "no file can be made in the directory .*: Permission denied; write another file, and copy it there with 'cp'"
done
