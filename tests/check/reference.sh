#!/usr/bin/env bash
# The reference checker, check/reference, and the checker say the same: of every certificate of a
# worst case that is kept, and of a little of the campaign of bench/speed/reference.sh.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
add() { # INSTANCE PLAN CERTIFICATE: a case of tests/trust/judge.h
    echo "$(wc -c <"$1") $(wc -c <"$2") $(wc -c <"$3")"
    cat "$1" "$2" "$3"
}
compare() { # STREAM OPTION...
    python3 "$UL_SOURCE/tests/trust/second.py" "$UL_BUILD/tests/trust" "$@" >"$folder/out" 2>&1 ||
        { cat "$folder/out"; failed=1; }
}

# What is kept; those that take the plain program more than a second are for the campaign.
cases="$UL_SOURCE/results/worst-cases"
for instance in "$cases"/instances/*.csv; do
    name=$(basename "$instance" .csv)
    case $name in eva-full | eva-full-code | stratus | synergy) continue ;; esac
    add "$instance" "$cases/proofs/$name.plan.csv" "$cases/proofs/$name.certificate.csv"
done >"$folder/kept"
compare "$folder/kept" --forge 3
grep -q '^done kept genuine cases 23 valid 23 ' "$folder/out" || { cat "$folder/out"; failed=1; }

for kind in packing reservation availability schedule deadline; do
    "$UL_BUILD/tests/trust" $kind 1 40 "$folder" 0 "$folder/$kind" >"$folder/made" ||
        { cat "$folder/made"; failed=1; }
    compare "$folder/$kind" --forge 1 --shape 0.5
done

# Packings of 64 items and more, which the checker proves along a line.
python3 "$UL_SOURCE/tests/trust/wide.py" 1 4 >"$folder/wide"
compare "$folder/wide"
grep -q '^done wide genuine cases 4 valid 3 invalid 1 ' "$folder/out" || { cat "$folder/out"; failed=1; }

# Where two readers of the page once differed, both say what it says now.
python3 "$UL_SOURCE/tests/trust/corners.py" >"$folder/corners"
compare "$folder/corners" --forge 5
grep -q '^done corners genuine cases 65 valid 14 invalid 24 unreadable 27 ' "$folder/out" ||
    { cat "$folder/out"; failed=1; }

# As a command it has the checker's exit statuses.
expect() { # STATUS TEXT WORD...
    local code=$1 text=$2 got
    shift 2
    python3 "$UL_SOURCE/check/reference/reference.py" "$@" >"$folder/out" 2>&1
    got=$?
    if [ "$got" != "$code" ] || ! grep -qF -- "$text" "$folder/out"; then
        echo "reference.py $*: exit $got, expected $code and '$text': $(cat "$folder/out")"
        failed=1
    fi
}
one=$cases/proofs/ffd-1d
expect 0 'no plan costs less than 2' "$cases/instances/ffd-1d.csv" "$one.plan.csv" \
    --certificate "$one.certificate.csv"
expect 1 'invalid: a plan of another instance' "$cases/instances/bfd-1d.csv" "$one.plan.csv"
expect 2 'unreadable: not a file of ullage-plan' "$cases/instances/ffd-1d.csv" "$one.certificate.csv"
expect 2 'No such file' "$folder/missing"

# It can be read in an hour: 1,600 lines at most.
[ "$(cat "$UL_SOURCE"/check/reference/*.py | wc -l)" -le 1600 ] || { echo "more than 1600 lines"; failed=1; }
# It decides nothing in floating point: no such number, no division but by //.
python3 - "$UL_SOURCE"/check/reference/*.py <<'END' || failed=1
import ast, sys
for path in sys.argv[1:]:
    for node in ast.walk(ast.parse(open(path).read())):
        if (isinstance(node, ast.Div) or (isinstance(node, ast.Constant) and type(node.value) is float)
                or (isinstance(node, ast.Name) and node.id == "float")):
            sys.exit(path + ": floating point")
END
exit $failed
