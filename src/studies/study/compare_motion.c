// SPDX-License-Identifier: GPL-3.0-or-later
#include "studies/study/compare_motion.h"

#include "foundation/math/linalg.h"
#include "runs/trajectory/trajectory.h"
#include "talus/run.h"

#include <stdlib.h>

/// A log under way.
typedef struct recording {
    const talus_campaign *campaign;
    compare_motion *motion;
    double way;                    ///< m, of the body under way at its last step
    size_t kept;                   ///< its last row that stays; a later one may be overwritten
    double kept_x, kept_y, kept_z; ///< m, S there
    bool is_lost;
} recording;

static bool grow(compare_motion *motion)
{
    const size_t capacity = motion->capacity == 0 ? 4096 : 2 * motion->capacity;
    for (int k = 0; k < MOTION_COLUMNS; k++) {
        double *larger = realloc(motion->columns[k], capacity * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        motion->columns[k] = larger;
    }
    motion->capacity = capacity;
    return true;
}

/// A body that is not the one of the last step: where its way begins.
static void begin_body(recording *r, const talus_log_entry *entry)
{
    compare_motion *m = r->motion;
    const bool is_piece = entry->body > 0 && entry->parent != entry->body;
    const compare_body *parent = is_piece ? &m->bodies[entry->parent] : NULL;
    r->way = is_piece ? m->columns[MOTION_WAY][parent->begin + parent->count - 1] : 0.0;
    m->is_broken = m->is_broken || (is_piece && entry->parent == 0);
    m->bodies[m->body_count++] = (compare_body){
        .parent = entry->parent, .begin = m->count, .x = entry->state.r.x, .y = entry->state.r.y};
}

/// Is the last row of a body behind the first one to be overwritten? It stays once the time and the
/// distance between the points of a track have passed.
static bool is_between(recording *r)
{
    const compare_motion *m = r->motion;
    const compare_body *body = &m->bodies[m->body_count - 1];
    const size_t last = m->count - 1;
    if (m->body_count == 1 || body->count < 2) {
        return false;
    }
    const double dx = body->x - r->kept_x, dy = body->y - r->kept_y;
    const double dz = m->columns[MOTION_ALTITUDE][last] - r->kept_z;
    const double least = r->campaign->sample_distance;
    const double time = m->columns[MOTION_TIME][last] - m->columns[MOTION_TIME][r->kept];
    return time < r->campaign->sample_time * (1.0 - 1e-9) ||
           dx * dx + dy * dy + dz * dz < least * least;
}

static void keep_last(recording *r)
{
    const compare_motion *m = r->motion;
    const compare_body *body = &m->bodies[m->body_count - 1];
    r->kept = m->count - 1;
    r->kept_x = body->x;
    r->kept_y = body->y;
    r->kept_z = m->columns[MOTION_ALTITUDE][r->kept];
}

static bool record_step(void *user, const talus_log_entry *entry)
{
    recording *r = user;
    compare_motion *m = r->motion;
    if (m->count == m->capacity && !grow(m)) {
        r->is_lost = true;
        return false;
    }
    if (m->body_count == entry->body) {
        begin_body(r, entry);
    } else if (is_between(r)) {
        m->count--;
        m->bodies[entry->body].count--;
    } else {
        keep_last(r);
    }
    compare_body *body = &m->bodies[entry->body];
    const talus_state *s = &entry->state;
    const double dx = s->r.x - body->x, dy = s->r.y - body->y;
    r->way += sqrt(dx * dx + dy * dy);
    const double values[MOTION_COLUMNS] = {
        [MOTION_TIME] = entry->time,         [MOTION_SPIN_X] = s->omega.x,
        [MOTION_SPIN_Y] = s->omega.y,        [MOTION_SPIN_Z] = s->omega.z,
        [MOTION_SPIN] = vec3_norm(s->omega), [MOTION_WAY] = r->way,
        [MOTION_ALTITUDE] = s->r.z,          [MOTION_GROUND] = s->r.z - entry->jump_height,
    };
    for (int k = 0; k < MOTION_COLUMNS; k++) {
        m->columns[k][m->count] = values[k];
    }
    m->count++;
    body->count++;
    body->x = s->r.x;
    body->y = s->r.y;
    return true;
}

/// Mark the body that the event ended with, and those that it was a part of.
static void find_leading(compare_motion *motion, const talus_rock_record *record)
{
    uint32_t body = 0;
    for (uint32_t k = 1; k < motion->body_count && body == 0; k++) {
        const compare_body *b = &motion->bodies[k];
        body = b->x == record->end.r.x && b->y == record->end.r.y ? k : 0;
    }
    motion->bodies[body].leads = true;
    while (body > 0 && motion->bodies[body].parent != body) {
        body = motion->bodies[body].parent;
        motion->bodies[body].leads = true;
    }
}

talus_status compare_motion_replay(const talus_campaign *campaign, uint64_t rock,
                                   compare_motion *motion, talus_error *error)
{
    talus_rock_record record;
    recording r = {.campaign = campaign, .motion = motion};
    *motion = (compare_motion){0};
    talus_status status =
        talus_campaign_replay_event(campaign, rock, record_step, &r, &record, error);
    if (status == TALUS_OK && r.is_lost) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the motion of a rock");
    }
    if (status != TALUS_OK) {
        compare_motion_clear(motion);
        return status;
    }
    find_leading(motion, &record);
    const double f = record.scale;
    const talus_rock *body = NULL;
    talus_rock *own = NULL;
    status = trajectory_body(campaign, record.rock_class, rock, &body, &own, error);
    if (status == TALUS_OK) {
        motion->inertia = vec3_scale(f * f * f * f * f, body->inertia);
    } else {
        compare_motion_clear(motion);
    }
    talus_rock_destroy(own);
    return status;
}

void compare_motion_clear(compare_motion *motion)
{
    for (int k = 0; k < MOTION_COLUMNS; k++) {
        free(motion->columns[k]);
    }
    *motion = (compare_motion){0};
}
