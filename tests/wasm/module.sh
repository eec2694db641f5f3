#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The committed module is what its sources make, byte for byte, with the clang that made it.
# Exit code 77 = skipped: that clang, or what it needs for WebAssembly, is not there.
set -eu
cd "$SOURCE/tools/wasm"
clang=${CLANG:-clang-19}
command -v "$clang" >/dev/null || { echo "$clang is not installed"; exit 77; }
[ "$("$clang" --version | head -n 1)" = "$(cat dist/built-with)" ] || {
    echo "the module was built with $(cat dist/built-with), this is $("$clang" --version | head -n 1)"
    exit 77
}
made=${TALUS_TEST_TMP:-/tmp}/wasm-module
rm -rf "$made"
mkdir -p "$made"
echo 'int sum(int a, int b) { return a + b; }' >"$made/try.c"
"$clang" --target=wasm32-wasi -mexec-model=reactor -nostartfiles -include stdlib.h -Wl,--no-entry -o "$made/try.wasm" "$made/try.c" \
    2>"$made/why" || { echo "$clang has no target wasm32-wasi: $(head -n 1 "$made/why")"; exit 77; }
./build "$made/talus.wasm"
cmp "$made/talus.wasm" dist/talus.wasm || { echo "run tools/wasm/build and commit tools/wasm/dist"; exit 1; }
