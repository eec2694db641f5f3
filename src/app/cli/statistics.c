// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics table of a run.
#include "app/cli/cli.h"
#include "io/products/output.h"

#include <inttypes.h>
#include <math.h>

enum { MOMENTS = 7 }; ///< columns of a table

/// One line of the table: a distribution in the unit shown.
static void print_moments(const char *name, const char *unit, const talus_moments *moments,
                          double scale)
{
    const double values[] = {moments->mean, moments->std, moments->p50, moments->p90,
                             moments->p95,  moments->p99, moments->max};
    printf("%-15s %-6s", name, unit);
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (isfinite(values[i])) {
            printf(" %9.4g", values[i] * scale);
        } else {
            printf(" %9s", "-"); // no rock has one
        }
    }
    putchar('\n');
}

static void print_outcomes(const talus_totals *totals)
{
    printf("outcomes        ");
    for (int i = 0; i < (int)TALUS_OUTCOME_COUNT; i++) {
        if (i == TALUS_BROKEN && (totals->breaking.events == 0 || totals->breaking.only_released)) {
            continue;
        }
        printf("%s%s %" PRIu64, i ? ", " : " ", talus_outcome_name((talus_outcome)i),
               totals->outcomes[i]);
    }
    printf("; below ground %" PRIu64, totals->below_ground);
    if (totals->held > 0) {
        printf("; held in forest %" PRIu64, totals->held);
    }
    printf("\n");
}

static void print_breaking(const talus_breaking_totals *b)
{
    if (b->events == 0) {
        return;
    }
    if (b->released > b->events) {
        printf("together         %" PRIu64 " rocks in %" PRIu64
               " events, released together; counts and shares are of events, deposits of rocks\n",
               b->released, b->events);
    }
    if (b->only_released) {
        return;
    }
    printf("fragmentation    %" PRIu64 " of %" PRIu64 " rocks broke (%.3g %%) in %" PRIu64
           " breaks into %" PRIu64 " fragments and %" PRIu64 " fines, at most %" PRIu64
           " bodies of one event",
           b->broken, b->released, 100.0 * (double)b->broken / (double)b->released, b->breaks,
           b->fragments, b->fines, b->most_bodies);
    if (b->broken > 0) {
        printf("; %.3g pieces at the first break, largest body in the end %.3g of the rock",
               b->pieces_per_broken, b->survival);
    }
    printf("\nbreaks           impacts took %.4g kJ, scatter %.4g kJ, new surface %.4g m2, fines "
           "%.4g kg with %.4g kJ, ledger %.2g (relative)",
           1e-3 * b->energy, 1e-3 * b->scatter, b->surface, b->fines_mass, 1e-3 * b->fines_energy,
           b->imbalance);
    if (b->refused > 0) {
        printf("; %" PRIu64 " bodies kept whole by the limits of bodies and generations",
               b->refused);
    }
    printf("\n");
}

static void print_axis_shares(const talus_totals *totals)
{
    static const char *const names[] = {"minor", "intermediate", "major"};
    printf("axis shares     ");
    bool is_any = false;
    for (int i = 0; i < 3; i++) {
        if (isfinite(totals->axis_share[i])) {
            printf(" %s %.3f", names[i], totals->axis_share[i]);
            is_any = true;
        }
    }
    if (isfinite(totals->axis_share_equal_pair)) {
        printf(" equal pair %.3f", totals->axis_share_equal_pair);
        is_any = true;
    }
    printf("%s   (of the spin, while over 1 rad/s)\n", is_any ? "" : " -");
}

static void print_numerics(const talus_totals *totals)
{
    printf("contact          problems %" PRIu64 ", unsolved %" PRIu64
           ", without restitution %" PRIu64 ", with less %" PRIu64
           ", worst residual %.2g, deepest penetration %.3g m\n",
           totals->problems, totals->unsolved, totals->retried_plastic, totals->limited,
           totals->worst_residual, totals->deepest_penetration);
    printf("energy           worst ledger residual %.2g, worst percussion gain %.2g (relative)\n",
           totals->worst_ledger_relative, totals->worst_gain_relative);
    if (totals->scars > 0) {
        printf("soil             scars %" PRIu64 ", steps in it %.3g, deepest %.3g m, longest %.3g "
               "m\n",
               totals->scars, (double)totals->soil_steps, totals->scar_depth_max,
               totals->scar_length_max);
    }
    print_breaking(&totals->breaking);
    if (totals->base_work != 0.0) {
        printf("shaking          %" PRIu64 " rocks ended further from their release than their "
               "diameter; base work %.4g kJ\n",
               totals->moved, 1e-3 * totals->base_work);
    }
    const double wall = totals->wall_time, steps = (double)totals->steps;
    char ranks[32] = "";
    if (totals->ranks > 1) {
        snprintf(ranks, sizeof ranks, " of %u ranks", totals->ranks);
    }
    printf("time             %.2f s on %u thread%s%s: %.4g rocks/s, %.4g steps, %.3g in contact, "
           "%.0f ns per step and thread\n",
           wall, totals->threads, totals->threads == 1 ? "" : "s", ranks,
           wall > 0.0 ? (double)totals->rocks / wall : 0.0, steps, (double)totals->contact_steps,
           steps > 0.0 ? 1e9 * wall * totals->threads / steps : 0.0);
    printf("hash             0x%016" PRIx64 "\n", totals->hash);
}

