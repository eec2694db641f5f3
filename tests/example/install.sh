#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Install into a scratch prefix, build the example against it in both ways, run it, and look at what
# the library exports.
# install.sh BUILD_DIRECTORY SOURCE_DIRECTORY SCRATCH C_COMPILER
set -eu
build=$1
source=$2
scratch=$3
compiler=$4
prefix=$scratch/prefix

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$prefix" >"$scratch/install.log"
library=$(find "$prefix" -name 'libtalus.so')
[ -n "$library" ] || fail "libtalus.so is not installed"
library_dir=$(dirname "$library")
for path in bin/talus include/talus/run.h share/man/man1/talus.1 share/man/man1/talus-terrain-info.1 \
    bin/talus-lab share/man/man1/talus-lab.1 share/man/man1/talus-lab-spectrum.1 \
    share/bash-completion/completions/talus-lab \
    share/bash-completion/completions/talus share/doc/talus/LICENSE; do
    [ -s "$prefix/$path" ] || fail "$path is not installed"
done
if [ -e "$build/talus-mpi" ]; then
    for path in bin/talus-mpi share/man/man1/talus-mpi.1 \
        share/bash-completion/completions/talus-mpi; do
        [ -s "$prefix/$path" ] || fail "$path is not installed"
    done
fi

# other symbols than talus_... would collide with somebody's program
foreign=$(nm -D --defined-only "$library" | awk '$3 !~ /^talus_/ { print $3 }')
[ -z "$foreign" ] || fail "exported without the prefix talus_:" "$foreign"
objdump -p "$library" | grep -q 'SONAME *libtalus.so.1$' || fail "the soname is not libtalus.so.1"

cmake -S "$source/tests/example" -B "$scratch/with_cmake" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" >"$scratch/cmake.log"
cmake --build "$scratch/with_cmake" >>"$scratch/cmake.log"
PKG_CONFIG_PATH=$library_dir/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # a list of words
"$compiler" -std=c17 -Wall -Wextra -Werror -o "$scratch/with_pkg_config" \
    "$source/tests/example/example.c" $(pkg-config --cflags --libs talus)

"$scratch/with_cmake/example" >"$scratch/cmake.out"
LD_LIBRARY_PATH=$library_dir "$scratch/with_pkg_config" >"$scratch/pkg_config.out"
cat "$scratch/cmake.out"
cmp "$scratch/cmake.out" "$scratch/pkg_config.out" || fail "the two builds of the example differ"
grep -q '^rock: 956 kg at y = ' "$scratch/cmake.out" || fail "the rock of the example"
grep -q '^campaign: [0-9]* of 100 rocks stopped, mean run-out ' "$scratch/cmake.out" ||
    fail "the campaign of the example"
"$prefix/bin/talus" --version | grep -q '^talus [0-9]' || fail "the installed program"
