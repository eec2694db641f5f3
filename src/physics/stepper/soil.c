// SPDX-License-Identifier: GPL-3.0-or-later
// Compactable soil [Lu19]: a layer that drags, over a hard plane that carries. [docs/theory.md 14]
#include "physics/stepper/detection.h"

/// 3^(4/3) / 2^(7/3)
#define RUT_FACTOR 0.8585361886465

/// Of equal ones the first.
static const contact_point *find_deepest(const contact_set *set)
{
    const contact_point *deepest = &set->points[0];
    for (size_t k = 1; k < set->count; k++) {
        if (set->points[k].depth > deepest->depth) {
            deepest = &set->points[k];
        }
    }
    return deepest;
}

/// 1/2 C_soil rho A |v|, frozen at the start of the step. The surface is the tangent plane under
/// the deepest contact, or the plane through its node along the rock's face.
static void find_soil_drag(talus_stepper *s, const talus_soil *soil, const contact_point *deepest,
                           talus_vec3 v, const talus_mat3 *a, talus_step_report *report)
{
    const double speed = vec3_norm(v);
    if (!(soil->modulus > 0.0) || !(speed > 0.0)) {
        return;
    }
    const talus_vec3 normal = mat3_tmulv(a, deepest->normal);
    const talus_vec3 direction = vec3_scale(1.0 / speed, mat3_tmulv(a, v));
    contact_immersion immersion;
    const double above = contact_is_on_node(deepest) ? 0.0 : deepest->depth;
    contact_immerse(&s->body, normal, vec3_dot(normal, deepest->lever) + above, direction,
                    soil->rotational > 0.0, &immersion);
    const double per_area = 0.5 * (1.0 + soil->drag) * soil->density * speed;
    s->soil_drag = per_area * immersion.area;
    s->soil_drag_rot = vec3_scale(soil->rotational * per_area, immersion.turns);
    report->immersed_area = immersion.area;
}

static const talus_ground *ground_at(talus_stepper *s, const contact_point *point,
                                     talus_ground *varied)
{
    stepper_draw_soil(s, point->ground);
    return contact_ground_of(&s->site, point->ground, point->foot.x, point->foot.y, varied);
}

/// Resistance of its rut to a rock over the load on it: Bekker's work of compaction for a rigid
/// wheel as wide as high under its weight, p = M_E z / D [Bk56]. [docs/theory.md, (46b)]
static double rut_share(const talus_stepper *s, const talus_soil *soil, double normal_z)
{
    if (!(soil->rolling > 0.0) || !(soil->modulus > 0.0) || !(s->options.gravity > 0.0)) {
        return 0.0;
    }
    const double load = s->mass * s->options.gravity * normal_z;
    const double share = load / (s->diameter * s->diameter * soil->modulus);
    return soil->rolling * RUT_FACTOR * talus_exp(talus_log(share) / 3.0);
}

/// Depth of the hard plane, m, vertical. [docs/theory.md, (41), (41b)]
static double find_depth(const talus_stepper *s, const talus_soil *soil, talus_vec3 v,
                         talus_vec3 normal)
{
    return soil->is_normal ? contact_scar_depth(soil, s->mass, vec3_dot(v, normal)) / normal.z
                           : contact_scar_depth(soil, s->mass, v.z);
}

void stepper_meet_soil(talus_stepper *s, talus_state *state, const stepper_pose *pose,
                       talus_step_report *report)
{
    s->soil_drag = s->rut = 0.0;
    s->soil_drag_rot = vec3(0.0, 0.0, 0.0);
    if (s->set.count == 0) {
        state->scar_depth = 0.0;
        return;
    }
    const contact_point *deepest = find_deepest(&s->set);
    talus_ground varied;
    const talus_ground *ground = ground_at(s, deepest, &varied);
    if (state->scar_depth == 0.0) {
        if (!(ground->soil.modulus > 0.0)) {
            return;
        }
        stepper_enter_soil(s);
        ground = ground_at(s, deepest, &varied);
        state->scar_depth = find_depth(s, &ground->soil, state->v, deepest->normal);
    }
    s->rut = rut_share(s, &ground->soil, deepest->normal.z);
    if (state->scar_depth == 0.0) {
        return;
    }
    find_soil_drag(s, &ground->soil, deepest, state->v, &pose->a, report);
    s->detection->lower(s, pose, state->scar_depth, deepest->normal.z);
    report->contact_count = s->set.count;
    report->min_gap = s->set.min_gap;
    report->penetration = s->set.depth;
}
