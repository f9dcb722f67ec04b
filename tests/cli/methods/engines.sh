#!/usr/bin/env bash
# Starved, interrupted, robbed of its child and killed: an engine says what
# happened, and leaves no process and no file behind.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/tmp
mkdir "$TMPDIR"
"$UL_COMMAND" gen eva-table7 --tasks 200 --seed 1 -o "$folder/big.csv"

fail() { echo "engines.sh: $*" >&2; cat "$folder/said" >&2; exit 1; }

# Every process of a solve has the instance's path or the temporary folder's in
# its command line; a killed one may take a moment to go.
nothing_left() {
    for _ in $(seq 50); do
        if ! pgrep -f "$folder" >/dev/null && [ -z "$(ls -A "$TMPDIR")" ]; then return; fi
        sleep 0.1
    done
    pgrep -af "$folder" >&2 || true
    ls -A "$TMPDIR" >&2
    fail "$1 left something behind"
}

status_is() { grep -q "^status *$1\$" "$folder/said" || fail "$2: the status is not $1"; }

# a solve that takes long, in the background; waits for its engine's process.
# cbc's is a grandchild, and no process number may be empty: it would mean others.
start() { # METHOD SETTING...
    local method=$1 set=()
    shift
    for one in "$@"; do set+=(--set "$one"); done
    "$UL_COMMAND" solve "$folder/big.csv" -m "$method" "${set[@]}" --time-limit 100 \
        >"$folder/said" &
    solve=$!
    for _ in $(seq 200); do
        engine=$(pgrep -P "$solve" || true)
        if [ -n "$engine" ] && [ "$method" = cbc ]; then
            engine=$(pgrep -x -P "$engine" cbc || true)
        fi
        [ -z "$engine" ] || return 0
        sleep 0.05
    done
    fail "$method has no child"
}

engines="glpk"
if command -v cbc >/dev/null; then engines="glpk cbc"; fi
hard="formulation=eva-assignment limit=1000000"

for engine_name in $engines; do
    # starved: 64 MiB do not hold this model
    # shellcheck disable=SC2086
    "$UL_COMMAND" solve "$folder/big.csv" -m "$engine_name" $(printf -- '--set %s ' $hard) \
        --set memory_mb=64 --time-limit 100 >"$folder/said" || true
    status_is feasible "$engine_name, starved"
    grep -q "^limit *memory" "$folder/said" || fail "$engine_name, starved: the limit is not told"
    grep -q "^cost" "$folder/said" || fail "$engine_name, starved: the plan it began with is gone"
    nothing_left "starving $engine_name"

    # interrupted: ends soon, with the best plan so far
    # shellcheck disable=SC2086
    start "$engine_name" $hard
    kill -INT "$solve"
    wait "$solve" || fail "$engine_name, interrupted: no plan"
    status_is feasible "$engine_name, interrupted"
    grep -q "^limit *user" "$folder/said" || fail "$engine_name, interrupted: the limit is not told"
    grep -q "^cost" "$folder/said" || fail "$engine_name, interrupted: no cost"
    nothing_left "interrupting $engine_name"

    # the engine's process is killed: an outcome, not the end of the program
    # shellcheck disable=SC2086
    start "$engine_name" $hard
    kill -KILL "$engine"
    wait "$solve" || fail "$engine_name, its process killed: no plan"
    status_is crash "$engine_name, its process killed"
    nothing_left "killing the process of $engine_name"

    # the program itself is killed: its engine goes along
    # shellcheck disable=SC2086
    start "$engine_name" $hard
    kill -KILL "$solve"
    wait "$solve" 2>/dev/null || true
    nothing_left "killing ullage with $engine_name"
done

# a program that is not there is named
if PATH=/nowhere "$UL_COMMAND" solve "$folder/big.csv" -m cbc >"$folder/said" 2>&1; then
    fail "cbc without cbc"
fi
grep -q "cbc is not on PATH" "$folder/said" || fail "cbc without cbc: no clear words"
# Out of time in its preprocessing CBC says "infeasible", which would mean that the plan is the
# best: its word counts only while its time is not over.
mkdir "$folder/early-and-late"
cat >"$folder/early-and-late/cbc" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
        -sec) sleep "$CBC_TAKES_S" ;;
        -solution) echo 'Infeasible - objective value 0' >"$2" ;;
    esac
    shift
done
END
chmod +x "$folder/early-and-late/cbc"
"$UL_COMMAND" gen eva-table7 --tasks 20 --seed 1 -o "$folder/little.csv"
infeasible_after() { # SECONDS LIMIT_S
    CBC_TAKES_S=$1 PATH=$folder/early-and-late:$PATH \
        "$UL_COMMAND" solve "$folder/little.csv" -m cbc -t "$2" >"$folder/said" 2>&1 || fail "cbc says infeasible"
}
infeasible_after 0 60
status_is optimal "cbc says infeasible at once"
infeasible_after 1 1.1
status_is feasible "cbc says infeasible when its time is over"
grep -q "^limit *time" "$folder/said" || fail "cbc says infeasible late: the limit is not told"
if "$UL_COMMAND" solve "$folder/big.csv" -m external \
    --set 'command=no-such-solver {mps} {sol}' >"$folder/said" 2>&1; then fail "external"; fi
grep -q "there is no program 'no-such-solver'" "$folder/said" || fail "external: no clear words"
printf '%s\n' ullage-suite,1 name,s file,big.csv method,external,command=true >"$folder/no-sol.csv"
if "$UL_COMMAND" bench "$folder/no-sol.csv" --out "$folder/no-sol" >"$folder/said" 2>&1; then
    fail "external without {sol} in a suite"
fi
grep -q 'needs {sol} in it' "$folder/said" || fail "external without {sol}: no clear words"

# a program that gives no solution, or none that can be read, has failed: no limit was met
failed() { # COMMAND WORDS
    "$UL_COMMAND" solve "$folder/big.csv" -m external -t 60 --set start=off --set "command=$1" \
        >"$folder/said" 2>&1 && fail "external '$1': there is a plan"
    status_is crash "external '$1'"
    grep -q "^limit" "$folder/said" && fail "external '$1': a limit is told"
    grep -q "$2" "$folder/said" || fail "external '$1': the reason is not told"
}
failed 'true {mps} {sol}' 'wrote no solution'
failed "sh -c 'echo rubbish >\"\$1\"' sh {sol} {mps}" 'solution'

# ... and what a program leaves running in the background ends with it
"$UL_COMMAND" solve "$folder/big.csv" -m external -t 0.3 \
    --set "command=sh -c 'sleep 123.25 & echo \$! >\"\$1\"; wait' sh $folder/left {mps} {sol}" >"$folder/said" 2>&1 || true
sleep 0.2
if grep -qs '^State:.*[RSD] ' "/proc/$(cat "$folder/left")/status"; then fail "external: a process is left"; fi

# a model above the limit is refused in words
if "$UL_COMMAND" solve "$folder/big.csv" -m glpk --set formulation=pattern --set limit=10 \
    >"$folder/said" 2>&1; then fail "pattern above its limit"; fi
grep -q "needs more than 10 patterns" "$folder/said" || fail "pattern above its limit: no clear words"
