#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Configuring without a preset: no tests and no need of Criterion; without the laboratory no need of
# HDF5; as part of another project no warnings of ours and no build type.
# build-defaults.sh SOURCE_DIRECTORY SCRATCH C_COMPILER
set -eu
source=$1
scratch=$2
compiler=$3

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

rm -rf "$scratch"
mkdir -p "$scratch/embedding"
# a machine without Criterion
real=$(command -v pkg-config || command -v pkgconf)
cat >"$scratch/pkg-config" <<END
#!/bin/sh
case " \$* " in *criterion*) exit 1 ;; esac
exec "$real" "\$@"
END
chmod +x "$scratch/pkg-config"

cmake -S "$source" -B "$scratch/plain" -DCMAKE_C_COMPILER="$compiler" \
    -DPKG_CONFIG_EXECUTABLE="$scratch/pkg-config" >"$scratch/plain.log" 2>&1 ||
    { cat "$scratch/plain.log" >&2; fail "cmake -B build does not configure without Criterion"; }
cmake --build "$scratch/plain" --target help >"$scratch/targets"
grep -q 'talus-cli$' "$scratch/targets" || fail "there is no target talus-cli"
tests=$(ls "$source"/tests/*/test_*.c "$source"/tests/lab/*/test_*.c "$source"/tests/cases/*/test_*.c | wc -l)
[ "$tests" -gt 150 ] || fail "found $tests test programs in the source tree"
for source_file in "$source"/tests/*/test_*.c; do
    target=$(basename "$(dirname "$source_file")").$(basename "$source_file" .c | sed 's/^test_//')
    ! grep -q -x -F "... $target" "$scratch/targets" || fail "the test $target would be built"
done
grep -q -e -Wconversion "$scratch/plain/compile_commands.json" || fail "our warnings are off"

# asked for, the tests need it, and the message says so
if cmake -S "$source" -B "$scratch/asked" -DCMAKE_C_COMPILER="$compiler" -DTALUS_TESTS=ON \
    -DPKG_CONFIG_EXECUTABLE="$scratch/pkg-config" >"$scratch/asked.log" 2>&1; then
    fail "-DTALUS_TESTS=ON without Criterion configures"
fi
grep -q -i criterion "$scratch/asked.log" || fail "the message does not name Criterion"

# a machine without HDF5: the product alone
sed 's/criterion/hdf5/' "$scratch/pkg-config" >"$scratch/pkg-config-plain"
chmod +x "$scratch/pkg-config-plain"
cmake -S "$source" -B "$scratch/product" -DCMAKE_C_COMPILER="$compiler" -DTALUS_LAB=OFF \
    -DPKG_CONFIG_EXECUTABLE="$scratch/pkg-config-plain" >"$scratch/product.log" 2>&1 ||
    { cat "$scratch/product.log" >&2; fail "cmake -DTALUS_LAB=OFF does not configure without HDF5"; }
! grep -q -e 'src/lab/' -e 'tools/cases/' "$scratch/product/compile_commands.json" || fail "the laboratory would be built"

cat >"$scratch/embedding/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(embedding LANGUAGES C)
add_subdirectory("$source" talus)
END
cmake -S "$scratch/embedding" -B "$scratch/embedded" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$scratch/embedded.log" 2>&1 ||
    { cat "$scratch/embedded.log" >&2; fail "another project cannot hold talus"; }
[ -s "$scratch/embedded/compile_commands.json" ] || fail "no compile commands"
! grep -q -e -Wall -e -Wconversion "$scratch/embedded/compile_commands.json" ||
    fail "our warnings are forced on a project that holds talus"
! grep -q 'CMAKE_BUILD_TYPE:STRING=Release' "$scratch/embedded/CMakeCache.txt" ||
    fail "the build type of a project that holds talus is changed"
rm -rf "$scratch"
