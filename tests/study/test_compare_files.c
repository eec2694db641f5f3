// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a comparison: difference rasters, comparison.json, rocks.csv, charts, maps.
#include "foundation/files/files.h"
#include "io/geo/geo.h"
#include "io/products/output.h"
#include "products/scene.h"
#include "runs/ensemble/layer_values.h"
#include "studies/study/compare.h"

#include <cairo.h>

/// fontconfig keeps its caches to the end of the process.
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig\n";
}

/// A study of both schemes on the scene, with everything written but the variants' directories.
typedef struct desk {
    scene scene;
    compare_study *study;
    compare_files files;
    char directory[512];
    float *values[2]; ///< of a layer, of both
    size_t cells;
} desk;

/// @param layer        whose values are kept
/// @param may_break    the second variant has the law of breaking, and the scheme of the first
static void make_desk_of(desk *d, const char *layer_name, bool may_break)
{
    d->files = (compare_files){.directory = NULL};
    compare_variant variants[] = {{.scheme = TALUS_SCHEME_EXPLICIT, .time_step = 0.002},
                                  {.scheme = TALUS_SCHEME_MIDPOINT, .time_step = 0.002}};
    compare_rasters *rasters = compare_rasters_create();
    talus_error error = {0};
    scene_init(&d->scene);
    if (may_break) {
        variants[0] = variants[1];
        variants[0].is_unbroken = true;
        d->scene.campaign.breaking = (talus_breaking){.law = TALUS_BREAKING_THRESHOLD,
                                                      .energy = 10.0,
                                                      .survival = 0.4,
                                                      .beta = 1.0,
                                                      .least_volume = 0.05,
                                                      .window = 0.5};
    }
    scene_path(d->directory, "compare");
    cr_assert_eq(talus_directory_open(d->directory, NULL, &d->files.directory, &error), TALUS_OK,
                 "%s", error.message);
    compare_name_variants(variants, 2);
    cr_assert_eq(compare_create(&d->scene.campaign, variants, 2, &d->study, &error), TALUS_OK);
    d->files.context = &d->scene.context;
    d->files.rock = 2;
    d->files.envelope = 0.2;
    cr_assert_eq(compare_claim(d->study, d->files.directory, &error), TALUS_OK);
    cr_assert_eq(talus_directory_start(d->files.directory, &error), TALUS_OK, "%s", error.message);
    d->cells = d->scene.campaign.cells.nx * d->scene.campaign.cells.ny;
    for (size_t k = 0; k < 2; k++) {
        const compare_options options = {.threads = 1};
        talus_results *results = NULL;
        char path[OUTPUT_PATH_SIZE];
        cr_assert_eq(compare_run(d->study, &options, &results, &error), TALUS_OK, "%s",
                     error.message);
        cr_assert_eq(compare_write_rasters(d->study, &d->files, results, rasters, &error), TALUS_OK,
                     "%s", error.message);
        snprintf(path, sizeof path, "%s/%s", d->directory, variants[k].name);
        cr_assert_eq(talus_products_write(path, &d->scene.context, results, NULL, false, &error),
                     TALUS_OK, "%s", error.message);
        d->values[k] = malloc(d->cells * sizeof *d->values[k]);
        const talus_cells *cells = &d->scene.campaign.cells;
        const talus_window whole = {.nx = cells->nx, .ny = cells->ny};
        campaign_layer layer;
        cr_assert(campaign_layer_find(layer_name, &layer));
        cr_assert_eq(campaign_layer_values(&layer, results, &whole, d->values[k], NULL), TALUS_OK);
        talus_results_destroy(results);
    }
    cr_assert_eq(compare_pairs(d->study, &error), TALUS_OK);
    compare_rasters_destroy(rasters);
}

static void make_desk(desk *d)
{
    make_desk_of(d, "reach_probability", false);
}

static void clear_desk(desk *d)
{
    talus_directory_close(d->files.directory);
    scene_remove(d->directory);
    compare_destroy(d->study);
    free(d->values[0]);
    free(d->values[1]);
    scene_clear(&d->scene);
}

