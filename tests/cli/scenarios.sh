#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every scenario that comes with talus is valid; the one whose DEM is the user's says so, and runs
# with another DEM. Cases of talus validate are valid with the scenario that each names.
. "$SOURCE/tests/cli/lib.sh"
for scenario in "$SOURCE"/scenarios/*.yaml "$SOURCE"/terrain/*/*.yaml; do
    if grep -q '^scenario:' "$scenario"; then
        expect_exit 0 "$TALUS" validate "$scenario" --replicates 2 --quiet
    elif ! grep -qx "scenario: $(basename "$scenario")" "$(dirname "$scenario")"/*.yaml; then
        case "$scenario" in
        */chant_sura.yaml) ;;
        *) expect_exit 0 "$TALUS" check "$scenario" ;;
        esac
    fi
done

site=$SOURCE/scenarios/chant_sura.yaml
dem=$SOURCE/terrain/plane/plane.tif
expect_exit 2 "$TALUS" check "$site"
expect_line err 'dem: found no file .*terrain/chant_sura/dem.tif'
expect_exit 2 "$TALUS" check "$site" --set "terrain.dem=$dem" --set 'releases.0.points_m=[[-50, 50]]'
expect_line err "release 'platform' lies outside the DEM"
expect_exit 0 "$TALUS" run "$site" --set "terrain.dem=$dem" --set 'releases.0.points_m=[[10, 50]]' \
    --set simulation.lost_share=1 --rocks 3 --out own --quiet
finish
