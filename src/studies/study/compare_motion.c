// SPDX-License-Identifier: GPL-3.0-or-later
#include "studies/study/compare_motion.h"

#include "foundation/math/linalg.h"
#include "runs/trajectory/trajectory.h"
#include "talus/run.h"

#include <stdlib.h>

/// A log under way.
typedef struct recording {
    compare_motion *motion;
    double x, y; ///< m, S at the last step
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

static bool record_step(void *user, const talus_log_entry *entry)
{
    recording *r = user;
    compare_motion *m = r->motion;
    if (m->count == m->capacity && !grow(m)) {
        r->is_lost = true;
        return false;
    }
    const talus_state *s = &entry->state;
    const double dx = s->r.x - r->x, dy = s->r.y - r->y;
    const double way =
        m->count == 0 ? 0.0 : m->columns[MOTION_WAY][m->count - 1] + sqrt(dx * dx + dy * dy);
    const double values[MOTION_COLUMNS] = {
        [MOTION_TIME] = entry->time,         [MOTION_SPIN_X] = s->omega.x,
        [MOTION_SPIN_Y] = s->omega.y,        [MOTION_SPIN_Z] = s->omega.z,
        [MOTION_SPIN] = vec3_norm(s->omega), [MOTION_WAY] = way,
        [MOTION_ALTITUDE] = s->r.z,          [MOTION_GROUND] = s->r.z - entry->jump_height,
    };
    for (int k = 0; k < MOTION_COLUMNS; k++) {
        m->columns[k][m->count] = values[k];
    }
    m->count++;
    r->x = s->r.x;
    r->y = s->r.y;
    return true;
}

talus_status compare_motion_replay(const talus_campaign *campaign, uint64_t rock,
                                   compare_motion *motion, talus_error *error)
{
    talus_rock_record record;
    recording r = {.motion = motion};
    *motion = (compare_motion){0};
    talus_status status = talus_campaign_replay(campaign, rock, record_step, &r, &record, error);
    if (status == TALUS_OK && r.is_lost) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the motion of a rock");
    }
    if (status != TALUS_OK) {
        compare_motion_clear(motion);
        return status;
    }
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
