// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by name, and what they keep: against a log of every step of every rock.
#include "ensemble/incline.h"
#include "runs/campaign/layers.h"
#include "runs/ensemble/layer_values.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <string.h>

enum { NX = 60, NY = 40, CELLS = NX * NY };

Test(layers, names_are_unique_and_found)
{
    size_t count = 0;
    for (; campaign_layer_names[count] != NULL; count++) {
        campaign_layer layer;
        cr_assert(campaign_layer_find(campaign_layer_names[count], &layer));
        cr_expect_str_eq(layer.name, campaign_layer_names[count]);
        for (size_t k = 0; k < count; k++) {
            cr_expect_str_neq(campaign_layer_names[k], layer.name);
        }
    }
    cr_expect_eq(count, 3 + 6 * 8 + 6 + 3 + 4 * 8 + 1);
}

Test(layers, of_the_standard_need_nothing_to_be_kept)
{
    talus_campaign campaign = {0};
    campaign_layer layer;
    size_t count = 0;
    for (; ensemble_standard_layers[count] != NULL; count++) {
        cr_assert(campaign_layer_find(ensemble_standard_layers[count], &layer));
        campaign_layer_keep(&layer, &campaign);
    }
    cr_expect_eq(count, 3 + 6 * 4);
    cr_expect_eq(campaign.cell_quantities | campaign.cell_values, 0);
    cr_assert(campaign_layer_find("momentum_p95_se", &layer));
    cr_expect_not(campaign_layer_is_kept(&layer, &campaign));
    campaign_layer_keep(&layer, &campaign);
    cr_expect_eq(campaign.cell_quantities, 1U << TALUS_MOMENTUM);
    cr_expect(campaign_layer_is_kept(&layer, &campaign));
}

Test(layers, exceedances_are_named_by_their_threshold)
{
    static const double thresholds[] = {0.0, 30.0, 2.5, 1e-3, 123456.0};
    for (unsigned q = 0; q < TALUS_CELL_QUANTITY_COUNT; q++) {
        for (size_t k = 0; k < sizeof thresholds / sizeof thresholds[0]; k++) {
            char name[ENSEMBLE_LAYER_TEXT];
            campaign_layer layer;
            ensemble_exceedance_name((talus_quantity)q, thresholds[k], name);
            cr_assert(campaign_layer_find(name, &layer), "%s", name);
            cr_expect_str_eq(layer.name, name);
            cr_expect(layer.is_exceedance && layer.raster.quantity == (talus_quantity)q);
        }
    }
    campaign_layer layer;
    cr_assert(campaign_layer_find("kinetic_energy_exceeds_30_kj", &layer));
    cr_expect_eq(layer.raster.at, 3e4);
    cr_expect_str_eq(layer.title, "Kinetic energy over 30 kJ, probability");
    static const char *const wrong[] = {"kinetic_energy_exceeds_30_m", "kinetic_energy_exceeds__kj",
                                        "mass_exceeds_3_kg",           "speed_exceeds_030_m_s",
                                        "speed_exceeds_-1_m_s",        "speed_exceeds_nan_m_s"};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        cr_expect_not(campaign_layer_find(wrong[k], &layer), "%s", wrong[k]);
    }
}

/// What the log of one rock says of every cell.
typedef struct tally {
    double rotational[CELLS], speed[CELLS], arrival[CELLS], tangent[CELLS];
    double forest[CELLS], impacts[CELLS], normal[CELLS];
    bool touched[CELLS];
    talus_vec3 start;
    int cell;
    bool is_open, has_begun;
    double mass;
    const talus_terrain *terrain;
} tally;

static void raise(tally *t, int cell, const talus_log_entry *entry)
{
    const talus_vec3 v = entry->state.v;
    const double translational = 0.5 * t->mass * (v.x * v.x + v.y * v.y + v.z * v.z);
    const double rotational = entry->report->kinetic_energy - translational;
    t->rotational[cell] = fmax(t->rotational[cell], rotational);
    t->speed[cell] = fmax(t->speed[cell], sqrt(2.0 * translational / t->mass));
    double z, zx, zy;
    if (talus_terrain_surface(t->terrain, entry->state.r.x, entry->state.r.y, &z, &zx, &zy) ==
        TALUS_INSIDE) {
        t->normal[cell] =
            fmax(t->normal[cell], (entry->state.r.z - z) / sqrt(1.0 + zx * zx + zy * zy));
    }
}

