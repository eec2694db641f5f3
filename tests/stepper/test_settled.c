// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts that stay when a stem breaks are solved once more; where that fails, the step is
// unsolved.
#include "obstacle_scene.h"
#include "stepper/rock_steps.h"

static int calls;      ///< solutions of contacts that stay
static int failing;    ///< the one that fails, from 1; 0: none
static double failure; ///< its relative error

// linked with --wrap: the stepper's own problems are solved by another function
talus_status __real_talus_contact_solve(talus_contact_solver *solver,
                                        const talus_contact_problem *problem,
                                        const talus_solve_options *options, double *percussion,
                                        talus_solver_info *info, talus_error *error);
talus_status __wrap_talus_contact_solve(talus_contact_solver *solver,
                                        const talus_contact_problem *problem,
                                        const talus_solve_options *options, double *percussion,
                                        talus_solver_info *info, talus_error *error);
talus_status __wrap_talus_contact_solve(talus_contact_solver *solver,
                                        const talus_contact_problem *problem,
                                        const talus_solve_options *options, double *percussion,
                                        talus_solver_info *info, talus_error *error)
{
    const talus_status status =
        __real_talus_contact_solve(solver, problem, options, percussion, info, error);
    if (++calls == failing) {
        info->solved = false;
        info->error = info->relative_error = failure;
    }
    return status;
}

/// A block that lies on the ground slides into a weak stem: the step in which the stem breaks.
static talus_step_report break_stem(void)
{
    talus_stem stem = {.x = 4.0, .y = 0.0, .diameter = 0.4, .height = 10.0, .energy = 500.0};
    const talus_obstacle_list list = one_stem(&stem, 0.3, 0.0);
    obstacle_scene scene;
    scene_make(&scene, &list, "cuboid", vec3(1.0, 1.0, 1.0), 9.81);
    talus_state state = {
        .r = vec3(2.5, 0.0, 0.4999), .p = {1.0, 0.0, 0.0, 0.0}, .v = {8.0, 0.0, 0.0}};
    talus_step_report report = {0};
    bool is_broken = false;
    calls = 0;
    for (int k = 0; k < 1000 && !is_broken; k++) {
        size_t count = 0;
        rock_step(scene.stepper, &state, &report);
        const talus_obstacle_event *events = stepper_obstacle_events(scene.stepper, &count);
        is_broken = count > 0 && events[0].is_broken;
    }
    cr_assert(is_broken, "the stem stands");
    scene_clear(&scene);
    return report;
}

Test(settled, contacts_that_stay_unsolved_are_reported)
{
    failing = 0;
    const talus_step_report whole = break_stem();
    cr_assert(whole.solver.solved);
    cr_assert_gt(calls, 0, "no contact stayed");
    failing = calls; // the solution that is kept
    failure = 0.25;
    const talus_step_report unsolved = break_stem();
    cr_expect_not(unsolved.solver.solved);
    cr_expect_eq(unsolved.solver.relative_error, 0.25);
    failure = (double)NAN;
    cr_expect(isnan(break_stem().solver.error), "a NaN is no small error");
}

Test(settled, a_trial_that_is_not_kept_does_not_count)
{
    failing = 0;
    (void)break_stem();
    cr_assert_gt(calls, 1, "one solution was enough");
    failing = 1;
    failure = 0.25;
    cr_expect(break_stem().solver.solved);
}
