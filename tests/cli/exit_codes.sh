#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One map from what went wrong to the exit code, for all commands: an input that cannot be opened or read
# is bad input (2), results that cannot be written are a failed run (3).
. "$(dirname "$0")/lib.sh"

plane=$data/plane.yaml
free=$SOURCE/scenarios/rocking/free_rocking.yaml
dem=$data/plane.asc
expect_exit 0 "$TALUS" run "$plane" --rocks 8 --quiet --out good
expect_exit 0 "$TALUS" run "$plane" --rocks 8 --quiet --shard 1/1 --out shard
problem=$SOURCE/tests/fuzz/corpus/contact/contact_problems_Rover4396.dat
observe="--observed good/results.gpkg --layer deposits --method search --hold-out 0 --evaluations 60
    --parameter ground.0.mu_min=0.3:0.6 --rocks 8 --quiet"

# not there, and a directory in place of a file
mkdir folder
for missing in /nowhere/at/all folder; do
    for command in "run $missing --quiet --out x" "check $missing" "compare $missing --out x" \
        "sensitivity $missing --out x" "calibrate $missing $observe --out x" \
        "calibrate $plane --observed $missing --parameter ground.0.mu_min=0.3:0.6 --rocks 8 --out x" \
        "run $plane --set terrain.dem=$missing --out x" "merge $missing --out x" "map $missing" \
        "replay $missing" "rock $missing.obj" "terrain info $missing" "terrain fill $missing -o x.tif" \
        "terrain slope $missing -o x.tif"; do
        # shellcheck disable=SC2086 # words
        expect_exit 2 "$TALUS" $command
        [ -s err ] || fail "no sentence from: $command"
    done
    for command in "run $missing --out x" "fit --data $missing --size 0.1,0.1,0.4" "spectrum --record $missing --cells 4,4" \
        "fragility $missing" "law $missing"; do
        # shellcheck disable=SC2086 # words
        expect_exit 2 "$TALUS_LAB" $command
        [ -s err ] || fail "no sentence from: $command"
    done
    for command in "evaluate $missing" "contact solve $missing" "contact bench $missing" "contact convert $missing x.dat" \
        "bench kot --data $missing"; do
        # shellcheck disable=SC2086 # words
        expect_exit 2 "$TALUS_CASES" $command
        [ -s err ] || fail "no sentence from: $command"
    done
done

# a plain file where a directory would have to be
echo mine >file
for command in "run $plane --rocks 8 --quiet --out file/x" "run $plane --rocks 8 --quiet --out file" \
    "merge shard --quiet --out file/x" "compare $plane --rocks 8 --quiet --out file/x" \
    "sensitivity $plane --rocks 8 --quiet --variants step_double --out file/x" \
    "calibrate $plane $observe --out file/x" "map good --layer passages -o file/x.png" \
    "rock cuboid --size 1 --out file/x.obj" "replay good --quiet --log file/x.csv" \
    "replay good --quiet --gltf file/x.gltf" "terrain fill $dem -o file/x.tif" \
    "terrain slope $dem -o file/x.tif"; do
    # shellcheck disable=SC2086 # words
    expect_exit 3 "$TALUS" $command
    [ -s err ] || fail "no sentence from: $command"
done
for command in "spin --time 1 --out file/x" "run $free --quiet --out file/x" "spectrum --cells 4,4 --out file/x"; do
    # shellcheck disable=SC2086 # words
    expect_exit 3 "$TALUS_LAB" $command
    [ -s err ] || fail "no sentence from: $command"
done
for command in "contact convert $problem file/x.dat" "spin map --cells 4,4 --out file/x" \
    "region --cells 4,4 --out file/x" "stepper --out file/x" "maps --cells 4 --out file/x"; do
    # shellcheck disable=SC2086 # words
    expect_exit 3 "$TALUS_CASES" $command
    [ -s err ] || fail "no sentence from: $command"
done
expect_text file mine
finish
