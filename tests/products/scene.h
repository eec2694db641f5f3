// SPDX-License-Identifier: GPL-3.0-or-later
// A small campaign for the tests of output: a ramp along x that runs out on a flat, five blocks.
#ifndef TALUS_TESTS_OUTPUT_SCENE_H
#define TALUS_TESTS_OUTPUT_SCENE_H

#include "runs/ensemble/accessors.h"
#include "talus/products.h"
#include "talus/run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCENE_NX = 81, SCENE_NY = 31, SCENE_ROCKS = 5 };
#define SCENE_CELL 2.0
#define SCENE_EAST 512000.0
#define SCENE_NORTH 5240000.0
#define SCENE_ATTRIBUTION "made for a test"
#define SCENE_WKT                                                                                  \
    "PROJCS[\"WGS 84 / UTM zone 32N\",GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS "        \
    "84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]],AUTHORITY[\"EPSG\",\"6326\"]],"      \
    "PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],UNIT[\"degree\",0.0174532925199433,"     \
    "AUTHORITY[\"EPSG\",\"9122\"]],AUTHORITY[\"EPSG\",\"4326\"]],PROJECTION[\"Transverse_"         \
    "Mercator\"],PARAMETER[\"latitude_of_origin\",0],PARAMETER[\"central_meridian\",9],"           \
    "PARAMETER[\"scale_factor\",0.9996],PARAMETER[\"false_easting\",500000],PARAMETER[\"false_"    \
    "northing\",0],UNIT[\"metre\",1,AUTHORITY[\"EPSG\",\"9001\"]],AXIS[\"Easting\",EAST],AXIS["    \
    "\"Northing\",NORTH],AUTHORITY[\"EPSG\",\"32632\"]]"

typedef struct scene {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_rock_class rock_class;
    talus_release release;
    double points[2 * SCENE_ROCKS];
    talus_campaign campaign;
    talus_products_context context;
    talus_results *results;
} scene;

static inline double scene_height(size_t i)
{
    const double z = 60 - 1.2 * SCENE_CELL * (double)i;
    return 500 + (z > 0 ? z : 0);
}

/// Runs the campaign; node (SCENE_NX - 1, SCENE_NY - 1) is NODATA.
static inline void scene_init(scene *s)
{
    static double heights[SCENE_NX * SCENE_NY];
    const talus_grid grid = {0, 0, SCENE_CELL, SCENE_NX, SCENE_NY};
    talus_error error = {0};
    memset(s, 0, sizeof *s);
    for (size_t k = 0; k < (size_t)SCENE_NX * SCENE_NY; k++) {
        heights[k] = scene_height(k % SCENE_NX);
    }
    heights[SCENE_NX * SCENE_NY - 1] = (double)NAN;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &s->terrain, &error), TALUS_OK, "%s",
                 error.message);
    const talus_vec3 size = {1.0, 0.8, 0.6};
    cr_assert_eq(talus_rock_build("cuboid", size, 0, 2600, &s->rock, &error), TALUS_OK, "%s",
                 error.message);
    s->rock_class = (talus_rock_class){.rock = s->rock, .share = 1};
    for (int k = 0; k < SCENE_ROCKS; k++) {
        s->points[2 * k] = 6;
        s->points[2 * k + 1] = 20 + 5 * k;
    }
    s->release = (talus_release){.name = "edge",
                                 .kind = TALUS_RELEASE_POINTS,
                                 .count = SCENE_ROCKS,
                                 .xy = s->points,
                                 .rocks = SCENE_ROCKS,
                                 .height = 1,
                                 .velocity = {6, 0, 2},
                                 .random_orientation = true,
                                 .orientation = {1, 0, 0, 0}};
    s->campaign = talus_campaign_default();
    s->campaign.site = (talus_site){
        .terrain = s->terrain, .grounds = talus_ground_preset("hard"), .ground_count = 1};
    s->campaign.seed = 7;
    s->campaign.rocks = &s->rock_class;
    s->campaign.rock_class_count = 1;
    s->campaign.releases = &s->release;
    s->campaign.release_count = 1;
    s->campaign.time_limit = 60;
    s->campaign.cells = (talus_cells){-1, -1, 2, SCENE_NX, SCENE_NY};
    s->context = (talus_products_context){.size = sizeof s->context,
                                          .campaign = &s->campaign,
                                          .east = SCENE_EAST,
                                          .north = SCENE_NORTH,
                                          .crs_wkt = SCENE_WKT,
                                          .attribution = SCENE_ATTRIBUTION,
                                          .title = "ramp \"test\"",
                                          .scenario_path = "ramp.yaml",
                                          .scenario_sha256 = "00ff",
                                          .resolved_scenario = "title: ramp\n"};
    const talus_run_options options = {.size = sizeof(talus_run_options), .threads = 1};
    cr_assert_eq(talus_campaign_run(&s->campaign, &options, &s->results, &error), TALUS_OK, "%s",
                 error.message);
}

/// The summary as text, to be freed.
static inline char *scene_summary(const talus_products_context *context,
                                  const talus_results *results, bool partial)
{
    char *text = NULL;
    talus_error error = {0};
    cr_assert_eq(talus_products_summary(context, results, partial, &text, &error), TALUS_OK, "%s",
                 error.message);
    return text;
}

static inline void scene_clear(scene *s)
{
    talus_results_destroy(s->results);
    talus_rock_destroy(s->rock);
    talus_terrain_destroy(s->terrain);
}

/// A path of its own for this process below the directory for temporary files.
static inline void scene_path(char path[512], const char *name)
{
    const char *base = getenv("TALUS_TEST_TMP");
    snprintf(path, 512, "%s/output-%ld-%s", base ? base : "/tmp", (long)getpid(), name);
}

static inline bool scene_has(const char *directory, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return access(path, F_OK) == 0;
}

static inline void scene_write(const scene *s, const char *directory)
{
    talus_error error = {0};
    cr_assert_eq(talus_products_write(directory, &s->context, s->results, NULL, false, &error),
                 TALUS_OK, "%s", error.message);
}

/// Remove a directory of plain files, or one file.
static inline void scene_remove(const char *path)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    cr_assert_eq(system(command), 0);
}

#endif
