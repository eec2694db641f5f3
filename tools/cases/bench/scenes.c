// SPDX-License-Identifier: GPL-3.0-or-later
// The scenes of tests and benchmarks.
#include "cases/bench/scenes.h"

#include "cases/bench/slope.h"
#include "foundation/math/linalg.h"
#include "physics/stepper/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene_entry {
    const char *name, *file;
    uint64_t rocks;
} scene_entry;

static const scene_entry entries[STUDY_SCENE_COUNT] = {
#define SCENE_ENTRY(id, name, file, rocks, doc) {name, file, rocks},
    STUDY_SCENE_LIST(SCENE_ENTRY)
#undef SCENE_ENTRY
};

const char *study_scene_name(study_scene_id id)
{
    return entries[id].name;
}

const char *study_scene_file(study_scene_id id)
{
    return entries[id].file;
}

static void fill_slope(const talus_grid *grid, double *heights)
{
    for (size_t k = 0; k < grid->nx * grid->ny; k++) {
        heights[k] = slope_height(grid->cell * (double)(k % grid->nx));
    }
}

static talus_status make_terrain(study_scene *scene, const talus_grid *grid,
                                 const talus_roughness *roughness, talus_error *error)
{
    double *heights = malloc(grid->nx * grid->ny * sizeof *heights);
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scene's terrain");
    }
    fill_slope(grid, heights);
    const talus_status status =
        talus_terrain_create(grid, heights, roughness, &scene->terrain, error);
    free(heights);
    return status;
}

/// Half axes of the boxes that wheel and block are cut from, m.
static const talus_vec3 wheel_half = {0.465, 0.465, 0.235}, block_half = {0.465, 0.40, 0.235};
/// Of all rocks on the slope of inclined-40: a wheel of 780 kg.
#define WHEEL_MASS 780.0

/// Permutations of (1, 1/2, 1/2) times the half axes, all signs: the shape that peers get point by
/// point.
static talus_status make_cut_box(study_scene *scene, talus_vec3 half, talus_error *error)
{
    const double lengths[3] = {half.x, half.y, half.z};
    talus_vec3 points[24];
    for (size_t k = 0; k < 24; k++) {
        double v[3];
        for (size_t a = 0; a < 3; a++) {
            v[a] = (k >> a & 1u ? 1.0 : -1.0) * lengths[a] * (a == k / 8 ? 1.0 : 0.5);
        }
        points[k] = vec3(v[0], v[1], v[2]);
    }
    const double mass =
        WHEEL_MASS * (half.x / wheel_half.x) * (half.y / wheel_half.y) * (half.z / wheel_half.z);
    const talus_status status = talus_rock_from_points(points, 24, 2700.0, &scene->rock, error);
    return status == TALUS_OK ? talus_rock_set_mass(scene->rock, mass, error) : status;
}

/// Volume and mass of the wheel for any other shape.
static talus_status make_as_heavy(study_scene *scene, talus_status made, talus_error *error)
{
    // the box less its cuts
    const double volume = 8.0 * wheel_half.x * wheel_half.y * wheel_half.z * (17.0 / 24.0);
    if (made == TALUS_OK) {
        const double factor = talus_exp(talus_log(volume / scene->rock->volume) / 3.0);
        made = talus_rock_scale(scene->rock, factor, error);
    }
    return made == TALUS_OK ? talus_rock_set_mass(scene->rock, WHEEL_MASS, error) : made;
}

static talus_status make_inclined_rock(study_scene *scene, study_scene_id id, talus_error *error)
{
    const talus_vec3 disc = {0.93, 0.93, 0.47}, block = vec3_scale(2.0, block_half);
    talus_status made;
    if (id == STUDY_SCAN_60 || id == STUDY_SCAN_200) {
        made = talus_rock_random_hull(block, id == STUDY_SCAN_60 ? 60 : 200, 2700.0, 1, 0,
                                      &scene->rock, error);
    } else if (id == STUDY_PRISM_200) {
        made = talus_rock_build("prism", disc, 100, 2700.0, &scene->rock, error);
    } else {
        return make_cut_box(scene, id == STUDY_BLOCK ? block_half : wheel_half, error);
    }
    return make_as_heavy(scene, made, error);
}

