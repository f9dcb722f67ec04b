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

# ---- layers ----

# The order of the modules, and what stands beside them: cmake/modules.cmake makes it, this
# says it a second time.
before() { # MODULE: the modules that it may look into, itself last
    case $1 in
    show) echo core instances methods show ;;
    explain) echo "$(before library) show explain" ;;
    bench) echo "$(before library) show bench" ;;
    worst) echo "$(before library) worst" ;;
    judge) echo "$(before bench) worst judge" ;;
    cli) echo "$(before judge) explain cli" ;;
    check) echo check ;;
    *)
        local module
        for module in core instances methods heuristics models solver sim library; do
            [ ! -d $module ] || echo $module
            [ $module != "$1" ] || return
        done
        ;;
    esac
}
may() { [[ " $(before "$1" | tr '\n' ' ') " == *" $2 "* ]]; }
kinds=$(sed -n 's/^UL_KIND(\(.*\))$/\1/p' instances/kinds.def)

# The real command of one file of each folder, without the file, and what a doctored
# build adds to it.
declare -A command added
while IFS=$'\t' read -r at command_line; do
    command[$at]=$command_line
done < <(sed -nE 's/^ *"command": "(.*) -o [^ ]+ -c ([^ ]+)\/[^\/ ]+\.c",?$/\2\/\t\1/p' \
    "$UL_BUILD/compile_commands.json" |
    sed -E "s@^$UL_SOURCE/@@; s@\tccache @\t@; s/ -M[A-Z]+ [^ ]+//g; s/ -MD//; s/\\\\([\"\\\\])/\\1/g" |
    sort -u -t$'\t' -k1,1)

# Compiles a planted file by the real command of FOLDER's files, as if it stood there.
# 0: it compiles; 1: the header is not found; anything else is complained of.
compiles() { # FOLDER FILE OPTION, -E to stop after the includes
    [ -n "${command[$1]:-}" ] || { complain "no file of $1 is compiled"; return 2; }
    eval "${command[$1]} ${added[$1]:-} $3 -iquote '$1' '$2'" 2>"$folder/said" >/dev/null && return 0
    grep -qE "No such file|file not found" "$folder/said" && return 1
    complain "$1: $(head -3 "$folder/said")"
    return 2
}
finds() { # FOLDER HEADER
    echo "#include \"$2\"" >"$folder/planted.c"
    compiles "$1" "$folder/planted.c" -E
}
# A header of each module, and a folder of it that has sources: its own, common or a submodule.
declare -A header=([core]=status.h [instances]=instance.h [methods]=run.h
    [heuristics]=task_order.h [models]=model.h [solver]=lp.h [library]=registry.h [show]=view.h
    [bench]=suite.h [explain]=story.h [worst]=genome.h [judge]=exam.h [check]=check.h)
declare -A place=([heuristics]=heuristics/packing/ [solver]=solver/packing/
    [bench]=bench/campaign/ [check]=check/)
if compgen -G 'sim/*.h' >/dev/null; then
    header[sim]=$(basename "$(find sim -maxdepth 1 -name "*.h" | sort | head -1)")
fi
layers() { # MODULE...: each against a header of every other, its submodules against others
    local module other kind submodule
    for module in "$@"; do
        for other in "${!header[@]}"; do
            [ -d "$other" ] || continue
            if may "$module" "$other"; then
                finds "${place[$module]:-$module/}" "${header[$other]}" ||
                    complain "$module cannot include ${header[$other]} of $other"
            else
                ! finds "${place[$module]:-$module/}" "${header[$other]}" ||
                    complain "$module can include ${header[$other]} of $other"
            fi
        done
    done
    for module in "$@"; do
        [ "$module" != check ] || continue # shares nothing: its submodules have the same names
        for kind in $kinds; do
            compgen -G "$module/$kind/*.c" >/dev/null || continue
            for submodule in $kinds; do
                if [ "$submodule" = "$kind" ]; then
                    finds "$module/$kind/" "$submodule.h" || complain "$module/$kind cannot include $submodule.h"
                else
                    ! finds "$module/$kind/" "$submodule.h" || complain "$module/$kind can include $submodule.h"
                fi
            done
        done
    done
}
layers "${!header[@]}"

