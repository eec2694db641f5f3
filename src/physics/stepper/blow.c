// SPDX-License-Identifier: GPL-3.0-or-later
// What the normal percussions of a step took from the rock. [docs/bodies.md, 4.1]
#include "physics/site/obstacles.h"
#include "physics/stepper/stepper_internal.h"

/// Share of a contact's energy that can break the rock.
static double share_of(const talus_stepper *s, unsigned ground)
{
    if (ground < CONTACT_ON_OBSTACLE) {
        return 1.0 - s->site.grounds[ground].cushion;
    }
    const obstacle_body *body = &s->obstacles->index->bodies[ground - CONTACT_ON_OBSTACLE];
    return body->kind == TALUS_OBSTACLE_STEM ? 0.0 : 1.0;
}

/// gamma_N of contact k, m/s.
static double normal_velocity(const stepper_rows *rows, const talus_state *q)
{
    return rows->force[0][0] * q->v.x + rows->force[1][0] * q->v.y + rows->force[2][0] * q->v.z +
           rows->torque[0][0] * q->omega.x + rows->torque[1][0] * q->omega.y +
           rows->torque[2][0] * q->omega.z;
}

stepper_blow stepper_blow_of(const talus_stepper *s, const talus_state *before,
                             const talus_state *after)
{
    stepper_blow blow = {0};
    double deepest = -(double)INFINITY;
    for (size_t k = 0; k < s->set.count; k++) {
        const contact_point *point = &s->set.points[k];
        const stepper_rows *rows = &s->rows[k];
        const double taken = -0.5 * s->percussion[3 * k] *
                             (normal_velocity(rows, before) + normal_velocity(rows, after));
        blow.energy += taken > 0.0 ? share_of(s, point->ground) * taken : 0.0;
        if (point->depth > deepest) {
            deepest = point->depth;
            blow.normal = point->normal;
            blow.ground = point->ground < CONTACT_ON_OBSTACLE ? point->ground : 0;
        }
    }
    const double speed = vec3_norm(before->v);
    blow.sine = speed > 0.0 ? fabs(vec3_dot(before->v, blow.normal)) / speed : 0.0;
    return blow;
}
