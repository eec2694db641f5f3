// SPDX-License-Identifier: GPL-3.0-or-later
// What a page calls. Texts and arrays that go out stay until the next call.
#include "core.h"
#include "physics/rotation/rotation_internal.h"
#include "runs/campaign/campaign.h"
#include "runs/campaign/copy.h"
#include "runs/trajectory/event.h"
#include "talus/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Steps go out as rows of doubles: time, state (15), energy, jump height, impulse (3), ledger; then the
/// number of contacts, 64 bits.
_Static_assert(sizeof(talus_trajectory_step) == 23 * 8, "columns of a step, see index.mjs");
_Static_assert(sizeof(talus_track_point) == 48, "columns of a point, see index.mjs");

static struct {
    campaign_copy *copy;
    talus_tracer *own;     ///< of the campaign's rocks
    talus_campaign live;   ///< the campaign with one release and the rock that is dropped
    talus_tracer *dropper; ///< of `live`
    talus_release release;
    double place[2];
    talus_rock_class *classes; ///< (rock_class_count) of `live`
    talus_rock *scaled;        ///< NULL: as the class says
    talus_trajectory last;
    double request[CORE_REQUEST], record[CORE_RECORD];
    talus_error error;
} core;

void *CORE_EXPORT(core_room)(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void CORE_EXPORT(core_free)(void *room)
{
    free(room);
}

const char *CORE_EXPORT(core_message)(void)
{
    return core.error.message;
}

const char *CORE_EXPORT(core_version)(void)
{
    return talus_version();
}

/// @return "" beyond the last
const char *CORE_EXPORT(core_scheme_name)(unsigned scheme)
{
    return scheme < TALUS_SCHEME_COUNT ? talus_scheme_name((talus_scheme)scheme) : "";
}

const char *CORE_EXPORT(core_ground_name)(unsigned ground)
{
    const talus_ground *presets = talus_ground_presets();
    for (unsigned k = 0; presets[k].name[0] != '\0'; k++) {
        if (k == ground) {
            return presets[k].name;
        }
    }
    return "";
}

const char *CORE_EXPORT(core_outcome_name)(unsigned outcome)
{
    return outcome < TALUS_OUTCOME_COUNT ? talus_outcome_name((talus_outcome)outcome) : "";
}

static void forget(void)
{
    talus_tracer_destroy(core.dropper);
    talus_tracer_destroy(core.own);
    talus_rock_destroy(core.scaled);
    free(core.classes);
    campaign_copy_destroy(core.copy);
    memset(&core, 0, sizeof core);
}

/// Take a campaign. @return a talus_status; core_message says why it is not 0
int CORE_EXPORT(core_load)(const void *bytes, size_t size)
{
    forget();
    talus_status status = campaign_copy_read(bytes, size, &core.copy, &core.error);
    const talus_campaign *campaign = status == TALUS_OK ? &core.copy->campaign : NULL;
    if (status == TALUS_OK) {
        status = talus_tracer_create(campaign, &core.own, &core.error);
    }
    if (status == TALUS_OK) {
        core.classes = malloc(campaign->rock_class_count * sizeof *core.classes);
        status = core.classes != NULL
                     ? TALUS_OK
                     : talus_error_set(&core.error, TALUS_ERROR_MEMORY, "out of memory for rocks");
    }
    if (status != TALUS_OK) {
        const talus_error found = core.error;
        forget();
        core.error = found;
    }
    return (int)status;
}

static bool is_loaded(void)
{
    if (core.copy == NULL) {
        (void)talus_error_set(&core.error, TALUS_ERROR_ARGUMENT, "no campaign was loaded");
    }
    return core.copy != NULL;
}

double CORE_EXPORT(core_rock_count)(void)
{
    return core.copy != NULL ? (double)talus_campaign_rock_count(&core.copy->campaign) : 0.0;
}

/// Numbers for the caller. @return the status
static int finish(talus_status status)
{
    const talus_rock_record *r = &core.last.record;
    if (status == TALUS_OK && core_lacks(true)) {
        status =
            talus_error_set(&core.error, TALUS_ERROR_UNSUPPORTED,
                            "this rock needs the sparse solver for many contacts, which a page "
                            "does not have: run it with the program");
    }
    const double record[CORE_RECORD] = {[CORE_OUTCOME] = (double)r->outcome,
                                        [CORE_TIME] = r->time,
                                        [CORE_PATH] = r->path,
                                        [CORE_MASS] = r->mass,
                                        [CORE_SIZE] = r->volume,
                                        [CORE_ENERGY_MAX] = r->kinetic_energy_max,
                                        [CORE_SPEED_MAX] = r->speed_max,
                                        [CORE_JUMP_MAX] = r->jump_height_max,
                                        [CORE_SPIN_MAX] = r->spin_max,
                                        [CORE_STEPS] = (double)r->steps,
                                        [CORE_CONTACT_STEPS] = (double)r->contact_steps,
                                        [CORE_RELEASE_CLASS] = (double)r->rock_class,
                                        [CORE_SCALE] = r->scale};
    memcpy(core.record, record, sizeof record);
    return (int)status;
}

/// Rock `index` of the campaign. @param every 0: no steps are kept; n: the release, every n-th, the last
int CORE_EXPORT(core_run)(double index, unsigned every)
{
    if (!is_loaded() || !(index >= 0.0 && index < 0x1p53)) {
        return TALUS_ERROR_ARGUMENT;
    }
    if (core.copy->campaign.breaking.law != TALUS_BREAKING_NONE) {
        return (int)talus_error_set(&core.error, TALUS_ERROR_UNSUPPORTED,
                                    "rocks of this campaign break, which a page cannot compute");
    }
    (void)core_lacks(true);
    core.last.size = sizeof core.last;
    return finish(talus_tracer_rock(core.own, (uint64_t)index, every, &core.last, &core.error));
}

double *CORE_EXPORT(core_request)(void)
{
    return core.request;
}

static bool are_finite(const double *values, size_t count)
{
    bool all = true;
    for (size_t k = 0; k < count; k++) {
        all = all && isfinite(values[k]);
    }
    return all;
}

/// Numbers of a request that index something, and those that must be finite.
static talus_status check_request(const double *q)
{
    const talus_campaign *campaign = &core.copy->campaign;
    const char *fault = NULL;
    if (!are_finite(q, CORE_ORIENTATION) || !are_finite(q + CORE_ORIENTATION + 1, 3)) {
        fault = "a number that is not finite";
    } else if (!(q[CORE_ROCK] >= 0.0 && q[CORE_ROCK] < (double)campaign->rock_class_count)) {
        fault = "a rock that there is not";
    } else if (!(q[CORE_VOLUME] >= 0.0 && q[CORE_VOLUME] <= 1e6)) {
        fault = "a volume that is not from 0 to 1e6 m^3";
    } else if (!(q[CORE_SCHEME] >= 0.0 && q[CORE_SCHEME] < TALUS_SCHEME_COUNT)) {
        fault = "a scheme that there is not";
    } else if (!(q[CORE_GROUND] >= -1.0 && q[CORE_GROUND] < 256.0) ||
               (q[CORE_GROUND] >= 0.0 && core_ground_name((unsigned)q[CORE_GROUND])[0] == '\0')) {
        fault = "a ground that there is not";
    } else if (!(q[CORE_SEED] >= 0.0 && q[CORE_SEED] < 0x1p32 && q[CORE_SEED + 1] >= 0.0 &&
                 q[CORE_SEED + 1] < 0x1p32) ||
               (q[CORE_SEED] == 0x1p32 - 1.0 && q[CORE_SEED + 1] == 0x1p32 - 1.0)) {
        fault = "a seed that is not from 0 to 2^64 - 2";
    } else if (!(q[CORE_ROCKS] >= 1.0 && q[CORE_ROCKS] <= 1e6 && q[CORE_INDEX] >= 0.0 &&
                 q[CORE_INDEX] < q[CORE_ROCKS])) {
        fault = "a rock that is not one of the 1 to 1000000 that fall";
    }
    return fault == NULL ? TALUS_OK
                         : talus_error_set(&core.error, TALUS_ERROR_ARGUMENT,
                                           "found %s in the request to drop a rock", fault);
}

/// The stepper knows scheme and ground; the rest is looked at when a rock starts.
static talus_status set_dropper(const double *q)
{
    const talus_campaign *campaign = &core.copy->campaign;
    const talus_scheme scheme = (talus_scheme)q[CORE_SCHEME];
    const talus_ground *ground =
        q[CORE_GROUND] < 0.0 ? NULL : talus_ground_presets() + (size_t)q[CORE_GROUND];
    const talus_ground *grounds = ground != NULL ? ground : campaign->site.grounds;
    if (core.dropper != NULL && core.live.step.scheme == scheme &&
        core.live.site.grounds == grounds) {
        return TALUS_OK;
    }
    talus_tracer_destroy(core.dropper);
    core.dropper = NULL;
    core.live = *campaign;
    core.live.step.scheme = scheme;
    core.live.breaking.law = TALUS_BREAKING_NONE;
    if (ground != NULL) {
        core.live.site.grounds = ground;
        core.live.site.ground_count = 1;
        core.live.site.ground_map = NULL;
    }
    return talus_tracer_create(&core.live, &core.dropper, &core.error);
}

/// A copy of a rock that can be scaled. @return NULL: out of memory
static talus_rock *copy_rock(const talus_rock *rock)
{
    talus_rock *copy = malloc(sizeof *copy);
    const size_t corners = rock->face_count > 0 ? rock->face_starts[rock->face_count] : 0;
    if (copy == NULL) {
        return NULL;
    }
    *copy = *rock;
    copy->vertices = malloc(rock->vertex_count * sizeof *copy->vertices + 1);
    copy->face_starts = malloc((rock->face_count + 1) * sizeof *copy->face_starts);
    copy->face_vertices = malloc(corners * sizeof *copy->face_vertices + 1);
    if (copy->vertices == NULL || copy->face_starts == NULL || copy->face_vertices == NULL) {
        talus_rock_destroy(copy);
        return NULL;
    }
    memcpy(copy->vertices, rock->vertices, rock->vertex_count * sizeof *copy->vertices);
    memcpy(copy->face_starts, rock->face_starts,
           rock->face_count > 0 ? (rock->face_count + 1) * sizeof *copy->face_starts : 0);
    memcpy(copy->face_vertices, rock->face_vertices, corners * sizeof *copy->face_vertices);
    return copy;
}

/// As the program scales a shape to its volume_m3.
static talus_status set_rock(const double *q)
{
    const talus_campaign *campaign = &core.copy->campaign;
    const size_t kind = (size_t)q[CORE_ROCK];
    talus_rock_destroy(core.scaled);
    core.scaled = NULL;
    memcpy(core.classes, campaign->rocks, campaign->rock_class_count * sizeof *core.classes);
    core.live.rocks = core.classes;
    if (!(q[CORE_VOLUME] > 0.0)) {
        return TALUS_OK;
    }
    core.scaled = copy_rock(campaign->rocks[kind].rock);
    if (core.scaled == NULL) {
        return talus_error_set(&core.error, TALUS_ERROR_MEMORY, "out of memory for a rock");
    }
    core.classes[kind].rock = core.scaled;
    core.classes[kind].sized = false;
    return talus_rock_scale(core.scaled, trajectory_cube_root(q[CORE_VOLUME] / core.scaled->volume),
                            &core.error);
}

static talus_status set_release(const double *q)
{
    const double *v = q + CORE_VELOCITY, *w = q + CORE_SPIN, *p = q + CORE_ORIENTATION;
    core.place[0] = q[CORE_X];
    core.place[1] = q[CORE_Y];
    core.release = (talus_release){.name = "live",
                                   .kind = TALUS_RELEASE_POINTS,
                                   .count = 1,
                                   .xy = core.place,
                                   .rocks = (uint64_t)q[CORE_ROCKS],
                                   .height = q[CORE_HEIGHT],
                                   .velocity = {v[0], v[1], v[2]},
                                   .spin = {w[0], w[1], w[2]},
                                   .spin_in_world = q[CORE_SPIN_IN_WORLD] != 0.0,
                                   .random_orientation = isnan(p[0]),
                                   .orientation = {p[0], p[1], p[2], p[3]},
                                   .rock = 1 + (uint32_t)q[CORE_ROCK]};
    if (core.release.random_orientation) {
        core.release.orientation = (talus_quat){1.0, 0.0, 0.0, 0.0};
    }
    core.live.releases = &core.release;
    core.live.release_count = 1;
    core.live.seed = (uint64_t)q[CORE_SEED] | (uint64_t)q[CORE_SEED + 1] << 32;
    return campaign_check_releases(&core.live, &core.error);
}

/// Drop the rock of the request: rock CORE_INDEX of a campaign of CORE_ROCKS. @param every as of core_run
int CORE_EXPORT(core_drop)(unsigned every)
{
    if (!is_loaded()) {
        return TALUS_ERROR_ARGUMENT;
    }
    (void)core_lacks(true);
    core.last.size = sizeof core.last;
    talus_status status = check_request(core.request);
    status = status == TALUS_OK ? set_dropper(core.request) : status;
    status = status == TALUS_OK ? set_rock(core.request) : status;
    status = status == TALUS_OK ? set_release(core.request) : status;
    if (status == TALUS_OK) {
        status = talus_tracer_rock(core.dropper, (uint64_t)core.request[CORE_INDEX], every,
                                   &core.last, &core.error);
    }
    return finish(status);
}

const double *CORE_EXPORT(core_record)(void)
{
    return core.record;
}

/// Steps that were kept, 184 bytes each.
const void *CORE_EXPORT(core_steps)(void)
{
    return core.last.steps;
}

unsigned CORE_EXPORT(core_step_count)(void)
{
    return (unsigned)core.last.step_count;
}

/// The track as results have it, thinned: rows of 48 bytes, doubles time, x, y, z, then singles speed, spin,
/// kinetic energy, jump height.
const void *CORE_EXPORT(core_points)(void)
{
    return core.last.points;
}

unsigned CORE_EXPORT(core_point_count)(void)
{
    return (unsigned)core.last.point_count;
}

/// What the rock adds to `hash` of the program's summary.json.
uint64_t CORE_EXPORT(core_hash)(void)
{
    return trajectory_record_hash(&core.last.record) + core.last.record.fragment_hash;
}

/// Height of the surface (m) under a local point; NaN where there is none.
double CORE_EXPORT(core_height)(double x, double y)
{
    double z = (double)NAN;
    return core.copy != NULL &&
                   talus_terrain_height(core.copy->campaign.site.terrain, x, y, &z) == TALUS_INSIDE
               ? z
               : (double)NAN;
}
