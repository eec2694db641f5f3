#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every public header compiles alone, as C17 and as C++17, without a warning; and a status that is
# dropped is one. headers.sh SOURCE CC CXX
set -u
source=$1
cc=$2
cxx=$3
failed=0
count=0
flags="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -fsyntax-only"

# compile LANGUAGE STANDARD COMPILER: the text on standard input
compile() {
    # shellcheck disable=SC2086 # a list of words
    "$3" -x "$1" "-std=$2" $flags -I "$source/include" - 2>&1
}

for header in "$source"/include/talus/*.h "$source"/include/talus/*/*.h; do
    name=${header#"$source"/include/talus/}
    count=$((count + 1))
    for kind in "c c17 $cc" "c++ c++17 $cxx"; do
        # shellcheck disable=SC2086
        if ! told=$(printf '#include "talus/%s"\n' "$name" | compile $kind); then
            printf '%s as %s:\n%s\n' "$name" "$kind" "$told"
            failed=1
        fi
    done
done
if [ "$count" -lt 20 ]; then
    echo "found $count headers, expected at least 20"
    failed=1
fi

# talus.h includes every header except those of the laboratory
for header in "$source"/include/talus/*.h; do
    name=$(basename "$header")
    if [ "$name" != talus.h ] && ! grep -qx "#include \"talus/$name\"" "$source/include/talus/talus.h"; then
        echo "talus.h does not include $name"
        failed=1
    fi
done
if printf '#include "talus/talus.h"\n' | "$cc" -x c -E -I "$source/include" - | grep -q 'talus/lab/'; then
    echo "talus.h includes the laboratory"
    failed=1
fi

# the type itself is marked, so every function that returns it is
dropped='#include "talus/base.h"
talus_status any_function(void);
void drop(void);
void drop(void) { any_function(); }
'
for kind in "c c17 $cc" "c++ c++17 $cxx"; do
    # shellcheck disable=SC2086
    if printf '%s' "$dropped" | compile $kind >/dev/null; then
        echo "a dropped status is not noticed as $kind"
        failed=1
    fi
done
exit $failed
