// SPDX-License-Identifier: GPL-3.0-or-later
// A case with moments of inertia, an angular velocity and an orientation: free rotation under every
// scheme.
#include "cases/evaluate/bodies_evaluate.h"
#include "talus/linalg.h"
#include "talus/rotation.h"

#include <math.h>

/// A minute or so for a case under all schemes.
#define MOST_STEPS 1e8

typedef struct spin_case {
    talus_vec3 inertia, omega;
    talus_quat p;
    double time_step;
    uint64_t steps;
} spin_case;

/// End of a case under one scheme.
typedef struct spin_end {
    talus_vec3 omega;
    talus_quat p;
    uint64_t failures;
} spin_end;

static void read_steps(evaluate_case *c, spin_case *one)
{
    one->time_step = evaluate_number(c, "time_step_s");
    const double time = evaluate_number(c, "time_s");
    if (c->failed) {
        return;
    }
    if (!(one->time_step >= 1e-12 && one->time_step <= 1e6)) {
        evaluate_refuse(c, "\"time_step_s\" must be a number from 1e-12 to 1e6, found %g",
                        one->time_step);
    } else if (!(time >= 0.0 && time <= 1e12)) {
        evaluate_refuse(c, "\"time_s\" must be a number from 0 to 1e12, found %g", time);
    } else {
        // whole steps, as many as come nearest to the time
        const double steps = floor(time / one->time_step + 0.5);
        if (steps > MOST_STEPS) {
            evaluate_refuse(c, "\"time_s\" is %g steps of \"time_step_s\"; at most %g are done",
                            steps, MOST_STEPS);
        } else {
            one->steps = (uint64_t)steps;
        }
    }
}

static void check(evaluate_case *c, const spin_case *one, double length)
{
    const talus_vec3 m = one->inertia, w = one->omega;
    const double largest = fmax(m.x, fmax(m.y, m.z));
    if (!(m.x >= 1e-30 && m.y >= 1e-30 && m.z >= 1e-30 && largest <= 1e30)) {
        evaluate_refuse(c,
                        "\"inertia_kg_m2\" must hold three moments from 1e-30 to 1e30 kg m2, found "
                        "%g, %g, %g",
                        m.x, m.y, m.z);
    }
    if (!(fabs(w.x) <= 1e9 && fabs(w.y) <= 1e9 && fabs(w.z) <= 1e9)) {
        evaluate_refuse(c, "\"omega0_rad_s\" must hold three numbers from -1e9 to 1e9 rad/s");
    }
    if (!(length >= 1e-100 && length <= 1e100)) {
        evaluate_refuse(c,
                        "\"orientation0\" must be a quaternion (w, x, y, z) that is not zero; its "
                        "length is %g",
                        length);
    }
    // such a body does not exist, but its equations of motion do
    if (largest > (0.5 + 1e-12) * (m.x + m.y + m.z)) {
        evaluate_warn(c,
                      "moments %g, %g, %g: no body has one larger than the sum of the other two; "
                      "answered all the same",
                      m.x, m.y, m.z);
    }
}

static spin_end turn(const spin_case *one, talus_scheme scheme)
{
    spin_end end = {one->omega, one->p, 0};
    // the closed form takes the whole time in one step
    const bool whole = scheme == TALUS_SCHEME_EXACT && one->steps > 0;
    const uint64_t steps = whole ? 1 : one->steps;
    const double dt = whole ? one->time_step * (double)one->steps : one->time_step;
    for (uint64_t i = 0; i < steps; i++) {
        const talus_free_rotation free = talus_rotation_free(scheme, one->inertia, end.omega, dt);
        end.p = talus_rotation_orientation(scheme, end.p, end.omega, &free, free.omega, dt);
        end.omega = free.omega;
        end.failures += free.converged ? 0 : 1;
    }
    // p and -p are one orientation
    if (end.p.w < 0.0) {
        end.p = (talus_quat){-end.p.w, -end.p.x, -end.p.y, -end.p.z};
    }
    return end;
}

static void answer_spin(evaluate_case *c)
{
    double p[4] = {0.0, 0.0, 0.0, 0.0};
    spin_case one = {.inertia = evaluate_vec3(c, "inertia_kg_m2"),
                     .omega = evaluate_vec3(c, "omega0_rad_s")};
    evaluate_vector(c, "orientation0", p, 4);
    read_steps(c, &one);
    if (!c->failed) {
        check(c, &one, sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]));
    }
    if (c->failed) {
        return;
    }
    one.p = talus_quat_normalised((talus_quat){p[0], p[1], p[2], p[3]});
    files_json_add_unsigned(c->out, "steps", one.steps);
    evaluate_put(c, "time_s", one.time_step * (double)one.steps);
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const spin_end end = turn(&one, (talus_scheme)i);
        const double orientation[] = {end.p.w, end.p.x, end.p.y, end.p.z};
        files_json_begin(c->out, talus_scheme_name((talus_scheme)i), '{');
        evaluate_write_vec3(c, "omega", end.omega);
        evaluate_write_numbers(c, "orientation", orientation, 4);
        files_json_add_unsigned(c->out, "failures", end.failures);
        files_json_end(c->out, '}');
    }
}

const evaluate_model evaluate_plain_spin = {"spin", EVALUATE_INPUTS("inertia_kg_m2"), answer_spin};
