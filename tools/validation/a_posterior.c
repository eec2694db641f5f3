// SPDX-License-Identifier: GPL-3.0-or-later
// A. What Table 2 of [L21] says about the ramp and the soil it was published on: ABC over length,
// noise, M_E, C_s, drag and pooling, and what follows for the ratios and for Table 3.
#include "a_ramp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DRAWS = 600,
    SCOUTS = 24, // rocks that tell draws that are far off
    ROCKS = 100,
    CHECK_ROCKS = 1000,
    SHARE = 10,                                      // of the draws one in so many is accepted
    PREDICTED = 12,                                  // of the accepted, run on other slopes
    VALUE_COUNT = 2 * SCHEME_PAIR * RAMP_VALUE_COUNT // means and deviations of both schemes
};
#define FAR 0.35    /* distance of the scouts from which a draw is not run again with all rocks */
#define SLOWEST 0.1 /* m/s, pooled: rocks that do not move are no draw of this slope */

/// What the paper leaves open.
typedef enum posterior_unknown {
    LENGTH,  ///< m, horizontal
    NOISE,   ///< m, amplitude
    MODULUS, ///< MN/m^2, of equal density in its logarithm
    DRAG,    ///< C_s
    DAMPING, ///< 1/s, ground drag
    OUTSIDE, ///< below 0.5: every step counts; above: those outside the soil
    UNKNOWN_COUNT
} posterior_unknown;

static const struct {
    const char *name;
    double low, high;
} prior[UNKNOWN_COUNT] = {
    [LENGTH] = {"length (m)", 100, 400}, [NOISE] = {"noise (m)", 0, 0.2},
    [MODULUS] = {"M_E (MN/m²)", 5, 100}, [DRAG] = {"C_s", 0, 5},
    [DAMPING] = {"ν (1/s)", 0, 2},       [OUTSIDE] = {"outside the soil", 0, 1},
};
/// Published ratios, explicit to midpoint.
static const char *const ratio_names[RAMP_VALUE_COUNT] = {"kinetic energy", "speed", "spin",
                                                          "jump height"};

/// One draw and what came of it.
typedef struct posterior_draw {
    double theta[UNKNOWN_COUNT];
    ramp_pooled found[SCHEME_PAIR];
    double distance; ///< root mean square of ln(found / published); infinity: did not move
} posterior_draw;

static void draw_unknowns(uint64_t number, double theta[UNKNOWN_COUNT])
{
    talus_random random = {.seed = 2021, .stream = number};
    for (int k = 0; k < UNKNOWN_COUNT; k++) {
        const double u = talus_random_uniform(&random), low = prior[k].low, high = prior[k].high;
        theta[k] = k == MODULUS ? low * pow(high / low, u) : low + (high - low) * u;
    }
}

/// The ground of a draw in the place of the campaign's.
static void set_ground(run_case *c, const double theta[UNKNOWN_COUNT], talus_ground *ground)
{
    *ground = *talus_ground_preset("hard");
    ground->drag = theta[DAMPING];
    ground->soil =
        (talus_soil){.modulus = 1e6 * theta[MODULUS], .drag = theta[DRAG], .density = 1700.0};
    c->campaign.site.grounds = ground;
    c->campaign.site.ground_count = 1;
    c->campaign.site.ground_map = NULL;
    c->campaign.pooled_outside_soil = theta[OUTSIDE] > 0.5;
}

static talus_status run_pooled(run_case *c, ramp_pooled found[SCHEME_PAIR], talus_error *error)
{
    run_result results[SCHEME_PAIR];
    const talus_status status = ramp_run_pair(c, results, error);
    for (int i = 0; i < SCHEME_PAIR; i++) {
        if (status == TALUS_OK) {
            found[i] = ramp_pooled_of(&results[i].totals);
        }
        run_result_clear(&results[i]);
    }
    return status;
}

