// SPDX-License-Identifier: GPL-3.0-or-later
// Percussions from which the solution of a step starts: those of the last step, by feature.
#include "bench/scenes.h"
#include "physics/solve/island.h"
#include "physics/stepper/stepper_internal.h"
#include "stepper/rock_steps.h"

#include <criterion/criterion.h>

enum { CONTACTS = 4, STEPS = 4000 };

/// What the last two steps left.
typedef struct left_over {
    size_t count;
    uint64_t keys[CONTACTS];
    double last[3 * CONTACTS], before[3 * CONTACTS]; ///< N s
} left_over;

/// Problems with contacts before.
typedef struct tally {
    size_t going_on, held; ///< with a contact that goes on as it went, and the rest
    size_t few; ///< of the former, those of contacts that cannot exchange loads: two or three
    long iterations, plain; ///< of those from their start, and from the last percussions alone
} tally;

static left_over remember(const talus_stepper *s)
{
    left_over left = {.count = s->motion->warm_count};
    cr_assert(left.count <= CONTACTS);
    for (size_t w = 0; w < left.count; w++) {
        left.keys[w] = s->warm_keys[w];
    }
    memcpy(left.last, s->warm, 3 * left.count * sizeof *left.last);
    memcpy(left.before, s->warm_before, 3 * left.count * sizeof *left.before);
    return left;
}

/// Whether all contacts with a load slip; the loads of more than three are not unique.
static bool all_slip(const left_over *left, double mu)
{
    bool all = left->count <= 3;
    for (size_t w = 0; w < left->count; w++) {
        const double *p = left->last + 3 * w;
        const double length2 = p[1] * p[1] + p[2] * p[2];
        all = all && (p[0] == 0.0 || length2 >= 0.999 * mu * mu * p[0] * p[0]);
    }
    return all;
}

/// The start of each contact as documented, and the last percussions alone.
/// @return whether some contact goes on
static bool expect_start(const talus_stepper *s, const left_over *left, double *start,
                         double *plain)
{
    const bool slips = all_slip(left, s->mu[0]); // of one ground
    bool any = false;
    for (size_t k = 0; k < s->set.count; k++) {
        for (size_t w = 0; w < left->count; w++) {
            const double *p = left->last + 3 * w, *before = left->before + 3 * w;
            // a load that has fallen by a third may end
            const bool moves = slips && before[0] > 0.0 && before[0] < 1.5 * p[0];
            for (size_t i = 0; i < 3 && left->keys[w] == s->set.points[k].key; i++) {
                plain[3 * k + i] = p[i];
                start[3 * k + i] = moves ? p[i] + (p[i] - before[i]) : p[i];
                any = any || moves;
            }
        }
    }
    return any;
}

/// The step's solution has the bits of one from the expected start.
static void check_step(const talus_stepper *s, talus_contact_solver *solver, const left_over *left,
                       tally *all)
{
    double start[3 * CONTACTS] = {0.0}, plain[3 * CONTACTS] = {0.0};
    const double *percussion;
    talus_contact_problem problem;
    talus_solver_info info, again;
    if (!stepper_last_problem(s, &problem, &percussion, &info) || left->count == 0) {
        return;
    }
    problem.is_symmetric = true;
    const bool any = expect_start(s, left, start, plain);
    cr_assert_eq(solve_island(solver, &problem, s->options.tolerance, 0.0, start, &again),
                 TALUS_OK);
    cr_assert_eq(memcmp(start, percussion, 3 * problem.contact_count * sizeof *start), 0);
    cr_assert_eq(again.iterations, info.iterations);
    all->held += !any;
    all->going_on += any;
    if (any && problem.contact_count <= 3) {
        all->few++;
        all->iterations += info.iterations;
        cr_assert_eq(solve_island(solver, &problem, s->options.tolerance, 0.0, plain, &again),
                     TALUS_OK);
        all->plain += again.iterations;
    }
}

/// A wheel that is thrown onto a slope, slides, rolls and comes to rest or goes on.
static tally throw_wheel(double slope, double mu)
{
    talus_terrain *terrain = scene_plane(slope, 0.4, 200.0, 1.0, 0.0);
    const talus_ground ground = scene_ground(mu);
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    const talus_step_options options = talus_step_options_default();
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    talus_contact_solver *solver = NULL;
    tally all = {0};
    cr_assert(talus_rock_build("eota221", vec3(1.0, 1.0, 0.6), 0, 2700.0, &rock, NULL) == TALUS_OK);
    cr_assert(talus_stepper_create(&site, &options, rock->vertex_count, &stepper, NULL) ==
              TALUS_OK);
    cr_assert(rock_set(stepper, rock, 1.0) == TALUS_OK);
    cr_assert(talus_contact_solver_create(24, &solver, NULL) == TALUS_OK);
    talus_state state = {.r = {-150.0, -60.0, 0.0}, .p = talus_quat_uniform(0.3, 0.1, 0.7)};
    talus_step_report report;
    state.r.z += 0.05 - rock_min_gap(stepper, state.r, state.p);
    state.omega = vec3(0.5, 0.2, 6.0);
    for (int k = 0; k < STEPS; k++) {
        const left_over left = remember(stepper);
        rock_step(stepper, &state, &report);
        check_step(stepper, solver, &left, &all);
    }
    talus_contact_solver_destroy(solver);
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return all;
}

Test(warm, contacts_that_slip_start_from_where_their_percussions_go)
{
    const tally all = throw_wheel(0.5, 0.3);
    cr_expect(all.few > 400, "%zu steps", all.few); // measured 875
    // measured 892 against 1666
    cr_expect(4 * all.iterations < 3 * all.plain, "%ld Newton steps, %ld without", all.iterations,
              all.plain);
}

Test(warm, contacts_that_stick_start_from_their_last_percussions)
{
    const tally all = throw_wheel(0.2, 1.0);
    cr_expect(all.held > 400, "%zu steps", all.held); // measured 824
}
