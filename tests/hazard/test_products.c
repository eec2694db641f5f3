// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a hazard assessment of a small campaign, against what its rocks say one by one.
#include "failing_memory.h"
#include "studies/hazard/products.h"

#include "foundation/files/files.h"
#include "io/geo/geo.h"
#include "products/scene.h"
#include "runs/observe/rate.h"

static const double frequency = 0.2; // rocks per year

typedef struct product {
    scene s;
    scenario_hazard keys;
    hazard_request request;
    double energies[1], heights[1];
    double line[8];
    talus_screen screen;
    char directory[512];
} product;

static void product_write(product *p)
{
    talus_hazard_job job = talus_hazard_job_default();
    job.context = &p->s.context;
    job.results = p->s.results;
    job.hazard = &p->request;
    const talus_contributor hazard = talus_hazard_contributor(&job);
    talus_directory *directory = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_directory_open(p->directory, NULL, &directory, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_directory_prepare(directory, &hazard, 1, &error), TALUS_OK, "%s",
                 error.message);
    cr_assert_eq(talus_directory_write(directory, &hazard, 1, false, &error), TALUS_OK, "%s",
                 error.message);
    talus_directory_close(directory);
}

static void product_init(product *p, const char *name, const char *pack)
{
    memset(p, 0, sizeof *p);
    scene_init(&p->s);
    talus_results_destroy(p->s.results);
    p->s.campaign.stratified = true;
    p->s.campaign.frequency = &frequency;
    // every rock crosses it high on the ramp and once more, faster, at its foot
    const double line[8] = {20.0, -1.0, 20.0, 61.0, 48.0, 61.0, 48.0, -1.0};
    memcpy(p->line, line, sizeof line);
    p->screen = (talus_screen){.line = {"fence", 4, p->line}, .recross = true};
    p->s.campaign.screens = &p->screen;
    p->s.campaign.screen_count = 1;
    talus_error error = {0};
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 2};
    cr_assert_eq(talus_campaign_run(&p->s.campaign, &options, &p->s.results, &error), TALUS_OK,
                 "%s", error.message);
    p->energies[0] = 5.0;
    p->heights[0] = 0.5;
    p->keys =
        (scenario_hazard){.energies = {1, p->energies}, .heights = {1, p->heights}, .years = 50.0};
    p->request = (hazard_request){.keys = &p->keys, .period_count = 2, .periods = {10.0, 100.0}};
    if (pack != NULL) {
        char path[512];
        snprintf(path, sizeof path, "%s/scenarios/rules/%s.yaml", TALUS_SOURCE_DIR, pack);
        cr_assert_eq(talus_rules_read(path, NULL, &p->request.read, &error), TALUS_OK, "%s",
                     error.message);
        p->request.rules = p->request.read;
    }
    const char *base = getenv("TALUS_TEST_TMP");
    snprintf(p->directory, sizeof p->directory, "%s/hazard_%s", base ? base : "/tmp", name);
    scene_remove(p->directory);
    product_write(p);
}

static void product_clear(product *p)
{
    hazard_assessment_destroy(p->request.assessment);
    talus_rules_destroy(p->request.read);
    p->request = (hazard_request){0};
    scene_clear(&p->s);
}

static geo_image read_layer(const product *p, const char *name)
{
    char path[640];
    geo_image image = {0};
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/%s.tif", p->directory, name);
    cr_assert_eq(geo_read_image(path, &image, &error), TALUS_OK, "%s", error.message);
    return image;
}

// what a member dropped or left open would change
static void expect_summary(const product *p)
{
    static const char *const members[] = {"years",
                                          "rules",
                                          "rules_sha256",
                                          "source",
                                          "note",
                                          "basis",
                                          "uncertain_figures",
                                          "levels",
                                          "intensities",
                                          "zones",
                                          "matrix",
                                          "residual",
                                          "undecided",
                                          "cells",
                                          "zone_areas",
                                          "map_patches",
                                          "unreached_rate_high"};
    static const char *const of_undecided[] = {"value", "name", "title", "colour", "hatched"};
    char path[640];
    files_json *json = NULL;
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/hazard.json", p->directory);
    cr_assert_eq(files_json_read(path, &json, &error), TALUS_OK, "%s", error.message);
    const files_json_node *root = files_json_root(json);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        cr_expect_str_eq(files_json_key(root, i), members[i]);
    }
    cr_expect_null(files_json_key(root, sizeof members / sizeof members[0]));
    const files_json_node *undecided = files_json_member(root, "undecided");
    for (size_t i = 0; i < sizeof of_undecided / sizeof of_undecided[0]; i++) {
        cr_expect_str_eq(files_json_key(undecided, i), of_undecided[i]);
    }
    cr_expect_null(files_json_key(undecided, 5));
    cr_expect_eq(files_json_length(files_json_member(root, "zones")), p->request.rules->zone_count);
    cr_expect_eq(files_json_length(files_json_member(root, "intensities")),
                 p->request.rules->class_count);
    files_json_destroy(json);
}

