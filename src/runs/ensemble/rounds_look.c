// SPDX-License-Identifier: GPL-3.0-or-later
// How precise the results of a run are, and how many rocks of each stratum it takes.
// [docs/theory.md 19]
#include "runs/ensemble/ensemble_internal.h"
#include "runs/ensemble/rounds.h"
#include "runs/ensemble/zones.h"
#include "runs/observe/strata.h"

#include <math.h>
#include <stdlib.h>

enum { P95 = 2 }; ///< of TALUS_GAUGE_QUANTILES
/// Crossings without which the interval of a 95th percentile has no end: 72, and some.
static const double least_crossings = 100.0;

/// What a look has found and what follows from it.
typedef struct looker {
    const talus_results *results;
    const talus_precision *asked;
    talus_round *look;
    double *targets; ///< (strata) rocks that would do
    double *shares;  ///< (strata) rounds_share
    double all;      ///< sum of shares
} looker;

static void raise(double *target, double value)
{
    *target = value > *target ? value : *target;
}

/// Rocks that multiply the effective number so far; most of it comes when rocks go by shares. (77)
static void aim_at_cells(const looker *l, double factor)
{
    double squares = 0.0;
    for (size_t g = 0; g < l->results->shared.stratum_count; g++) {
        const double rocks = (double)l->results->strata[g].rocks;
        squares += rocks > 0.0 ? l->shares[g] * l->shares[g] / rocks : 0.0;
    }
    const double effective = squares > 0.0 ? l->all * l->all / squares : 0.0;
    for (size_t g = 0; g < l->results->shared.stratum_count; g++) {
        raise(&l->targets[g], effective * factor * l->shares[g] / l->all);
    }
}

/// Share of the rocks of a stratum that cross, never 0 or 1 for sure.
static double crossing_share(const looker *l, size_t screen, size_t g)
{
    const observe_gauges *gauges = &l->results->shared.gauges;
    const observe_tally *tally = &gauges->tallies[screen * gauges->stratum_count + g];
    return ((double)tally->values + 0.5) / ((double)l->results->strata[g].rocks + 1.0);
}

/// Least rocks that bring an effective number of crossings: by shares times roots. (78)
static void aim_at_screen(const looker *l, size_t screen, double crossings)
{
    double roots = 0.0, crossing = 0.0;
    const size_t strata = l->results->shared.stratum_count;
    for (size_t g = 0; g < strata; g++) {
        const double p = crossing_share(l, screen, g);
        roots += l->shares[g] * sqrt(p);
        crossing += l->shares[g] * p;
    }
    for (size_t g = 0; g < strata; g++) {
        const double p = crossing_share(l, screen, g);
        raise(&l->targets[g], crossings * l->shares[g] * sqrt(p) * roots / (crossing * crossing));
    }
}

/// Half-width of the interval of the 95th percentile over its value.
static double relative_error(const talus_gauge_moments *m)
{
    const double error = (m->high[P95] - m->low[P95]) / (2.0 * m->quantile[P95]);
    return error >= 0.0 ? error : (double)INFINITY; // nothing has crossed: NaN
}

/// One of the errors of a screen against what is asked; 0: not asked.
static void judge(const looker *l, size_t screen, double crossings, double error, double asked,
                  double *worst)
{
    if (!(asked > 0.0)) {
        return;
    }
    *worst = error > *worst ? error : *worst;
    if (error > asked) {
        const double ratio = error / asked;
        const double needed = isinf(error) ? 2.0 * crossings : crossings * ratio * ratio;
        aim_at_screen(l, screen, needed > least_crossings ? needed : least_crossings);
    }
}

