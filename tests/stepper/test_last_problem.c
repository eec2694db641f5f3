// SPDX-License-Identifier: GPL-3.0-or-later
// The contact problem of the last step, as the stepper hands it out.
#include "bench/scenes.h"
#include "physics/contact_problem/errors.h"
#include "stepper/rock_steps.h"

#include "talus/stepper.h"

#include <criterion/criterion.h>

typedef struct block {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    talus_stepper *stepper;
    talus_state state;
    talus_step_report report;
} block;

/// A cuboid that lies `height` over a level plane.
static void set_up(block *b, double height)
{
    *b = (block){.terrain = scene_plane(0.0, 0.0, 10.0, 1.0, 0.0), .ground = scene_ground(0.6)};
    b->site = (talus_site){.terrain = b->terrain, .grounds = &b->ground, .ground_count = 1};
    const talus_step_options options = talus_step_options_default();
    cr_assert_eq(talus_rock_build("cuboid", vec3(1.0, 1.0, 0.5), 0, 2700.0, &b->rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&b->site, &options, b->rock->vertex_count, &b->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(b->stepper, b->rock, 1.0), TALUS_OK);
    b->state.p = (talus_quat){1.0, 0.0, 0.0, 0.0};
    b->state.r.x = 0.25;
    b->state.r.y = 0.25;
    b->state.r.z = 0.25 + height;
}

static void tear_down(block *b)
{
    talus_stepper_destroy(b->stepper);
    talus_rock_destroy(b->rock);
    talus_terrain_destroy(b->terrain);
}

Test(last_problem, there_is_none_before_the_first_step_and_in_the_air)
{
    block b;
    talus_contact_problem problem;
    const double *percussion;
    talus_solver_info info;
    set_up(&b, 1.0);
    cr_expect_not(stepper_last_problem(b.stepper, &problem, &percussion, &info));
    rock_step(b.stepper, &b.state, &b.report);
    cr_expect_not(stepper_last_problem(b.stepper, &problem, &percussion, &info));
    tear_down(&b);
}

Test(last_problem, a_face_on_the_ground_has_four_contacts_that_carry_the_impulse)
{
    block b;
    talus_contact_problem problem;
    const double *percussion;
    talus_solver_info info;
    set_up(&b, -1e-6);
    rock_step(b.stepper, &b.state, &b.report);
    cr_assert(stepper_last_problem(b.stepper, &problem, &percussion, &info));
    cr_assert_eq(problem.contact_count, 4);
    cr_assert_not_null(percussion);
    double normal = 0.0;
    for (size_t k = 0; k < 4; k++) {
        normal += percussion[3 * k];
    }
    // N s; measured 0
    cr_expect_leq(fabs(normal - b.report.impulse.z), 1e-9 * normal);
    cr_expect_eq(info.iterations, b.report.solver.iterations);
    cr_expect_leq(problem_error(&problem, TALUS_MEASURE_NATURAL_MAP, percussion),
                  1e-9); /* m/s, measured 7e-18 */
    b.state.r.z += 1.0;
    rock_step(b.stepper, &b.state, &b.report);
    cr_expect_not(stepper_last_problem(b.stepper, &problem, &percussion, &info));
    tear_down(&b);
}
