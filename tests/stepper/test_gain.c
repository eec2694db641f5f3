// SPDX-License-Identifier: GPL-3.0-or-later
// No percussion gains energy, whatever restitution, friction, shape and wall; without need nothing is
// withheld. [docs/theory.md 5]
#include "obstacle_scene.h"

#include <math.h>
#include <string.h>

/// Steps of all rocks of a sweep.
typedef struct gain_tally {
    double worst; ///< largest gain over the energy before it
    size_t impacts, limited, unsolved;
} gain_tally;

static void build(obstacle_scene *scene, double epsilon_n, double epsilon_t, double mu)
{
    talus_stepper_destroy(scene->stepper);
    scene->ground.epsilon_n = epsilon_n;
    scene->ground.epsilon_t = epsilon_t;
    scene->ground.mu_min = scene->ground.mu_max = mu;
    cr_assert_eq(talus_stepper_create(&scene->site, &scene->options, scene->rock->vertex_count,
                                      &scene->stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(scene->stepper, scene->rock, 1.0), TALUS_OK);
}

/// Throw the rock of a scene on the ground and along it.
static void throw_rock(obstacle_scene *scene, uint64_t number, gain_tally *tally)
{
    talus_random random = {number, 0, 0};
    double u[10];
    for (int k = 0; k < 10; k++) {
        u[k] = 2.0 * talus_random_uniform(&random) - 1.0;
    }
    talus_state state = {.r = {1.0, u[0], 1.2},
                         .p = quat_unit((talus_quat){u[1], u[2], u[3], u[4]}),
                         .v = {6.0 + 3.0 * u[5], u[6], -4.0 + 2.0 * u[7]},
                         .omega = {4.0 * u[8], 6.0 * u[9], 3.0 * u[0]}};
    for (int k = 0; k < 600; k++) {
        talus_step_report report = {0};
        rock_step(scene->stepper, &state, &report);
        const double before = report.kinetic_energy - report.gain;
        tally->impacts += report.contact_count > 0;
        tally->limited += report.withheld > 0.0;
        tally->unsolved += !report.solver.solved;
        if (report.contact_count > 0) {
            tally->worst = fmax(tally->worst, report.gain / before);
        }
    }
}

static const struct {
    const char *shape;
    talus_vec3 size;
} shapes[] = {
    {"cuboid", {0.9, 0.7, 0.5}}, {"eota221", {0.9, 0.9, 0.45}}, {"equant", {0.9, 0.0, 0.0}}};
static const double epsilons[][2] = {{1.0, 1.0}, {1.0, 0.0}, {0.99, 0.0}, {0.9, 0.5},
                                     {0.5, 0.0}, {0.0, 0.9}, {0.3, 0.3}};
static const double frictions[] = {0.0, 0.05, 0.3, 1.5};

static gain_tally sweep(bool has_wall)
{
    static double xy[] = {5.0, -20.0, 5.5, 20.0};
    gain_tally tally = {.worst = -(double)INFINITY};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (size_t e = 0; e < sizeof epsilons / sizeof *epsilons; e++) {
            const double *epsilon = epsilons[e];
            const talus_wall wall = {.line = {.name = "wall", .count = 2, .xy = xy},
                                     .width = 1.0,
                                     .height = 3.0,
                                     .law = {.mu = 0.2, .epsilon_n = epsilon[0]}};
            const talus_obstacle_list list = {.wall_count = has_wall, .walls = &wall};
            obstacle_scene scene;
            scene_make(&scene, &list, shapes[s].shape, shapes[s].size, 9.81);
            for (size_t m = 0; m < sizeof frictions / sizeof *frictions; m++) {
                build(&scene, epsilon[0], epsilon[1], frictions[m]);
                for (uint64_t number = 0; number < 3; number++) {
                    throw_rock(&scene, 1000 * s + 10 * e + number, &tally);
                }
            }
            scene_clear(&scene);
        }
    }
    return tally;
}

Test(gain, no_percussion_gains_energy)
{
    for (int has_wall = 0; has_wall < 2; has_wall++) {
        const gain_tally t = sweep(has_wall == 1);
        cr_expect_leq(t.worst, 1e-9, "wall %d: %g", has_wall, t.worst);
        cr_expect_gt(t.impacts, 10000, "%zu", t.impacts);
        cr_expect_gt(t.limited, 0, "wall %d: none of %zu was limited", has_wall, t.impacts);
        cr_expect_lt((double)t.limited, 0.2 * (double)t.impacts, "%zu of %zu", t.limited,
                     t.impacts);
        cr_expect_eq(t.unsolved, 0, "%zu", t.unsolved);
    }
}

/// Equal coefficients: with gravity, too, nothing is withheld.
Test(gain, equal_coefficients_are_kept)
{
    const talus_obstacle_list none = {0};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        obstacle_scene scene;
        gain_tally tally = {0};
        scene_make(&scene, &none, shapes[s].shape, shapes[s].size, 9.81);
        build(&scene, 0.3, 0.3, 0.6);
        for (uint64_t number = 0; number < 20; number++) {
            throw_rock(&scene, number, &tally);
        }
        cr_expect_eq(tally.limited, 0, "%s: %zu of %zu", shapes[s].shape, tally.limited,
                     tally.impacts);
        cr_expect_gt(tally.impacts, 500, "%zu", tally.impacts); // measured 683 to 1861
        scene_clear(&scene);
    }
}
