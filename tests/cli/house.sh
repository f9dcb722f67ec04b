#!/usr/bin/env bash
# The rules of the house that a compiler can check, and those that grep can.
set -u
cd "$UL_SOURCE" || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() {
    echo "$*"
    failed=1
}

# A room sees the rooms before it and nothing behind: with its own include
# path, a header of the next room is not found, one of its own is.
rooms=(core instances methods models solver heuristics bench explain)
header=(status.h instance.h run.h model.h lp.h registry.h view.h story.h)
path=()
for q in "${!rooms[@]}"; do
    path+=("-I${rooms[$q]}")
    echo "#include \"${header[$q]}\"" >"$folder/own.c"
    cc -std=c17 -D_GNU_SOURCE "${path[@]}" -fsyntax-only "$folder/own.c" 2>"$folder/err" ||
        complain "${rooms[$q]} cannot include ${header[$q]}: $(head -2 "$folder/err")"
    next=${header[$((q + 1))]:-command.h}
    echo "#include \"$next\"" >"$folder/up.c"
    if cc -std=c17 -D_GNU_SOURCE "${path[@]}" -fsyntax-only "$folder/up.c" 2>/dev/null; then
        complain "${rooms[$q]} can include $next, which lies behind it"
    fi
done

# ... and the build gives a room just that path.
if [ -f "${UL_BUILD:-build}/compile_commands.json" ]; then
    if grep -E "\"command\".*-c $UL_SOURCE/core/[a-z_0-9]+\.c" "$UL_BUILD/compile_commands.json" |
        grep -qE -- '-I[^ ]*/(instances|methods|models|solver|heuristics|bench|explain)( |$)'; then
        complain "core is compiled with the headers of a room behind it"
    fi
    if grep -E "\"command\".*-c $UL_SOURCE/check/[a-z_0-9]+\.c" "$UL_BUILD/compile_commands.json" |
        grep -qE -- '-I[^ ]*/(core|instances|methods|models|solver|heuristics|bench|explain)( |$)'; then
        complain "the checker is compiled with the headers of the rooms"
    fi
fi

# Third-party headers: one file each. zlib has two sides, and the checker its own.
mapfile -t sources < <(ls core/*.[ch] instances/*.[ch] methods/*.[ch] models/*.[ch] solver/*.[ch] \
    heuristics/*.[ch] bench/*.[ch] bench/tables/*.[ch] explain/*.[ch] cli/*.[ch])
for third in $(grep -hoE '#include <(glpk|csv|jansson|cblas|zlib|gsl/[a-z_]+)\.h>' "${sources[@]}" |
    sed 's/.*<\(.*\)>/\1/' | sort -u); do
    allowed=1
    [ "$third" = zlib.h ] && allowed=2
    users=$(grep -lF "#include <$third>" "${sources[@]}")
    [ "$(wc -l <<<"$users")" -le $allowed ] || complain "$third is included by" $users
done
calls=$(grep -lE '\bglp_[a-z]' "${sources[@]}" | grep -vx solver/glpk.c)
[ -z "$calls" ] || complain "glp_ calls outside solver/glpk.c:" $calls

# Heuristics take memory from the run; libraries neither print nor exit.
allocs=$(grep -nE '\b(malloc|calloc|realloc|strdup)\(' heuristics/*.c)
[ -z "$allocs" ] || complain "heuristics allocate: $allocs"
prints=$(sed -s 's@/\*.*@@' core/*.c instances/*.c methods/*.c models/*.c solver/*.c \
    heuristics/*.c | grep -nE '\b(printf|puts|exit|abort|perror)\(')
[ -z "$prints" ] || complain "libraries print or exit: $prints"

# The bench, the explainer and the command know no method by name; a paper's table may.
for method in $(sed -n 's/^UL_METHOD(\(.*\))$/\1/p' heuristics/methods.def | tr _ -); do
    named=$(sed -s "s@/\\*.*@@" bench/*.[ch] explain/*.[ch] cli/*.[ch] | grep -nF "\"$method\"")
    [ -z "$named" ] || complain "a method by name: $named"
done

# Every importer is fuzzed: it has seeds, and these make its target.
"$UL_COMMAND" list importers | sed -n 's/^  \([a-z][^ ]*\) .*/\1/p' >"$folder/importers"
[ -s "$folder/importers" ] || complain "there are no importers"
while read -r importer; do
    [ -n "$(ls -A "fuzz/corpus/import-$importer" 2>/dev/null)" ] ||
        complain "fuzz/corpus/import-$importer: the importer has no seeds"
done <"$folder/importers"

# No list of plug-ins but the .def files, no leftovers, no catch-all file.
notes=$(grep -nE '\b(TODO|FIXME)\b' "${sources[@]}" check/*.[ch])
[ -z "$notes" ] || complain "unfinished: $notes"
for file in "${sources[@]}" check/*.[ch]; do
    [ "$(basename "$file")" != utils.c ] || complain "$file: say what it holds"
done
includes=$(grep -nE '#include "[^"]+\.c"' tests/*/*.c)
[ -z "$includes" ] || complain "tests include sources: $includes"
exit $failed