/// One release for each rock: S at (10, 50), 2 m over the ground, at rest.
static talus_status make_peer_releases(study_scene *scene, uint64_t rocks, talus_error *error)
{
    talus_campaign *c = &scene->campaign;
    scene->releases = calloc(rocks, sizeof *scene->releases);
    scene->xy = calloc(2, sizeof *scene->xy);
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    const talus_state rest = {.p = {1.0, 0.0, 0.0, 0.0}};
    if (scene->releases == NULL || scene->xy == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %llu releases",
                               (unsigned long long)rocks);
    }
    talus_status status =
        talus_stepper_create(&c->site, &c->step, scene->rock->vertex_count, &stepper, error);
    status = status == TALUS_OK ? talus_motion_create(stepper, &motion, error) : status;
    if (status != TALUS_OK) {
        talus_stepper_destroy(stepper);
        return status;
    }
    scene->xy[0] = 10.0;
    scene->xy[1] = 50.0;
    double ground = 0.0;
    (void)talus_terrain_height(scene->terrain, 10.0, 50.0, &ground);
    status = talus_motion_start(stepper, scene->rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &rest,
                                motion, error);
    for (uint64_t k = 0; k < rocks && status == TALUS_OK; k++) {
        const talus_quat p = slope_orientation(k);
        scene->releases[k] = (talus_release){
            .name = "top",
            .kind = TALUS_RELEASE_POINTS,
            .count = 1,
            .xy = scene->xy,
            .rocks = 1,
            .height = stepper_min_gap(stepper, motion, vec3(10.0, 50.0, ground + 2.0), p),
            .orientation = p};
    }
    talus_free(motion);
    talus_stepper_destroy(stepper);
    c->releases = scene->releases;
    c->release_count = (size_t)rocks;
    return status;
}

/// Site, rock and statistics of a scene made in code.
static void set_campaign(study_scene *scene, const talus_grid *grid, double cell)
{
    talus_campaign *c = &scene->campaign;
    scene->kind = (talus_rock_class){.rock = scene->rock, .share = 1.0};
    c->site = (talus_site){.terrain = scene->terrain, .grounds = &scene->ground, .ground_count = 1};
    c->rocks = &scene->kind;
    c->rock_class_count = 1;
    c->cells = (talus_cells){.x0 = grid->x0,
                             .y0 = grid->y0,
                             .cell = cell,
                             .nx = (size_t)floor((double)(grid->nx - 1) * grid->cell / cell + 0.5),
                             .ny = (size_t)floor((double)(grid->ny - 1) * grid->cell / cell + 0.5)};
}

bool study_scene_is_inclined(study_scene_id id)
{
    return id == STUDY_INCLINED_40 || id == STUDY_BLOCK || id == STUDY_SCAN_60 ||
           id == STUDY_SCAN_200 || id == STUDY_PRISM_200 || id == STUDY_SOIL;
}

