// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of a campaign's releases: places, motions, rows, numbers of rocks.
#include "runs/campaign/campaign.h"

#include "foundation/math/linalg.h"

enum { MOST_RECORDED = 1000000 };

static bool is_positive(double x)
{
    return x > 0.0 && isfinite(x);
}

static bool is_not_negative(double x)
{
    return x >= 0.0 && isfinite(x);
}

/// Points per place of a release kind.
static size_t points_of(talus_release_kind kind)
{
    return kind == TALUS_RELEASE_TRIANGLES ? 3 : kind == TALUS_RELEASE_SEGMENTS ? 2 : 1;
}

static const char *fault_of_geometry(const talus_release *r)
{
    if ((unsigned)r->kind > TALUS_RELEASE_BLOCKS) {
        return "is of an unknown kind";
    }
    if (r->count == 0 || r->xy == NULL) {
        return "has no places to start from";
    }
    if (r->kind == TALUS_RELEASE_CELLS && !is_positive(r->cell)) {
        return "has a cell side that is not positive";
    }
    for (size_t k = 0; k < 2 * points_of(r->kind) * r->count; k++) {
        if (!isfinite(r->xy[k])) {
            return "has a coordinate that is not a number";
        }
    }
    if (r->rocks > UINT64_C(1) << 40) {
        return "has more than 2^40 rocks, too many for an even lattice of places";
    }
    if (points_of(r->kind) > 1 || r->cumulative != NULL) {
        if (r->cumulative == NULL || !is_positive(r->cumulative[r->count - 1])) {
            return "has no length, area or weight to start from";
        }
        for (size_t k = 1; k < r->count; k++) {
            if (!(r->cumulative[k] >= r->cumulative[k - 1])) {
                return "has running lengths, areas or weights that do not ascend";
            }
        }
    }
    return NULL;
}

static const char *fault_of_motion(const talus_release *r)
{
    const double norm2 = quat_norm2(r->orientation);
    if (!is_not_negative(r->height)) {
        return "has a height that is not a number >= 0";
    }
    if (!vec3_finite(r->velocity) || !vec3_finite(r->spin)) {
        return "has a velocity or spin that is not a number";
    }
    return r->random_orientation || is_positive(norm2)
               ? NULL
               : "has an orientation that is not a quaternion, give one or ask for a random one";
}

/// Each body is a block of the class, and starts as a row whose numbers are known.
static const char *fault_of_blocks(const talus_release *r, const talus_rock_class *kind)
{
    if (kind == NULL || r->count != kind->block_count || r->bodies != r->count) {
        return "starts blocks, but not those of a rock class that it names, all at once";
    }
    if (r->count > TALUS_MOST_BODIES) {
        return "starts more than 256 blocks";
    }
    for (size_t k = 0; k < r->count; k++) {
        const talus_release_run *run = &r->runs[k];
        if (!isfinite(run->z) || !vec3_finite(run->velocity) || !vec3_finite(run->spin) ||
            !is_positive(quat_norm2(run->orientation))) {
            return "has a block of which height, velocity, spin or orientation is not a number";
        }
    }
    return NULL;
}

/// @param kind class that the release names; NULL: none
static const char *fault_of_bodies(const talus_release *r, const talus_rock_class *kind)
{
    if (r->kind == TALUS_RELEASE_BLOCKS) {
        return fault_of_blocks(r, kind);
    }
    if (kind != NULL && kind->block_count > 0) {
        return "starts the blocks of a rock class apart from each other";
    }
    if (r->bodies <= 1) {
        return NULL;
    }
    if (r->bodies > TALUS_MOST_BODIES / 4) {
        return "releases more than 64 bodies together";
    }
    if (r->kind == TALUS_RELEASE_RUNS) {
        return "has rows, and bodies that start together beside them";
    }
    return is_positive(r->spacing) ? NULL : "has bodies that start together without a spacing > 0";
}

static bool is_finite_or_unknown(double value)
{
    return isnan(value) || isfinite(value);
}

static bool is_known_vector(talus_vec3 v)
{
    return is_finite_or_unknown(v.x) && is_finite_or_unknown(v.y) && is_finite_or_unknown(v.z);
}

/// Rows of a release: NaN is what is not known.
static const char *fault_of_runs(const talus_release *r, const talus_campaign *c)
{
    if (r->kind != TALUS_RELEASE_RUNS && r->kind != TALUS_RELEASE_BLOCKS) {
        return r->runs == NULL ? NULL : "has rows, but is of another kind";
    }
    if (r->runs == NULL || r->cumulative != NULL) {
        return "has no rows, or weights beside them";
    }
    for (size_t k = 0; k < r->count; k++) {
        const talus_release_run *run = &r->runs[k];
        const talus_quat p = run->orientation;
        if (!is_finite_or_unknown(run->z) || !is_known_vector(run->velocity) ||
            !is_known_vector(run->spin)) {
            return "has a row with a number that is infinite";
        }
        if (!isnan(run->height) && !is_not_negative(run->height)) {
            return "has a row with a height below 0";
        }
        if (!isnan(p.w) && !is_positive(quat_norm2(p))) {
            return "has a row with an orientation that is not a quaternion";
        }
        if (run->rock > c->rock_class_count) {
            return "has a row with a rock class that does not exist";
        }
        if (run->rock > 0 && c->rocks[run->rock - 1].block_count > 0) {
            return "has a row that starts one of the blocks of a rock class";
        }
    }
    return NULL;
}

/// Of a release that draws its rocks.
static const char *fault_of_drawn(const talus_campaign *c)
{
    for (size_t k = 0; k < c->rock_class_count; k++) {
        if (c->rocks[k].block_count > 0 && c->rocks[k].share > 0.0) {
            return "draws its rocks, among them the blocks of a rock class";
        }
    }
    return NULL;
}

talus_status campaign_check_releases(const talus_campaign *c, talus_error *error)
{
    if (c->releases == NULL || c->release_count == 0 || c->release_count > UINT32_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: no releases, expected at least one");
    }
    uint64_t total = 0;
    for (size_t k = 0; k < c->release_count; k++) {
        const talus_release *release = &c->releases[k];
        const char *fault = fault_of_geometry(release);
        fault = fault == NULL ? fault_of_motion(release) : fault;
        fault = fault == NULL ? fault_of_runs(release, c) : fault;
        const bool names = release->rock > 0 && release->rock <= c->rock_class_count;
        fault = fault == NULL
                    ? fault_of_bodies(release, names ? &c->rocks[release->rock - 1] : NULL)
                    : fault;
        fault = fault == NULL && release->rock == 0 ? fault_of_drawn(c) : fault;
        if (fault != NULL) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: release %zu (\"%.60s\") %s", k, release->name, fault);
        }
        if (release->rock > c->rock_class_count) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: release %zu (\"%.60s\") has rock class %u of %zu, "
                                   "expected one of them",
                                   k, release->name, release->rock, c->rock_class_count);
        }
        if (release->rocks > UINT64_MAX / 2 - total) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: too many rocks to count");
        }
        total += release->rocks;
    }
    if (total == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: the releases start no rock, expected at least one");
    }
    const uint64_t recorded = c->recorded_rocks < total ? c->recorded_rocks : total;
    if (recorded > MOST_RECORDED) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: tracks of %llu rocks shall be kept, at most %d fit; "
                               "statistics come from all rocks in any case",
                               (unsigned long long)recorded, MOST_RECORDED);
    }
    return TALUS_OK;
}
