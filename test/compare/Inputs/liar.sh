#!/bin/bash
# fencepost with one lie: $LIE is a script of sed for what it prints, or `module` and one for what it writes to -o, or says
# how the program ends.
case $LIE in
crash) kill -SEGV $$ ;;
hang) sleep 30 ;;
code)
  fencepost "$@"
  exit $(($? ^ 1))
  ;;
module*)
  fencepost "$@"
  while [ "$1" != -o ]; do shift; done
  sed -i "${LIE#module}" "$2"
  ;;
*)
  fencepost "$@" | sed "$LIE"
  exit "${PIPESTATUS[0]}"
  ;;
esac