static talus_status make_inclined(study_scene *scene, study_scene_id id, uint64_t rocks,
                                  talus_error *error)
{
    const talus_grid grid = {0.0, 0.0, 2.0, 251, 51};
    talus_status status = slope_make_inclined(&scene->terrain, error);
    if (status == TALUS_OK) {
        status = make_inclined_rock(scene, id, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    scene->ground =
        id == STUDY_SOIL
            ? *talus_ground_preset("medium@2")
            : (talus_ground){.name = "peers", .mu_min = 0.6, .mu_max = 0.6, .epsilon_n = 0.1};
    set_campaign(scene, &grid, 2.0);
    scene->campaign.stop = (talus_stop_rule){.speed = 0.1, .spin = 0.1, .time = 0.5};
    scene->campaign.time_limit = 60.0;
    return make_peer_releases(scene, rocks, error);
}

static talus_status make_rough(study_scene *scene, uint64_t rocks, uint64_t seed,
                               talus_error *error)
{
    const talus_grid grid = {0.0, 0.0, 0.5, 601, 201};
    const talus_roughness roughness = {0.2, 1, seed};
    talus_status status = make_terrain(scene, &grid, &roughness, error);
    if (status == TALUS_OK) {
        status = talus_rock_build("equant", vec3(1.0, 0.8, 0.6), 0, 2700.0, &scene->rock, error);
    }
    scene->releases = calloc(1, sizeof *scene->releases);
    scene->xy = calloc(4, sizeof *scene->xy);
    if (status == TALUS_OK && (scene->releases == NULL || scene->xy == NULL)) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a release");
    }
    if (status != TALUS_OK) {
        return status;
    }
    scene->ground = *talus_ground_preset("hard");
    set_campaign(scene, &grid, 2.0);
    scene->xy[0] = scene->xy[2] = 5.0;
    scene->xy[1] = 40.0;
    scene->xy[3] = 60.0;
    *scene->releases = (talus_release){.name = "top",
                                       .kind = TALUS_RELEASE_CELLS,
                                       .count = 2,
                                       .xy = scene->xy,
                                       .cell = 4.0,
                                       .rocks = rocks,
                                       .height = 1.0,
                                       .random_orientation = true,
                                       .orientation = {1.0, 0.0, 0.0, 0.0}};
    scene->campaign.releases = scene->releases;
    scene->campaign.release_count = 1;
    scene->campaign.seed = seed;
    return TALUS_OK;
}

/// The first problem of the list as the error, with its place.
static talus_status first_reported(const talus_diagnostics *diagnostics, talus_status status,
                                   talus_error *error)
{
    for (size_t k = 0; k < talus_diagnostics_count(diagnostics); k++) {
        const talus_diagnostic *d = talus_diagnostics_get(diagnostics, k);
        if (d->severity == TALUS_SEVERITY_ERROR) {
            return talus_error_set(error, status, "%s:%d: %s", d->file, d->line, d->message);
        }
    }
    return status;
}

static talus_status read_scene(study_scene *scene, study_scene_id id, const char *path,
                               uint64_t rocks, const uint64_t *seed, talus_diagnostics *diagnostics,
                               talus_error *error)
{
    char rocks_text[32], seed_text[32];
    (void)snprintf(rocks_text, sizeof rocks_text, "%llu", (unsigned long long)rocks);
    (void)snprintf(seed_text, sizeof seed_text, "%llu",
                   (unsigned long long)(seed == NULL ? 0 : *seed));
    talus_override overrides[3] = {{"releases.0.rocks", rocks_text}};
    size_t count = 1;
    if (id == STUDY_KOT_TWO_WAY) {
        overrides[count++] = (talus_override){"terrain.detection", "two_way"};
    }
    if (seed != NULL) {
        overrides[count++] = (talus_override){"seed", seed_text};
    }
    talus_scenario *scenario = NULL;
    talus_status status =
        talus_scenario_read(path, overrides, count, diagnostics, &scenario, error);
    if (status == TALUS_OK) {
        status = talus_world_load(scenario, diagnostics, &scene->world, error);
    }
    talus_scenario_destroy(scenario);
    return status;
}

static talus_status make_from_file(study_scene *scene, study_scene_id id, const char *data,
                                   uint64_t rocks, const uint64_t *seed, talus_error *error)
{
    const char *file = entries[id].file;
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", data, file) >= (int)sizeof path) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "the name %s/%s is too long", data, file);
    }
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    if (diagnostics == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scenario");
    }
    talus_status status = read_scene(scene, id, path, rocks, seed, diagnostics, error);
    if (status == TALUS_OK) {
        scene->campaign = *talus_world_campaign(scene->world);
    } else {
        status = first_reported(diagnostics, status, error);
    }
    talus_diagnostics_destroy(diagnostics);
    return status;
}

talus_status study_scene_make(study_scene *scene, study_scene_id id, const char *data,
                              uint64_t rocks, const uint64_t *seed, talus_error *error)
{
    *scene = (study_scene){.campaign = talus_campaign_default()};
    const uint64_t count = rocks == 0 ? entries[id].rocks : rocks;
    talus_status status;
    if (entries[id].file != NULL) {
        status = make_from_file(scene, id, data, count, seed, error);
    } else if (study_scene_is_inclined(id)) {
        status = make_inclined(scene, id, count, error);
    } else {
        status = make_rough(scene, count, seed == NULL ? 1 : *seed, error);
    }
    scene->campaign.recorded_rocks = 0;
    return status;
}

void study_scene_clear(study_scene *scene)
{
    talus_world_destroy(scene->world);
    talus_terrain_destroy(scene->terrain);
    talus_rock_destroy(scene->rock);
    free(scene->releases);
    free(scene->xy);
    *scene = (study_scene){0};
}
