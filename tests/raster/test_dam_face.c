// SPDX-License-Identifier: GPL-3.0-or-later
// What the face of a dam does to a rock, against a rigid ramp; soil whose depth goes along the
// normal. [docs/theory.md 14, 16]
#include "bench/scenes.h"
#include "physics/contact/contact.h"
#include "stepper/rock_steps.h"
#include "talus/raster.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define FACE (40.0 * TALUS_PI / 180.0)
static const double gravity = 9.81, height = 6.0;

/// Flat ground of 80 x 20 m in cells of 0.5 m with a dam across it at x = 40.
static talus_terrain *make_dam(void)
{
    enum { NX = 161, NY = 41 };
    const talus_grid grid = {0.0, -10.0, 0.5, NX, NY};
    double *ground = calloc(NX * NY, sizeof *ground), *heights = calloc(NX * NY, sizeof *heights);
    double xy[4] = {40.0, -20.0, 40.0, 20.0};
    const talus_dam dam = {.line = {.name = "dam", .count = 2, .xy = xy},
                           .height = height,
                           .crest_width = 2.0,
                           .face_slope = FACE};
    talus_terrain *terrain = NULL;
    cr_assert_eq(talus_dam_raise(&dam, &grid, ground, heights, NULL, NULL), TALUS_OK);
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &terrain, NULL), TALUS_OK);
    free(ground);
    free(heights);
    return terrain;
}

/// What became of a round rock of 780 kg that met the face at 20 m/s.
typedef struct meeting {
    talus_vec3 v_face;   ///< m/s, in the step before the first contact
    double z_face;       ///< m, S then
    double apex, energy; ///< m, highest S; J, kinetic when S is over the crest
    double worst_ledger; ///< relative to the energy at the start
} meeting;

