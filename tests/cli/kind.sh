#!/usr/bin/env bash
# A problem kind is its submodules and one line in each list, and a method one file and one
# line: tests/kind/ and the method of docs/adding.md are added to a copy of the tree,
# which is built and used. No existing source is edited.
#
# The copy is built with ThreadSanitizer, as no other build of the tests: so it also sees the
# library used by threads at once.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
copy=$folder/tree
build=$copy/build/threads
mkdir "$copy"
for part in "$UL_SOURCE"/*; do
    case ${part##*/} in
    build | results | notebooks) ;;
    *) cp -r "$part" "$copy" ;;
    esac
done

# what is new, file by file, and the lines
cd "$UL_SOURCE/tests/kind"
find . -type f ! -name README.md ! -name lines | while read -r file; do
    [ ! -e "$copy/$file" ] || { echo "$file is there already"; exit 1; }
    mkdir -p "$(dirname "$copy/$file")"
    cp "$file" "$copy/$file"
done
method=$copy/heuristics/packing/next_k_fit.c
sed -n '/^```c method=next_k_fit$/,/^```$/p' "$UL_SOURCE/docs/adding.md" | grep -v '^```' >"$method"
[ -s "$method" ]
while read -r list line; do
    [ -f "$copy/$list" ] || { echo "there is no $list"; exit 1; }
    echo "$line" >>"$copy/$list"
done < <(cat lines && echo "library/methods.def UL_METHOD(next_k_fit)")

export CCACHE_BASEDIR=$folder OPENBLAS_NUM_THREADS=1
cd "$copy"
cmake --preset threads >"$folder/log" 2>&1 &&
    nice cmake --build --preset threads --target ullage ullage-check conformance threads >>"$folder/log" 2>&1 ||
    { grep -E 'error|Error' "$folder/log" | head -20; echo "the tree with a new kind does not build"; exit 1; }

# it is a kind like the others
cd "$folder"
PATH=$build:$PATH
expect() { # TEXT COMMAND...
    local text=$1
    shift
    "$@" >said 2>&1 || { echo "$* fails:"; cat said; exit 1; }
    [ -z "$text" ] || grep -qF -- "$text" said || { echo "$* does not say '$text':"; cat said; exit 1; }
}
expect 'packs of units, enough' ullage list kinds
expect 'toy-exact' ullage list methods
ullage gen toy --tasks 4 --seed 1 -o toy.csv
expect '4 sorts' ullage show toy.csv
expect 'optimal' ullage solve toy.csv -m toy-exact -o best.csv
expect 'valid: cost' ullage-check toy.csv best.csv
sed 's/^buy,\(.*\),.*/buy,\1,0/' best.csv >empty.csv
if ullage-check toy.csv empty.csv >said 2>&1; then echo "too few units are accepted"; exit 1; fi
if ullage show toy.csv --plan empty.csv >said 2>&1; then echo "an invalid plan is shown"; exit 1; fi
expect '"status": "feasible"' ullage solve toy.csv -m toy-greedy --json
expect 'Done, for ' ullage explain toy.csv -m toy-greedy
expect '' ullage explain toy.csv -m toy-greedy --html player.html
grep -q 'worlds.toy = ' player.html
printf 'ullage-suite,1\nname,toys\nlimits,10,10,0\ngenerate,toy,5,1,3\nmethod,toy-greedy\nmethod,toy-exact\n' >suite.csv
expect '' ullage bench suite.csv --out run
expect 'toy-greedy' ullage report run
[ "$(grep -c ',toy,' run/records.csv)" = 6 ]

# the method of docs/adding.md
ullage gen eva-table7 --tasks 30 --seed 1 -o tasks.csv
expect 'next-k-fit machines=3' ullage solve tasks.csv -m next-k-fit --set machines=3 -o plan.csv
expect 'valid: cost' ullage-check tasks.csv plan.csv
if ullage solve tasks.csv -m next-k-fit --set machines=0 >said 2>&1; then echo "0 machines"; exit 1; fi

# both are under the conformance tests, which name a method that crashes
export UL_SOURCE=$copy
expect '3 methods tried, all as promised' "$build/tests/conformance" toy-greedy toy-exact next-k-fit
if "$build/tests/conformance" toy-crash >said 2>&1; then echo "a crash is as promised"; exit 1; fi
grep -qx "toy-crash crashes on '.*' (toy): Aborted" said || { cat said; exit 1; }

# and there are no races
expect '' "$build/tests/threads"

# without a method there is nothing to test, which is no success
: >"$copy/library/methods.def"
nice cmake --build "$build" --target conformance >>"$folder/log" 2>&1
if "$build/tests/conformance" >said 2>&1; then echo "all is well without a method"; exit 1; fi
grep -q 'no method is registered' said