/// Both schemes on the ramp of a draw.
static talus_status run_draw(run_case *c, posterior_draw *draw, talus_error *error)
{
    talus_ground ground;
    talus_terrain *terrain = NULL;
    const double reach = floor(draw->theta[LENGTH] + 0.5);
    talus_status status =
        run_make_ramp(c, reach, reach + 400.0, draw->theta[NOISE], &terrain, error);
    if (status == TALUS_OK) {
        c->campaign.site.terrain = terrain;
        set_ground(c, draw->theta, &ground);
        status = run_pooled(c, draw->found, error);
    }
    talus_terrain_destroy(terrain);
    return status;
}

/// Root mean square of the logarithms of what is found over what is published.
static double distance_of(const ramp_pooled found[SCHEME_PAIR], const ramp_table *table,
                          bool with_deviations)
{
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < SCHEME_PAIR; i++) {
        const ramp_pooled *print = &table->published[i];
        for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
            const double mean = log(found[i].mean[k] / print->mean[k]);
            const double deviation = log(found[i].deviation[k] / print->deviation[k]);
            sum += mean * mean + (with_deviations ? deviation * deviation : 0.0);
            count += with_deviations ? 2 : 1;
        }
    }
    const double distance = sqrt(sum / count);
    const bool moves = found[0].mean[RAMP_SPEED] > SLOWEST && found[1].mean[RAMP_SPEED] > SLOWEST;
    return moves && isfinite(distance) ? distance : (double)INFINITY;
}

static int by_distance(const void *a, const void *b)
{
    const double x = ((const posterior_draw *)a)->distance,
                 y = ((const posterior_draw *)b)->distance;
    return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Quantile of sorted values, between them.
static double quantile(const double *sorted, size_t count, double p)
{
    const double at = p * (double)(count - 1), below = floor(at);
    const size_t k = (size_t)below;
    return k + 1 < count ? sorted[k] + (at - below) * (sorted[k + 1] - sorted[k]) : sorted[k];
}

static const double levels[] = {0.05, 0.5, 0.95};

static void report_unknowns(validation *v, const posterior_draw *accepted, size_t count)
{
    double values[DRAWS];
    files_text_add(&v->page, "\n| unknown | prior | 5 %% | 50 %% | 95 %% | best |\n"
                             "|---|---|---|---|---|---|\n");
    for (int k = 0; k < OUTSIDE; k++) {
        for (size_t i = 0; i < count; i++) {
            values[i] = accepted[i].theta[k];
        }
        qsort(values, count, sizeof *values, by_value);
        files_text_add(&v->page, "| %s | %g to %g |", prior[k].name, prior[k].low, prior[k].high);
        for (int q = 0; q < 3; q++) {
            files_text_add(&v->page, " %.3g |", quantile(values, count, levels[q]));
        }
        files_text_add(&v->page, " %.3g |\n", accepted[0].theta[k]);
    }
    size_t outside = 0;
    for (size_t i = 0; i < count; i++) {
        outside += accepted[i].theta[OUTSIDE] > 0.5;
    }
    report_text(v,
                "Of the accepted draws %.0f %% count only the steps outside the soil; in the prior "
                "it is half of them.",
                100.0 * (double)outside / (double)count);
}

/// A published number among the predictions of the accepted draws: inside their 90 % or not.
static void report_inside(validation *v, const char *what, double published, double *values,
                          size_t count, const char *reason)
{
    char words[192];
    qsort(values, count, sizeof *values, by_value);
    const double low = quantile(values, count, 0.05), high = quantile(values, count, 0.95);
    snprintf(words, sizeof words, "%s (median %.3g)", what, quantile(values, count, 0.5));
    const validation_row row = {words, published, low, high, false, reason};
    report_row(v, &row, published);
}

static void report_predictive(validation *v, const posterior_draw *accepted, size_t count)
{
    static const char *const kinds[] = {"mean", "standard deviation"};
    double values[DRAWS];
    report_table_as(v, "published", REPORT_BRIEF);
    for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
        char what[96];
        for (size_t i = 0; i < count; i++) {
            values[i] = accepted[i].found[1].mean[k] / accepted[i].found[0].mean[k];
        }
        snprintf(what, sizeof what, "midpoint / explicit: %s", ratio_names[k]);
        report_inside(v, what, ramp_published.ratio[k], values, count, NULL);
    }
    for (int n = 0; n < VALUE_COUNT; n++) {
        const int scheme = n / (2 * RAMP_VALUE_COUNT), k = n / 2 % RAMP_VALUE_COUNT;
        const bool is_mean = n % 2 == 0;
        const ramp_pooled *print = &ramp_published.published[scheme];
        char what[96];
        for (size_t i = 0; i < count; i++) {
            const ramp_pooled *found = &accepted[i].found[scheme];
            values[i] = is_mean ? found->mean[k] : found->deviation[k];
        }
        snprintf(what, sizeof what, "`%s`: %s, %s", talus_scheme_name(ramp_schemes[scheme]),
                 ratio_names[k], kinds[n % 2]);
        report_inside(v, what, is_mean ? print->mean[k] : print->deviation[k], values, count,
                      "of 16 values with 90 % intervals, 1.6 are expected outside by chance");
    }
}