static meeting meet(const talus_ground *ground)
{
    talus_terrain *terrain = make_dam();
    const talus_site site = {.terrain = terrain, .grounds = ground, .ground_count = 1};
    const talus_step_options options = talus_step_options_default();
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_rock_build("icosphere", vec3(1.0, 1.0, 1.0), 3, 2700.0, &rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_rock_set_mass(rock, 780.0, NULL), TALUS_OK);
    cr_assert_eq(talus_stepper_create(&site, &options, rock->vertex_count, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(stepper, rock, 1.0), TALUS_OK);
    talus_state state = {.r = vec3(27.0, 0.0, 2.0), .p = {1, 0, 0, 0}, .v = vec3(20.0, 0.0, 0.0)};
    meeting m = {0};
    bool has_met = false;
    for (int i = 0; i < 2000 && state.r.x < 60.0; i++) {
        talus_step_report report;
        const talus_state before = state;
        rock_step(stepper, &state, &report);
        if (!has_met && (report.contact_count > 0 || state.scar_depth > 0.0)) {
            has_met = true;
            m.v_face = before.v;
            m.z_face = before.r.z;
        }
        m.apex = state.r.z > m.apex ? state.r.z : m.apex;
        m.energy = state.r.x < 40.0 ? report.kinetic_energy : m.energy;
        const double ledger = fabs(report.ledger) / (0.5 * 780.0 * 400.0);
        m.worst_ledger = ledger > m.worst_ledger ? ledger : m.worst_ledger;
    }
    cr_assert(has_met);
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
    return m;
}

static const talus_soil fill = {.modulus = 14e6, .drag = 2.0, .density = 1700.0};

static talus_ground face_ground(double mu, const talus_soil *soil, bool is_normal)
{
    talus_ground ground = scene_ground(mu);
    if (soil != NULL) {
        ground.soil = *soil;
        ground.soil.is_normal = is_normal;
    }
    return ground;
}

Test(dam_face, without_friction_is_a_rigid_ramp)
{
    const talus_ground ice = face_ground(0.0, NULL, false);
    const meeting m = meet(&ice);
    // along the face after the impact, up to its edge, then a parabola
    const double c = talus_cos(FACE), s = talus_sin(FACE), v = m.v_face.x * c + m.v_face.z * s;
    const double top = height + 0.5 * c; // S of a ball of 0.5 m over the edge
    const double v2 = v * v - 2.0 * gravity * (top - m.z_face);
    const double apex = top + v2 * s * s / (2.0 * gravity);
    printf("rigid ramp: apex %.2f m, theory %.2f m; energy %.0f kJ\n", m.apex, apex,
           1e-3 * m.energy);
    cr_expect(fabs(m.apex - apex) < 0.05 * apex, "%g m against %g m", m.apex, apex); // measured 1 %
    const double height_gain = 780.0 * gravity * (m.apex - m.z_face);
    cr_expect(m.energy <= 0.5 * 780.0 * v * v && m.energy > 0.5 * 780.0 * v2 * c * c - height_gain);
    cr_expect(m.worst_ledger < 1e-12, "%g", m.worst_ledger);
}

Test(dam_face, of_soil_dissipates_when_the_depth_goes_along_the_normal)
{
    const talus_ground ice = face_ground(0.0, NULL, false), rock = face_ground(0.55, NULL, false);
    const talus_ground plumb = face_ground(0.55, &fill, false);
    const talus_ground normal = face_ground(0.55, &fill, true);
    const meeting rigid = meet(&ice), hard = meet(&rock), on_plumb = meet(&plumb);
    const meeting on_normal = meet(&normal);
    printf("apex over the flat, m; energy over the crest, kJ: rigid ramp %.1f, %.0f; hard %.1f, "
           "%.0f; soil, plumb %.1f, %.0f; soil, normal %.1f, %.0f\n",
           rigid.apex, 1e-3 * rigid.energy, hard.apex, 1e-3 * hard.energy, on_plumb.apex,
           1e-3 * on_plumb.energy, on_normal.apex, 1e-3 * on_normal.energy);
    // no face throws higher or keeps more than a rigid ramp without friction
    cr_expect(hard.apex <= 1.01 * rigid.apex && hard.energy <= 1.01 * rigid.energy);
    // measured 8.2, 3.6, 4.4 and 2.8 m; 26, 15, 17 and 1 kJ
    cr_expect(on_normal.apex < 0.5 * rigid.apex, "%g of %g m", on_normal.apex, rigid.apex);
    cr_expect(on_normal.apex < 0.9 * hard.apex, "%g of %g m", on_normal.apex, hard.apex);
    cr_expect(on_normal.energy < 0.5 * hard.energy);
    // plumb, the level motion of the rock gives no depth and the soil brakes nothing
    cr_expect(on_plumb.apex > hard.apex && on_plumb.energy > on_normal.energy);
    cr_expect(on_normal.worst_ledger < 1e-12, "%g", on_normal.worst_ledger);
}

Test(dam_face, depth_follows_from_the_speed_along_the_normal)
{
    talus_terrain *terrain = scene_plane(FACE, TALUS_PI, 30.0, 1.0, 0.0); // rises towards x
    const talus_ground ground = face_ground(0.0, &fill, true);
    const talus_site site = {.terrain = terrain, .grounds = &ground, .ground_count = 1};
    const talus_step_options options = talus_step_options_default();
    talus_rock *rock = NULL;
    talus_stepper *stepper = NULL;
    cr_assert_eq(talus_rock_build("icosphere", vec3(1.0, 1.0, 1.0), 2, 2700.0, &rock, NULL),
                 TALUS_OK);
    cr_assert_eq(talus_rock_set_mass(rock, 780.0, NULL), TALUS_OK);
    cr_assert_eq(talus_stepper_create(&site, &options, rock->vertex_count, &stepper, NULL),
                 TALUS_OK);
    cr_assert_eq(rock_set(stepper, rock, 1.0), TALUS_OK);
    const double c = talus_cos(FACE), s = talus_sin(FACE);
    talus_state state = {
        .r = vec3(-0.52 * s, 0.0, 0.52 * c), .p = {1, 0, 0, 0}, .v = vec3(20.0, 0.0, 0.0)};
    talus_step_report report;
    talus_vec3 v = state.v;
    for (int i = 0; i < 20 && state.scar_depth == 0.0; i++) {
        v = state.v;
        rock_step(stepper, &state, &report);
    }
    const double v_n = -s * v.x + c * v.z;
    cr_expect(fabs(state.scar_depth * c - contact_scar_depth(&fill, 780.0, v_n)) < 1e-12);
    cr_expect(state.scar_depth * c > 0.1, "%g m", state.scar_depth * c); // plumb it were 4 mm
    talus_stepper_destroy(stepper);
    talus_rock_destroy(rock);
    talus_terrain_destroy(terrain);
}
