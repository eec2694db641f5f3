// SPDX-License-Identifier: GPL-3.0-or-later
// Single impacts of a rocking block in one Moreau step, beside the impact law itself.
#include "cases/figures/rocking_stepper.h"
#include "foundation/math/linalg.h"
#include "talus/lab/impact_law.h"

#include <math.h>

#define HALF_WIDTH 0.1 ///< m
#define RATE (-1.0)    ///< rad/s before the impact
#define TIME_STEP 1e-9 ///< s
#define PRESSED 1e-12  ///< m, so that A is closed at the midpoint: its path is an arc
#define STICKS 1e-7    ///< slip below this counts as none
enum { BISECTIONS = 40 };

double rocking_stepper_ratio(double aspect, double mu)
{
    const double a2 = aspect * aspect;
    const double housner = (2.0 * a2 - 1.0) / (2.0 * a2 + 2.0);
    const double sliding = (a2 - 2.0 + 3.0 * mu * aspect) / (a2 + 4.0 - 3.0 * mu * aspect);
    // sticking needs mu >= a (1 - r) / (1 + r) = 3 a / (4 a^2 + 1)
    const double ratio = mu >= 3.0 * aspect / (4.0 * a2 + 1.0) ? housner : sliding;
    return ratio > 0.0 ? ratio : 0.0;
}

/// Closed forms of the complementarity law; friction beside en21 or epsilon_n has none.
static double expected_ratio(const rocking_stepper_impact *impact)
{
    const double plain = rocking_stepper_ratio(impact->aspect, impact->mu);
    if (impact->en21 == 0.0 && impact->epsilon_n == 0.0) {
        return plain;
    }
    if (impact->mu < ROCKING_STICKING_MU || (impact->en21 > 0.0 && impact->epsilon_n > 0.0)) {
        return (double)NAN;
    }
    if (impact->en21 > 0.0) {
        return impact->en21 > plain ? impact->en21 : plain;
    }
    const talus_rocking_block block =
        talus_rocking_block_rectangle(1.0, HALF_WIDTH, impact->aspect * HALF_WIDTH);
    return talus_rocking_a_lifts(&block, impact->epsilon_n)
               ? talus_rocking_ratio(&block, TALUS_ROCKING_LIPSCOMBE, impact->epsilon_n)
               : -impact->epsilon_n;
}

/// The planar block at the impact: contact 0 = B, 1 = A; sticking on A before.
typedef struct planar_impact {
    double mass[9], normals[6], tangents[6], mu[2], velocity[3];
    talus_impact_law_system system;
} planar_impact;

static void make_planar(planar_impact *planar, double aspect, double mu)
{
    const talus_impact_law_block block = {1.0, 2.0 * HALF_WIDTH, 2.0 * aspect * HALF_WIDTH};
    talus_impact_law_block_matrices(&block, planar->mass, planar->normals, planar->tangents);
    planar->mu[0] = planar->mu[1] = mu;
    planar->velocity[0] = -RATE * aspect * HALF_WIDTH;
    planar->velocity[1] = RATE * HALF_WIDTH;
    planar->velocity[2] = RATE;
    planar->system = (talus_impact_law_system){.dof_count = 3,
                                               .contact_count = 2,
                                               .tangent_count = 2,
                                               .mass = planar->mass,
                                               .normals = planar->normals,
                                               .tangents = planar->tangents,
                                               .mu = planar->mu};
}

static talus_status ask_law(rocking_stepper_impact *impact, talus_error *error)
{
    planar_impact planar;
    talus_impact_law_result result;
    const double restitution[4] = {impact->epsilon_n, impact->en21, impact->en21,
                                   impact->epsilon_n};
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED,
                                  .restitution = restitution,
                                  .tangential = TALUS_IMPACT_LAW_COULOMB,
                                  .complementarity = true};
    make_planar(&planar, impact->aspect, impact->mu);
    const talus_status status =
        talus_impact_law_apply(&planar.system, &law, planar.velocity, &result, error);
    impact->law = status == TALUS_OK ? result.velocity_after[2] / RATE : (double)NAN;
    impact->unsolved += status == TALUS_OK && !result.solved;
    return status;
}

