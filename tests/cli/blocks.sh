#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every block of shell (```sh) of every page can be typed: the shell parses it, each command of it is one that there
# is, and the options of talus are those of its help. docs.sh runs the blocks.
. "$(dirname "$0")/lib.sh"

# commands of other programs, which this machine need not have
foreign='apt-get conda dpkg-buildpackage mpirun podman ruff sbatch srun su sudo'

# blocks PAGE: each block of it into NUMBER.sh, where NUMBER is the line before its first
blocks() {
    awk '
        /^ *```/ { if (file) { close(file); file = "" } else if ($1 == "```sh") { file = FNR ".sh"; printf "" >file } next }
        file { print >file }' "$1"
}

# commands FILE: the simple commands of a block, one to a line, without what stands in quotes, comments and here
# documents
commands() {
    awk '
        until { if ($0 == until) until = ""; next }
        { line = line $0 }
        sub(/\\$/, " ", line) { next }
        {
            # what stands in quotes becomes Q; a quote that is open goes on in the next line
            kept = ""
            for (k = 1; k <= length(line); k++) {
                c = substr(line, k, 1)
                if (quote) { if (c == quote) quote = ""; continue }
                if (c == "\"" || c == "\047") { quote = c; kept = kept "Q"; continue }
                if (c == "#" && (k == 1 || substr(line, k - 1, 1) ~ /[ \t]/)) break
                kept = kept c
            }
            if (quote) { line = line " "; quote = ""; next }
            line = ""
            if (match(kept, /<<-? *[A-Z]+/)) {
                until = substr(kept, RSTART, RLENGTH); sub(/<<-? */, "", until)
            }
            gsub(/[0-9]?[<>]+&?[0-9-]?/, " & ", kept)
            gsub(/\$\(|&&|\|\||[;|&(){}`]/, "\n", kept)
            print kept
        }' "$1" | awk '
        { sub(/^[ \t]+/, "") }
        { while ($1 ~ /^(if|then|else|elif|while|until|do|!|time|exec|sudo)$/ || $1 ~ /^[A-Za-z_][A-Za-z_0-9]*=/) sub(/^[^ \t]*[ \t]*/, "") }
        $1 == "" || $1 ~ /^(fi|done|esac|for|case|Q.*)$/ { next }
        { print }'
}

# check_talus PLACE PROGRAM WORD...: the command and its options are in the help
check_talus() {
    place=$1
    name=$2
    shift 2
    case $name in
    talus-lab) program=$TALUS_LAB ;;
    talus-cases) program=$TALUS_CASES ;;
    *) program=$TALUS ;;
    esac
    # |run|terrain info|...|
    [ -e "known_$name" ] || "$program" --print-man list | tr '\n' '|' >"known_$name"
    known="|$(cat "known_$name")"
    command=${1-}
    case "$command" in
    "" | -* | Q*) return 0 ;;
    esac
    case "$known" in
    *"|$command ${2-}|"*)
        help=help_${name}_${command}_$2
        [ -e "$help" ] || "$program" "$command" "$2" --help >"$help"
        shift
        ;;
    *"|$command|"*)
        help=help_${name}_$command
        [ -e "$help" ] || "$program" "$command" --help >"$help"
        ;;
    *)
        fail "$place: $name has no command $command"
        return 0
        ;;
    esac
    for word in "$@"; do
        case $word in
        --help | --version | --json-usage) ;;
        --*)
            grep -q -e "^ *\(-[a-zA-Z], \)\{0,1\}${word%%=*}\([^a-z-]\|\$\)" "$help" || fail "$place: $name $command has no option $word"
            ;;
        esac
    done
}

checked=0
for page in "$SOURCE"/README.md "$SOURCE"/CONTRIBUTING.md "$SOURCE"/docs/*.md "$SOURCE"/docs/de/*.md; do
    rm -f ./*.sh
    blocks "$page"
    for file in *.sh; do
        [ -e "$file" ] || continue
        place=${page#"$SOURCE"/}:${file%.sh}
        sh -n "$file" 2>err || fail "$place: the shell does not parse it: $(cat err)"
        commands "$file" >list
        while read -r word rest; do
            checked=$((checked + 1))
            case $word in
            talus | talus-lab | talus-cases) # shellcheck disable=SC2086 # words
                (set -f; check_talus "$place" "$word" $rest; exit $failures) || failures=$?
                continue
                ;;
            */*) # a file of the tree, or one that a build or the reader makes
                case $word in
                build/* | "~"/* | /* | ./* | ../*) continue ;;
                esac
                [ -e "$SOURCE/$word" ] || fail "$place: there is no $word"
                continue
                ;;
            esac
            case " $foreign " in
            *" $word "*) ;;
            *) command -v "$word" >/dev/null 2>&1 || fail "$place: there is no command \"$word\": $word $rest" ;;
            esac
        done <list
    done
done
[ "$checked" -gt 100 ] || fail "only $checked commands were found in the pages"

# a page that is none
printf '```sh\nare in the folder above apt-get install x\ntalus run --no-such-option x\ntools/none\nif\n```\n' >page.md
rm -f ./*.sh
blocks page.md
commands 1.sh >list
grep -q '^are in the folder' list && grep -q '^talus run --no-such-option' list && grep -q '^tools/none' list ||
    fail "commands of a block are not found: $(cat list)"
! sh -n 1.sh 2>err || fail "a block that is no shell is parsed"
(check_talus page.md:1 talus run --no-such-option x; exit $failures) 2>err && fail "an option that there is not is taken"
expect_line err "talus run has no option --no-such-option"
(check_talus page.md:1 talus walk; exit $failures) 2>err && fail "a command that there is not is taken"
finish
