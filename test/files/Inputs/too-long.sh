# A file may not be so long: every old file stays as it is.
. "$(dirname "$0")/outputs.sh"
for kind in $kinds; do
  begin $kind $kind
done
ulimit -f 0
for kind in $kinds; do
  case $kind in # dot does not get the document either
  drawn) refuses $kind $kind "File too large" ;;
  *) refuses $kind $kind "cannot write .*: File too large; its old content is kept" ;;
  esac
done
