#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Make the cases of `talus validate` in terrain/tschamut and terrain/chant_sura from the tables beside them.
# Nobody needs it to build or run talus.
set -eu
cd "$(dirname "$0")/../terrain"

# a run whose name has an even SHA-256 is of the half that is fitted to, else of the half that is checked
half_of() {
    case $(printf %s "$1" | sha256sum | cut -c64) in
    [02468ace]) echo fit ;;
    *) echo check ;;
    esac
}

(
    cd tschamut
    for half in fit check; do echo run,rock,x,y,height_m,end_x,end_y >"$half.csv"; done
    tail -n +2 release_points.csv | tr -d '\r' | while IFS=, read -r run _ x y _ _ _ _ _ block _; do
        name=$(tr -d '\r' <block_metadata.csv | awk -F, -v b="$block" '$1 == b { print $2 }')
        end=$(tr -d '\r' <observed_deposition.csv | awk -F, -v r="$run" '$1 == r { print $3 "," $4 }')
        echo "$run,$name,$x,$y,0.05,$end" >>"$(half_of "$run").csv"
    done
    for ground in medium stony_meadow; do
        {
            echo "# Tschamut 2014 for talus validate (see README.md for source and licence: ODbL). Made by"
            echo "# tools/make-field-cases.sh."
            echo "terrain: {dem: terrain.asc, assume_metres: true}"
            echo "ground: [{preset: $ground}]"
            echo "rocks: # field blocks of known lengths"
            tr -d '\r' <block_metadata.csv | awk -F, 'NR > 1 {
                printf "  - {name: %s, shape: hull, points: 20, size_m: [%g, %g, %g], mass_kg: %g}\n", $2, $5, $6, $7, $3 }'
        } >"field_$ground.yaml"
        for half in fit check; do
            {
                echo "title: Tschamut 2014, $ground, runs of the half '$half'"
                echo "scenario: field_$ground.yaml"
                echo "runs: $half.csv"
                [ "$half" = fit ] || echo "training: fit.csv"
            } >"${half}_$ground.yaml"
        done
    done
)

cd chant_sura
# on a plane of 30 degrees that falls to the east; the rebound is known by its energy alone and is laid along the plane
awk -F, 'BEGIN { s = 0.5; c = sqrt(0.75); print "id,rock,nx,ny,nz,vx,vy,vz,vx_out,vy_out,vz_out" }
    !/^#/ && $1 != "id" { v = sqrt(($2 ^ 2 + $3 ^ 2) * $5 / $4)
        printf "%s,wheel,%.7f,0,%.7f,%.4f,0,%.4f,%.4f,0,%.4f\n", $1, s, c, $3 * c - $2 * s, -$3 * s - $2 * c, v * c, -v * s }' \
    measured.csv >impacts.csv
for ground in medium medium_soft stony_meadow; do
    printf '%s\nground: [{preset: %s}]\nrocks: [{name: wheel, shape: eota221, size_m: [0.93, 0.93, 0.47], mass_kg: 780}]\n' \
        "# For talus validate: the block of README.md. Made by tools/make-field-cases.sh." "$ground" >"block_$ground.yaml"
    printf 'title: Chant Sura, six impacts, %s\nscenario: block_%s.yaml\nimpacts: impacts.csv\n' "$ground" "$ground" >"impacts_$ground.yaml"
done
