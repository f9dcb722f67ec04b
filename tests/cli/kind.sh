#!/usr/bin/env bash
# A problem kind is its submodules and one line in each list, and a method one file and one
# line: tests/kind/ and the method of docs/adding.md are added to a copy of the tree,
# which is built and used. No existing source is edited.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
copy=$folder/tree
build=$folder/build
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
cmake -S "$copy" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=Debug -D CMAKE_C_FLAGS_DEBUG=-O0 \
    -D UL_WERROR=ON >"$folder/log" 2>&1 &&
    nice cmake --build "$build" --target ullage ullage-check test_library >>"$folder/log" 2>&1 ||
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

# both are under the conformance tests
export UL_SOURCE=$copy
"$build/tests/test_library" --verbose=0 >conformance 2>&1 || true
grep -q Synthesis conformance
if grep -E 'toy|next-k-fit|next_k_fit' conformance; then exit 1; fi

# which fail when there is nothing to test
: >"$copy/library/methods.def"
nice cmake --build "$build" --target test_library >>"$folder/log" 2>&1
if "$build/tests/test_library" --verbose=0 >conformance 2>&1; then
    echo "the conformance tests pass without a method"
    exit 1
fi
grep -q 'no method is registered' conformance
