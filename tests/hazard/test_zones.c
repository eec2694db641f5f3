// SPDX-License-Identifier: GPL-3.0-or-later
// Zones of a small campaign: bounds of its rates, decided and undecided cells, what rules ask for.
#include "hazard/product.h"

/// P(N >= count) for a Poisson number N of this mean: one stratum, so its bounds are those of N.
static double tail_of(double count, double mean)
{
    return statistics_gamma_below(count, mean);
}

Test(zones, zones_of_a_pack_are_written_as_raster_polygons_and_summary)
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

Test(zones, a_cell_has_a_zone_where_its_bounds_agree_and_is_undecided_elsewhere)
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

Test(zones, one_track_decides_nothing_and_many_rocks_decide_something)
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

Test(zones, how_much_is_decided_stands_in_the_summary)
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

Test(zones, rules_without_a_matrix_say_that_they_make_no_zones)
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

Test(zones, rules_with_a_matrix_say_nothing)
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

Test(zones, rules_of_probabilities_need_no_frequencies)
{
    product p;
    product_init(&p, "france", "france");
    geo_image level = read_layer(&p, "intensity_p0.01");
    cr_expect_eq(level.nx, p.s.campaign.cells.nx);
    geo_image_clear(&level);
    product_clear(&p);
}
