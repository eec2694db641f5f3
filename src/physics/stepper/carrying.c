// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts of a rock with many vertices: few carry it, and those of the others that would come down
// take part as well. [docs/theory.md 4]
#include "physics/stepper/detection.h"

/// Contacts that come back in a step, at most.
enum { COME_BACK = 4 };

/// A contact that is left out may come down that fast: 4e-5 m in a step of 2 ms, m/s.
#define LEAST_APPROACH 2e-2

void stepper_thin_contacts(talus_stepper *s, talus_step_report *report)
{
    s->left_count = 0;
    if (s->set.count > 1 && s->body.vertex_count > CONTACT_COARSE && s->detection->is_by_vertex) {
        contact_thin(&s->set, CONTACT_CARRYING - COME_BACK, s->left_out, &s->left_count);
        report->contact_count = s->set.count;
    }
}

/// Velocities that the percussions leave: of S, and the spin in the body frame.
static void find_velocities(const talus_stepper *s, const talus_mat3 *a, const stepper_motion *m,
                            talus_vec3 *v, talus_vec3 *omega)
{
    talus_vec3 impulse = vec3(0.0, 0.0, 0.0), spin = impulse;
    for (size_t k = 0; k < s->set.count; k++) {
        const contact_point *point = &s->set.points[k];
        const double *p = s->percussion + 3 * k;
        const talus_vec3 force =
            vec3_axpy(vec3_axpy(vec3_scale(p[0], point->normal), p[1], point->tangent1), p[2],
                      point->tangent2);
        impulse = vec3_add(impulse, force);
        spin = vec3_add(spin, vec3_cross(point->lever, mat3_tmulv(a, force)));
    }
    *v = vec3_axpy(m->v_free, m->inverse_mass, impulse);
    *omega = vec3_add(m->omega_free, m->is_diagonal ? vec3_mul(m->turn_diagonal, spin)
                                                    : mat3_mulv(&m->turn_inverse, spin));
}

/// The contact that is left out and comes down fastest becomes one of the step's, before those on
/// obstacles. @return false: none comes down
static bool bring_back(talus_stepper *s, const talus_mat3 *a, const stepper_motion *m)
{
    talus_vec3 v, omega;
    find_velocities(s, a, m, &v, &omega);
    double fastest = -LEAST_APPROACH;
    size_t worst = s->left_count;
    for (size_t k = 0; k < s->left_count; k++) {
        const contact_point *point = &s->left_out[k];
        const talus_vec3 at = vec3_add(v, mat3_mulv(a, vec3_cross(omega, point->lever)));
        const double rate = vec3_dot(point->normal, at);
        if (rate < fastest) {
            fastest = rate;
            worst = k;
        }
    }
    if (worst == s->left_count) {
        return false;
    }
    contact_point *points = s->set.points;
    size_t place = s->set.count++;
    for (size_t k = 0; k < s->set.obstacle_count; k++, place--) {
        points[place] = points[place - 1];
    }
    points[place] = s->left_out[worst];
    s->left_out[worst] = s->left_out[--s->left_count];
    return true;
}

void stepper_solve_carrying(talus_stepper *s, const talus_state *state, const talus_mat3 *a,
                            const stepper_motion *m, talus_step_report *report)
{
    int iterations = 0;
    for (int k = 0;; k++) {
        stepper_solve_contacts(s, state, a, m, report);
        report->solver.iterations += iterations;
        iterations = report->solver.iterations;
        if (k == COME_BACK || !bring_back(s, a, m)) {
            break;
        }
    }
    report->contact_count = s->set.count;
}