# The proof of the proof: a real source compiles by its real command, and no longer with
# an include upwards or sideways in it; and a build that let one in is caught.
proof() { # FOLDER FILE HEADER
    cp "$1$2" "$folder/$2"
    compiles "$1" "$folder/$2" -fsyntax-only || complain "$1$2 does not compile"
    { echo "#include \"$3\""; cat "$1$2"; } >"$folder/$2"
    ! compiles "$1" "$folder/$2" -fsyntax-only || complain "$1$2 compiles with $3 planted in it"
}
proof heuristics/packing/ ffd.c lp.h
proof solver/reservation/ reservation_flow.c packing.h
expect_caught() { # SUBMODULE ADDED-FOLDER SENTENCE: with this folder on the submodule's include path
    added[$1]="-I'$UL_SOURCE/$2'"
    layers "${1%%/*}" >"$folder/caught"
    grep -qF "$3" "$folder/caught" || { echo "unnoticed: $2 on the include path of $1"; return 1; }
}
(expect_caught heuristics/packing/ solver/lp 'heuristics can include lp.h of solver') || failed=1
(expect_caught show/reservation/ instances/packing 'show/reservation can include packing.h') || failed=1

# The layers of the exact packing method: each finds the headers of those before it, and of
# none behind it or above them all.
stack=(model pricing master bounds primal tree certificate)
reaches() { # FOLDER HEADER: finds it, though perhaps not what it includes in turn
    finds "$1" "$2" || ! grep -qE "planted\.c:.*[ ']$2[':]" "$folder/said"
}
stacked() {
    local a b header
    for a in "${!stack[@]}"; do
        for b in "${!stack[@]}"; do
            header=$(basename "$(find "solver/packing/${stack[b]}" -maxdepth 1 -name '*.h' | sort | head -1)")
            if [ "$b" -le "$a" ]; then
                reaches "solver/packing/${stack[a]}/" "$header" ||
                    complain "${stack[a]} cannot include $header of ${stack[b]}"
            else
                ! reaches "solver/packing/${stack[a]}/" "$header" ||
                    complain "${stack[a]} can include $header of ${stack[b]}"
            fi
        done
        ! reaches "solver/packing/${stack[a]}/" phases.h || complain "${stack[a]} can include phases.h"
    done
}
stacked
proof solver/packing/master/ master.c phases.h
proof solver/packing/bounds/ item_classes.c restarting_dive.h
(
    added[solver/packing/model/]="-I'$UL_SOURCE/solver/packing/tree'"
    stacked >"$folder/caught"
    grep -q 'model can include .* of tree' "$folder/caught" ||
        { echo "unnoticed: solver/packing/tree on the include path of model"; exit 1; }
) || failed=1

# Calls go the way of includes, by the symbols of the objects: down the modules, inside a
# submodule, and never in a circle of files.
find "$UL_BUILD/CMakeFiles" -path '*.dir/*.c.o' -print0 | xargs -0 nm -A |
    sed -E 's@^[^:]*\.dir/([^:]*)\.o:@\1 @' |
    awk '$(NF - 1) ~ /^[TDRBV]$/ { print "has", $NF, $1 } $(NF - 1) == "U" { print "uses", $NF, $1 }' |
    while read -r what symbol file; do [ ! -f "$file" ] || echo "$what $symbol $file"; done >"$folder/symbols"
awk '$1 == "has" { home[$2] = $3 }
    $1 == "uses" { user[$3 " " $2] = 1 }
    END { for (pair in user) { split(pair, part, " ")
        if (part[2] in home && home[part[2]] != part[1]) print part[1], home[part[2]] } }' \
    "$folder/symbols" | sort -u >"$folder/calls"
[ -s "$folder/calls" ] || complain "no calls were found in $UL_BUILD"
for module in "${!header[@]}" cli; do
    before "$module" | tr ' ' '\n' | sed "s/^/$module /"
done >"$folder/allowed"
upwards=$(awk -v kinds="$kinds" -v stack="${stack[*]}" 'BEGIN {
        n = split(kinds, list); for (q = 1; q <= n; q++) kind[list[q]] = 1
        n = split(stack, list); for (q = 1; q <= n; q++) place["solver/packing/" list[q]] = q
    }
    function folder(file) { sub(/\/[^\/]*$/, "", file); return file }
    NR == FNR { allowed[$1 " " $2] = 1; next }
    { split($1, from, "/"); split($2, to, "/") }
    !((from[1] " " to[1]) in allowed) { print $1 " calls " $2; next }
    from[2] in kind && to[2] in kind && from[2] != to[2] { print $1 " calls " $2 }
    { here = place[folder($1)]; there = folder($2) == "solver/packing" ? 99 : place[folder($2)] }
    here > 0 && there > here { print $1 " calls " $2 }' \
    "$folder/allowed" "$folder/calls")
[ -z "$upwards" ] || complain "$upwards"
tsort "$folder/calls" >/dev/null 2>"$folder/loops" || complain "$(grep -v loop "$folder/loops" | head -12)"

