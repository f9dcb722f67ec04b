#!/usr/bin/env bash
# A broken file gets one line on standard error and exit code 2 from every
# command that reads one.
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# refuse WHAT SENTENCE COMMAND...
refuse() {
    local what=$1 sentence=$2
    shift 2
    "$@" >"$folder/out" 2>"$folder/err"
    local code=$?
    if [ $code != 2 ] || [ "$(wc -l <"$folder/err")" != 1 ] || [ -s "$folder/out" ] ||
        ! grep -qF -- "$sentence" "$folder/err"; then
        echo "$what: exit $code, expected 2 and one line with '$sentence':"
        cat "$folder/err"
        failed=1
    fi
}

good=$folder/good.csv
"$UL_COMMAND" gen eva-table3 -o "$good"

printf 'ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,nan,4\n' >"$folder/nan.csv"
head -c 100 "$good" >"$folder/cut.csv"
gzip -c "$good" | head -c 60 >"$folder/cut.csv.gz"
head -c 5000 "$UL_COMMAND" >"$folder/binary.csv"
printf 'ullage,1,packing\nname,"two\nlines"\n' >"$folder/lines.csv"

refuse nan "nan.csv:4: column 4: the price 'nan' is not" "$UL_COMMAND" show "$folder/nan.csv"
refuse truncated "cut.csv:" "$UL_COMMAND" show "$folder/cut.csv"
refuse "truncated gzip" "the gzip data is cut off" "$UL_COMMAND" show "$folder/cut.csv.gz"
refuse binary "binary.csv:1: column 1:" "$UL_COMMAND" show "$folder/binary.csv"
refuse "line feed in a name" "lines.csv:2: column 2: the instance's name holds a control" \
    "$UL_COMMAND" show "$folder/lines.csv"
refuse absent "absent.csv: No such file" "$UL_COMMAND" show "$folder/absent.csv"
refuse solve "nan.csv:4: column 4:" "$UL_COMMAND" solve "$folder/nan.csv" -m ffd
refuse import "good.csv:1: column 1: the number of dimensions 'ullage,1,packing' is not" \
    "$UL_COMMAND" import vpsolver-vbp "$good"
refuse "import of two files" "'vpsolver-vbp' takes 1 file, not 2" \
    "$UL_COMMAND" import vpsolver-vbp "$good" "$good"
exit $failed
