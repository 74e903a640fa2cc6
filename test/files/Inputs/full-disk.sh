# No output fits on the disk: every old file stays as it is.
. "$(dirname "$0")/outputs.sh"
mkdir disk && mount -t tmpfs -o size=256k tmpfs disk || exit 1
for kind in $kinds; do
  begin $kind disk/$kind
done
cat /dev/zero > disk/filler 2> /dev/null
for kind in $kinds; do
  refuses $kind disk/$kind "cannot write .*: No space left on device; its old content is kept"
done
