#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ctrl-C and termination: what is done of a run is written and marked partial, a study that writes at its end leaves the
# directory as it was; exit 130.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

for signal in INT TERM; do
    rm -rf partial
    expect_interrupted "$signal" partial/checkpoint/state \
        "$TALUS" run plane.yaml --rocks 1000000 --out partial --set outputs.trajectories=10 --checkpoint 0.3
    expect_line err 'interrupted'
    expect_line out 'of 1000000 rocks'
    [ -e partial/PARTIAL ] || fail "no PARTIAL after SIG$signal"
    expect_line partial/summary.json '"partial": *true'
    [ -s partial/reach_probability.tif ] || fail "no rasters after SIG$signal"
    find partial -name '*.part*' | grep . && fail "unfinished files are left"
done

# a whole run into the same directory takes the mark away
expect_exit 0 "$TALUS" run plane.yaml --out partial
[ -e partial/PARTIAL ] && fail "PARTIAL after a whole run"
expect_line partial/summary.json '"partial": *false'

# a study of the laboratory: a new directory, then one with results
for signal in INT TERM; do
    expect_interrupted "$signal" stack/unfinished.part \
        "$TALUS_LAB" stack "$SOURCE/scenarios/stacks/pedestal.yaml" --set simulation.time_s=1000 --out stack
    expect_line err '^talus-lab: interrupted; nothing was written$'
    [ -z "$(find stack -name '*.part*')" ] || fail "left of a study after SIG$signal: $(ls stack)"
    [ ! -s stack/history.csv ] || cmp stack/history.csv history.csv || fail "other results"
    expect_exit 0 "$TALUS_LAB" stack "$SOURCE/scenarios/stacks/pedestal.yaml" --set simulation.time_s=0.2 --out stack
    cp stack/history.csv .
done

# a merge, into a new directory
for k in 1 2; do
    expect_exit 0 "$TALUS" run plane.yaml --rocks 2 --shard $k/2 --out shard$k --quiet --set outputs.cell_m=0.1
done
for signal in INT TERM; do
    rm -rf merged
    expect_interrupted "$signal" merged/unfinished.part "$TALUS" merge shard1 shard2 --out merged
    expect_line err '^talus: interrupted$'
    [ -z "$(find merged -name '*.part*')" ] || fail "left of a merge after SIG$signal: $(ls merged)"
    [ ! -e merged/summary.json ] || fail "a merge that was interrupted has a summary"
    [ "$(wc -l <err)" -eq 1 ] || fail "more than one line of a merge that was interrupted: $(cat err)"
done
expect_exit 0 "$TALUS" merge shard1 shard2 --out merged

# a picture that goes into a result directory: nothing of it is left, in a new place and in that of an older one
expect_exit 0 "$TALUS" run plane.yaml --rocks 20 --out results
for signal in INT TERM; do
    ls results >before
    sha256sum results/* >before.sums
    expect_interrupted "$signal" results/unfinished.part "$TALUS" map results --width 10000
    expect_line err '^talus: interrupted$'
    ls results | cmp -s - before || fail "left of a map after SIG$signal: $(ls results | diff before -)"
    sha256sum --quiet -c before.sums || fail "SIG$signal during a map changed results"
    expect_exit 0 "$TALUS" map results
done
finish