static bool has_file(const product *p, const char *name)
{
    char path[640];
    snprintf(path, sizeof path, "%s/%s", p->directory, name);
    return access(path, R_OK) == 0;
}

Test(products, annual_frequency_is_frequency_times_share_of_the_rocks)
{
    product p;
    product_init(&p, "frequency", NULL);
    const talus_cells *cells = &p.s.campaign.cells;
    float *passages = malloc(cells->nx * cells->ny * sizeof *passages);
    const talus_raster all = {.kind = TALUS_PASSAGES};
    cr_assert_eq(talus_results_raster(p.s.results, &all, NULL, passages, NULL), TALUS_OK);
    const geo_image image = read_layer(&p, "annual_frequency");
    cr_assert_str_eq(image.unit, "1/yr");
    size_t touched = 0;
    for (size_t k = 0; k < cells->nx * cells->ny; k++) {
        if (passages[k] > 0.0F) {
            cr_assert_float_eq(image.values[k], 0.2 * (double)passages[k] / SCENE_ROCKS, 1e-7);
            touched++;
        } else {
            cr_assert_neq(image.values[k], image.values[k], "NODATA");
        }
    }
    cr_expect_gt(touched, 20);
    geo_image copy = image;
    geo_image_clear(&copy);
    free(passages);
    product_clear(&p);
}

Test(products, return_level_is_exceeded_at_its_rate)
{
    product p;
    product_init(&p, "levels", NULL);
    const talus_cells *cells = &p.s.campaign.cells;
    const double weight = frequency / SCENE_ROCKS;
    geo_image often = read_layer(&p, "kinetic_energy_rp10"),
              rare = read_layer(&p, "kinetic_energy_rp100");
    float *largest = malloc(cells->nx * cells->ny * sizeof *largest);
    float *exceeded = malloc(cells->nx * cells->ny * sizeof *exceeded);
    const talus_raster most = {
        .kind = TALUS_STATISTIC, .quantity = TALUS_KINETIC_ENERGY, .at = -2.0};
    cr_assert_eq(talus_results_raster(p.s.results, &most, NULL, largest, NULL), TALUS_OK);
    for (size_t k = 0; k < cells->nx * cells->ny; k++) {
        // 0.01 a year is less than one rock's 0.04: the largest rock is it, within the sketch
        if (rare.values[k] == rare.values[k]) {
            cr_assert_leq(rare.values[k], 1e-3 * (double)largest[k] * 1.016);
            cr_assert_geq(rare.values[k], 1e-3 * (double)largest[k] * 0.98);
        }
        if (often.values[k] == often.values[k]) {
            cr_assert_leq(often.values[k], rare.values[k]);
            cr_assert_eq(talus_results_exceedance(p.s.results, TALUS_KINETIC_ENERGY,
                                                  1e3 * (double)often.values[k], &weight, NULL,
                                                  exceeded, NULL),
                         TALUS_OK);
            cr_assert_float_eq(exceeded[k], 0.1, 0.0401); // to a rock
        }
    }
    geo_image_clear(&often);
    geo_image_clear(&rare);
    free(largest);
    free(exceeded);
    product_clear(&p);
}

/// Numbers of a row behind its first `names` fields, NaN for empty ones; @return the next row
static const char *read_row(const char *row, size_t names, size_t count, double *values)
{
    for (size_t k = 0; k < names; k++) {
        row = strchr(row, ',') + 1;
    }
    for (size_t k = 0; k < count; k++) {
        char *end = NULL;
        values[k] = strtod(row, &end);
        values[k] = end == row ? (double)NAN : values[k];
        row = end + 1;
    }
    return row;
}

