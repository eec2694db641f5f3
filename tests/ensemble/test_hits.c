// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of an event that bring more than an energy into a cell: against a log of every step of every
// body; of events of one body the probability.
#include "ensemble/incline.h"
#include "runs/campaign/layers.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

enum { NX = 60, NY = 40, CELLS = NX * NY, MOST = 8, EVENTS = 12 };
/// J: edges of buckets, at which the counts are exact.
static const double levels[] = {0.0, 256.0, 1024.0, 4096.0};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/// What the log of one event says: of each body and cell the largest energy.
typedef struct tally {
    double energy[MOST][CELLS];
    double hits[LEVELS][CELLS]; ///< over all events
    int cell;
    uint32_t body;
    bool has_begun;
    double mass;
    talus_vec3 inertia;
} tally;

static double energy_of(const tally *t, const talus_state *s)
{
    const talus_vec3 v = s->v, w = s->omega, m = t->inertia;
    return 0.5 * t->mass * (v.x * v.x + v.y * v.y + v.z * v.z) +
           0.5 * (m.x * w.x * w.x + m.y * w.y * w.y + m.z * w.z * w.z);
}

static bool log_step(void *user, const talus_log_entry *entry)
{
    tally *t = user;
    const talus_vec3 r = entry->state.r;
    const int cell = (int)floor(r.y) * NX + (int)floor(r.x);
    const double energy = energy_of(t, &entry->state);
    cr_assert_lt(entry->body, MOST);
    double *own = t->energy[entry->body];
    if (t->has_begun && t->body == entry->body && cell != t->cell) {
        own[t->cell] = fmax(own[t->cell], energy); // the step ends outside and counts in both
    }
    own[cell] = fmax(own[cell], energy);
    t->has_begun = true;
    t->body = entry->body;
    t->cell = cell;
    return true;
}

static tally *tally_of(const talus_campaign *campaign)
{
    tally *t = calloc(1, sizeof *t);
    t->mass = campaign->rocks[0].rock->mass;
    t->inertia = campaign->rocks[0].rock->inertia;
    for (uint64_t rock = 0; rock < EVENTS; rock++) {
        memset(t->energy, 0, sizeof t->energy);
        t->has_begun = false;
        cr_assert_eq(talus_campaign_replay_event(campaign, rock, log_step, t, NULL, NULL),
                     TALUS_OK);
        for (size_t body = 0; body < MOST; body++) {
            for (size_t k = 0; k < CELLS; k++) {
                for (size_t l = 0; l < LEVELS; l++) {
                    t->hits[l][k] += t->energy[body][k] > levels[l];
                }
            }
        }
    }
    return t;
}

static talus_campaign *make(incline *scene, uint32_t bodies)
{
    static talus_rock *rock; // with faces: bodies meet
    incline_make(scene, 0.7, 0.15, false);
    if (rock == NULL) {
        cr_assert_eq(talus_rock_build("cuboid", incline_rock.dimensions, 0, 2500.0, &rock, NULL),
                     TALUS_OK);
    }
    scene->kind.rock = rock;
    talus_campaign *campaign = incline_campaign(scene);
    scene->release.rocks = EVENTS;
    scene->release.bodies = bodies;
    scene->release.spacing = 1.8;
    campaign->cell_quantities = UINT32_C(1) << TALUS_HIT_ENERGY;
    campaign->time_limit = 60.0;
    return campaign;
}

/// Corners that a step cuts are cells without an entry in the log: what a log has is there, and
/// hardly anything else.
static void expect_hits(const talus_campaign *campaign, uint32_t bodies)
{
    static float found[CELLS];
    tally *t = tally_of(campaign);
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(campaign, NULL, &results, NULL), TALUS_OK);
    double most = 0.0;
    for (size_t l = 0; l < LEVELS; l++) {
        double missing = 0.0, more = 0.0, all = 0.0;
        cr_assert_eq(
            talus_results_exceedance(results, TALUS_HIT_ENERGY, levels[l], NULL, NULL, found, NULL),
            TALUS_OK);
        for (size_t k = 0; k < CELLS; k++) {
            const double hits = (double)found[k] * EVENTS;
            missing += fmax(0.0, t->hits[l][k] - hits);
            more += fmax(0.0, hits - t->hits[l][k]);
            all += t->hits[l][k];
            most = fmax(most, (double)found[k]);
        }
        cr_expect_gt(all, 5.0);
        cr_expect_lt(missing, 1e-4, "level %zu: %g of %g", l, missing,
                     all); /* measured 4e-6: float */
        cr_expect_leq(more, 0.02 * all, "level %zu: %g of %g", l, more, all);
    }
    cr_expect(bodies == 1 ? most <= 1.0 : most > 1.0, "%g", most);
    talus_results_destroy(results);
    free(t);
}