static char *read_file(const desk *d, const char *name, size_t *size)
{
    char path[OUTPUT_PATH_SIZE], *data = NULL;
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/%s", d->directory, name);
    cr_assert_eq(files_read_all(path, &data, size, &error), TALUS_OK, "%s", error.message);
    return data;
}

/// Is the raster the second variant minus the first?
static void check_difference(const desk *d, const char *name)
{
    char path[OUTPUT_PATH_SIZE];
    geo_image image;
    snprintf(path, sizeof path, "%s/%s.tif", d->directory, name);
    cr_assert_eq(geo_read_image(path, &image, NULL), TALUS_OK);
    size_t only_one = 0, none = 0;
    for (size_t k = 0; k < d->cells; k++) {
        const float a = d->values[0][k], b = d->values[1][k], found = image.values[k];
        if (isnan(a) && isnan(b)) {
            cr_assert(isnan(found), "no rock in either");
            none++;
        } else {
            cr_assert_eq(found, (isnan(b) ? 0.0F : b) - (isnan(a) ? 0.0F : a));
            only_one += isnan(a) != isnan(b);
        }
    }
    cr_expect_gt(only_one, 0);
    cr_expect_gt(none, 0);
    geo_image_clear(&image);
}

Test(compare_files, difference_is_variant_minus_reference)
{
    desk d;
    make_desk(&d);
    check_difference(&d, "difference_midpoint_reach_probability");
    clear_desk(&d);
}

Test(compare_files, passages_and_deposits_of_pieces_are_compared)
{
    static const char *const layers[] = {"passages", "deposits"};
    char name[80];
    for (size_t k = 0; k < 2; k++) {
        desk d;
        make_desk_of(&d, layers[k], true);
        cr_assert_gt(d.study->outcomes[1].totals.breaking.fragments, 10);
        snprintf(name, sizeof name, "difference_broken_%s", layers[k]);
        check_difference(&d, name);
        clear_desk(&d);
    }
}

Test(compare_files, summary_has_variants_and_their_comparison)
{
    desk d;
    make_desk(&d);
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    double value = 0.0;
    cr_assert_eq(compare_write_summary(d.study, &d.files, NULL), TALUS_OK);
    snprintf(path, sizeof path, "%s/comparison.json", d.directory);
    cr_assert_eq(files_json_read(path, &json, NULL), TALUS_OK);
    const files_json_node *root = files_json_root(json);
    cr_expect_str_eq(files_json_text(files_json_member(root, "reference")), "explicit");
    const files_json_node *variants = files_json_member(root, "variants");
    cr_assert_eq(files_json_length(variants), 2);
    const files_json_node *midpoint = files_json_item(variants, 1);
    cr_expect_str_eq(files_json_text(files_json_member(midpoint, "scheme")), "midpoint");
    const files_json_node *pooled = files_json_member(midpoint, "pooled");
    cr_expect(files_json_number(files_json_member(files_json_member(pooled, "speed_m_s"), "mean"),
                                &value));
    cr_expect_eq(value, d.study->outcomes[1].totals.pooled[TALUS_SPEED].mean);
    cr_expect(files_json_number(
        files_json_member(files_json_member(midpoint, "lateral_spread"), "std_m"), &value));
    cr_expect_eq(value, d.study->outcomes[1].spread.std);
    const files_json_node *pair = files_json_item(files_json_member(root, "comparisons"), 0);
    const files_json_node *speed = files_json_member(files_json_member(pair, "ratios"), "speed");
    cr_expect(files_json_number(files_json_member(speed, "high"), &value));
    cr_expect_eq(value, d.study->pairs[1].ratios[COMPARE_RATIO_SPEED].high);
    const files_json_node *path_m =
        files_json_member(files_json_member(pair, "kolmogorov_smirnov"), "path_m");
    cr_expect(files_json_number(files_json_member(path_m, "distance"), &value));
    cr_expect_eq(value, d.study->pairs[1].ks[COMPARE_PATH].distance);
    files_json_destroy(json);
    clear_desk(&d);
}

