#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage errors: one sentence, the nearest name, exit 1. Help: every command and option, exit 0.
. "$SOURCE/tests/cli/lib.sh"

expect_exit 1 "$TALUS"
expect_line err '^Usage: talus COMMAND'
expect_exit 1 "$TALUS" rum
expect_text err 'talus: unknown command "rum" (did you mean run?); see talus --help'
expect_exit 1 "$TALUS" --versoin
expect_line err '^talus: unknown option "--versoin"'
expect_exit 1 "$TALUS" hazardous
expect_text err 'talus: unknown command "hazardous"; see talus --help'
expect_exit 1 "$TALUS" rocking run block.yaml
expect_text err 'talus: "rocking" is a command of another program now: talus-lab; see talus-lab --help'
expect_exit 1 "$TALUS_LAB" region
expect_text err 'talus-lab: "region" is a command of another program now: talus-cases region; see talus-cases region --help'
for program in "$TALUS" "$TALUS_LAB"; do
    expect_exit 1 "$program" spin map --cells 4,4
    expect_line err '"spin map" is a command of another program now: talus-cases spin map; see'
done
expect_exit 1 "$TALUS_LAB" rocking
expect_text err 'talus-lab: unknown command "rocking"; see talus-lab --help'
expect_exit 1 "$TALUS" run
expect_text err 'talus run: SCENARIO is missing: scenario file (YAML); see talus run --help'
expect_exit 1 "$TALUS" run a.yaml b.yaml
expect_text err 'talus run: "b.yaml" is one argument too many; see talus run --help'
expect_exit 1 "$TALUS" run a.yaml --thread 2
expect_text err 'talus run: unknown option --thread (did you mean --threads?); see talus run --help'
expect_exit 1 "$TALUS" run a.yaml --thread=2
expect_line err 'did you mean --threads?'
expect_exit 1 "$TALUS" run a.yaml --threads
expect_text err 'talus run: --threads: its value N is missing; see talus run --help'
expect_exit 1 "$TALUS" run a.yaml --threads two
expect_text err 'talus run: --threads: found "two", expected an integer >= 0; see talus run --help'
expect_exit 1 "$TALUS" run a.yaml --seed -1
expect_line err '^talus run: --seed: found "-1", expected an integer >= 0'
expect_exit 1 "$TALUS" run a.yaml --seed 99999999999999999999
expect_line err '^talus run: --seed: found "99999999999999999999"'
expect_exit 1 "$TALUS" run a.yaml --scheme midpint
expect_line err '^talus run: --scheme: "midpint" is not one of explicit, midpoint,.* (did you mean midpoint?); see talus run --help$'
expect_exit 1 "$TALUS" run a.yaml --set seed
expect_line err '^talus run: --set: found "seed", expected KEY=VALUE'
expect_exit 1 "$TALUS" run a.yaml --quiet=yes
expect_line err '^talus run: --quiet takes no value'
expect_exit 1 "$TALUS" terrain
expect_text err 'talus terrain: the subcommand is missing; expected info, fill, smooth, slope, energyline, field; see talus terrain info --help'
expect_exit 1 "$TALUS" terrain inform
expect_line err '^talus terrain: unknown subcommand "inform"; expected info'
expect_exit 1 "$TALUS" rock cuboid --size 1,2
expect_line err '^talus rock: --size: found "1,2", expected one or three lengths'
expect_exit 1 "$TALUS" rock cuboid --mass 0
expect_line err '^talus rock: --mass: found "0", expected a number > 0'
expect_exit 1 "$TALUS" rock cuboid --mass 1 --density 2 --volume 3
expect_line err 'give two of them'
expect_exit 1 "$TALUS" map . --width 3
expect_line err '^talus map: --width: found "3", expected an integer from 320 to 10000'

expect_exit 0 "$TALUS" --version
expect_line out '^talus [0-9]*\.[0-9]*\.[0-9]*$'
expect_exit 0 "$TALUS" --help
sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\( [a-z][a-z]*\)\{0,1\}\)   *.*/\1/p' out >commands
[ "$(wc -l <commands)" -ge 7 ] || fail "the overview lists too few commands"
"$TALUS" --print-completion >completion
expect_exit 0 "$TALUS" --print-man
mv out overview
expect_exit 0 "$TALUS" --print-man list
cmp -s out commands || fail "--print-man list gives other commands than --help"
expect_exit 1 "$TALUS" --print-man lst
expect_exit 1 "$TALUS" --print-man run --seed
while read -r command; do
    # shellcheck disable=SC2086 # a command of two words, here and below
    expect_exit 0 "$TALUS" --print-man $command
    mv out manual
    page=$(echo "$command" | sed 's/ /\\\\-/g')
    expect_line overview "^\\.BR talus\\\\-$page (1)"
    expect_line manual "^talus\\\\-$page \\\\- "
    expect_exit 0 "$TALUS" $command --help
    expect_line out "^Usage: talus $command"
    expect_line out '^Example:$'
    expect_line out '^  130 '
    expect_line completion "^    \"$command\")"
    expect_line manual "^\\.B talus $command"
    awk 'length($0) > 80 { exit 1 }' out || fail "$command --help is wider than 80 columns"
    for option in $(sed -n 's/^  .*--\([a-z-]*\).*/\1/p' out); do
        expect_line completion "[-]-$option"
        [ "$option" = help ] || expect_line manual "$(printf '%s' "--$option" | sed 's/-/\\\\-/g')"
    done
done <commands

if command -v bash >/dev/null; then
    bash -c '. ./completion
        COMP_WORDS=(talus run x --scheme exa) COMP_CWORD=4
        _talus; echo "${COMPREPLY[*]}"
        COMP_WORDS=(talus terrain "") COMP_CWORD=2
        _talus; echo "${COMPREPLY[*]}"
        COMP_WORDS=(talus ma) COMP_CWORD=1
        _talus; echo "${COMPREPLY[*]}"' >completed
    expect_text completed 'exact
info fill smooth slope energyline field
map'
fi
finish