# What knows no kind by name, so that a new one is its submodules and a line in each list.
named=$(find core methods library cli bench/campaign bench/report -name '*.[ch]' |
    xargs grep -nE "ul_kind_($(tr ' \n' '||' <<<"$kinds" | sed 's/|$//'))\b|\"($(tr ' \n' '||' <<<"$kinds" | sed 's/|$//'))\"")
[ -z "$named" ] || complain "a kind by name: $named"

# A folder is one topic: a handful of files, and a line in docs/architecture.md.
folders() { # MODULE...: the folders that hold sources or scripts, each with how many
    find "$@" -name '*.[ch]' -o -name '*.sh' | sed 's@/[^/]*$@@' | sort | uniq -c
}
crowded() { folders "$@" | awk '$1 > 16 { print $2 " holds " $1 " sources: cut it by topic" }'; }
untold() { # MODULE...: those that the table does not name, as themselves or as KIND or PAPER
    local any at
    any=$(tr ' \n' '||' <<<"$kinds" | sed 's/|$//')
    folders "$@" | while read -r _ at; do
        grep -qF -e "| \`$at/\` |" -e "| \`$(sed -E "s@^([a-z]+)/($any)\$@\1/KIND@; \
            s@^bench/tables/[a-z0-9]+\$@bench/tables/PAPER@" <<<"$at")/\` |" docs/architecture.md ||
            echo "$at: docs/architecture.md does not say what it is about"
    done
}
modules="core instances methods heuristics models solver sim library show worst bench judge explain check cli"
said=$(crowded $modules tests fuzz; untold $modules)
[ -z "$said" ] || complain "$said"
mkdir "$folder/crowd"
touch "$folder/crowd/"{a..p}.c "$folder/crowd/q.h"
[ -n "$(crowded "$folder/crowd")" ] || complain "seventeen files in a folder are not noticed"
[ -n "$(untold "$folder/crowd")" ] || complain "a folder that nobody tells of is not noticed"

# The picture of the exact method has every phase of its tables, in their order.
untold_phases() { # FILE: the first phase that does not follow the one before it in the picture
    sed -n 's/^    {"\([a-z -]*\)", .*/\1/p' "$1" |
        awk 'NR == FNR { text = text "\n" $0; next }
            { at = index(text, $0); if (!at) { print; exit }; text = substr(text, at + length($0)) }' \
            <(sed -n '/^## The pipeline/,/^    certificate/p' docs/exact.md) -
}
said=$(untold_phases solver/packing/exact.c)
[ -z "$said" ] || complain "docs/exact.md has no place for the phase '$said' in its picture"
tac solver/packing/exact.c >"$folder/phases.c"
[ -n "$(untold_phases "$folder/phases.c")" ] || complain "phases in another order are not noticed"

# A function is short: at most 48 lines, and seven parameters.
overgrown() { # FILE...
    awk 'function parameters(text,    q, letter, depth, n) {
        for (q = 1; q <= length(text); q++) {
            letter = substr(text, q, 1)
            depth += (letter == "(") - (letter == ")")
            n += letter == "," && depth == 1
        }
        return n + 1
    }
    FNR == 1 { text = ""; from = 0 }
    from && /^}/ {
        if (FNR - from > 49) print FILENAME ":" from ": a function of " FNR - from - 1 " lines"
        from = 0
        text = ""
        next
    }
    from { next }
    /^\{$/ {
        from = FNR
        if (parameters(text) > 7) print FILENAME ":" from ": " parameters(text) " parameters"
        next
    }
    /^$|;$|\*\/$|^#/ { text = ""; next }
    { text = text $0 }' "$@"
}
mapfile -t all < <(find $modules fuzz tests -name '*.[ch]' | sort)
said=$(overgrown "${all[@]}")
[ -z "$said" ] || complain "$said"
{
    echo 'static int many(int a, int b, int c, int d, int (*e)(int, int),'
    printf '                int f, int g, int h)\n{\n'
    printf '    a++;\n%.0s' {1..49}
    echo '}'
} >"$folder/grown.c"
[ "$(overgrown "$folder/grown.c" | wc -l)" = 2 ] || complain "a long function is not noticed"

# ---- what grep can see ----

# Third-party headers: one file each. zlib has two sides, and the checker its own.
mapfile -t checker < <(find check -name '*.[ch]' | sort)
mapfile -t sources < <(find core instances methods heuristics models solver sim library show worst bench \
    judge explain cli -name '*.[ch]' | sort)
for third in $(grep -hoE '#include <(glpk|csv|jansson|cblas|zlib|gsl/[a-z_]+)\.h>' "${sources[@]}" |
    sed 's/.*<\(.*\)>/\1/' | sort -u); do
    allowed=1
    [ "$third" = zlib.h ] && allowed=2
    users=$(grep -lF "#include <$third>" "${sources[@]}")
    [ "$(wc -l <<<"$users")" -le $allowed ] || complain "$third is included by" $users
