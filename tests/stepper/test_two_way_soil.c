// SPDX-License-Identifier: GPL-3.0-or-later
// Soil with two-way detection on nodes much finer than the rock: nodes inside faces go down with
// the plane and drag.
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "physics/stepper/stepper_internal.h"

#include <criterion/criterion.h>

/// What four blocks of 0.93 m made of 4 s on a slope of nodes `cell` m apart.
typedef struct passage {
    double fallen, kept;  ///< J, potential energy lost; kinetic at the end
    double deepest, hard; ///< m, along contact normals: under the hard plane; depth of that plane
    size_t soil_steps, node_steps, dragged; ///< in the layer; with a node as deepest contact; of
                                            ///< these with a section that drags
} passage;

static void follow(talus_stepper *stepper, talus_rock_motion *motion, passage *out)
{
    const talus_state *state = talus_motion_state(motion);
    const double mass = motion->body.mass, top = state->r.z;
    double kinetic = 0.0;
    for (int k = 0; k < 2000; k++) {
        talus_step_report report = talus_step_report_default();
        cr_assert_eq(talus_step(stepper, motion, &report, NULL), TALUS_OK);
        const double energy = report.kinetic_energy + mass * 9.81;
        cr_assert(fabs(report.ledger) < 1e-12 * energy, "%g of %g J", report.ledger, energy);
        cr_assert(report.solver.solved);
        kinetic = report.kinetic_energy;
        if (state->scar_depth == 0.0) {
            continue;
        }
        out->soil_steps++;
        out->hard = fmax(out->hard, state->scar_depth);
        out->deepest = fmax(out->deepest, report.penetration);
        if (stepper->set.count > 0 && contact_is_on_node(&stepper->set.points[0])) {
            out->node_steps++;
            out->dragged += report.immersed_area > 0.0;
        }
    }
    out->fallen += mass * 9.81 * (top - state->r.z);
    out->kept += kinetic;
}

static passage pass(double cell, double noise, double modulus)
{
    talus_terrain *terrain = scene_plane(0.6, 0.0, 45.0, cell, noise);
    const talus_soil soil = {.modulus = modulus, .drag = 2.0, .density = 1700.0};
    talus_ground ground = *talus_ground_preset("hard");
    ground.soil = soil;
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    talus_step_options options = talus_step_options_default();
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    talus_rock_motion *motion = NULL;
    passage out = {0};
    options.detection = TALUS_DETECTION_TWO_WAY;
    cr_assert_eq(talus_rock_build("eota221", vec3(0.93, 0.93, 0.47), 0, 2700.0, &rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_stepper_create(&site, &options, rock->vertex_count, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_motion_create(stepper, &motion, NULL), TALUS_OK);
    for (uint64_t n = 0; n < 4; n++) {
        const talus_state state = {.r = vec3(-40.0, -10.0 + 5.0 * (double)n, 29.5),
                                   .p = scene_turn(0.4 * (double)n, vec3(0.0, 0.6, 0.8)),
                                   .v = vec3(6.0, 0.0, 0.0)};
        cr_assert_eq(talus_motion_start(stepper, rock, 1.0, 1, TALUS_ROCK_WITHOUT_DRAWS, &state,
                                        motion, NULL),
                     TALUS_OK);
        follow(stepper, motion, &out);
    }
    talus_free(motion);
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return out;
}

Test(two_way_soil, nodes_finer_than_the_rock_sink_to_the_hard_plane_and_drag)
{
    const passage fine = pass(0.15, 0.03, 20e6), hard = pass(0.15, 0.03, 0.0);
    cr_expect(fine.soil_steps > 500 && fine.node_steps > 5, "%zu %zu", fine.soil_steps,
              fine.node_steps); // 2219, 14
    cr_expect_eq(fine.dragged, fine.node_steps);
    cr_expect(fine.hard > 0.05 && fine.hard < 0.3, "%g m", fine.hard);
    cr_expect(fine.deepest < 0.03, "%g m", fine.deepest); /* measured 0.014 m */
    // the soil takes more than the hard plane alone: 0.23, 0.38
    cr_expect(fine.kept / fine.fallen < 0.8 * hard.kept / hard.fallen, "%g %g",
              fine.kept / fine.fallen, hard.kept / hard.fallen);
    cr_expect_eq(hard.soil_steps, 0);
}

Test(two_way_soil, finer_nodes_of_a_plane_change_the_energy_that_is_kept_little)
{
    const passage coarse = pass(3.0, 0.0, 20e6), fine = pass(0.15, 0.0, 20e6);
    cr_expect(fabs(fine.kept / fine.fallen - coarse.kept / coarse.fallen) < 0.1, "%g %g",
              fine.kept / fine.fallen, coarse.kept / coarse.fallen);
}
