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

# two headers, a shared library with a soname and a static one
[ "$(ls "$prefix/include/ullage" | tr '\n' ' ')" = "plugin.h priority.h ullage.h " ]
libdir=$(dirname "$(find "$prefix" -name libullage.a)")
readelf -d "$libdir/libullage.so" | grep -q 'SONAME.*libullage\.so\.[0-9]'

# the programs of docs/library.md; docs/adding.md has its own in plugin.sh
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$UL_SOURCE/docs/$2" | grep -v '^```'; }
block c library.md >outside.c
block cmake library.md >CMakeLists.txt
block cpp library.md >plus.cpp
block 'c sim.policies.first_fit.c' adding.md | diff - "$UL_SOURCE/sim/policies/first_fit.c" # the policy it shows

by_pkg_config() {
    PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name ullage.pc)"):${PKG_CONFIG_PATH:-}
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046 # words are flags
    cc -std=c17 -Wall -Wextra -Werror outside.c $(pkg-config --cflags --libs ullage) \
        -o outside-by-pkg-config
}
by_cmake() { # FOLDER
    cmake -S "$1" -B "$1/build" -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_C_FLAGS=-Werror >cmake.log 2>&1 &&
        cmake --build "$1/build" >>cmake.log 2>&1 || { cat cmake.log; return 1; }
}
by_pkg_config
by_cmake .
mkdir static
cp outside.c static
sed 's/REQUIRED/REQUIRED COMPONENTS static/; s/ullage::ullage/ullage::ullage_static/' CMakeLists.txt >static/CMakeLists.txt
by_cmake static
for program in ./outside-by-pkg-config build/outside static/build/outside; do
    export LD_LIBRARY_PATH=
    [ $program != ./outside-by-pkg-config ] || LD_LIBRARY_PATH=$libdir
    [ "$($program exact table3.csv 2>/dev/null)" = "optimal 12.8" ]
    [ "$($program no-packing table3.csv 2>/dev/null)" = "feasible 16.2" ]
    [ "$($program exact 2>/dev/null)" = "optimal 0.4
large: a b c" ]
    if $program ffd missing.csv 2>err; then exit 1; fi
    grep -q 'missing.csv' err
done
if readelf -d build/outside | grep -E 'NEEDED.*(glpk|gsl|openblas|jansson)'; then exit 1; fi

# a C++ program includes and links it too
if command -v c++ >/dev/null; then
    # shellcheck disable=SC2046 # words are flags
    c++ -Wall -Wextra -Werror plus.cpp $(pkg-config --cflags --libs ullage) -o plus
    [ "$(LD_LIBRARY_PATH=$libdir ./plus table3.csv)" = "optimal 12.8" ]
    echo '#include <ullage/plugin.h>' >plugin.cpp
    # shellcheck disable=SC2046
    c++ -Wall -Wextra -Werror -c plugin.cpp $(pkg-config --cflags ullage) -o plugin.o
else
    echo "no C++ compiler: the headers are not tried in C++"
fi

# the Python package finds the library beside it (one with a sanitizer wants it loaded first)
if nm -D "$libdir/libullage.so" | grep -q __asan_init; then
    echo "a sanitizer is in the library: Python is not tried here"
elif [ -x /usr/bin/python3 ]; then
    [ "$(env -u ULLAGE_LIBRARY PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$prefix/lib/python3/dist-packages" \
        /usr/bin/python3 -c 'import ullage; print(ullage.solve("table3.csv", "exact").cost)')" = 12.8 ]
fi

# the shells' completions are where the shells look
bash -c '. "$1"; COMP_WORDS=(ullage so) COMP_CWORD=1; _ullage ullage; [ "${COMPREPLY[*]}" = solve ]' \
    - "$prefix/share/bash-completion/completions/ullage"
zsh -fc 'fpath=($1 $fpath); autoload -Uz compinit; compinit -u -D; [[ $_comps[ullage] == _ullage ]]' \
    - "$prefix/share/zsh/vendor-completions"

# the site is made of what is installed
ullage site --out site
[ -s site/book/exact.html ] && grep -q 'id="eva-t4-' site/coverage.html

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
    if grep -qE '@[A-Z_a-z]+@' page; then echo "$page: a place was left open"; exit 1; fi
    ! command -v man >/dev/null || [ -z "$(MANROFFSEQ='' man --warnings -l "$page" 2>&1 >/dev/null)" ]
}
complete ullage-check ullage-check
commands=$(ullage --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
[ "$(echo "$commands" | wc -l)" -ge 9 ]
for command in $commands; do
    grep -qx ".SS $command" "$prefix/share/man/man1/ullage.1"
    complete ullage ullage "$command"
done

# a tree for another machine, whose libraries lie below a root of their own, as in toolchain files
mkdir -p root/usr
ln -s /usr/include /usr/lib /usr/share root/usr
CFLAGS= cmake -S "$UL_SOURCE" -B cross -D CMAKE_FIND_ROOT_PATH="$PWD/root" -D CMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
    -D CMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -D UL_TESTS=OFF >cmake.log 2>&1 || { cat cmake.log; exit 1; }
