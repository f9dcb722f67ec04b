#!/usr/bin/env bash
# What the headers declare is what the libraries export, and nothing else; and what is
# declared does not change under a number that stands for it: library/abi.txt has a line
# for each number that there was.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
complain() {
    echo "$*"
    failed=1
}
public=$UL_SOURCE/library/public/ullage.h plugin=$UL_BUILD/made/plugin.h

# ---- names ----
declared() { # HEADER: its functions, by the compiler's eyes
    printf '#include "%s"\n' "$1" | cc -std=c17 -E -P -x c - | tr '\n' ' ' | tr ';{}' '\n' |
        grep -vE '^ *(typedef|static|return|extern const|__ext)' |
        sed -nE 's/^ *[a-z_][A-Za-z0-9_ *]*[ *](ul_[a-z0-9_]+)\(.*/\1/p' | sort -u
}
declared "$public" >"$folder/public"
declared "$plugin" >"$folder/plugin"
sort -u "$folder/public" "$folder/plugin" >"$folder/both"
n=$(wc -l <"$folder/public")
[ "$n" -ge 25 ] && [ "$n" -le 40 ] || complain "ullage.h declares $n functions"
[ "$(wc -l <"$folder/plugin")" -ge 100 ] || complain "plugin.h declares few functions"
exported() { nm -D --defined-only "$1" | awk '$2 ~ /^[TDRBVWG]$/ { print $3 }' | sed 's/@.*//' | sort -u; }
exported "$UL_BUILD/libullage.so" | grep -v '^ULLAGE_' >"$folder/exported"
diff "$folder/both" "$folder/exported" >"$folder/differ" ||
    complain "declared (<) is not what libullage.so exports (>):" "$(grep '^[<>]' "$folder/differ")"
exported "$UL_COMMAND" | grep '^ul_' >"$folder/lent"
comm -23 "$folder/plugin" "$folder/lent" | grep . && complain "these the program does not lend to its plugins"
if grep -q __int128 "$public"; then complain "ullage.h has 128-bit numbers"; fi

# Every function of ullage.h has its sentence: the line before is a comment or another
# declaration, or there is one behind it.
awk '/^[a-z].*[ *]ul_[a-z0-9_]+\(/ && !/^(static|typedef)/ {
        if (!(before ~ /\*\/$/ || before ~ /^[a-z].*;/ || before ~ /^ +[a-z].*\);/ || /\/\*/)) print FNR ": " $0 }
    { before = $0 }' "$public" >"$folder/silent"
[ ! -s "$folder/silent" ] || complain "without a sentence: $(cat "$folder/silent")"

# ---- numbers ----
# The text of a header without comments, as one line a declaration.
bare() { cc -fpreprocessed -dD -E -P -x c "$1" 2>/dev/null | tr -s '[:space:]' ' '; }
check_number() { # HEADER MACRO HOME
    local name number hash
    name=$(basename "$1")
    number=$(sed -nE "s/^#define $2 ([0-9]+)$/\1/p" "$1")
    hash=$(bare "$1" | sha256sum | cut -c1-16)
    grep -qx "$name $number $hash" "$UL_SOURCE/library/abi.txt" && return
    complain "$name is not that of $2 $number in library/abi.txt: what programs and methods were" \
        "built with has changed. Raise $2 in $3 by one and add the line '$name $((number + 1)) HASH'" \
        "with the hash that this test then names; its hash is now $hash"
}
check_number "$public" UL_ABI library/public/ullage.h
check_number "$plugin" UL_PLUGIN_ABI library/plugins/plugin_entry.h
if cut -d' ' -f1,2 "$UL_SOURCE/library/abi.txt" | sort | uniq -d | grep .; then
    complain "a number stands for two headers"
fi

# The proof of the proof: another member of a struct, another name.
sed 's/^    double time_limit_s;/    double nothing, time_limit_s;/' "$public" >"$folder/ullage.h"
(check_number "$folder/ullage.h" UL_ABI x) >/dev/null
[ "$(bare "$public" | sha256sum)" != "$(bare "$folder/ullage.h" | sha256sum)" ] ||
    complain "a new member of a struct is not noticed"
sed 's/^\/\* A problem, read or made.*/\/* A problem. *\//' "$public" >"$folder/ullage.h"
[ "$(bare "$public" | sha256sum)" = "$(bare "$folder/ullage.h" | sha256sum)" ] ||
    complain "a comment is taken for a change"
[ "$(readlink "$UL_BUILD/libullage.so")" = "libullage.so.$(sed -nE 's/^#define UL_ABI ([0-9]+)$/\1/p' "$public")" ] ||
    complain "the soname has another number"
exit $failed
