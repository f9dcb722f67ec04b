#!/usr/bin/env bash
# Whatever is extreme about its files, the checker ends within its limit of CPU time.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$UL_SOURCE/tests/check/extremes.py" "$UL_CHECK" "$folder"