Test(hits, are_counted_by_body_and_cell)
{
    incline scene;
    expect_hits(make(&scene, 5), 5);
    incline_clear(&scene);
}

Test(hits, of_one_body_are_the_probability)
{
    static float hits[CELLS], shares[CELLS];
    incline scene;
    const talus_campaign *campaign = make(&scene, 1);
    expect_hits(campaign, 1);
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(campaign, NULL, &results, NULL), TALUS_OK);
    cr_assert_eq(talus_results_layer(results, "hit_rate_exceeds_5_kj", NULL, hits, NULL), TALUS_OK);
    cr_assert_eq(talus_results_layer(results, "kinetic_energy_exceeds_5_kj", NULL, shares, NULL),
                 TALUS_OK);
    cr_expect_eq(memcmp(hits, shares, sizeof hits), 0);
    talus_results_destroy(results);
    incline_clear(&scene);
}

/// Mean over the bodies, not over the events; the largest of them is that of the events.
Test(hits, have_statistics_over_bodies)
{
    static float mean[CELLS], max[CELLS], largest[CELLS], error[CELLS];
    const talus_raster of_hits = {
        .kind = TALUS_STATISTIC, .quantity = TALUS_HIT_ENERGY, .at = -1.0};
    talus_raster raster = of_hits;
    incline scene;
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(make(&scene, 5), NULL, &results, NULL), TALUS_OK);
    cr_assert_eq(talus_results_raster(results, &raster, NULL, mean, NULL), TALUS_OK);
    raster.at = -2.0;
    cr_assert_eq(talus_results_raster(results, &raster, NULL, max, NULL), TALUS_OK);
    raster.quantity = TALUS_KINETIC_ENERGY;
    cr_assert_eq(talus_results_raster(results, &raster, NULL, largest, NULL), TALUS_OK);
    raster = of_hits;
    raster.kind = TALUS_STATISTIC_ERROR;
    raster.at = 0.5;
    cr_assert_eq(talus_results_raster(results, &raster, NULL, error, NULL), TALUS_OK);
    size_t reached = 0;
    for (size_t k = 0; k < CELLS; k++) {
        reached += isnan(max[k]) ? 0 : 1;
        cr_expect(isnan(max[k]) ? isnan(largest[k]) : max[k] == largest[k]);
        cr_expect(isnan(max[k]) || mean[k] <= max[k] * 1.0001F, "%g above %g", (double)mean[k],
                  (double)max[k]);
        cr_expect(isnan(error[k]), "bodies of an event are one draw");
    }
    cr_expect_gt(reached, 50);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(hits, that_nobody_asks_for_are_not_kept)
{
    static float hits[CELLS];
    incline scene;
    talus_campaign *campaign = make(&scene, 5);
    campaign->cell_quantities = 0;
    talus_results *results = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_campaign_run(campaign, NULL, &results, NULL), TALUS_OK);
    cr_expect_eq(talus_results_layer(results, "hit_rate_exceeds_5_kj", NULL, hits, &error),
                 TALUS_ERROR_ARGUMENT);
    talus_results_destroy(results);
    incline_clear(&scene);
    talus_layer layer = {.size = sizeof layer};
    cr_assert_eq(talus_layer_find("hit_rate_exceeds_5_kj", &layer, NULL), TALUS_OK);
    cr_expect_str_eq(layer.title, "Bodies over 5 kJ, per event");
    cr_expect_str_eq(layer.unit, "1/event");
    cr_expect(layer.is_amount);
}
