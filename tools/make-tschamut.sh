#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Make the scenarios terrain/tschamut/block_*.yaml from the tables beside them: tools/make-tschamut.sh ROUGHNESS MU_MIN
# Nobody needs it to build or run talus.
[ $# -eq 2 ] || { echo "usage: tools/make-tschamut.sh ROUGHNESS MU_MIN" >&2; exit 1; }
set -eu
cd "$(dirname "$0")/../terrain/tschamut"

# one scenario per block: its releases are the measured ones, one rock shape, one ground
tr -d '\r' <block_metadata.csv | while IFS=, read -r block name mass _ x y z; do
    [ "$block" != block_id ] || continue
    {
        cat <<EOF
# Tschamut 2014, block $block (see README.md for source and licence: ODbL). Made by
# tools/make-tschamut.sh. Fitted on half of the runs: docs/validation.md.
title: Tschamut 2014, block $block
seed: 1
terrain:
  dem: terrain.asc
  assume_metres: true
  roughness: {amplitude_m: $1, refine: 5} # 1 m nodes; fitted
ground:
  - {preset: soft@1, mu_min: $2, drag_1_s: 0} # mu_min fitted; drag and friction brake alike
rocks:
  - {name: $name, shape: icosphere, sides: 1, size_m: [$x, $y, $z], mass_kg: $mass}
simulation:
  scheme: midpoint
  time_step_s: 0.002
outputs:
  dir: ../../out/tschamut_$block
releases:
EOF
        awk -F, -v block="$block" 'NR > 1 && $10 == block {
            printf "  - {name: %s, points_m: [[%s, %s]], velocity_m_s: [%s, %s, %s], rocks: 20, height_m: 0.05}\n",
                $1, $3, $4, $7, $8, $9
        }' release_points.csv
    } >"block_$block.yaml"
done