/// Table 3 by accepted draws on another slope: a line of the table, and the median factor.
static talus_status predict_site(validation *v, const char *scenario, const posterior_draw *draws,
                                 size_t count, double *factor, talus_error *error)
{
    run_case c;
    double factors[PREDICTED], ratios[RAMP_VALUE_COUNT][PREDICTED];
    char what[160];
    snprintf(what, sizeof what, "scenarios/%s.yaml", scenario);
    talus_status status = run_load(v, what, &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    run_set_rocks(&c, ROCKS);
    for (size_t i = 0; i < count && status == TALUS_OK; i++) {
        talus_ground ground;
        ramp_pooled found[SCHEME_PAIR];
        set_ground(&c, draws[i].theta, &ground);
        status = run_pooled(&c, found, error);
        if (status == TALUS_OK) {
            factors[i] = exp(distance_of(found, &chant_sura_published, false));
            for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
                ratios[k][i] = found[1].mean[k] / found[0].mean[k];
            }
        }
    }
    run_clear(&c);
    if (status != TALUS_OK) {
        return status;
    }
    qsort(factors, count, sizeof *factors, by_value);
    files_text_add(&v->page, "| `%s` | %.2f (%.2f to %.2f) |", scenario,
                   quantile(factors, count, 0.5), factors[0], factors[count - 1]);
    for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
        qsort(ratios[k], count, sizeof *ratios[k], by_value);
        files_text_add(&v->page, " %.2f (%.2f to %.2f) |", quantile(ratios[k], count, 0.5),
                       ratios[k][0], ratios[k][count - 1]);
    }
    files_text_add(&v->page, "\n");
    *factor = quantile(factors, count, 0.5);
    return TALUS_OK;
}

/// Both slopes: what the accepted draws predict, then whether it is of the published order.
static talus_status predict_sites(validation *v, const posterior_draw *draws, size_t count,
                                  talus_error *error)
{
    static const char *const sites[] = {"kot_e", "arzler"};
    double factors[2];
    talus_status status = TALUS_OK;
    report_text(v,
                "Table 3 predicted with the ground of %zu of the accepted draws, on slopes that "
                "are not the published one: median (least to largest) of the factor over its 8 "
                "means, at most 1.6 to guard against gross errors, and of the ratios midpoint / "
                "explicit.",
                count);
    files_text_add(&v->page, "\n| | factor | kinetic energy | speed | spin | jump height |\n"
                             "|---|---|---|---|---|---|\n| published | |");
    for (int k = 0; k < RAMP_VALUE_COUNT; k++) {
        files_text_add(&v->page, " %.2f |", chant_sura_published.ratio[k]);
    }
    files_text_add(&v->page, "\n");
    for (int i = 0; i < 2 && status == TALUS_OK; i++) {
        status = predict_site(v, sites[i], draws, count, &factors[i], error);
    }
    report_table_as(v, "published", REPORT_BRIEF);
    for (int i = 0; i < 2 && status == TALUS_OK; i++) {
        char what[96];
        snprintf(what, sizeof what, "`%s`: factor over the 8 means of Table 3, median", sites[i]);
        const validation_row guard = {what, NONE, NONE, 1.6, false, NULL};
        report_row(v, &guard, factors[i]);
    }
    return status;
}