Test(compare_files, table_has_a_line_per_variant_and_rock)
{
    desk d;
    make_desk(&d);
    size_t size;
    cr_assert_eq(compare_write_tables(d.study, &d.files, NULL), TALUS_OK);
    char *text = read_file(&d, "rocks.csv", &size);
    size_t lines = 0;
    for (size_t k = 0; k < size; k++) {
        lines += text[k] == '\n';
    }
    cr_expect_eq(lines, 1 + 2 * SCENE_ROCKS);
    cr_expect_eq(strncmp(text, "variant,rock,outcome,runout_m,path_m,lateral_m,", 47), 0);
    char requested[128];
    const compare_outcome *last = &d.study->outcomes[1];
    snprintf(requested, sizeof requested, "\n%s,4,%s,", last->variant.name,
             talus_outcome_name((talus_outcome)last->ends[4]));
    cr_expect_not_null(strstr(text, requested), "%s in %s", requested, text);
    free(text);
    clear_desk(&d);
}

Test(compare_files, charts_are_drawn_and_the_same_again)
{
    static const char *const names[] = {"motion.svg", "profile.svg",     "distributions.svg",
                                        "spread.svg", "axis_shares.svg", "ratios.svg"};
    desk d;
    make_desk(&d);
    char *first[6];
    size_t sizes[6];
    talus_error error = {0};
    cr_assert_eq(compare_write_charts(d.study, &d.files, &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(compare_write_motion(d.study, &d.files, &error), TALUS_OK, "%s", error.message);
    for (size_t k = 0; k < 6; k++) {
        first[k] = read_file(&d, names[k], &sizes[k]);
        cr_expect_not_null(strstr(first[k], "</svg>"), "%s", names[k]);
    }
    cr_expect_not_null(strstr(first[0], "rock 2"));
    cr_assert_eq(compare_write_charts(d.study, &d.files, &error), TALUS_OK);
    cr_assert_eq(compare_write_motion(d.study, &d.files, &error), TALUS_OK);
    for (size_t k = 0; k < 6; k++) {
        size_t size;
        char *again = read_file(&d, names[k], &size);
        cr_expect(size == sizes[k] && memcmp(again, first[k], size) == 0, "%s", names[k]);
        free(again);
        free(first[k]);
    }
    clear_desk(&d);
}

/// Pixels in the colour of the outline.
static size_t count_outline(const desk *d)
{
    char path[OUTPUT_PATH_SIZE];
    snprintf(path, sizeof path, "%s/envelope_midpoint.png", d->directory);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    cr_assert_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    const int width = cairo_image_surface_get_width(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    size_t count = 0;
    for (int k = 0; k < width * cairo_image_surface_get_height(surface); k++) {
        const unsigned char *c = data + (k / width) * stride + 4 * (k % width);
        count += c[0] == 140 && c[1] == 51 && c[2] == 5;
    }
    cairo_surface_destroy(surface);
    return count;
}

Test(compare_files, map_shows_the_outline_of_the_variant)
{
    desk d;
    make_desk(&d);
    talus_error error = {0};
    cr_assert_eq(compare_write_maps(d.study, &d.files, &error), TALUS_OK, "%s", error.message);
    const size_t with = count_outline(&d);
    d.files.envelope = 1e9; // no cell reaches it: only the legend has the colour
    cr_assert_eq(compare_write_maps(d.study, &d.files, &error), TALUS_OK);
    const size_t without = count_outline(&d);
    cr_expect_gt(without, 20);
    cr_expect_gt(with, 10 * without, "%zu %zu", with, without);
    d.files.envelope = 0.0;
    cr_expect_eq(compare_write_maps(d.study, &d.files, &error), TALUS_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(error.message, "level of the envelope"));
    clear_desk(&d);
}
