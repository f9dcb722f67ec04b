#!/usr/bin/env bash
# Runs a browser test, or says why it cannot be run here.
set -eu
for program in node "${UL_CHROMIUM:-chromium}"; do
    command -v "$program" >/dev/null ||
        { echo "skipped: $program is not installed (scripts/setup test installs it)"; exit 77; }
done
exec node "$1"
