#!/bin/sh
# Stands for dot and clang: runs on, and so does what it starts.
sleep "${SLOW_SECONDS:-1000}" &
printf '%s\n%s\n' $$ $! >> "$SLOW_STARTED"
wait
echo '<svg></svg>'
