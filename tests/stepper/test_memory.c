// SPDX-License-Identifier: GPL-3.0-or-later
// A step whose contact problem needs the last stage of the solver, which asks for memory. Linked with
// --wrap: requests of talus's own code fail, and no dense stage solves a problem.
#include "bench/scenes.h"
#include "failing_memory.h"
#include "physics/solve/island.h"
#include "stepper/rock_steps.h"

#include <string.h>

talus_status __real_solve_island_dense(talus_contact_solver *solver,
                                       const talus_contact_problem *problem, double tolerance,
                                       double *percussion, talus_solver_info *info);
talus_status __wrap_solve_island_dense(talus_contact_solver *solver,
                                       const talus_contact_problem *problem, double tolerance,
                                       double *percussion, talus_solver_info *info);
talus_status __wrap_solve_island_dense(talus_contact_solver *solver,
                                       const talus_contact_problem *problem, double tolerance,
                                       double *percussion, talus_solver_info *info)
{
    const talus_status status =
        __real_solve_island_dense(solver, problem, tolerance, percussion, info);
    info->solved = false;
    return status;
}

/// A cube that comes down on a plane, `epsilon` its restitution: the step in which it lands.
/// @param lost request of the step that fails; 0 = none
static talus_status land(double epsilon, size_t lost, talus_error *error)
{
    talus_terrain *terrain = scene_plane(0.0, 0.0, 40.0, 1.0, 0.0);
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    talus_ground ground = scene_ground(0.5);
    ground.epsilon_n = epsilon;
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    const talus_step_options options = talus_step_options_default();
    talus_step_report report = talus_step_report_default();
    cr_assert_eq(talus_rock_build("cuboid", (talus_vec3){1.0, 1.0, 1.0}, 0, 2700.0, &rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&site, &options, 8, &stepper, NULL), TALUS_OK);
    cr_assert_eq(rock_set(stepper, rock, 1.0), TALUS_OK);
    const talus_state state = {
        .r = {0.0, 0.0, 0.4999}, .p = {1.0, 0.0, 0.0, 0.0}, .v = {1.0, 0.0, -2.0}};
    cr_assert_eq(talus_motion_set_state(rock_on(stepper), &state, NULL), TALUS_OK);
    requests = 0;
    failing = lost;
    const talus_status status = talus_step(stepper, rock_on(stepper), &report, error);
    failing = 0;
    const size_t count = requests;
    cr_expect_gt(report.contact_count, 3);
    cr_expect(lost > 0 || report.solver.stage == TALUS_SOLVER_SPARSE);
    // what a step reported is not reported of the next one
    cr_expect_eq(talus_step(stepper, rock_on(stepper), &report, NULL), TALUS_OK);
    requests = count;
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return status;
}

// before: its contact problem stayed unsolved, and the step went on
Test(memory, running_out_of_it_fails_the_step)
{
    static const double restitutions[] = {0.0, 0.5};
    for (size_t e = 0; e < 2; e++) {
        cr_assert_eq(land(restitutions[e], 0, NULL), TALUS_OK);
        const size_t count = requests;
        cr_assert_gt(count, 5);
        for (size_t k = 1; k <= count; k++) {
            talus_error error = {0};
            cr_expect_eq(land(restitutions[e], k, &error), TALUS_ERROR_MEMORY, "request %zu of %zu",
                         k, count);
            cr_expect_not_null(strstr(error.message, "out of memory"), "%s", error.message);
        }
    }
}
