#!/usr/bin/env bash
# Ullage as WebAssembly, under node: tests/web/same.mjs. 'scripts/setup wasm' and the preset
# wasm make it; a build for each run of the tests would be too dear.
set -eu
export UL_WEB=${UL_WEB:-$UL_SOURCE/build/wasm}
[ -f "$UL_WEB/ullage.wasm" ] ||
    { echo "skipped: $UL_WEB has no ullage.wasm (scripts/setup wasm, then cmake --preset wasm and its build)"; exit 77; }
command -v node >/dev/null || { echo "skipped: node is not installed (scripts/setup test installs it)"; exit 77; }
exec node --test "$UL_SOURCE/tests/web/same.mjs"
