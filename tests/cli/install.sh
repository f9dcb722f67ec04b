#!/usr/bin/env bash
# 'cmake --install' into an empty prefix: programs, manual pages, library and
# headers are there, and a program outside builds against them by pkg-config and
# by find_package(), wherever the prefix is moved.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$UL_BUILD" --prefix "$folder/first" >/dev/null
mv "$folder/first" "$folder/prefix"
prefix=$folder/prefix
mkdir "$folder/outside"
cd "$folder/outside"

PATH=$prefix/bin:$PATH
ullage gen eva-table3 -o table3.csv
ullage solve table3.csv -m ffd -o plan.csv >/dev/null
ullage-check table3.csv plan.csv >/dev/null
printf 'ullage-suite,1\nname,one\nlimits,10,10,0\nfile,table3.csv\nmethod,ffd\n' >suite.csv
ullage bench suite.csv --out run 2>/dev/null # finds the checker beside itself

# the programs of docs/library.md and docs/adding.md
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$UL_SOURCE/docs/$2" | grep -v '^```'; }
block c library.md >outside.c
block cmake library.md >CMakeLists.txt
block c adding.md >adding.c
block 'c sim.policies.first_fit.c' adding.md | diff - "$UL_SOURCE/sim/policies/first_fit.c" # the policy it shows

by_pkg_config() {
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name ullage.pc)"):${PKG_CONFIG_PATH:-}
    export PKG_CONFIG_PATH
    for program in outside adding; do
        # shellcheck disable=SC2046 # words are flags
        cc -std=c17 -Wall -Wextra -Werror $program.c $(pkg-config --cflags --libs ullage) \
            -o $program-by-pkg-config
    done
}
by_cmake() {
    cmake -S . -B build -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_C_FLAGS=-Werror >cmake.log 2>&1 &&
        cmake --build build >>cmake.log 2>&1 || { cat cmake.log; return 1; }
}
by_pkg_config
by_cmake
for program in ./outside-by-pkg-config build/outside; do
    [ "$($program table3.csv exact)" = "optimal 12.8" ]
    [ "$($program table3.csv no-packing)" = "feasible 16.2" ]
    if $program missing.csv ffd 2>err; then exit 1; fi
    grep -q 'missing.csv' err
done
[ "$(./adding-by-pkg-config table3.csv)" = 12.8 ]

# a C++ program includes and links it too
if command -v c++ >/dev/null; then
    cat >plus.cpp <<'END'
#include <cstdio>
#include <ullage/ullage.h>

int main(int, char **argv)
{
    ul_instance instance;
    if (ul_instance_read(argv[1], &instance) != UL_OK)
        return 1;
    std::puts(instance.kind->name);
    ul_instance_free(&instance);
}
END
    # shellcheck disable=SC2046 # words are flags
    c++ -Wall -Wextra -Werror plus.cpp $(pkg-config --cflags --libs ullage) -o plus
    [ "$(./plus table3.csv)" = packing ]
else
    echo "no C++ compiler: the header is not tried in C++"
fi

# the shells' completions are where the shells look
bash -c '. "$1"; COMP_WORDS=(ullage so) COMP_CWORD=1; _ullage ullage; [ "${COMPREPLY[*]}" = solve ]' \
    - "$prefix/share/bash-completion/completions/ullage"
zsh -fc 'fpath=($1 $fpath); autoload -Uz compinit; compinit -u -D; [[ $_comps[ullage] == _ullage ]]' \
    - "$prefix/share/zsh/vendor-completions"

# nothing in the prefix points back to where it was built
if grep -rIl -e "$UL_BUILD" -e "$UL_SOURCE" "$prefix"; then
    echo "these name the build's folders"
    exit 1
fi

# the manual has every command and every option
complete() {
    local page=$prefix/share/man/man1/$1.1 option
    shift
    sed 's/\\-/-/g' "$page" >page
    for option in $("$@" --help | grep -oE '(^|[ ,])--[a-z-]+' | tr -d ' ,' | sort -u); do
        grep -qE -- "$option([=,[:space:]]|\$)" page || { echo "$page lacks $option of $*"; exit 1; }
    done
    if grep -q '@' page; then echo "$page: a place was left open"; exit 1; fi
    ! command -v man >/dev/null || [ -z "$(MANROFFSEQ='' man --warnings -l "$page" 2>&1 >/dev/null)" ]
}
complete ullage-check ullage-check
commands=$(ullage --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 9 ]
for command in $commands; do
    grep -qx ".SS $command" "$prefix/share/man/man1/ullage.1"
    complete ullage ullage "$command"
done
