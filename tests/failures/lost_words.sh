#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory that runs out once, at each site of talus's own allocations: a map is the very picture or an
# error, and what ends a command has a sentence.
. "$SOURCE/tests/cli/lib.sh"
cp "$data"/plane.* .

# disturbed FAULT COMMAND...: the exit code is in `code`
disturbed() {
    fault=$1
    shift
    code=0
    env LD_PRELOAD="$PRELOAD" TALUS_FAULT_REPORT=report TALUS_FAULT="$fault" OPENBLAS_NUM_THREADS=1 "$@" \
        >out 2>err || code=$?
}
# sites COMMAND...: of its allocations
sites() {
    disturbed "own none 0 sites" "$@"
    sed -n 's/^site alloc \([^ ]*\) .*/\1/p' report >sites
    [ "$(wc -l <sites)" -gt 20 ] || fail "found $(wc -l <sites) sites of: $*"
}
# fail_at SITE COMMAND...
fail_at() {
    site=$1
    shift
    disturbed "own alloc 1 once@$site" "$@"
    [ "$(wc -c <err)" -gt 10 ] || [ $code -eq 0 ] || fail "exit code $code without a sentence at $site: $*"
}

expect_exit 0 "$TALUS" run plane.yaml --rocks 6 --quiet --out run
for picture in "map run --layer passages --width 400" "scene run --size 400,320"; do
    # shellcheck disable=SC2086 # a list of words, here and below
    sites "$TALUS" $picture --overwrite -o whole.png
    [ -s whole.png ] || fail "no picture: $picture"
    for site in $(cat sites); do
        rm -f again.png
        fail_at "$site" "$TALUS" $picture --overwrite -o again.png
        [ $code -ne 0 ] || cmp -s whole.png again.png || fail "another picture without a word at $site: $picture"
        [ $code -lt 128 ] || fail "a crash at $site: $picture"
    done
done

# up to what it cannot read
calibrate="$TALUS calibrate plane.yaml --rocks 3 --observed absent.gpkg --parameter ground.0.mu_min=0.2:0.8
    --evaluations 60 --out fit"
sites $calibrate
[ $code -eq 2 ] || fail "exit code $code without observations"
for site in $(cat sites); do
    fail_at "$site" $calibrate
    [ $code -eq 2 ] || [ $code -eq 3 ] || fail "exit code $code at $site"
done
finish
