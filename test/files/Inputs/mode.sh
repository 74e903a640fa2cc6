# What is replaced keeps its mode; what is new gets the usual one.
. "$(dirname "$0")/outputs.sh"
umask 027
for kind in $kinds; do
  for mode in 600 644 755 4711; do
    begin $kind old/$kind
    chmod $mode "$(file $kind old/$kind)"
    writes $kind old/$kind
    [ "$(stat -c %a "$(file $kind old/$kind)")" = $mode ] || fail "$kind: not the mode $mode"
    rm "$(file $kind old/$kind)"
  done
  [ $kind = in-place ] && continue
  mkdir -p new/$kind
  run $kind new/$kind > /dev/null 2>&1
  [ "$(stat -c %a "$(file $kind new/$kind)")" = 640 ] || fail "$kind: not the mode of a new file"
done
