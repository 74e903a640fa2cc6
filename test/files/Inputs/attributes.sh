# Files and directories with attributes that bind root, too.
. "$(dirname "$0")/outputs.sh"
for kind in $kinds; do
  for flag in i a; do
    begin $kind file/$kind
    begin $kind dir/$kind
    chattr +$flag "$(file $kind file/$kind)" dir/$kind
    (refuses $kind file/$kind "cannot write .*: it .*('chattr -$flag' ends that); write another file") &&
      (refuses $kind dir/$kind "cannot write .*: no file can be .* in the directory .*; write another file, and copy it there with 'cp'")
    code=$?
    chattr -$flag "$(file $kind file/$kind)" dir/$kind
    [ $code = 0 ] || exit 1
  done
done
