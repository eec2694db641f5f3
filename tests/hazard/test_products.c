// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a hazard assessment of a small campaign, against what its rocks say one by one.
#include "hazard/products.h"

#include "geo/geo.h"
#include "output/scene.h"

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
    hazard_job job = {.context = &p->s.context, .results = p->s.results, .request = &p->request};
    const talus_contributor hazard = hazard_contributor(&job);
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
    const talus_run_options options = {.threads = 2};
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
        cr_assert_eq(hazard_rules_read(path, NULL, &p->request.rules, &error), TALUS_OK, "%s",
                     error.message);
    }
    const char *base = getenv("TALUS_TEST_TMP");
    snprintf(p->directory, sizeof p->directory, "%s/hazard_%s", base ? base : "/tmp", name);
    scene_remove(p->directory);
    product_write(p);
}

static void product_clear(product *p)
{
    hazard_rules_destroy(p->request.rules);
    p->request.rules = NULL;
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

Test(products, zones_of_a_pack_are_written_as_raster_polygons_and_summary)
{
    product p;
    product_init(&p, "zones", "switzerland");
    geo_image zones = read_layer(&p, "zones"), level = read_layer(&p, "intensity_rp30");
    size_t count = 0;
    for (size_t k = 0; k < zones.nx * zones.ny; k++) {
        if (zones.values[k] == zones.values[k]) {
            cr_assert(zones.values[k] >= 1.0F && zones.values[k] <= 4.0F);
            count++;
        }
    }
    cr_expect_gt(count, 20);
    cr_expect(has_file(&p, "intensity_rp300.tif"));
    cr_expect(has_file(&p, "hazard.json"));
    char path[640];
    snprintf(path, sizeof path, "%s/hazard.gpkg", p.directory);
    geo_vectors polygons;
    geo_attribute areas;
    talus_error error = {0};
    cr_assert_eq(
        geo_read_vectors(path, "zones", NULL, SCENE_WKT, 0.0, 0.0, NULL, &polygons, &error),
        TALUS_OK, "%s", error.message);
    cr_expect_eq(polygons.kind, GEO_POLYGONS);
    cr_assert_eq(geo_read_attribute(path, "zones", NULL, "area_m2", &areas, &error), TALUS_OK);
    double area = 0.0;
    for (size_t k = 0; k < areas.count; k++) {
        area += strtod(areas.texts[k], NULL);
    }
    const double cell = p.s.campaign.cells.cell;
    cr_expect_float_eq(area, (double)count * cell * cell, 1e-3, "%g", area);
    geo_attribute_clear(&areas);
    geo_vectors_clear(&polygons);
    geo_image_clear(&zones);
    geo_image_clear(&level);
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
    const talus_crossing *crossings = talus_results_crossings(p.s.results, &count);
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
    p.request.rules->keys.design.percentile = 50.0;
    product_write(&p);
    text = read_table(&p, "design.csv");
    read_row(strchr(text, '\n') + 1, 1, 10, values);
    const talus_crossing *crossings = talus_results_crossings(p.s.results, &count);
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
    hazard_design_rule *rule = &p.request.rules->keys.design;
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
