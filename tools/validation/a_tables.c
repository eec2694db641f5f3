// SPDX-License-Identifier: GPL-3.0-or-later
// A. Tables 1 to 3 of [L21] and the rows that compare with them.
#include "a_ramp.h"

#include <math.h>
#include <stdio.h>

const talus_scheme ramp_schemes[SCHEME_PAIR] = {TALUS_SCHEME_EXPLICIT, TALUS_SCHEME_MIDPOINT};

// energy kJ, speed m/s, spin rot/s, jump m
const ramp_table ramp_published = {
    .published = {{{168.61, 17.88, 4.12, 1.93}, {113.8, 7.4, 1.8, 1.8}},
                  {{188.03, 17.75, 4.77, 1.40}, {131.7, 7.7, 1.9, 1.1}}},
    .seconds = {74.25, 161.5},
    .ratio = {1.12, 0.99, 1.16, 0.73},
    .time_ratio = 2.18,
};
const ramp_table chant_sura_published = {
    .published = {{{97.06, 13.29, 3.31, 1.52}, {69.3, 5.7, 1.5, 1.3}},
                  {{131.72, 15.06, 4.01, 1.50}, {80.6, 6.0, 1.5, 1.2}}},
    .seconds = {91.6, 184.5},
    .ratio = {1.36, 1.13, 1.21, 0.99},
    .time_ratio = 2.01,
};

static const char *const value_names[RAMP_VALUE_COUNT] = {"kinetic energy (kJ)", "speed (m/s)",
                                                          "spin (rot/s)", "jump height (m)"};

ramp_pooled ramp_pooled_of(const talus_totals *totals)
{
    static const struct {
        talus_quantity quantity;
        double factor;
    } sources[RAMP_VALUE_COUNT] = {{TALUS_KINETIC_ENERGY, 1e-3},
                                   {TALUS_SPEED, 1.0},
                                   {TALUS_SPIN, 0.5 / TALUS_PI},
                                   {TALUS_JUMP_HEIGHT, 1.0}};
    ramp_pooled pooled;
    for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
        const talus_moments *moments = &totals->pooled[sources[k].quantity];
        pooled.mean[k] = moments->mean * sources[k].factor;
        pooled.deviation[k] = moments->std * sources[k].factor;
    }
    return pooled;
}

talus_status ramp_run_pair(run_case *c, run_result results[SCHEME_PAIR], talus_error *error)
{
    talus_status status = TALUS_OK;
    for (int i = 0; i < SCHEME_PAIR; i++) {
        results[i] = (run_result){0};
    }
    for (int i = 0; i < SCHEME_PAIR && status == TALUS_OK; i++) {
        c->campaign.step.scheme = ramp_schemes[i];
        status = run_campaign(&c->campaign, &results[i], error);
    }
    return status;
}

void ramp_report_pooled(validation *v, const ramp_table *table,
                        const run_result results[SCHEME_PAIR])
{
    files_text_add(&v->page, "\n| mean ± standard deviation | `explicit`, published | talus | "
                             "`midpoint`, published | talus |\n|---|---|---|---|---|\n");
    for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
        files_text_add(&v->page, "| %s |", value_names[k]);
        for (int i = 0; i < SCHEME_PAIR; i++) {
            const ramp_pooled found = ramp_pooled_of(&results[i].totals);
            const ramp_pooled *print = &table->published[i];
            files_text_add(&v->page, " %.4g ± %.4g | %.4g ± %.4g |", print->mean[k],
                           print->deviation[k], found.mean[k], found.deviation[k]);
        }
        files_text_add(&v->page, "\n");
    }
}

void ramp_report_ratios(validation *v, const ramp_table *table,
                        const run_result results[SCHEME_PAIR], const char *const *reasons)
{
    const ramp_pooled a = ramp_pooled_of(&results[0].totals);
    const ramp_pooled b = ramp_pooled_of(&results[1].totals);
    report_table(v, "published");
    for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
        char what[128];
        const bool above = table->ratio[k] > 1.0;
        snprintf(what, sizeof what, "midpoint / explicit: %s", value_names[k]);
        // one ramp of hard ground says nothing of a ratio of 0.99: validate_posterior judges it
        const bool is_open = table == &ramp_published && k == RAMP_SPEED;
        const validation_row row = {what,
                                    table->ratio[k],
                                    above && !is_open ? 1.0 : NONE,
                                    above || is_open ? NONE : 1.0,
                                    false,
                                    reasons ? reasons[k] : NULL};
        report_row(v, &row, b.mean[k] / a.mean[k]);
    }
    const validation_row run = {"midpoint / explicit: processor time of the run",
                                table->time_ratio,
                                NONE,
                                NONE,
                                false,
                                NULL};
    report_row(v, &run, results[1].seconds / results[0].seconds);
}
