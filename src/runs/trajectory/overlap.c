// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies that are released together, each in the pose in which it starts.
#include "runs/trajectory/overlap.h"

#include "foundation/math/linalg.h"
#include "physics/pairs/pairs.h"
#include "physics/stepper/worker.h"
#include "runs/campaign/campaign.h"
#include "runs/trajectory/event.h"

#include <stdlib.h>

/// The bodies of one event.
typedef struct placed {
    const talus_campaign *campaign;
    talus_stepper *stepper;
    talus_rock_motion *motion;
    uint32_t count;
    pairs_hull *hulls[TALUS_MOST_BODIES];
    pairs_posed posed[TALUS_MOST_BODIES];
    pairs_sphere spheres[TALUS_MOST_BODIES];
    uint32_t numbers[TALUS_MOST_BODIES]; ///< of those that start on the terrain
    pairs_near near;
} placed;

static void empty(placed *p)
{
    for (uint32_t k = 0; k < p->count; k++) {
        pairs_posed_clear(&p->posed[k]);
        pairs_hull_destroy(p->hulls[k]);
    }
    p->count = 0;
}

static talus_status lack_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for rocks that start together");
}

/// One body more, if it starts on the terrain.
static talus_status place(placed *p, uint64_t rock, uint32_t body, talus_error *error)
{
    trajectory t;
    const talus_rock *shape = NULL;
    talus_rock *own = NULL;
    talus_status status =
        trajectory_start_root(&t, p->campaign, p->stepper, p->motion, rock, body, error);
    if (status != TALUS_OK || t.has_ended) {
        return status;
    }
    status = trajectory_body(p->campaign, t.record.rock_class, trajectory_stream(rock, body),
                             &shape, &own, error);
    const uint32_t k = p->count;
    status =
        status == TALUS_OK ? pairs_hull_create(shape, t.record.scale, &p->hulls[k], error) : status;
    talus_rock_destroy(own);
    if (status != TALUS_OK) {
        return status;
    }
    if (!pairs_posed_init(&p->posed[k], p->hulls[k])) {
        pairs_hull_destroy(p->hulls[k]);
        return lack_memory(error);
    }
    const talus_mat3 a = talus_quat_matrix(t.state.p);
    pairs_posed_set(&p->posed[k], t.state.r, &a);
    p->spheres[k] = (pairs_sphere){t.state.r, p->hulls[k]->radius};
    p->numbers[k] = body;
    p->count++;
    return TALUS_OK;
}

static bool look(placed *p, uint64_t rock, trajectory_overlap *overlap)
{
    if (!pairs_near_find(p->spheres, p->count, &p->near)) {
        return false;
    }
    for (size_t k = 0; k < p->near.count; k++) {
        const uint32_t a = p->near.pairs[k].a, b = p->near.pairs[k].b;
        const double depth = -pairs_separate(&p->posed[a], &p->posed[b]).largest;
        if (depth > overlap->depth) {
            const double of_a = p->hulls[a]->inner_radius, of_b = p->hulls[b]->inner_radius;
            *overlap = (trajectory_overlap){.event = rock,
                                            .a = p->numbers[a],
                                            .b = p->numbers[b],
                                            .depth = depth,
                                            .is_deep = depth >= (of_a < of_b ? of_a : of_b)};
        }
    }
    return true;
}

static talus_status look_through(placed *p, size_t release, uint64_t most,
                                 trajectory_overlap *overlap, talus_error *error)
{
    const talus_release *of = &p->campaign->releases[release];
    uint64_t first = 0;
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < release; k++) {
        first += p->campaign->releases[k].rocks;
    }
    for (uint64_t e = 0; e < most && e < of->rocks && status == TALUS_OK; e++) {
        for (uint32_t body = 0; body < of->bodies && status == TALUS_OK; body++) {
            status = place(p, first + e, body, error);
        }
        if (status == TALUS_OK && !look(p, first + e, overlap)) {
            status = lack_memory(error);
        }
        empty(p);
    }
    return status;
}

talus_status trajectory_find_overlap(const talus_campaign *campaign, size_t release, uint64_t most,
                                     trajectory_overlap *overlap, talus_error *error)
{
    *overlap = (trajectory_overlap){0};
    if (campaign->releases[release].kind == TALUS_RELEASE_BLOCKS) {
        return TALUS_OK;
    }
    placed *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return lack_memory(error);
    }
    p->campaign = campaign;
    talus_status status = talus_stepper_create(&campaign->site, &campaign->step,
                                               campaign_max_vertices(campaign), &p->stepper, error);
    status = status == TALUS_OK ? talus_motion_create(p->stepper, &p->motion, error) : status;
    status = status == TALUS_OK ? look_through(p, release, most, overlap, error) : status;
    empty(p);
    pairs_near_clear(&p->near);
    talus_free(p->motion);
    talus_stepper_destroy(p->stepper);
    free(p);
    return status;
}
