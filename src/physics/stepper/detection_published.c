// SPDX-License-Identifier: GPL-3.0-or-later
// Published detection: vertices of the rock against the vertical gap. [L14 eq. 23]
#include "physics/stepper/clearance.h"
#include "physics/stepper/detection.h"

/// The nearest vertex stays where nothing is near.
static void look(talus_stepper *s, const stepper_pose *pose)
{
    s->set.nearest = s->motion->nearest;
    // in soil only contacts with the plane under it stay; bumps have to see all
    s->set.drop = s->has_bumps ? 0.0 : s->motion->state.scar_depth;
    contact_detect(&s->site, &s->body, pose->r, &pose->a, stepper_margin(s), &s->set);
    s->motion->nearest = s->set.nearest;
}

/// Keep the contacts with the plane `drop` (m, vertical) under the surface.
static void lower(talus_stepper *s, const stepper_pose *pose, double drop, double normal_z)
{
    (void)pose;
    (void)normal_z;
    contact_set *set = &s->set;
    size_t count = 0;
    set->depth = 0.0;
    set->min_gap += drop;
    for (size_t k = 0; k < set->count; k++) {
        const double depth = set->points[k].depth - drop * set->points[k].normal.z;
        if (!(depth >= 0.0)) {
            continue;
        }
        if (count != k) {
            set->points[count] = set->points[k];
        }
        set->points[count++].depth = depth;
        set->depth = depth > set->depth ? depth : set->depth;
    }
    set->count = count;
}

static double find_gap(const talus_site *site, const contact_body *body, talus_vec3 r,
                       const talus_mat3 *a)
{
    return contact_min_gap(site, body->vertices, body->vertex_count, r, a);
}

static double kept_gap(const talus_stepper *s)
{
    return CLEARANCE_MARGIN + stepper_margin(s);
}

static void roughen(talus_stepper *s, const contact_bumps *bumps, const stepper_pose *pose)
{
    contact_roughen(&s->site, bumps, &s->body, pose->r, &pose->a, &s->set);
}

const stepper_detection stepper_published = {.least_contacts = 1,
                                             .is_by_vertex = true,
                                             .look = look,
                                             .lower = lower,
                                             .roughen = roughen,
                                             .gap = find_gap,
                                             .clearance = kept_gap};