/// All draws, nearest first. @param moving how many of them move
static talus_status run_draws(run_case *c, posterior_draw *draws, size_t *moving,
                              talus_error *error)
{
    talus_status status = TALUS_OK;
    *moving = 0;
    for (size_t i = 0; i < DRAWS && status == TALUS_OK; i++) {
        draw_unknowns(i, draws[i].theta);
        run_set_rocks(c, SCOUTS);
        status = run_draw(c, &draws[i], error);
        draws[i].distance =
            status == TALUS_OK ? distance_of(draws[i].found, &ramp_published, true) : NONE;
        *moving += isfinite(draws[i].distance) ? 1 : 0;
        if (status == TALUS_OK && draws[i].distance < FAR) {
            run_set_rocks(c, ROCKS);
            status = run_draw(c, &draws[i], error);
            draws[i].distance =
                status == TALUS_OK ? distance_of(draws[i].found, &ramp_published, true) : NONE;
        }
    }
    qsort(draws, DRAWS, sizeof *draws, by_distance);
    return status;
}

static talus_status report_posterior(validation *v, run_case *c, posterior_draw *draws,
                                     talus_error *error)
{
    size_t moving;
    talus_status status = run_draws(c, draws, &moving, error);
    if (status != TALUS_OK) {
        return status;
    }
    const size_t accepted = moving / SHARE;
    const size_t predicted = accepted < PREDICTED ? accepted : PREDICTED;
    posterior_draw best = draws[0];
    run_set_rocks(c, CHECK_ROCKS);
    status = run_draw(c, &best, error);
    if (status != TALUS_OK) {
        return status;
    }
    report_text(v,
                "Of %d draws, the rocks move in %zu. The nearest tenth of these is accepted; all "
                "of it lies within a factor of %.3f.",
                DRAWS, moving, exp(draws[accepted - 1].distance));
    report_unknowns(v, draws, accepted);
    report_table(v, "published");
    const validation_row fit = {"factor over the 16 values, best draw run again with 1000 rocks",
                                NONE,
                                NONE,
                                1.15,
                                false,
                                NULL};
    report_row(v, &fit, exp(distance_of(best.found, &ramp_published, true)));
    report_text(v, "Predictive intervals of the accepted draws. A row passes if the published "
                   "value lies in the 90 %% interval.");
    report_predictive(v, draws, accepted);
    return predict_sites(v, draws, predicted, error);
}

talus_status validate_posterior(validation *v, talus_error *error)
{
    run_case c;
    if (!v->full) {
        return TALUS_OK;
    }
    talus_status status = run_load(v, "scenarios/ramp.yaml", &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    run_set_rocks(&c, ROCKS);
    report_heading(v, "A. Ramp on compactable soil: posterior of what Table 2 leaves open");
    report_text(
        v,
        "There are plausible values of what the paper leaves open with which talus reproduces "
        "Table 2: see the row of the best draw. The paper used the soil of [Lu19], but does not "
        "give length, noise, M_E, C_s, drag and which steps count. Draws from the priors below "
        "(M_E uniform in its logarithm) are run with %d rocks of `scenarios/ramp.yaml` in both "
        "schemes, with the same random numbers. The distance from Table 2 is the root mean square "
        "of ln(found / published) over its 16 means and standard deviations, given as a factor. "
        "Draws that are farther than a factor of %.2f after %d rocks are not run with all.",
        ROCKS, exp(FAR), SCOUTS);
    posterior_draw *draws = calloc(DRAWS, sizeof *draws);
    status = draws ? report_posterior(v, &c, draws, error)
                   : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the draws");
    free(draws);
    run_clear(&c);
    return status;
}
