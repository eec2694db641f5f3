#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tiles of the terrain are made on as many threads as the scenario says, with the same report, in memory and on demand.
. "$SOURCE/tests/cli/lib.sh"

# count_threads MEMORY_MB THREADS: that talus check starts, in $started
count_threads() {
    expect_exit 0 env LD_PRELOAD="$PRELOAD" TALUS_FAULT_REPORT=report "$TALUS" check "$SOURCE/scenarios/kot.yaml" \
        --set terrain.memory_mb="$1" --set simulation.threads="$2"
    started=$(sed -n 's/^count own thread //p' report)
}

for memory in 2000 1; do
    count_threads $memory 1
    single=$started
    count_threads $memory 3
    [ "$started" -gt "$single" ] || fail "$started threads where three are asked for, $single where one is: $memory MB"
    count_threads $memory 5
    [ "$started" -gt $((single + 2)) ] || fail "$started threads where five are asked for: $memory MB"
    [ "$memory" = 1 ] || [ "$single" -eq 0 ] || fail "$single threads beside the only one"
done
finish