bool cli_is_suspect(const talus_totals *totals, double lost_share)
{
    return totals->unsolved > 0 || output_gains_energy(totals) ||
           totals->outcomes[TALUS_DIVERGED] > 0 || totals->below_ground > 0 ||
           totals->tunnelled > 0 || totals->empty_strata > 0 ||
           output_lost_share(totals) > lost_share;
}

void cli_print_findings(const char *name, const talus_totals *totals, double lost_share)
{
    char sentence[OUTPUT_SENTENCE];
    const char *of = name != NULL ? name : "", *colon = name != NULL ? ": " : "";
    for (size_t at = 0; output_next_finding(totals, &at, sentence);) {
        fprintf(stderr, "talus: warning: %s%s%s\n", of, colon, sentence);
    }
    const double lost = output_lost_share(totals);
    if (lost > lost_share) {
        fprintf(
            stderr,
            "talus: warning: %s%s%.3g %% of the rocks left the DEM, met NODATA or still moved at "
            "the time limit, more than the %.3g %% of simulation.lost_share: maps and run-outs "
            "lack what these rocks do afterwards; exit code 4\n",
            of, colon, 100.0 * lost, 100.0 * lost_share);
    }
}

void cli_print_implausible(const talus_campaign *campaign, const talus_results *results)
{
    char sentence[OUTPUT_SENTENCE];
    for (size_t at = 0; output_next_implausible(campaign, results, &at, sentence);) {
        fprintf(stderr, "talus: warning: %s\n", sentence);
    }
}

void cli_print_missing(const talus_campaign *campaign, const talus_results *results)
{
    char sentence[OUTPUT_SENTENCE];
    for (size_t at = 0; output_next_empty_stratum(campaign, results, &at, sentence);) {
        fprintf(stderr, "talus: warning: %s\n", sentence);
    }
    for (size_t at = 0; output_next_unmet(campaign, results, &at, sentence);) {
        fprintf(stderr, "talus: warning: %s\n", sentence);
    }
}

/// Name and unit of a quantity in the tables.
static const struct {
    const char *name, *unit;
    double scale; ///< from SI to the unit shown
} quantities[TALUS_QUANTITY_COUNT] = {
    [TALUS_KINETIC_ENERGY] = {"kinetic energy", "kJ", 1e-3},
    [TALUS_SPEED] = {"speed", "m/s", 1.0},
    [TALUS_JUMP_HEIGHT] = {"jump height", "m", 1.0},
    [TALUS_SPIN] = {"angular speed", "rot/s", 0.5 / TALUS_PI},
};

static void print_head(const char *const columns[MOMENTS])
{
    printf("%-22s", "");
    for (size_t i = 0; i < MOMENTS; i++) {
        printf(" %9s", columns[i]);
    }
    putchar('\n');
}

static void print_quantities(const talus_moments moments[TALUS_QUANTITY_COUNT])
{
    for (int i = 0; i < (int)TALUS_QUANTITY_COUNT; i++) {
        print_moments(quantities[i].name, quantities[i].unit, &moments[i], quantities[i].scale);
    }
}

/// Long run-outs have small reach angles: the columns run to the flattest one.
static void print_reach_angle(const talus_totals *totals)
{
    static const char *const columns[MOMENTS] = {"mean", "std", "p50", "p10", "p5", "p1", "min"};
    const talus_moments *angle = &totals->reach_angle;
    const talus_lower_tail *tail = &totals->reach_angle_tail;
    print_head(columns);
    print_moments("reach angle", "deg",
                  &(talus_moments){.mean = angle->mean,
                                   .std = angle->std,
                                   .p50 = angle->p50,
                                   .p90 = tail->p10,
                                   .p95 = tail->p5,
                                   .p99 = tail->p1,
                                   .max = tail->min},
                  180.0 / TALUS_PI);
}

static const char *const usual_columns[MOMENTS] = {"mean", "std", "p50", "p90",
                                                   "p95",  "p99", "max"};

talus_totals cli_totals_of(const talus_results *results)
{
    talus_totals totals = {.size = sizeof totals};
    (void)talus_results_totals(results, &totals, NULL); // neither is NULL
    return totals;
}

void cli_print_statistics(const talus_campaign *campaign, const talus_totals *totals,
                          const char *title)
{
    printf("%s: %" PRIu64 " of %" PRIu64 " rocks, scheme %s, time step %g s, seed %" PRIu64 "\n",
           title && title[0] ? title : "run", totals->rocks, talus_campaign_rock_count(campaign),
           talus_scheme_name(campaign->step.scheme), campaign->step.time_step, campaign->seed);
    print_outcomes(totals);
    printf("\nper rock: the largest value of each rock; every rock run counts once%s\n",
           campaign->frequency != NULL ? ", whatever its frequency" : "");
    print_head(usual_columns);
    print_quantities(totals->largest);
    printf("per rock: from release to end\n");
    print_head(usual_columns);
    print_moments("run-out", "m", &totals->runout, 1.0);
    print_moments("path", "m", &totals->path, 1.0);
    print_moments("drop", "m", &totals->drop, 1.0);
    print_reach_angle(totals);
}

void cli_print_time_statistics(const talus_campaign *campaign, const talus_totals *totals)
{
    printf("\nover all time: every step of %g s of every rock counts once, so slow rocks count "
           "most; not for design\n",
           campaign->step.time_step);
    print_head(usual_columns);
    print_quantities(totals->pooled);
    print_axis_shares(totals);
    print_numerics(totals);
}
