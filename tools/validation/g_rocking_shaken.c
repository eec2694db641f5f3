// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block whose base shakes: what its rows share, and their order.
// [docs/rocking.md 4.5, 9.5]
#include "g_rocking_shaken.h"

bool shaken_bench(rocking_bench *bench, const rocking_bench_options *o, talus_state *state)
{
    *state = (talus_state){.r = {0.0, 0.0, o->h - 1e-9}, .p = {1.0, 0.0, 0.0, 0.0}};
    return rocking_bench_init(bench, o, NULL) == TALUS_OK;
}

double shaken_steps(const rocking_bench_options *o, size_t count, talus_state *state)
{
    rocking_bench bench;
    rocking_bench_step step;
    double ledger = NONE;
    if (shaken_bench(&bench, o, state)) {
        for (size_t n = 0; n < count; n++) {
            rocking_bench_take(&bench, state, &step);
        }
        ledger = bench.worst_ledger / (bench.mass * SHAKEN_GRAVITY * o->h);
    }
    rocking_bench_clear(&bench);
    return ledger;
}

bool shaken_turns_at_once(int scheme)
{
    return scheme == TALUS_SCHEME_EXPLICIT || scheme == TALUS_SCHEME_MIDPOINT_PLUS;
}

talus_status rocking_shaken_rows(validation *v, talus_error *error)
{
    shaken_slide_rows(v);
    shaken_start_rows(v);
    shaken_flight_rows(v);
    shaken_twist_rows(v);
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        shaken_sine_rows(v, (talus_scheme)scheme);
    }
    for (int scheme = 0; scheme < TALUS_SCHEME_COUNT; scheme++) {
        if (v->full || scheme == TALUS_SCHEME_MIDPOINT_PLUS) {
            shaken_order_rows(v, (talus_scheme)scheme);
        }
    }
    shaken_window_rows(v);
    shaken_slip_rows(v);
    shaken_spatial_rows(v);
    return shaken_record_rows(v, error);
}
