#!/usr/bin/env bash
# An artifact: results with all that shows them, tried with nothing else around.
set -eu
folder=$(mktemp -d)
proc=
trap '[ -z "$proc" ] || umount "$proc"; rm -rf "$folder"' EXIT
mkdir "$folder/made" "$folder/theirs"
cd "$folder/made"
fail() { echo "$*"; exit 1; }

cat >suite.csv <<SUITE
ullage-suite,1
name,mine
limits,10,10,0
generate,vbp,12,1,2
generate,availability,8,1,1
method,exact
method,ffd
method,trk8s-code
SUITE
"$UL_COMMAND" bench suite.csv --out out --artifact first.tar.gz >/dev/null 2>err || fail "$(cat err)"
"$UL_COMMAND" bench out --artifact paper.tar.gz >/dev/null 2>err || fail "$(cat err)"
cmp <(tar tzf first.tar.gz | sed 's/^first//') <(tar tzf paper.tar.gz | sed 's/^paper//')
rm -r out suite.csv

# each claim of the README has a command, and it shows what is claimed
cd "$folder/theirs"
tar xzf ../made/paper.tar.gz
cd paper
for file in Dockerfile CITATION.cff SHA256SUMS results/records.csv; do [ -s $file ] || fail "$file is missing"; done
sha256sum -c --quiet SHA256SUMS
sed -n '/^|---/,/^$/s/^| \(.*\) | `\(.*\)` | [0-9]* \(s\|min\) |$/\2\t\1/p' README.md | sed '/^|/d' >claims
[ "$(wc -l <claims)" -ge 3 ] || fail "$(cat README.md)"
while IFS=$'\t' read -r command claim; do
    env -i PATH="$PATH" HOME=/nowhere sh -c "$command" >said 2>err || fail "$command: $(cat said err)"
    case $command in
        *report*) grep -qxF -- "$claim" said || fail "'$claim' is not in: $(head -5 said)" ;;
        ./check) grep -q '^5 plans are valid at their cost, 0 are not' said || fail "$(cat said)" ;;
        *--replay*) grep -q '^runs      5: 5 the same plan' said || fail "$(cat said)" ;;
        *) fail "who knows what '$command' shows?" ;;
    esac
done <claims
# a plan that is changed is noticed
sed -i 's/^\(000001 \)[0-9.]*/\199/' plans.txt
if ./check >said; then fail "a wrong cost: $(cat said)"; fi

# without proofs it claims what methods cost beside the cheapest; a policy's interpreter is told of
if command -v python3 >/dev/null; then
    cd "$folder/made"
    printf 'import sys\nsys.exit(1)\n' >mine.py
    printf 'ullage-suite,1\nname,policies\nlimits,20,0,0\ngenerate,eva-jobs,4,1,6\nmethod,eva\nmethod,no-packing\nmethod,policy,command=python3 mine.py\n' >policies.csv
    "$UL_COMMAND" bench policies.csv --out policies --artifact policies.tar.gz >/dev/null 2>err || fail "$(cat err)"
    tar xzf policies.tar.gz
    grep -q "^| no-packing costs .* more than eva .* | .\./ullage report results --baseline 'eva'" \
        policies/README.md || fail "$(cat policies/README.md)"
    grep -q "What is called the system's below" policies/README.md
    ! dpkg -S /usr/bin/python3 >/dev/null 2>&1 ||
        grep -q 'install -y --no-install-recommends python3$' policies/Dockerfile || fail "$(cat policies/Dockerfile)"
fi

# the same in a root of its own: a shell, six small programs and a C library
cd "$folder/theirs"
root=$folder/root
mkdir -p "$root/tmp" "$root/proc" "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64"
for short in bin lib lib64; do [ ! -L /$short ] || ln -s usr/$short "$root/$short"; done
for program in sh dirname head ls cat rm; do
    file=$(command -v $program)
    [ -x "$file" ] || fail "where is $program?"
    for needed in "$file" $(ldd "$file" "$UL_COMMAND" | sed -n 's@.* => \(/.*\(libc\|libm\|libdl\|librt\|libpthread\|libselinux\|libpcre2-8\)\.so[^ ]*\) .*@\1@p; s@^\s*\(/lib[^ ]*ld-linux[^ ]*\) .*@\1@p'); do
        mkdir -p "$root$(dirname "$needed")"
        cp -Lf "$needed" "$root$needed"
    done
done
if [ "$(id -u)" = 0 ] && mount -t proc proc "$root/proc" 2>/dev/null; then
    proc=$root/proc
    tar xzf ../made/paper.tar.gz -C "$root"
    chroot "$root" "$(command -v sh)" -c 'cd /paper && ./check && ./ullage bench results --replay --out again' \
        >said 2>err || fail "$(cat said err)"
    grep -q '^runs      5: 5 the same plan' said || fail "$(cat said)"
else
    echo "not tried: a bare root (it takes root, and mounting /proc)"
fi
