// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a hazard assessment of a small campaign, against what its rocks say one by one.
#include "failing_memory.h"
#include "hazard/product.h"

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
        double values[3], rocks = 0.0, above = 0.0;
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
        for (size_t k = 0; k < count; k++) {
            above += crossings[k].values[TALUS_GAUGE_ENERGY] > 1e3 * values[0];
        }
        cr_expect_geq(values[1], 0.99 * rocks / SCENE_ROCKS - 0.02, "%g kJ", values[0]);
        // two crossings for each rock: as many rocks as crossings above, or all; to a bucket
        cr_expect_leq(values[1], fmin(1.0, above / SCENE_ROCKS) + 0.02, "%g kJ", values[0]);
        cr_expect_float_eq(values[2], frequency * values[1], 1e-6);
        between += rocks > 0.0;
    }
    cr_expect_gt(between, 20);
    free(text);
    product_clear(&p);
}

Test(products, periods_that_a_caller_gives_take_the_place_of_those_of_the_rules)
{
    product p;
    product_init(&p, "periods", NULL);
    const double periods[] = {7.0, 70.0};
    talus_hazard_options options;
    memset(&options, 0x5a, sizeof options);
    talus_hazard_options_defaults(&options, sizeof options);
    cr_expect_eq(options.years, 50.0);
    cr_expect_null(options.rules);
    options.periods = periods;
    options.period_count = 2;
    talus_hazard *hazard = NULL;
    cr_assert_eq(talus_hazard_create(&p.s.campaign, &options, &hazard, NULL), TALUS_OK);
    cr_assert_eq(hazard->period_count, 2);
    cr_expect_eq(hazard->periods[0], 7.0);
    cr_expect_eq(hazard->periods[1], 70.0);
    talus_hazard_destroy(hazard);
    product_clear(&p);
}

Test(products, conditional_weights_of_all_rocks_add_up_to_one)
{
    product p;
    product_init(&p, "weights", NULL);
    size_t count = 0;
    const talus_stratum *strata = ensemble_strata(p.s.results, &count);
    hazard_weights weights;
    cr_assert(hazard_weights_init(&weights, p.s.results));
    double conditional = 0.0, annual = 0.0;
    for (size_t k = 0; k < count; k++) {
        conditional += weights.conditional[k] * (double)strata[k].rocks;
        annual += weights.annual[k] * (double)strata[k].rocks;
    }
    cr_expect_float_eq(conditional, 1.0, 1e-14);
    cr_expect_float_eq(annual, frequency, 1e-14);
    hazard_weights_clear(&weights);
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