static bool log_step(void *user, const talus_log_entry *entry)
{
    tally *t = user;
    const talus_vec3 r = entry->state.r;
    const int cell = (int)floor(r.y) * NX + (int)floor(r.x);
    if (!t->has_begun) {
        t->has_begun = t->is_open = true;
        t->start = r;
    } else if (cell != t->cell) {
        raise(t, t->cell, entry); // the step ends outside and counts in both
    }
    t->cell = cell;
    raise(t, cell, entry);
    if (!t->touched[cell]) {
        const double distance = hypot(r.x - t->start.x, r.y - t->start.y);
        t->touched[cell] = true;
        t->arrival[cell] = entry->time;
        t->tangent[cell] = distance > 0.0 ? (t->start.z - r.z) / distance : (double)NAN;
    }
    t->forest[cell] += entry->report->forest_energy;
    t->impacts[cell] += entry->report->contact_count > 0 && t->is_open;
    t->is_open = entry->report->contact_count == 0;
    return true;
}

static float *raster_of(const talus_results *results, talus_raster raster)
{
    float *out = malloc(CELLS * sizeof *out);
    cr_assert_eq(talus_results_raster(results, &raster, NULL, out, NULL), TALUS_OK);
    return out;
}

/// Cells where the raster differs from the tally by more than `tolerance`, relative to its size.
static size_t count_different(const talus_results *results, talus_raster raster,
                              const double *expected, const bool *touched, double tolerance)
{
    float *found = raster_of(results, raster);
    size_t different = 0;
    for (size_t k = 0; k < CELLS; k++) {
        const double scale = tolerance * fmax(1.0, fabs(expected[k]));
        if (touched[k] && (isnan(expected[k]) ? !isnan(found[k])
                                              : !(fabs((double)found[k] - expected[k]) <= scale))) {
            different++;
        }
    }
    free(found);
    return different;
}

static void expect_the_log(const talus_campaign *campaign)
{
    tally *t = calloc(1, sizeof *t);
    talus_results *results = NULL;
    talus_error error = {0};
    t->mass = campaign->rocks[0].rock->mass;
    t->terrain = campaign->site.terrain;
    cr_assert_eq(talus_campaign_replay(campaign, 0, log_step, t, NULL, &error), TALUS_OK);
    cr_assert_eq(talus_campaign_run(campaign, NULL, &results, &error), TALUS_OK, "%s",
                 error.message);
    double momentum[CELLS], translational[CELLS], angle[CELLS];
    for (size_t k = 0; k < CELLS; k++) {
        momentum[k] = t->mass * t->speed[k];
        translational[k] = 0.5 * t->mass * t->speed[k] * t->speed[k];
        angle[k] = atan(t->tangent[k]);
    }
    const struct {
        talus_raster raster;
        const double *expected;
        bool is_fixed; ///< counted in 2^-10 J or N s
    } rows[] = {
        {{TALUS_STATISTIC, TALUS_ROTATIONAL_ENERGY, -2.0, 0}, t->rotational, false},
        {{TALUS_STATISTIC, TALUS_TRANSLATIONAL_ENERGY, -2.0, 0}, translational, false},
        {{TALUS_STATISTIC, TALUS_MOMENTUM, -1.0, 0}, momentum, true},
        {{TALUS_STATISTIC, TALUS_JUMP_NORMAL, -2.0, 0}, t->normal, false},
        {{.kind = TALUS_CELL_VALUE, .value = TALUS_FIRST_ARRIVAL}, t->arrival, false},
        {{.kind = TALUS_CELL_VALUE, .value = TALUS_REACH_ANGLE}, angle, false},
        {{.kind = TALUS_CELL_VALUE, .value = TALUS_REACH_ANGLE_MIN}, angle, false},
        {{.kind = TALUS_CELL_VALUE, .value = TALUS_IMPACTS}, t->impacts, false},
        {{.kind = TALUS_CELL_VALUE, .value = TALUS_FOREST_ENERGY}, t->forest, true},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        // a corner that a step cuts is a cell without an entry in the log: none of them is asked
        cr_expect_eq(count_different(results, rows[k].raster, rows[k].expected, t->touched,
                                     rows[k].is_fixed ? 5e-4 : 1e-6),
                     0, "raster %zu", k); /* measured 6e-8: float */
    }
    talus_results_destroy(results);
    free(t);
}

static void keep_all(talus_campaign *campaign)
{
    campaign->cell_quantities = UINT32_MAX;
    campaign->cell_values = UINT32_MAX;
}

Test(layers, what_cells_keep_is_what_a_log_of_every_step_says)
{
    static uint8_t classes[2] = {0, 1}; // forest from x = 30 m on
    const talus_forest forest = {.drag = 150.0, .height = 30.0};
    const talus_class_map east = {.cell = 30.0, .nx = 2, .ny = 1, .classes = classes};
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    talus_campaign *campaign = incline_campaign(&scene);
    keep_all(campaign);
    campaign->site.forests = &forest;
    campaign->site.forest_count = 1;
    campaign->site.forest_map = &east;
    scene.release.rocks = 1;
    for (campaign->seed = 1; campaign->seed < 5; campaign->seed++) {
        expect_the_log(campaign);
    }
    incline_clear(&scene);
}

