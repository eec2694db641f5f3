#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The 40 degree ramp with 1000 wheels in both schemes: implicit rocks end up on the major axis and run
# further, explicit ones do not (published: implicit/explicit energy 1.12, spin 1.16, jump height 0.73).
. "$SOURCE/tests/cli/lib.sh"
for scheme in midpoint explicit; do
    expect_exit 0 "$TALUS" run "$SOURCE/scenarios/ramp.yaml" --scheme $scheme --out "$work/$scheme" \
        --set outputs.trajectories=0
    expect_line out '^contact .*, unsolved 0,'
    holds "$(value_of $scheme outcomes.stopped) >= 990"
    holds "$(value_of $scheme contact.worst_residual) <= 1e-8"
    holds "$(value_of $scheme energy.worst_ledger_residual_rel) <= 1e-10"
done
# measured 0.935 and 0.356
holds "$(value_of midpoint pooled.axis_share.major) > 0.8"
holds "$(value_of explicit pooled.axis_share.major) < 0.5"
# measured 430 m and 250 m
holds "$(value_of midpoint final.runout_m.mean) > 1.2 * $(value_of explicit final.runout_m.mean)"
holds "$(value_of midpoint energy.worst_percussion_gain_rel) <= 1e-12"
finish