static talus_status look_at_screens(const looker *l, talus_error *error)
{
    const talus_precision *asked = l->asked;
    talus_round *look = l->look;
    look->energy_error = asked->energy_error > 0.0 ? 0.0 : (double)NAN;
    look->height_error = asked->height_error > 0.0 ? 0.0 : (double)NAN;
    for (size_t k = 0; k < l->results->campaign.screen_count; k++) {
        talus_gauge_result gauge;
        const talus_status status =
            talus_results_gauge(l->results, k, TALUS_ALL_STRATA, &gauge, error);
        if (status != TALUS_OK) {
            return status;
        }
        if (gauge.high <= asked->rare) {
            continue;
        }
        judge(l, k, gauge.n_eff, relative_error(&gauge.moments[TALUS_GAUGE_ENERGY]),
              asked->energy_error, &look->energy_error);
        judge(l, k, gauge.n_eff, relative_error(&gauge.moments[TALUS_GAUGE_HEIGHT]),
              asked->height_error, &look->height_error);
    }
    look->is_precise = look->is_precise && !(look->energy_error > asked->energy_error) &&
                       !(look->height_error > asked->height_error);
    return TALUS_OK;
}

static void look_at_cells(const looker *l)
{
    const talus_precision *asked = l->asked;
    const observe_strata set = {.count = l->results->shared.stratum_count,
                                .cells = l->results->shared.cells,
                                .strata = l->results->strata};
    const observe_spread spread = observe_strata_spread(&set, &l->results->campaign.cells,
                                                        asked->reach_halfwidth, asked->cell_share);
    l->look->cell_share = spread.share;
    l->look->reach_halfwidth = spread.halfwidth;
    l->look->is_precise = spread.share >= asked->cell_share;
    if (!l->look->is_precise) {
        const double ratio = spread.halfwidth / asked->reach_halfwidth;
        aim_at_cells(l, ratio * ratio);
    }
}

/// How many more rocks decide a cell is not known: as many again.
static void look_at_zones(const looker *l)
{
    const double share = ensemble_decided_share(l->results, &l->asked->zoning);
    l->look->decided_share = share;
    if (!(share >= l->asked->decided_share)) {
        l->look->is_precise = false;
        aim_at_cells(l, 2.0);
    }
}

static talus_status look_at_all(const looker *l, talus_error *error)
{
    for (size_t g = 0; g < l->results->shared.stratum_count; g++) {
        l->shares[g] = rounds_share(&l->results->campaign, g);
    }
    *l->look = (talus_round){.rocks = l->results->rounds.total,
                             .cell_share = (double)NAN,
                             .reach_halfwidth = (double)NAN,
                             .decided_share = (double)NAN,
                             .is_precise = true};
    if (l->asked->reach_halfwidth > 0.0) {
        look_at_cells(l);
    }
    if (l->asked->decided_share > 0.0) {
        look_at_zones(l);
    }
    return look_at_screens(l, error);
}

static bool has_room(rounds *r)
{
    if (r->look_count < r->look_capacity) {
        return true;
    }
    const size_t capacity = 2 * r->look_capacity + 16;
    talus_round *larger = realloc(r->looks, capacity * sizeof *larger);
    r->looks = larger != NULL ? larger : r->looks;
    r->look_capacity = larger != NULL ? capacity : r->look_capacity;
    return larger != NULL;
}

/// Completed rocks and weights without a walk over all records.
static void weigh(const rounds *r, talus_results *results)
{
    for (size_t g = 0; g < r->stratum_count; g++) {
        results->strata[g].rocks = r->strata[g].planned;
    }
    ensemble_weigh_strata(results);
}

talus_status rounds_look(rounds *r, talus_results *results, talus_error *error)
{
    double *numbers = calloc(2 * r->stratum_count, sizeof *numbers);
    if (numbers == NULL || !has_room(r)) {
        free(numbers);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the plan of the run");
    }
    // the last round may have had no rock left
    const bool is_new = r->look_count == 0 || r->looks[r->look_count - 1].rocks < r->total;
    looker l = {.results = results,
                .asked = &results->campaign.precision,
                .look = &r->looks[r->look_count - (is_new ? 0 : 1)],
                .targets = numbers,
                .shares = numbers + r->stratum_count};
    for (size_t g = 0; g < r->stratum_count; g++) {
        l.all += rounds_share(&results->campaign, g);
    }
    weigh(r, results);
    const talus_status status = look_at_all(&l, error);
    if (status == TALUS_OK) {
        r->is_over = l.look->is_precise;
        r->look_count += is_new ? 1 : 0;
        if (!r->is_over) {
            rounds_grow(r, l.targets);
        }
    }
    free(numbers);
    return status;
}