done
calls=$(grep -lE '\bglp_[a-z]' "${sources[@]}" | grep -v '^solver/lp/glpk_')
[ -z "$calls" ] || complain "glp_ calls outside solver/lp/glpk_*:" $calls

# The checker decides nothing in floating point: it has none. Comments and texts may speak of it.
floating() { # FILE...
    sed -sE 's@/\*.*\*/@@; s@"[^"]*"@@g; /^ *\/\*/d; /^ \*/d' "$@" |
        grep -nwE 'float|double|_Float[0-9x]+|strto(d|f|ld)|ato(f)|(math|float|tgmath)\.h'
}
said=$(floating "${checker[@]}")
[ -z "$said" ] || complain "floating point in check/: $said"
printf 'static bool is_enough(long work)\n{\n    return (double)work / 3 > 1; /* a double */\n}\n' \
    >"$folder/floating.c"
[ "$(floating "$folder/floating.c" | wc -l)" = 1 ] || complain "a double in check/ is not noticed"

# A file is one topic: at most 500 lines.
long=$(wc -l "${sources[@]}" "${checker[@]}" | awk '$1 > 500 && $2 != "total" {print $2}')
[ -z "$long" ] || complain "more than 500 lines:" $long

# One file forks.
forks=$(grep -lE '\bfork\(\)' "${sources[@]}" | grep -v '^core/processes/fork.c$')
[ -z "$forks" ] || complain "fork() outside core/processes/fork.c:" $forks

# A type has one name and a name one type, whichever modules they are of.
twice=$(printf '%s\n' "${sources[@]}" | grep '\.h$' |
    xargs sed -nE 's/^\} (ul_[a-z0-9_]+);.*/\1/p' | sort | uniq -d)
[ -z "$twice" ] || complain "types of one name:" $twice
# Tolerances of linear programs stand in one place.
raw=$(grep -rnE '[^A-Za-z0-9_.]1e-(6|7|9)\b' --include=*.c solver/packing solver/engines |
    grep -v '#define')
[ -z "$raw" ] || complain "tolerances without a name:" "$raw"

# What a run consists of is seen by nobody but the run.
insiders=$(grep -l '"run_state.h"' "${sources[@]}" | grep -v '^methods/')
[ -z "$insiders" ] || complain "run_state.h is included by" $insiders

# Heuristics take memory from the run; libraries neither print nor exit.
allocs=$(grep -nE '\b(malloc|calloc|realloc|strdup)\(' -r heuristics)
[ -z "$allocs" ] || complain "heuristics allocate: $allocs"
prints=$(find core instances methods heuristics models solver sim library show worst -name '*.c' |
    xargs sed -s 's@/\*.*@@' | grep -nE '\b(printf|puts|exit|abort|perror)\(')
[ -z "$prints" ] || complain "libraries print or exit: $prints"

# The bench, the explainer and the command know no method by name; a paper's table may.
for method in $(sed -n 's/^UL_METHOD(\(.*\))$/\1/p' library/methods.def | tr _ -); do
    [ "$method" != program ] || continue # the tag of a suite's record too
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

# One rule judges the papers' numbers: a table knows no tolerance, no printed number's id and
# no verdict.
by_hand() { # FILE...
    sed -s 's@/\*.*@@; s@^ \*.*@@' "$@" | grep -nE 'toleran|"(agrees|near|differs|holds|fails)\b|"(eva|stratus|sec|coaster|trk8s)-(a|f|t|s)[0-9]+-[0-9]'
}
said=$(by_hand $(find bench/tables -name '*.[ch]' ! -name judge_cells.c))
[ -z "$said" ] || complain "a table judges by itself: $said"
printf '    .tolerance = 15,\n' >"$folder/kind.c"
[ -n "$(by_hand "$folder/kind.c")" ] || complain "a tolerance by hand is not noticed"

# No list of plug-ins but the .def files, no leftovers, no catch-all file.
notes=$(grep -nE '\b(TODO|FIXME)\b' "${sources[@]}" "${checker[@]}")
[ -z "$notes" ] || complain "unfinished: $notes"
for file in "${sources[@]}" "${checker[@]}"; do
    [ "$(basename "$file")" != utils.c ] || complain "$file: say what it holds"
done
# What sorts, what a letter is and how a decimal looks is not the user's language's to say.
foreign=$(grep -rlE '^#!.*bash$' scripts bench | xargs grep -L '^export LC_ALL=')
[ -z "$foreign" ] || complain "without a locale of its own:" $foreign
includes=$(grep -rnE '#include "[^"]+\.c"' --include=*.c tests)
[ -z "$includes" ] || complain "tests include sources: $includes"
exit $failed
