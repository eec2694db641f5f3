#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Pages whose commands are run as printed, from the root of the source tree: docs/earthquake.md, and section 12 of
# docs/rocking.md from a mesh to an annual rate.
. "$SOURCE/tests/cli/lib.sh"

# the reader's place: the source tree, talus in the PATH
mkdir -p bin tree
ln -s "$TALUS" bin/talus
ln -s "$TALUS_LAB" bin/talus-lab
PATH=$work/bin:$PATH
for part in scenarios terrain tests tools; do
    ln -s "$SOURCE/$part" "tree/$part"
done
cd tree # results go to out/, what is printed to ../printed

# run_page MARK FEWEST: the blocks that begin with MARK of the page on stdin, in their order
run_page() {
    awk -v mark="$1" '/^```/ { keep = !open && $0 == mark; open = !open; next } keep' >commands
    [ "$(grep -c -e '^talus\(-lab\)\{0,1\} ' -e '^tools/' commands)" -ge "$2" ] || fail "few commands: $(cat commands)"
    sh -e commands >../printed 2>../told || fail "a command failed: $(cat ../told)"
}

# shows FILE TEXT: the page says it
shows() {
    tr '\n' ' ' <"$1" | grep -qF "$2" || fail "$1 does not say: $2"
}

page=$SOURCE/docs/earthquake.md
run_page '```sh' 5 <"$page"
[ "$(grep -c '^```$' "$page")" -eq "$(grep -c '^```sh$' "$page")" ] || fail "a block of another kind"
holds "$(value_of out/still shaking.moved_rocks) == 0 && $(value_of out/still final.path_m.max) < 1e-3"
moved=$(value_of out/strong shaking.moved_rocks)
shows "$page" "a sphere of their volume: $moved of 200"
for run in half three_quarters strong; do
    count=$(value_of out/$run shaking.moved_rocks)
    kilojoules=$(value_of out/$run shaking.base_relative_kj | awk '{ printf "%.0f", $1 }')
    grep -q "^| [0-9.]* | [0-9.]* and [0-9.]* | $count | $kilojoules |$" "$page" ||
        fail "the table has no row with $count rocks and $kilojoules kJ ($run)"
done
rm -rf out

# the other blocks of section 12 are run by cli.rocking_run with the numbers of their text
page=$SOURCE/docs/rocking.md
awk '/^### / { inside = /^### 12\.4 / } inside' "$page" >section
run_page '```' 2 <section
at=$(awk '/^overturned/ { on = 1 } on && /median/ { print }' ../printed)
rate=$(awk '/^overturned/ { on = 1 } on && /annual rate/ { print }' ../printed)
shows section "median of $(echo "$at" | sed 's/.*median \([0-9.]*\) g.*/\1/' | awk '{ printf "%.3f", $1 }') g"
shows section "β = $(echo "$at" | sed 's/.*beta \([0-9.]*\);.*/\1/' | awk '{ printf "%.3f", $1 }')"
shows section "$(echo "$rate" | sed 's/.*rate  *\([0-9.e-]*\),.*/\1/' | awk '{ printf "%.2f", 1e4 * $1 }')·10⁻⁴ a year"
shows section "$(sed -n 's/^runs .* \([0-9]*\) undecided$/\1/p' ../printed) of the 4000 runs end without a verdict"
finish
