#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The synopsis in docs/design.md has every command with every option, and nothing else.
. "$SOURCE/tests/cli/lib.sh"

# the block of the synopsis, one command a line, lines that go on joined
awk '/^## Command line/ { on = 1 } on && /^```/ { inside++; next } inside == 1' \
    "$SOURCE/docs/design.md" | grep -v '^ *(talus-mpi' |
    awk '/^talus / { if (line != "") print line; line = $0; next } { line = line " " $0 }
         END { print line }' >synopsis
"$TALUS" --help | awk '/^Commands:/ { on = 1; next } /^talus-mpi/ { on = 0 }
    on && /^  [a-z]/ { print substr($0, 3, 22) }' | sed 's/ *$//' >commands
[ "$(wc -l <commands)" -ge 30 ] || fail "found few commands: $(cat commands)"
cut -d' ' -f2- synopsis | sed -e 's/ [][A-Z(-].*//' -e 's/ \[.*//' | sort >named
sort commands | diff - named >difference || fail "other commands in the synopsis: $(cat difference)"

while read -r command; do
    # shellcheck disable=SC2086 # two words
    "$TALUS" $command --help | sed -n 's/^  --\([a-z0-9-]*\).*/--\1/p;s/^  -., --\([a-z0-9-]*\).*/--\1/p' |
        grep -v -x -e '--help' | sort -u >options
    # -o stands for --out
    grep "^talus $command\( [^a-z]\|\$\)" synopsis | grep -o -e '--[a-z0-9][a-z0-9-]*' -e ' -o ' |
        sed 's/^ -o $/--out/' | sort -u >written
    diff options written >difference ||
        fail "talus $command: < in --help alone, > in docs/design.md alone: $(cat difference)"
done <commands
finish
