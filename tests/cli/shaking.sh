#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rocks on a slope in an earthquake: check, summary, the same bits in parts, replay, refusals.
. "$SOURCE/tests/cli/lib.sh"
scenario=$SOURCE/scenarios/earthquake.yaml

expect_exit 0 "$TALUS" check "$scenario"
expect_line out '^shaking  *0.5 to 20.5 s after the release: up to 5.1 m/s2 and 0.9312 m/s along (1, 0, 0), 2001 values$'

expect_exit 0 "$TALUS" run "$scenario" --rocks 40 --out strong
expect_line out '^shaking  *[0-9]* rocks ended further'
holds "$(value_of strong shaking.moved_rocks) > 5 && $(value_of strong shaking.moved_rocks) < 35"
holds "$(value_of strong shaking.base_relative_kj) > 0"
holds "$(value_of strong energy.worst_ledger_residual_rel) <= 1e-12"
holds "$(value_of strong outcomes.stopped) == 40"
expect_exit 0 "$TALUS" run "$scenario" --rocks 40 --set shaking.factor=0 --out still
expect_line err 'the record is zero everywhere'
holds "$(value_of still shaking.moved_rocks) == 0 && $(value_of still final.path_m.max) < 1e-3"

# in shards and merged; one rock again
for k in 1 2; do
    expect_exit 0 "$TALUS" run "$scenario" --rocks 40 --shard $k/2 --threads $k --out shard$k --quiet
done
expect_exit 0 "$TALUS" merge shard1 shard2 --out whole --quiet
[ "$(value_of whole hash)" = "$(value_of strong hash)" ] || fail "the merged shards have another hash"
expect_exit 0 "$TALUS" replay strong --rock 3 --log log.csv
hash=$(sed -n 's/^hash //p' err)
expect_exit 0 "$TALUS" run "$scenario" --rocks 40 --out strong --overwrite --quiet --threads 1
expect_exit 0 "$TALUS" replay strong --rock 3 --log log.csv --overwrite
[ "$hash" = "$(sed -n 's/^hash //p' err)" ] || fail "another hash in the second replay"

# another record is another campaign; what cannot be shaken
expect_exit 2 "$TALUS" check "$scenario" --set simulation.time_limit_s=20
expect_line err 'the records end 20.5 s after the release, but the time limit of every rock is 20 s'
printf '0 1\n0.01 two\n' >broken.txt
expect_exit 0 "$TALUS" check "$scenario" --set shaking.factor=6
expect_line err 'warning: the ground accelerates by up to 30.6 m/s2, 3.12 g: the strongest horizontal component on record'
expect_exit 0 "$TALUS" check "$scenario"
grep -q 'on record' err && fail "usual shaking is said to be stronger than any on record"
expect_exit 2 "$TALUS" check "$scenario" --set shaking.record="$PWD/broken.txt" --set shaking.unit=g
expect_line err 'broken.txt:2: '
expect_exit 2 "$TALUS" check "$scenario" --set shaking.record=none.csv
expect_exit 2 "$TALUS" check "$scenario" --set shaking.unit=g
expect_line err 'the file.s unit is m/s2, but "g" was asked for'
expect_exit 2 "$TALUS" check "$scenario" --set shaking.factor=1e3 --set shaking.unit=m/s2 --set shaking.angle_deg=361
expect_exit 0 "$TALUS" check "$scenario" --set simulation.time_step_s=0.02
expect_line err 'steps of 0.02 s are longer than the 0.01 s between two values'
finish
