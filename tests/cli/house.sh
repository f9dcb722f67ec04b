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

# What a file may include, by its real compile command: plant NAME.h in it and see.
includes_of() { # ROOM/ or ROOM/WING/ -> the -I options its files are compiled with
    grep -E "\"command\".* -c $UL_SOURCE/$1[a-z_0-9]+\.c" "$UL_BUILD/compile_commands.json" |
        head -1 | grep -oE -- '-I[^ "]+'
}
finds() { # FOLDER HEADER
    mapfile -t options < <(includes_of "$1")
    [ ${#options[@]} -gt 0 ] || { complain "no file of $1 is compiled"; return 0; }
    local option
    for option in "${options[@]}"; do
        [ -f "${option#-I}/$2" ] && return 0
    done
    return 1
}
sees() { finds "$1" "$2" || complain "$1 cannot include $2"; }
not() { ! finds "$1" "$2" || complain "$1 can include $2, which the house forbids"; }

# A room sees the rooms before it and nothing behind.
rooms=(core/ instances/ methods/ heuristics/packing/ models/ solver/packing/ library/ bench/campaign/)
header=(status.h instance.h run.h task_order.h model.h lp.h registry.h suite.h)
for q in "${!rooms[@]}"; do
    for p in "${!rooms[@]}"; do
        if [ "$p" -le "$q" ]; then sees "${rooms[$q]}" "${header[$p]}"; else not "${rooms[$q]}" "${header[$p]}"; fi
    done
done
sees explain/ view.h
not explain/ suite.h
not show/ registry.h
sees bench/campaign/ view.h

# A wing of one kind does not see another kind's.
for room in instances heuristics models solver show explain check; do
    not $room/packing/ reservation.h
    not $room/reservation/ availability.h
    not $room/availability/ packing.h
done

# The checker shares nothing.
not check/ status.h

# Third-party headers: one file each. zlib has two sides, and the checker its own.
mapfile -t checker < <(find check -name '*.[ch]' | sort)
mapfile -t sources < <(find core instances methods heuristics models solver library show bench \
    explain cli -name '*.[ch]' | sort)
for third in $(grep -hoE '#include <(glpk|csv|jansson|cblas|zlib|gsl/[a-z_]+)\.h>' "${sources[@]}" |
    sed 's/.*<\(.*\)>/\1/' | sort -u); do
    allowed=1
    [ "$third" = zlib.h ] && allowed=2
    users=$(grep -lF "#include <$third>" "${sources[@]}")
    [ "$(wc -l <<<"$users")" -le $allowed ] || complain "$third is included by" $users
done
calls=$(grep -lE '\bglp_[a-z]' "${sources[@]}" | grep -vx solver/lp/glpk.c)
[ -z "$calls" ] || complain "glp_ calls outside solver/lp/glpk.c:" $calls

# Heuristics take memory from the run; libraries neither print nor exit.
allocs=$(grep -nE '\b(malloc|calloc|realloc|strdup)\(' -r heuristics)
[ -z "$allocs" ] || complain "heuristics allocate: $allocs"
prints=$(find core instances methods heuristics models solver library show -name '*.c' |
    xargs sed -s 's@/\*.*@@' | grep -nE '\b(printf|puts|exit|abort|perror)\(')
[ -z "$prints" ] || complain "libraries print or exit: $prints"

# The bench, the explainer and the command know no method by name; a paper's table may.
for method in $(sed -n 's/^UL_METHOD(\(.*\))$/\1/p' library/methods.def | tr _ -); do
    named=$(find bench/campaign bench/report show explain cli -name '*.[ch]' |
        xargs sed -s "s@/\\*.*@@" | grep -nF "\"$method\"")
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
notes=$(grep -nE '\b(TODO|FIXME)\b' "${sources[@]}" "${checker[@]}")
[ -z "$notes" ] || complain "unfinished: $notes"
for file in "${sources[@]}" "${checker[@]}"; do
    [ "$(basename "$file")" != utils.c ] || complain "$file: say what it holds"
done
includes=$(grep -nE '#include "[^"]+\.c"' tests/*/*.c)
[ -z "$includes" ] || complain "tests include sources: $includes"
exit $failed
