// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a hazard assessment of a small campaign.
#ifndef TESTS_HAZARD_PRODUCT_H
#define TESTS_HAZARD_PRODUCT_H

#include "foundation/files/files.h"
#include "foundation/statistics/rate.h"
#include "io/geo/geo.h"
#include "products/scene.h"
#include "studies/hazard/products.h"

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

static inline void product_write(product *p)
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

static inline void product_init(product *p, const char *name, const char *pack)
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

static inline void product_clear(product *p)
{
    hazard_assessment_destroy(p->request.assessment);
    talus_rules_destroy(p->request.read);
    p->request = (hazard_request){0};
    scene_clear(&p->s);
}

static inline geo_image read_layer(const product *p, const char *name)
{
    char path[640];
    geo_image image = {0};
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/%s.tif", p->directory, name);
    cr_assert_eq(geo_read_image(path, &image, &error), TALUS_OK, "%s", error.message);
    return image;
}

// what a member dropped or left open would change
static inline void expect_summary(const product *p)
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

static inline bool has_file(const product *p, const char *name)
{
    char path[640];
    snprintf(path, sizeof path, "%s/%s", p->directory, name);
    return access(path, R_OK) == 0;
}

/// The only message of a list of one.
static inline const char *only_message(const talus_diagnostics *found)
{
    cr_assert_eq(talus_diagnostics_count(found), 1);
    return talus_diagnostics_get(found, 0)->message;
}

/// All of a file.
static char *read_table(const product *p, const char *name)
{
    char path[640], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s", p->directory, name);
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
    return text;
}

#endif
