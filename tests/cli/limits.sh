#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Little address space and small files: the program ends, with a sentence, under every limit.
. "$(dirname "$0")/lib.sh"

# Under a limit of the address space the loader, a library or the program lacks memory; none may wait for ever. With
# sanitizers there is no such limit.
if "$TALUS" --version 2>/dev/null && (ulimit -v 900000; "$TALUS" --version) >out 2>err; then
    for kilobytes in 200000 230000 250000 270000 290000 320000 360000 420000; do
        code=0
        (ulimit -v $kilobytes; exec timeout -s KILL 60 "$TALUS" --version) >out 2>err || code=$?
        [ $code -ne 137 ] || fail "talus --version never ends with $kilobytes kB of address space"
    done
    [ $code -eq 0 ] || fail "exit code $code with $kilobytes kB of address space"
    # whatever lacks memory in a run, and however its library ends the program
    for kilobytes in 268000 272000 276000 280000 286000 320000; do
        code=0
        (ulimit -c 0; ulimit -v $kilobytes; exec "$TALUS" run "$SOURCE/scenarios/plane.yaml" --rocks 5 --out results \
            --overwrite --quiet) >out 2>err || code=$?
        case $code in
        0 | 3 | 127) ;;
        *) fail "exit code $code from a run with $kilobytes kB of address space: $(cat err)" ;;
        esac
    done
    rm -rf results
fi

# files beyond the limit of the process: as on a full disk
for blocks in 1 16 256; do
    code=0
    (ulimit -f $blocks; exec "$TALUS" run "$SOURCE/scenarios/plane.yaml" --out results --overwrite --quiet) >out \
        2>err || code=$?
    [ $code -eq 3 ] || fail "exit code $code where files end at $blocks blocks, expected 3"
    [ -e results/PARTIAL ] || fail "results that end at $blocks blocks look complete"
done
expect_line err "disk not full"
finish
