#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Drawn grounds: the same bits for any threads, in shards and in a replay; talus check shows them.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

law='{preset: medium soft, mu_min: {distribution: uniform, min: 0.2, max: 0.5}, drawn: impact}'

# run DIRECTORY OPTION...
run() {
    directory=$1
    shift
    expect_exit 0 "$TALUS" run plane.yaml --rocks 12 --out "$directory" --quiet "$@"
}

run plain
run one --threads 1 --set "ground.0=$law"
run three --threads 3 --set "ground.0=$law"
wanted=$(hash_of one)
[ "$(hash_of three)" = "$wanted" ] || fail "another hash with 3 threads"
[ "$(hash_of plain)" = "$wanted" ] && fail "drawing changes nothing"
run rock --set "ground.0=$law" --set ground.0.drawn=rock
[ "$(hash_of rock)" = "$wanted" ] && fail "per rock is as per impact"

run part2 --set "ground.0=$law" --shard 2/2
run part1 --set "ground.0=$law" --shard 1/2
expect_exit 0 "$TALUS" merge part2 part1 --out merged --quiet
[ "$(hash_of merged)" = "$wanted" ] || fail "another hash in shards"

run few --rocks 1 --set "ground.0=$law"
expect_exit 0 "$TALUS" replay few --rock 0
grep -q "^hash $(hash_of few)$" err || fail "another rock in the replay: $(cat err)"

expect_exit 0 "$TALUS" check plane.yaml --set "ground.0=$law"
expect_line out '^            mu_min drawn per impact: p5 0.215, p50 0.35, p95 0.485$'
finish