Test(layers, same_bits_for_any_number_of_threads)
{
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    talus_campaign *campaign = incline_campaign(&scene);
    keep_all(campaign);
    campaign->stratified = true;
    talus_results *results[2] = {NULL, NULL};
    for (unsigned k = 0; k < 2; k++) {
        cr_assert_eq(talus_campaign_run(campaign,
                                        &(talus_run_options){.size = sizeof(talus_run_options),
                                                             .threads = 1 + 3 * k},
                                        &results[k], NULL),
                     TALUS_OK);
    }
    for (const char *const *name = campaign_layer_names; *name != NULL; name++) {
        static float x[CELLS], y[CELLS];
        const talus_window whole = {.nx = NX, .ny = NY};
        campaign_layer layer;
        cr_assert(campaign_layer_find(*name, &layer));
        cr_assert_eq(campaign_layer_values(&layer, results[0], &whole, x, NULL), TALUS_OK);
        cr_assert_eq(campaign_layer_values(&layer, results[1], &whole, y, NULL), TALUS_OK);
        cr_expect_eq(memcmp(x, y, sizeof x), 0, "%s", *name);
    }
    talus_results_destroy(results[0]);
    talus_results_destroy(results[1]);
    incline_clear(&scene);
}

Test(layers, deposited_volume_is_that_of_the_rocks_that_stopped)
{
    incline scene;
    incline_make(&scene, 0.7, 0.15, false);
    talus_campaign *campaign = incline_campaign(&scene);
    keep_all(campaign);
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(campaign, NULL, &results, NULL), TALUS_OK);
    float *volume = raster_of(
        results, (talus_raster){.kind = TALUS_CELL_VALUE, .value = TALUS_DEPOSITED_VOLUME});
    double total = 0.0, expected = 0.0;
    for (size_t k = 0; k < CELLS; k++) {
        total += isnan(volume[k]) ? 0.0 : (double)volume[k];
    }
    for (size_t k = 0; k < talus_campaign_rock_count(campaign); k++) {
        const talus_rock_record *record = &ensemble_records(results)[k];
        expected += record->outcome == TALUS_STOPPED ? record->volume : 0.0;
    }
    cr_expect_gt(expected, 1.0);
    cr_expect(fabs(total / expected - 1.0) < 1e-6); /* measured 3e-8: float */
    free(volume);
    talus_results_destroy(results);
    incline_clear(&scene);
}

/// By name, in the unit of files: what the raster holds, times its factor, and nothing where an amount is 0.
Test(layers, results_have_them_by_name)
{
    static incline scene;
    static float energy[CELLS], joules[CELLS], count[CELLS], raw[CELLS], part[6];
    incline_make(&scene, 0.7, 0.15, false);
    talus_results *results = NULL;
    cr_assert_eq(talus_campaign_run(incline_campaign(&scene), NULL, &results, NULL), TALUS_OK);
    const talus_raster median = {
        .kind = TALUS_STATISTIC, .quantity = TALUS_KINETIC_ENERGY, .at = 0.5};
    const talus_raster passages = {.kind = TALUS_PASSAGES};
    const talus_window window = {.i = 20, .j = 18, .nx = 3, .ny = 2};
    cr_assert_eq(talus_results_layer(results, "kinetic_energy_p50", NULL, energy, NULL), TALUS_OK);
    cr_assert_eq(talus_results_raster(results, &median, NULL, joules, NULL), TALUS_OK);
    cr_assert_eq(talus_results_layer(results, "passages", NULL, count, NULL), TALUS_OK);
    cr_assert_eq(talus_results_raster(results, &passages, NULL, raw, NULL), TALUS_OK);
    cr_assert_eq(talus_results_layer(results, "passages", &window, part, NULL), TALUS_OK);
    size_t reached = 0;
    for (size_t k = 0; k < CELLS; k++) {
        reached += raw[k] > 0.0F;
        cr_expect(isnan(joules[k]) ? isnan(energy[k]) : energy[k] == 1e-3F * joules[k]);
        cr_expect(raw[k] > 0.0F ? count[k] == raw[k] : isnan(count[k]));
    }
    cr_expect(reached > 50 && reached < CELLS, "%zu", reached);
    for (size_t k = 0; k < 6; k++) {
        const float whole = count[(18 + k / 3) * NX + 20 + k % 3];
        cr_expect(isnan(whole) ? isnan(part[k]) : part[k] == whole);
    }
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(layers, have_a_title_and_a_unit)
{
    talus_layer layer = {.size = sizeof layer};
    cr_assert_eq(talus_layer_find("kinetic_energy_p95", &layer, NULL), TALUS_OK);
    cr_expect_str_eq(layer.title, "Kinetic energy, 95th percentile");
    cr_expect_str_eq(layer.unit, "kJ");
    cr_expect_not(layer.is_amount);
    cr_assert_eq(talus_layer_find("speed_exceeds_10_m_s", &layer, NULL), TALUS_OK);
    cr_expect_str_eq(layer.unit, "1");
    cr_expect(layer.is_amount);
}
