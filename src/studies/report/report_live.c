// SPDX-License-Identifier: GPL-3.0-or-later
// What a live page needs: the physics, the campaign as bytes with a few shapes more, and what the page says
// of them.
#include "studies/report/report.h"

#include "runs/campaign/copy.h"
#include "studies/rerun/rerun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Shapes beside those of the scenario, of 1 m: the page scales them to a volume.
typedef struct live_shape {
    const char *name;
    talus_vec3 size;
} live_shape;
static const live_shape shapes[] = {{"equant", {1.0, 1.0, 1.0}},  {"flat", {1.0, 1.0, 0.5}},
                                    {"long", {1.0, 0.5, 0.5}},    {"cuboid", {1.0, 0.8, 0.6}},
                                    {"eota111", {1.0, 1.0, 1.0}}, {"eota221", {1.0, 1.0, 0.5}}};
enum { SHAPES = sizeof shapes / sizeof *shapes };
#define DENSITY 2700.0 // kg/m^3, of these

/// The campaign with the shapes as rock classes that no rock draws.
typedef struct live_campaign {
    talus_campaign campaign;
    talus_rock_class *classes;
    talus_rock *rocks[SHAPES];
} live_campaign;

static void clear(live_campaign *live)
{
    for (size_t k = 0; k < SHAPES; k++) {
        talus_rock_destroy(live->rocks[k]);
    }
    free(live->classes);
}

static talus_status add_shapes(const talus_campaign *campaign, live_campaign *live,
                               talus_error *error)
{
    const size_t own = campaign->rock_class_count;
    *live = (live_campaign){.campaign = *campaign};
    live->classes = calloc(own + SHAPES, sizeof *live->classes);
    if (live->classes == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the rocks of a live page");
    }
    memcpy(live->classes, campaign->rocks, own * sizeof *live->classes);
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < SHAPES && status == TALUS_OK; k++) {
        status =
            talus_rock_build(shapes[k].name, shapes[k].size, 0, DENSITY, &live->rocks[k], error);
        live->classes[own + k] = (talus_rock_class){.rock = live->rocks[k]};
    }
    live->campaign.rocks = live->classes;
    live->campaign.rock_class_count = own + SHAPES;
    return status;
}

/// All digits, for places.
static void say_exactly(report *r, const char *key, double value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.17g", value);
    files_json_add_plain(&r->data, key, digits);
}

static void add_vector(report *r, const char *key, talus_vec3 v)
{
    const double values[3] = {v.x, v.y, v.z};
    files_json_add_numbers(&r->data, key, values, 3);
}

/// A click starts as the rocks of the first release do.
static void say_release(report *r, const talus_release *release)
{
    const bool is_known = release->kind != TALUS_RELEASE_RUNS;
    files_json_begin(&r->data, "release", '{');
    files_json_add_number(&r->data, "height_m", is_known ? release->height : 1.0);
    add_vector(r, "velocity_m_s", is_known ? release->velocity : (talus_vec3){0});
    add_vector(r, "spin_rad_s", is_known ? release->spin : (talus_vec3){0});
    files_json_add_bool(&r->data, "spin_in_world", is_known && release->spin_in_world);
    files_json_end(&r->data, '}');
}

/// Shapes of the campaign, then those of this file; those of which each rock is another hull, or a wall
/// of blocks, cannot be dropped: a page makes no hulls and starts one rock.
static void say_rocks(report *r, const live_campaign *live, size_t own)
{
    files_json_begin(&r->data, "rocks", '[');
    for (size_t k = 0; k < own + SHAPES; k++) {
        const talus_rock_class *kind = &live->classes[k];
        files_json_begin(&r->data, NULL, '{');
        files_json_add_text(&r->data, "name", k < own ? kind->rock->name : shapes[k - own].name);
        files_json_add_bool(&r->data, "own", k < own);
        files_json_add_bool(&r->data, "drawn", kind->sized);
        files_json_add_bool(&r->data, "hull", kind->hull.points > 0 || kind->block_count > 0);
        files_json_add_number(&r->data, "volume_m3", kind->rock->volume);
        files_json_add_number(&r->data, "mass_kg", kind->rock->mass);
        if (k >= own) {
            add_vector(r, "size_m", shapes[k - own].size);
        }
        files_json_add_number(&r->data, "density_kg_m3",
                              k < own ? kind->rock->mass / kind->rock->volume : DENSITY);
        files_json_begin(&r->data, "vertices", '[');
        for (size_t i = 0; i < kind->rock->vertex_count; i++) {
            add_vector(r, NULL, kind->rock->vertices[i]);
        }
        files_json_end(&r->data, ']');
        files_json_begin(&r->data, "faces", '[');
        for (size_t f = 0; f < kind->rock->face_count; f++) {
            files_json_begin(&r->data, NULL, '[');
            for (size_t i = kind->rock->face_starts[f]; i < kind->rock->face_starts[f + 1]; i++) {
                files_json_add_unsigned(&r->data, NULL, kind->rock->face_vertices[i]);
            }
            files_json_end(&r->data, ']');
        }
        files_json_end(&r->data, ']');
        files_json_end(&r->data, '}');
    }
    files_json_end(&r->data, ']');
}

static void say(report *r, const rerun_site *site, const live_campaign *live, size_t own)
{
    char seed[24];
    const talus_campaign *campaign = &live->campaign;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)campaign->seed);
    files_json_begin(&r->data, "live", '{');
    say_exactly(r, "east", site->east);
    say_exactly(r, "north", site->north);
    files_json_add_text(&r->data, "seed", seed);
    files_json_add_text(&r->data, "scheme", talus_scheme_name(campaign->step.scheme));
    files_json_add_bool(&r->data, "breaks", campaign->breaking.law != TALUS_BREAKING_NONE);
    files_json_add_bool(&r->data, "rates", campaign->frequency != NULL);
    say_release(r, &campaign->releases[0]);
    say_rocks(r, live, own);
    files_json_end(&r->data, '}');
}

static talus_status add_parts(report *r, const rerun_site *site, talus_error *error)
{
    const double *heights = NULL;
    talus_grid grid;
    byte_writer bytes = {0};
    live_campaign live = {0};
    talus_status status = talus_world_heights(site->world, &grid, &heights, error);
    if (status == TALUS_OK && heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "a live page holds the terrain in memory, but this one is read on "
                               "demand (terrain.memory_mb): cut the DEM to the slope");
    }
    status = status == TALUS_OK ? add_shapes(site->campaign, &live, error) : status;
    if (status == TALUS_OK) {
        status = campaign_copy_write(&live.campaign, heights, &bytes, error);
    }
    if (status == TALUS_OK) {
        say(r, site, &live, site->campaign->rock_class_count);
        status = report_add_blob(r, "live:campaign", bytes.data, bytes.size, error);
    }
    if (status == TALUS_OK) {
        status = report_add_module(r, error);
    }
    byte_writer_clear(&bytes);
    clear(&live);
    return status;
}

talus_status report_add_live(report *r, talus_error *error)
{
    rerun_site site = {0};
    if (!r->options.live) {
        return TALUS_OK;
    }
    talus_status status = rerun_open(r->directory, true, &site, error);
    status = status == TALUS_OK ? add_parts(r, &site, error) : status;
    rerun_clear(&site);
    return status;
}