static char *read_table(const product *p, const char *name)
{
    char path[640], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", p->directory, name);
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
    return text;
}

Test(products, curves_of_a_screen_that_is_crossed_twice_are_no_less_than_its_rocks)
{
    product p;
    size_t count = 0, between = 0;
    product_init(&p, "recross", NULL);
    const talus_crossing *crossings = ensemble_crossings(p.s.results, &count);
    cr_assert_eq(count, 2 * SCENE_ROCKS);
    char *text = read_table(&p, "curves.csv");
    const char *row = strchr(text, '\n') + 1;
    while (strncmp(row, "\"fence\",screen,kinetic", 22) == 0) {
        double values[3], rocks = 0.0;
        row = read_row(row, 3, 3, values);
        row += strcspn(row, "\n") + 1;
        for (uint64_t rock = 0; rock < SCENE_ROCKS; rock++) {
            bool exceeds = false;
            for (size_t k = 0; k < count; k++) {
                exceeds = exceeds || (crossings[k].rock == rock &&
                                      crossings[k].values[TALUS_GAUGE_ENERGY] > 1e3 * values[0]);
            }
            rocks += exceeds;
        }
        cr_expect_geq(values[1], 0.99 * rocks / SCENE_ROCKS - 0.02, "%g kJ", values[0]);
        cr_expect_leq(values[1], 1.0 + 1e-9);
        cr_expect_float_eq(values[2], frequency * values[1], 1e-6);
        between += rocks > 0.0;
    }
    cr_expect_gt(between, 20);
    free(text);
    product_clear(&p);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

Test(products, a_design_has_a_bound_where_the_crossings_are_enough_for_one)
{
    enum { PERCENTILE = 3, ENERGY, BOUND };
    product p;
    size_t count = 0;
    double values[10], energies[2 * SCENE_ROCKS];
    product_init(&p, "design", "italy");
    char *text = read_table(&p, "design.csv");
    read_row(strchr(text, '\n') + 1, 1, 10, values);
    cr_expect_eq(values[PERCENTILE], 95.0);
    cr_expect_gt(values[ENERGY], 0.0);
    cr_expect(isnan(values[BOUND]), "ten crossings bound no 95th percentile");
    free(text);
    p.request.read->keys.design.percentile = 50.0;
    product_write(&p);
    text = read_table(&p, "design.csv");
    read_row(strchr(text, '\n') + 1, 1, 10, values);
    const talus_crossing *crossings = ensemble_crossings(p.s.results, &count);
    for (size_t k = 0; k < count; k++) {
        energies[k] = 1e-3 * crossings[k].values[TALUS_GAUGE_ENERGY];
    }
    qsort(energies, count, sizeof *energies, by_size);
    // of ten: the ninth, P(B < 9) = 0.989, and the fifth, in buckets of 1/64
    cr_expect_float_eq(values[BOUND] / energies[8], 1.0, 0.016);
    cr_expect_float_eq(values[ENERGY] / energies[4], 1.0, 0.016);
    free(text);
    product_clear(&p);
}

/// The only message of a list of one.
static const char *only_message(const talus_diagnostics *found)
{
    cr_assert_eq(talus_diagnostics_count(found), 1);
    return talus_diagnostics_get(found, 0)->message;
}

/// P(N >= count) for a Poisson number N of this mean: one stratum, so its bounds are those of N.
static double tail_of(double count, double mean)
{
    return observe_gamma_below(count, mean);
}

Test(products, zones_of_a_pack_are_written_as_raster_polygons_and_summary)
{
    product p;
    product_init(&p, "zones", "switzerland");
    geo_image zones = read_layer(&p, "zones"), level = read_layer(&p, "intensity_rp30");
    size_t count = 0, undecided = 0;
    for (size_t k = 0; k < zones.nx * zones.ny; k++) {
        if (zones.values[k] == zones.values[k]) {
            cr_assert(zones.values[k] >= 0.0F && zones.values[k] <= 4.0F);
            count++;
            undecided += zones.values[k] == 0.0F;
        }
    }
    const hazard_tally *tally = &p.request.assessment->tally;
    cr_expect_gt(count, 20);
    cr_expect_eq(tally->reached, count);
    cr_expect_eq(tally->reached - tally->decided, undecided);
    cr_expect(has_file(&p, "intensity_rp300.tif"));
    expect_summary(&p);
    char path[640];
    snprintf(path, sizeof path, "%s/hazard.gpkg", p.directory);
    geo_vectors polygons;
    geo_attribute areas, ranks;
    talus_error error = {0};
    cr_assert_eq(
        geo_read_vectors(path, "zones", NULL, SCENE_WKT, 0.0, 0.0, NULL, &polygons, &error),
        TALUS_OK, "%s", error.message);
    cr_expect_eq(polygons.kind, GEO_POLYGONS);
    cr_assert_eq(geo_read_attribute(path, "zones", NULL, "area_m2", false, &areas, &error),
                 TALUS_OK);
    cr_assert_eq(geo_read_attribute(path, "zones", NULL, "rank", false, &ranks, &error), TALUS_OK);
    double area = 0.0, open = 0.0;
    for (size_t k = 0; k < areas.count; k++) {
        area += strtod(areas.texts[k], NULL);
        open += strcmp(ranks.texts[k], "0") == 0 ? strtod(areas.texts[k], NULL) : 0.0;
    }
    const double cell = p.s.campaign.cells.cell;
    cr_expect_float_eq(area, (double)count * cell * cell, 1e-3, "%g", area);
    cr_expect_float_eq(open, (double)undecided * cell * cell, 1e-3, "%g", open);
    geo_attribute_clear(&areas);
    geo_attribute_clear(&ranks);
    geo_vectors_clear(&polygons);
    geo_image_clear(&zones);
    geo_image_clear(&level);
    product_clear(&p);
}

Test(products, a_cell_has_a_zone_where_its_bounds_agree_and_is_undecided_elsewhere)
{
    product p;
    product_init(&p, "bounds", "switzerland");
    // from rocks that are surely more frequent than all levels to such that are hardly known
    static const double often[] = {10.0, 0.2, 0.02};
    for (size_t f = 0; f < sizeof often / sizeof often[0]; f++) {
        const double each = often[f] / SCENE_ROCKS;
        p.s.campaign.frequency = &often[f];
        talus_results_destroy(p.s.results);
        cr_assert_eq(talus_campaign_run(&p.s.campaign, NULL, &p.s.results, NULL), TALUS_OK);
        cr_assert_eq(talus_hazard_assess(&p.request, &p.s.campaign, p.s.results, NULL, NULL),
                     TALUS_OK);
        const hazard_assessment *a = p.request.assessment;
        const talus_zoning zoning = hazard_zoning_of(p.request.rules);
        const size_t cells = a->window.nx * a->window.ny;
        float *rate = malloc(cells * sizeof *rate);
        for (size_t level = 0; level < zoning.rate_count; level++) {
            for (size_t t = 0; t < zoning.threshold_count; t++) {
                cr_assert_eq(talus_results_exceedance(p.s.results, TALUS_KINETIC_ENERGY,
                                                      zoning.thresholds[t], &each, &a->window, rate,
                                                      NULL),
                             TALUS_OK);
                const double mean = zoning.rates[level] / each;
                for (size_t k = 0; k < cells; k++) {
                    const double rocks = (double)rate[k] / each;
                    const uint8_t kind = a->levels[level][k];
                    const bool above = rocks > 1e-9 && tail_of(rocks, mean) < 0.025;
                    const bool below = tail_of(rocks + 1.0, mean) > 0.975;
                    if (kind == HAZARD_UNDECIDED || a->high[k] == 0) {
                        continue;
                    }
                    // a decided class: every threshold is surely exceeded, or surely not
                    cr_expect_eq(above, kind >= t + 1, "cell %zu: %g rocks over %g", k, rocks,
                                 mean);
                    cr_expect_eq(below, kind < t + 1, "cell %zu: %g rocks over %g", k, rocks, mean);
                }
            }
        }
        cr_expect_float_eq(a->tally.unreached_rate / each, 3.68888, 1e-5);
        free(rate);
    }
    product_clear(&p);
}

Test(products, one_track_decides_nothing_and_many_rocks_decide_something)
{
    product p;
    product_init(&p, "one_track", "norway");
    const hazard_tally *few = &p.request.assessment->tally;
    // a rock stands for 0.02 a year: neither above 1/100 for sure nor below 1/5000
    cr_expect_gt(few->reached, 20);
    cr_expect_lt(few->decided, few->reached);
    talus_diagnostics *found = talus_diagnostics_create();
    hazard_report_unreached(&p.request, found);
    cr_expect_not_null(strstr(only_message(found), "a cell that no rock has reached"));
    talus_diagnostics_destroy(found);
    // frequent rocks: wherever several pass it is above all levels
    static const double often = 2000.0;
    p.s.campaign.frequency = &often;
    talus_results_destroy(p.s.results);
    cr_assert_eq(talus_campaign_run(&p.s.campaign, NULL, &p.s.results, NULL), TALUS_OK);
    cr_assert_eq(talus_hazard_assess(&p.request, &p.s.campaign, p.s.results, NULL, NULL), TALUS_OK);
    cr_expect_eq(p.request.assessment->tally.decided, p.request.assessment->tally.reached);
    product_clear(&p);
}

Test(products, how_much_is_decided_stands_in_the_summary)
{
    product p;
    product_init(&p, "tally", "switzerland");
    char path[640];
    files_json *json = NULL;
    double reached = 0.0, share = 0.0;
    snprintf(path, sizeof path, "%s/summary.json", p.directory);
    cr_assert_eq(files_json_read(path, &json, NULL), TALUS_OK);
    const files_json_node *hazard = files_json_member(files_json_root(json), "hazard");
    const files_json_node *cells = files_json_member(hazard, "cells");
    cr_assert(files_json_number(files_json_member(cells, "reached"), &reached));
    cr_assert(files_json_number(files_json_member(cells, "decided_share"), &share));
    cr_expect_eq(reached, (double)p.request.assessment->tally.reached);
    cr_expect(share >= 0.0 && share <= 1.0);
    cr_expect_eq(files_json_length(files_json_member(hazard, "zone_areas")), 4);
    files_json_destroy(json);
    product_clear(&p);
}

Test(products, a_design_height_beyond_all_nets_is_reported_and_has_no_net)
{
    enum { DESIGN_HEIGHT = 13, NET = 15, HIGHEST, COUNT };
    product p;
    double values[COUNT + 1];
    product_init(&p, "high", "austria");
    hazard_design_rule *rule = &p.request.read->keys.design;
    talus_diagnostics *found = talus_diagnostics_create();
    // the rocks are a metre or two above the ground: nets will do
    cr_assert_eq(hazard_report_designs(&p.s.campaign, p.s.results, &p.request, found, NULL),
                 TALUS_OK);
    cr_expect_eq(talus_diagnostics_count(found), 0);
    rule->clearance = 30.0;
    cr_assert_eq(hazard_report_designs(&p.s.campaign, p.s.results, &p.request, found, NULL),
                 TALUS_OK);
    const char *message = only_message(found);
    cr_expect_not_null(strstr(message, "screen \"fence\": no net is that high: "), "%s", message);
    cr_expect_not_null(strstr(message, "nets have at most 8 m"), "%s", message);
    product_write(&p);
    char *text = read_table(&p, "design.csv");
    const char *row = strchr(text, '\n') + 1;
    read_row(row, 1, COUNT + 1, values);
    cr_expect_gt(values[DESIGN_HEIGHT], 30.0);
    cr_expect(isnan(values[NET]), "a class of net for %g m", values[DESIGN_HEIGHT]);
    cr_expect_eq(values[HIGHEST], 8.0);
    cr_expect_not_null(strstr(row, ",\"no net is that high: "), "%s", row);
    free(text);
    talus_diagnostics_destroy(found);
    product_clear(&p);
}

Test(products, rules_without_a_matrix_say_that_they_make_no_zones)
{
    char sentence[HAZARD_SENTENCE];
    product p;
    product_init(&p, "no_matrix", "austria");
    cr_assert(hazard_no_zones(&p.request, sentence));
    cr_expect_not_null(strstr(sentence, "Austria"), "%s", sentence);
    cr_expect_not_null(strstr(sentence, "have no 'matrix'"), "%s", sentence);
    cr_expect_not(has_file(&p, "zones.tif"));
    char *json = read_table(&p, "hazard.json");
    cr_expect_not_null(strstr(json, "\"no_zones\": \"no zones and no intensities are made"), "%s",
                       json);
    free(json);
    talus_diagnostics *found = talus_diagnostics_create();
    hazard_report_no_zones(&p.request, &p.s.campaign, found);
    cr_expect_null(strstr(only_message(found), "has no screen"));
    cr_expect_eq(talus_diagnostics_get(found, 0)->severity, TALUS_WARNING);
    talus_diagnostics_destroy(found);
    found = talus_diagnostics_create();
    p.s.campaign.screen_count = 0;
    hazard_report_no_zones(&p.request, &p.s.campaign, found);
    cr_expect_not_null(strstr(only_message(found), "has no screen"));
    talus_diagnostics_destroy(found);
    p.s.campaign.screen_count = 1;
    product_clear(&p);
}

Test(products, rules_with_a_matrix_say_nothing)
{
    char sentence[HAZARD_SENTENCE];
    product p;
    product_init(&p, "matrix", "norway");
    cr_expect_not(hazard_no_zones(&p.request, sentence));
    char *json = read_table(&p, "hazard.json");
    cr_expect_null(strstr(json, "no_zones"));
    free(json);
    product_clear(&p);
}

Test(products, rules_of_probabilities_need_no_frequencies)
{
    product p;
    product_init(&p, "france", "france");
    geo_image level = read_layer(&p, "intensity_p0.01");
    cr_expect_eq(level.nx, p.s.campaign.cells.nx);
    geo_image_clear(&level);
    product_clear(&p);
}

Test(products, design_height_is_that_of_the_point_that_the_rules_name)
{
    enum { HEIGHT = 6, TOP = 8, CLEARANCE = 10, DESIGN_HEIGHT = 13, COUNT };
    product p;
    double values[COUNT];
    product_init(&p, "design_height", "italy");
    hazard_design_rule *rule = &p.request.read->keys.design;
    cr_expect_eq(rule->height_of, HAZARD_HEIGHT_TOP, "the pack as it is");
    for (int of = HAZARD_HEIGHT_CENTRE; of <= HAZARD_HEIGHT_TOP; of++) {
        rule->height_of = of;
        product_write(&p);
        char *text = read_table(&p, "design.csv");
        read_row(strchr(text, '\n') + 1, 1, COUNT, values);
        cr_expect_leq(values[CLEARANCE], values[HEIGHT]);
        cr_expect_gt(values[TOP], values[HEIGHT]);
        const double height = values[of == HAZARD_HEIGHT_TOP ? TOP : HEIGHT];
        // six digits in the table
        cr_expect_float_eq(values[DESIGN_HEIGHT], height * rule->height_factor + rule->clearance,
                           2e-5);
        free(text);
    }
    product_clear(&p);
}

// before: the second try to assess succeeded; a complete result lacked the warnings of the first
Test(hazard_products, are_not_written_after_an_assessment_that_failed)
{
    product p;
    product_init(&p, "failed", "switzerland");
    talus_hazard_job job = talus_hazard_job_default();
    job.context = &p.s.context;
    job.results = p.s.results;
    job.hazard = &p.request;
    const talus_contributor hazard = talus_hazard_contributor(&job);
    talus_directory *directory = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_directory_open(p.directory, NULL, &directory, &error), TALUS_OK);
    cr_assert_eq(talus_directory_prepare(directory, &hazard, 1, &error), TALUS_OK);
    has_no_memory = true;
    const talus_status assessed = talus_hazard_assess(job.hazard, job.context->campaign,
                                                      job.results, job.diagnostics, &error);
    has_no_memory = false;
    cr_expect_eq(assessed, TALUS_ERROR_MEMORY);
    cr_expect_eq(talus_directory_write(directory, &hazard, 1, false, &error), TALUS_ERROR_MEMORY);
    cr_expect_eq(talus_hazard_assess(job.hazard, job.context->campaign, job.results,
                                     job.diagnostics, &error),
                 TALUS_OK, "%s", error.message);
    cr_expect_eq(talus_directory_write(directory, &hazard, 1, false, &error), TALUS_OK, "%s",
                 error.message);
    talus_directory_close(directory);
    product_clear(&p);
}