static void read_impact(const rocking_bench *bench, const talus_state *before,
                        const talus_state *after, const rocking_bench_step *step,
                        rocking_stepper_impact *impact)
{
    const double speed = -2.0 * bench->options.b1 * RATE;
    const talus_mat3 a = talus_quat_matrix(after->p);
    // corners 0, 1 are B, 2, 3 are A
    const talus_vec3 at_a =
        vec3_add(after->v, mat3_mulv(&a, vec3_cross(after->omega, bench->corners[3])));
    double sum = 0.0, moment = 0.0;
    for (size_t i = 0; i < ROCKING_CORNERS; i++) {
        sum += step->percussion[i].z;
        moment += step->percussion[i].z * bench->corners[i].x;
    }
    impact->ratio = rocking_bench_omega(after) / RATE;
    impact->place = moment / (sum * bench->options.b1);
    impact->lift = at_a.z / speed;
    impact->slip = at_a.x / speed;
    impact->energy = rocking_bench_energy(bench, after) / rocking_bench_energy(bench, before);
    impact->unsolved += !step->report.solver.solved;
}

talus_status rocking_stepper_impact_make(rocking_stepper_impact *impact, talus_error *error)
{
    rocking_bench_options options =
        rocking_bench_options_default(HALF_WIDTH, HALF_WIDTH, impact->aspect * HALF_WIDTH);
    options.mu = impact->mu;
    options.epsilon_n = impact->epsilon_n;
    options.en21 = impact->en21;
    options.time_step = TIME_STEP;
    options.gravity = 0.0;
    rocking_bench bench;
    talus_status status = rocking_bench_init(&bench, &options, error);
    impact->unsolved = 0;
    if (status == TALUS_OK) {
        // B passes the plane before the midpoint of the step
        talus_state state = rocking_bench_pivoting(&bench, -0.25 * RATE * TIME_STEP, RATE);
        state.r.z -= PRESSED;
        const talus_state before = state;
        rocking_bench_step step;
        rocking_bench_take(&bench, &state, &step);
        read_impact(&bench, &before, &state, &step, impact);
        impact->expected = expected_ratio(impact);
        status = ask_law(impact, error);
    }
    rocking_bench_clear(&bench);
    return status;
}

talus_status rocking_stepper_equation_make(rocking_stepper_equation *equation, talus_error *error)
{
    planar_impact planar;
    talus_impact_law_result result;
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_MOREAU,
                                  .e = equation->e,
                                  .tangential = TALUS_IMPACT_LAW_TANGENT_VELOCITY};
    make_planar(&planar, equation->aspect, ROCKING_STICKING_MU);
    const talus_status status =
        talus_impact_law_apply(&planar.system, &law, planar.velocity, &result, error);
    if (status == TALUS_OK) {
        equation->ratio = result.velocity_after[2] / RATE;
        equation->pull = -result.percussion_n[1] / result.percussion_n[0];
        equation->admissible = result.admissible;
    }
    return status;
}

talus_status rocking_stepper_threshold_make(rocking_stepper_threshold *threshold,
                                            talus_error *error)
{
    rocking_stepper_impact impact = {
        .aspect = threshold->aspect, .mu = ROCKING_STICKING_MU, .en21 = threshold->en21};
    talus_status status = rocking_stepper_impact_make(&impact, error);
    threshold->ratio = impact.ratio;
    threshold->expected = threshold->aspect * (1.0 - impact.ratio) / (1.0 + impact.ratio);
    double low = 0.0, high = 4.0;
    for (int i = 0; i < BISECTIONS && status == TALUS_OK; i++) {
        impact.mu = 0.5 * (low + high);
        status = rocking_stepper_impact_make(&impact, error);
        *(fabs(impact.slip) > STICKS ? &low : &high) = impact.mu;
    }
    threshold->found = 0.5 * (low + high);
    return status;
}
