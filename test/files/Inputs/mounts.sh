# Files and directories that mounts protect.
. "$(dirname "$0")/outputs.sh"
for kind in $kinds; do
  begin $kind dir/$kind
  mount --bind dir/$kind dir/$kind && mount -o remount,bind,ro dir/$kind || exit 1
  refuses $kind dir/$kind "Read-only file system"
  begin $kind file/$kind
  cp "$(file $kind file/$kind)" original
  mount --bind original "$(file $kind file/$kind)" || exit 1
  refuses $kind file/$kind "it is a mount point.*copy it there with 'cp'"
done
