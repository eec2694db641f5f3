#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shards, merged in any order or in steps, give the files of one run. Missing, repeated and foreign
# shards are refused in one sentence.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# run OPTION...: 60 rocks, tracks of some of them
run() {
    "$TALUS" run plane.yaml --rocks 60 --set outputs.trajectories=31 --dump-hard 5 --quiet "$@"
}

expect_exit 0 run --out one
for shard in 1 2 3; do
    expect_exit 0 run --out s$shard --shard $shard/3
    [ "$(value_of s$shard shard.index)" = $shard ] || fail "shard $shard is not marked"
    [ "$(value_of s$shard rocks)" = 20 ] || fail "shard $shard has other than 20 rocks"
done
expect_exit 0 "$TALUS" merge s3 s1 s2 --out merged
expect_line out '^plane: 60 of 60 rocks'
same_results one merged

# a scenario that cannot be held against the first one's is told, a run that differs too
mv s1/scenario.yaml kept.yaml
expect_exit 0 "$TALUS" merge s3 s1 s2 --out blind
expect_line err 'warning: the scenario of s1 cannot be read: whether it is that of s3, .* is not known$'
expect_line blind/warnings.log '^warning: the scenario of s1 cannot be read'
mv kept.yaml s1/scenario.yaml

# in steps, and with the place that shards have of their own
expect_exit 0 "$TALUS" merge s2 s3 --out half --allow-missing
expect_line out 'half (partial)'
[ -e half/PARTIAL ] || fail "a merge with missing rocks is not marked"
expect_exit 0 "$TALUS" merge half s1 --out steps --quiet
same_results one steps
expect_exit 0 run --shard 2/2 --set outputs.dir=own
expect_line own/shard_2_of_2/summary.json '"shard": {'

# what a merge lacks can be run into it
cp -r half rest
expect_exit 0 run --out rest --resume
same_results one rest

# a shard that was run twice, is not there, is of another campaign, or not complete
expect_exit 2 "$TALUS" merge s1 s2 s1 --out wrong
expect_line err 's1/checkpoint and s1/checkpoint are both shard 1 of 3; give each shard once'
expect_exit 2 "$TALUS" merge half s2 --out wrong
expect_line err 'is in s2/checkpoint and in another state too'
expect_exit 2 "$TALUS" merge s1 s3 --out wrong
expect_line err '20 of 60 rocks are missing; not given: shard 2 of 3'
expect_exit 2 "$TALUS" merge s1 one --out wrong
expect_line err 'one/checkpoint holds no state'
expect_exit 0 run --out other --shard 2/3 --scheme explicit
expect_exit 2 "$TALUS" merge s1 other s3 --out wrong
expect_line err 'other/checkpoint is of another campaign: seed or simulation options differ'
[ -e wrong ] && fail "a refused merge leaves files"

# shards of one campaign whose scenarios say other things of it: the first one counts, with a word
cp -r s2 renamed
sed 's/^title: .*/title: "another"/; s/^  threads: .*/  threads: 7/' s2/scenario.yaml >renamed/scenario.yaml
expect_exit 0 "$TALUS" merge s1 renamed s3 --out told
expect_line err 'the scenario of renamed differs from that of s1.*found "title: "another"", there "title: "plane""'
grep -q 'the scenario of renamed differs' told/warnings.log || fail "warnings.log lacks it"
sed 's/^  threads: .*/  threads: 7/; s/  dem: .*/  dem: "elsewhere\/plane.asc"/' s2/scenario.yaml >renamed/scenario.yaml
expect_exit 0 "$TALUS" merge s1 renamed s3 --out quiet
grep -q differs err && fail "threads or directories of a shard are said to differ: $(grep differs err)"

# usage
for shard in 0/3 4/3 1 a/2 1/2x 1/ -1/3; do
    expect_exit 1 run --shard "$shard"
    expect_line err "^talus run: --shard: found \"$shard\", expected I/N"
done
expect_exit 2 run --shard 61/100 --set outputs.dir=own
expect_line err 'shard 61 of 100 has no rock: the campaign has 60'
expect_exit 1 "$TALUS" merge s1 s2
expect_line err '^talus merge: --out is missing'
expect_exit 1 "$TALUS" merge s1 s2 --out s1
expect_line err 's1 is one of the directories to merge'
finish
