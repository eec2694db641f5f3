// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of rocking blocks: what the keys mean, what is refused or warned about and where, and
// the way back to a file.
#include "foundation/files/files.h"
#include "lab/scenario/rocking.h"
#include "scenario/support.h"

#include <math.h>
#include <unistd.h>

#define RECORD TALUS_SOURCE_DIR "/tests/data/ground_motions/elcentro_chopra.csv"

static talus_diagnostics *list;

static void write_text(const char *path, const char *text)
{
    cr_assert_eq(files_write_all(path, text, strlen(text), NULL), TALUS_OK);
}

/// Read a scenario given as text.
static talus_status read_text(const char *text, rocking_scenario **scenario)
{
    char path[512];
    talus_error error = {0};
    snprintf(path, sizeof path, "%s/rocking_%ld.yaml", test_directory(), (long)getpid());
    write_text(path, text);
    list = talus_diagnostics_create();
    const talus_status status = rocking_scenario_read(path, NULL, 0, list, scenario, &error);
    unlink(path);
    return status;
}

static rocking_scenario *read_fine(const char *text)
{
    rocking_scenario *scenario = NULL;
    const talus_status status = read_text(text, &scenario);
    if (status != TALUS_OK) {
        print_diagnostics(list);
    }
    cr_assert_eq(status, TALUS_OK);
    return scenario;
}

/// The only error has this phrase and stands in this line.
static void expect_error(const char *text, int line, const char *phrase)
{
    rocking_scenario *scenario = NULL;
    cr_assert_eq(read_text(text, &scenario), TALUS_ERROR_INPUT, "'%s' was read", text);
    cr_assert_null(scenario);
    const talus_diagnostic *item = find_diagnostic(list, phrase);
    if (item == NULL) {
        print_diagnostics(list);
    }
    cr_assert_not_null(item, "no '%s'", phrase);
    cr_expect_eq(item->line, line, "line %d: %s", item->line, item->message);
    cr_expect_eq(talus_diagnostics_count_of(list, TALUS_SEVERITY_ERROR), 1);
    talus_diagnostics_destroy(list);
}

Test(rocking_scenario, all_mistakes_of_a_file_are_told_at_their_places)
{
    static const expected errors[] = {
        {1, 1, "unknown key 'titel': did you mean 'title'?"},
        {3, 9, "kind: found 'planer', expected one of: planar, spatial: did you mean 'planar'?"},
        {4, 12, "width_m: found -0.1, expected a number in m above 0"},
        {5, 8, "h_m: found 0, expected a number in m above 0: the centre of mass lies above"},
        {6, 3, "unknown key 'b_cm': did you mean 'b_m' (metres)?"},
        {8, 3, "duplicate key 'mass_kg': it stands in line 7 already"},
        {10, 3, "missing required key 'nu' of the impact model kalliontzis"},
        {11, 11, "lambda: the impact model kalliontzis does not use it"},
        {12, 8, "more than one of theta_rad, theta_deg and theta_over_alpha"},
        {12, 45, "edge: it belongs to blocks of kind: spatial"},
        {13, 16, "bouncing is simulated on a still base"},
        {13, 23, "file: found no file"},
        {13, 39, "unit: found 'gs', expected one of: g, m/s2, cm/s2, mm/s2, gal"},
        {13, 63, "found both pga_m_s2 and scale"},
        {14, 22, "bouncing needs the section bouncing"},
        {14, 45, "time_step_s: the scheme events chooses its steps"},
        {14, 52, "unknown key 'frequency_hz' in simulation: 'frequency_hz' belongs to"},
        {14, 77, "time_s: found '5 min', expected a number in s"},
    };
    const size_t count = sizeof errors / sizeof errors[0];
    rocking_scenario *scenario = NULL;
    list = talus_diagnostics_create();
    cr_assert_eq(
        rocking_scenario_read(SCENARIO_DATA "bad_rocking.yaml", NULL, 0, list, &scenario, NULL),
        TALUS_ERROR_INPUT);
    if (talus_diagnostics_count(list) != count) {
        print_diagnostics(list);
    }
    cr_assert_eq(talus_diagnostics_count(list), count);
    for (size_t i = 0; i < count; i++) {
        const talus_diagnostic *item = talus_diagnostics_get(list, i);
        cr_expect(item->line == errors[i].line && item->column == errors[i].column, "%d:%d %s",
                  item->line, item->column, item->message);
        cr_expect(strstr(item->message, errors[i].phrase) != NULL, "'%s' is not in '%s'",
                  errors[i].phrase, item->message);
    }
    talus_diagnostics_destroy(list);
}

Test(rocking_scenario, blocks_that_cannot_be_are_refused)
{
    expect_error("block: {height_m: 1}\n", 1, "how wide is its base?");
    expect_error("block: {width_m: 1}\n", 1, "how high is it?");
    expect_error("block:\n  b1_m: 0.2\n  b2_m: -0.1\n  h_m: 1\n  mass_kg: 1\n  inertia_kg_m2: 1\n",
                 3, "the centre of mass stands over the base");
    expect_error("block: {b1_m: 0.2, b2_m: 0.1, h_m: 1}\n", 1, "give inertia_kg_m2");
    expect_error("block: {b1_m: 0.2, h_m: 1}\n", 1, "b1_m and b2_m go together");
    expect_error("block: {width_m: 1, b_m: 1, h_m: 1}\n", 1, "found more than one of width_m");
    expect_error("block: {width_m: 1, height_m: 1, inertia_kg_m2: 1}\n", 1, "needs mass_kg");
    expect_error("block: {width_m: 1, height_m: 1, mass_kg: 1, density_kg_m3: 9}\n", 1,
                 "both mass_kg and density_kg_m3");
    expect_error("block: {kind: spatial, width_m: 1, height_m: 1, mass_kg: 1,\n"
                 "  principal_inertia_kg_m2: [1, 1, 3]}\nimpact: {lambda: 1, lat: 0, lon: 1}\n",
                 1, "no body has principal moments of inertia");
    expect_error("block: {kind: spatial, corners_m: [[1, 0], [0, 1], [-1, -1], [0.5, 0.1]], h_m: "
                 "1, mass_kg: 1, principal_inertia_kg_m2: [1, 1, 1]}\n"
                 "impact: {lambda: 1, lat: 0, lon: 1}\n",
                 1, "block: ");
}

Test(rocking_scenario, impacts_that_would_gain_energy_are_refused)
{
    static const char block[] = "block: {width_m: 0.2, height_m: 0.8}\n";
    char text[512];
    snprintf(text, sizeof text, "%simpact: {model: ratio, ratio: 1.01}\n", block);
    expect_error(text, 2, "from A to B is 1.01, expected -1 to 1");
    snprintf(text, sizeof text, "%simpact: {model: chatzis, lambda: -0.1}\n", block);
    expect_error(text, 2, "the energy would grow at every impact");
    snprintf(text, sizeof text, "%simpact: {model: facet, lambda: 1, lat: 0, lon: 1}\n", block);
    expect_error(text, 2, "facet impacts belong to blocks of kind: spatial");
    snprintf(text, sizeof text, "%simpact: {model: sequence, points_m: [-0.1, 0.1, 0]}\n", block);
    expect_error(text, 2, "points_m: found 0 after 0.1, expected numbers that ascend");
    snprintf(text, sizeof text, "%simpact: {model: sequence, points_m: [-0.1, 0, 0.09]}\n", block);
    expect_error(text, 2, "expected the corners as first and last point, -0.1 and 0.1");
    snprintf(text, sizeof text,
             "%simpact: {model: sequence, points_m: [-0.1, 0, 0.1], rolled_m: [[-0.1, 0.1]]}\n",
             block);
    expect_error(text, 2, "two points that follow each other");
}

Test(rocking_scenario, parameters_beyond_the_theory_are_warned_about_where_they_stand)
{
    rocking_scenario *s = read_fine("block: {width_m: 0.2, height_m: 0.8}\n"
                                    "start: {theta_rad: 0.1}\n"
                                    "impact:\n  model: chatzis\n  lambda: 1.4\n");
    const talus_diagnostic *item = find_diagnostic(list, "outside its theory, 0 to 1");
    cr_assert_not_null(item);
    cr_expect(item->severity == TALUS_WARNING && item->line == 5 && item->column == 11);
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
    s = read_fine("block: {kind: spatial, width_m: 0.2, height_m: 0.8}\n"
                  "start: {theta_rad: 0.1}\nimpact: {lambda: 1, lat: -1.2, lon: 1}\n");
    item = find_diagnostic(list, "lat = -1.2");
    cr_assert_not_null(item);
    cr_expect(item->severity == TALUS_WARNING && item->line == 3);
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
    s = read_fine("block: {width_m: 0.2, height_m: 0.8}\n"
                  "impact: {model: ratio, ratio: -0.2}\nstart: {theta_rad: 0.1}\n");
    cr_expect_not_null(find_diagnostic(list, "the block bounces back"));
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
    s = read_fine("block: {width_m: 0.2, height_m: 0.8}\n");
    cr_expect_not_null(find_diagnostic(list, "the block stays at rest"));
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
}

Test(rocking_scenario, full_sizes_half_sizes_and_density_say_the_same_block)
{
    rocking_scenario *full = read_fine("block: {width_m: 0.4, height_m: 1.2, depth_m: 0.5, "
                                       "density_kg_m3: 1000}\nstart: {theta_rad: 0.1}\n");
    talus_diagnostics_destroy(list);
    rocking_scenario *half =
        read_fine("block: {b1_m: 0.2, b2_m: 0.2, h_m: 0.6, mass_kg: 240}\nstart: {theta_deg: 1}\n");
    const talus_planar_model a = rocking_planar_model(&full->keys);
    const talus_planar_model b = rocking_planar_model(&half->keys);
    cr_expect(fabs(a.block.mass - 240.0) < 1e-12);
    cr_expect(fabs(a.block.inertia / b.block.inertia - 1.0) < 1e-15);
    cr_expect(a.r_ab == b.r_ab &&
              a.r_ab == talus_rocking_ratio(&a.block, TALUS_ROCKING_HOUSNER, 0));
    cr_expect(fabs(rocking_start_theta(&half->keys) - TALUS_PI / 180.0) < 1e-17);
    rocking_scenario_destroy(full);
    rocking_scenario_destroy(half);
    talus_diagnostics_destroy(list);
}

Test(rocking_scenario, a_sequence_is_read_both_ways)
{
    static const talus_rocking_base_point there[] = {{-0.1, false}, {0.02, true}, {0.2, false}};
    static const talus_rocking_base_point back[] = {{-0.2, false}, {-0.02, false}, {0.1, true}};
    rocking_scenario *s = read_fine(
        "block: {b1_m: 0.1, b2_m: 0.2, h_m: 0.6, mass_kg: 2, inertia_kg_m2: 0.3}\n"
        "impact: {model: sequence, points_m: [-0.1, 0.02, 0.2], rolled_m: [[-0.1, 0.02]]}\n"
        "start: {theta_rad: 0.1}\n");
    const talus_planar_model model = rocking_planar_model(&s->keys);
    const talus_rocking_block mirrored = talus_rocking_block_mirrored(&model.block);
    cr_expect(model.r_ab == talus_rocking_base_ratio(&model.block, there, 3));
    cr_expect(model.r_ba == talus_rocking_base_ratio(&mirrored, back, 3));
    cr_expect(model.r_ab != model.r_ba);
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
}

Test(rocking_scenario, a_misaligned_start_stands_on_the_lower_end_of_its_edge)
{
    static const double turns[2] = {0.01, -0.01};
    for (int i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "block: {kind: spatial, width_m: 0.2, depth_m: 0.3, height_m: 0.8}\n"
                 "impact: {lambda: 1, lat: 0, lon: 1}\n"
                 "start: {edge: 2, theta_rad: 0.1, misalignment_rad: %g}\n",
                 turns[i]);
        rocking_scenario *s = read_fine(text);
        const talus_spatial_block block = rocking_spatial_block(&s->keys);
        const talus_spatial_state state = rocking_spatial_start(&s->keys);
        double heights[TALUS_SPATIAL_CORNERS];
        talus_spatial_heights(&block, &state, heights);
        // edge 2 is V2V3, 0.2 m long
        cr_expect(state.mode == TALUS_SPATIAL_VERTEX && state.pivot == (i == 0 ? 1 : 2));
        cr_expect(fabs(heights[state.pivot]) < 1e-16);
        cr_expect(fabs(heights[i == 0 ? 2 : 1] - 0.2 * sin(0.01)) < 1e-15); /* measured 3e-17 m */
        cr_expect(heights[0] > 0.02 && heights[3] > 0.02);
        rocking_scenario_destroy(s);
        talus_diagnostics_destroy(list);
    }
    expect_error("block: {kind: spatial, corners_m: [[0.1, -0.05], [0.1, 0.05], [-0.1, 0.3], "
                 "[-0.1, -0.3]], h_m: 0.4, mass_kg: 1, principal_inertia_kg_m2: [1, 1, 1]}\n"
                 "impact: {lambda: 1, lat: 0, lon: 1}\n"
                 "start: {theta_rad: 0.05, misalignment_rad: 0.1}\n",
                 3, "corner 4 lies");
}

/// A record of 1, 2, ... m/s2 every 0.1 s.
static void write_record(const char *path, int count, double factor)
{
    char text[1024] = "time,acc (m/s2)\n";
    for (int i = 0; i < count; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%g,%g\n", 0.1 * i, factor * (i + 1));
    }
    write_text(path, text);
}

static rocking_scenario *read_shaken(const char *kind, const char *ground)
{
    char text[2048];
    snprintf(text, sizeof text,
             "block: {kind: %s, width_m: 0.2, height_m: 0.8}\n%s"
             "ground_motion: %s\n",
             kind, strcmp(kind, "spatial") == 0 ? "impact: {lambda: 1, lat: 0, lon: 1}\n" : "",
             ground);
    return read_fine(text);
}

static talus_status load(const rocking_scenario *s, rocking_shaking *shaking, talus_error *error)
{
    return rocking_shaking_load(&s->keys.ground, s->document.directory, s->keys.simulation.gravity,
                                list, shaking, error);
}

Test(rocking_scenario, records_are_scaled_and_turned_and_the_shorter_one_is_filled_with_zeros)
{
    char x[256], y[256], ground[1024];
    snprintf(x, sizeof x, "%s/rocking_x_%ld.csv", test_directory(), (long)getpid());
    snprintf(y, sizeof y, "%s/rocking_y_%ld.csv", test_directory(), (long)getpid());
    write_record(x, 5, 1.0);
    write_record(y, 4, -3.0);
    snprintf(ground, sizeof ground,
             "{file: %s, pga_m_s2: 10, y: {file: %s, scale: 0.5}, rotate_deg: 90}", x, y);
    rocking_scenario *s = read_shaken("spatial", ground);
    rocking_shaking shaking;
    cr_assert_eq(load(s, &shaking, NULL), TALUS_OK);
    // x' = y, y' = -x
    const talus_vec3 a = talus_spatial_shaking_at(&shaking.shaking, 0.2);
    cr_expect(fabs(a.x + 4.5) < 1e-14 && fabs(a.y + 6.0) < 1e-14, "%g %g", a.x, a.y);
    const talus_vec3 late = talus_spatial_shaking_at(&shaking.shaking, 0.35);
    cr_expect(fabs(late.x + 3.0) < 1e-14 && fabs(late.y + 9.0) < 1e-14, "%g %g", late.x, late.y);
    cr_expect(fabs(shaking.duration - 0.4) < 1e-15 && fabs(shaking.time_step - 0.1) < 1e-9);
    rocking_shaking_clear(&shaking);
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
    unlink(x);
    unlink(y);
}

Test(rocking_scenario, pulses_stay_exact_unless_another_component_asks_for_samples)
{
    rocking_scenario *s =
        read_shaken("planar", "{pulse: sine, amplitude_m_s2: 3, frequency_hz: 2, scale: 2}");
    rocking_shaking shaking;
    cr_assert_eq(load(s, &shaking, NULL), TALUS_OK);
    cr_expect_null(shaking.shaking.x.motion);
    cr_expect(fabs(talus_spatial_shaking_at(&shaking.shaking, 0.125).x - 6.0) < 1e-12);
    cr_expect(fabs(shaking.duration - 0.5) < 1e-15);
    rocking_shaking_clear(&shaking);
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
    s = read_shaken("planar", "{pulse: sine, amplitude_m_s2: 3, frequency_hz: 2, "
                              "vertical: {pulse: cosine, amplitude_m_s2: 1, frequency_hz: 4}}");
    cr_assert_eq(load(s, &shaking, NULL), TALUS_OK);
    cr_assert_not_null(shaking.shaking.x.motion);
    const talus_vec3 a = talus_spatial_shaking_at(&shaking.shaking, 0.125);
    cr_expect(fabs(a.x - 3.0) < 1e-12 && fabs(a.z + 1.0) < 1e-12, "%g %g", a.x, a.z);
    rocking_shaking_clear(&shaking);
    rocking_scenario_destroy(s);
    talus_diagnostics_destroy(list);
}

Test(rocking_scenario, bad_records_are_told_at_the_line_of_the_scenario_and_of_the_record)
{
    char path[256];
    snprintf(path, sizeof path, "%s/rocking_bad_%ld.csv", test_directory(), (long)getpid());
    static const char *const records[][2] = {
        {"time,acc (g)\n0,0\n0.02,1\n0.01,2\n", ".csv:4: time 0.01 s after 0.02 s"},
        {"time,acc (g)\n0,0\n0.02,1\n0.05,2\n0.07,1\n", ".csv:4: a step of 0.03 s after"},
        {"time,acc (furlong)\n0,0\n0.02,1\n", ".csv:1: unknown unit of acceleration 'furlong'"},
        {"0,0\n0.02,1\n0.04,1\n", "does not say its unit"}};
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        char ground[512];
        write_text(path, records[i][0]);
        snprintf(ground, sizeof ground, "{file: %s}", path);
        rocking_scenario *s = read_shaken("planar", ground);
        rocking_shaking shaking;
        talus_error error = {0};
        cr_expect_neq(load(s, &shaking, &error), TALUS_OK);
        const talus_diagnostic *item = find_diagnostic(list, records[i][1]);
        if (item == NULL) {
            print_diagnostics(list);
        }
        cr_assert_not_null(item, "no '%s'", records[i][1]);
        cr_expect_eq(item->line, 2);
        cr_expect(item->severity == TALUS_SEVERITY_ERROR);
        rocking_shaking_clear(&shaking);
        rocking_scenario_destroy(s);
        talus_diagnostics_destroy(list);
    }
    unlink(path);
}

/// Resolved, read again and resolved again: the same text.
static void expect_stable(const char *text)
{
    rocking_scenario *first = read_fine(text);
    talus_diagnostics_destroy(list);
    char *once = rocking_scenario_resolved(first, test_directory());
    cr_assert_not_null(once);
    rocking_scenario *second = read_fine(once);
    talus_diagnostics_destroy(list);
    char *twice = rocking_scenario_resolved(second, test_directory());
    cr_expect_str_eq(once, twice);
    cr_expect_not_null(strstr(once, "gravity_m_s2: 9.81"));
    rocking_scenario_destroy(first);
    rocking_scenario_destroy(second);
    free(once);
    free(twice);
}

Test(rocking_scenario, resolved_scenarios_can_be_read_again)
{
    expect_stable("title: x\nblock: {width_m: 0.2, height_m: 0.8}\nstart: {theta_deg: 3}\n"
                  "outputs: {dir: .}\n");
    expect_stable("title: x\nblock: {width_m: 0.2, height_m: 0.8}\nstart: {theta_rad: 0.1}\n"
                  "bouncing: {e: 0.5, tangential: slip, mu: 0.3}\n"
                  "simulation: {motion: bouncing}\noutputs: {dir: .}\n");
    expect_stable("title: x\nblock: {kind: spatial, width_m: 0.2, height_m: 0.8}\n"
                  "impact: {lambda: 1, lat: 0.1, lon: 1}\nbouncing: {e: 0.5, free_y: true}\n"
                  "start: {theta_rad: 0.1, misalignment_deg: 1}\n"
                  "simulation: {motion: bouncing}\noutputs: {dir: .}\n");
    expect_stable("title: x\nblock: {width_m: 0.2, height_m: 0.8}\n"
                  "impact: {model: sequence, points_m: [-0.1, 0, 0.1], rolled_m: [[0, 0.1]]}\n"
                  "ground_motion: {pulse: trapezoid, amplitude_m_s2: 4, frequency_hz: 1, "
                  "vertical: {pulse: ricker, amplitude_m_s2: 1, frequency_rad_s: 9}}\n"
                  "simulation: {scheme: newmark}\noutputs: {dir: .}\n");
    expect_stable("title: x\nblock: {b1_m: 0.1, b2_m: 0.2, h_m: 0.6, mass_kg: 2, "
                  "inertia_kg_m2: 0.3}\nimpact: {model: ratio, ratio: 0.9, ratio_back: 0.8}\n"
                  "ground_motion: {file: " RECORD ", baseline: linear, "
                  "y: {file: " RECORD ", pga_m_s2: 2}, rotate_deg: 30}\noutputs: {dir: .}\n");
}

Test(rocking_scenario, a_text_that_is_not_utf8_is_refused_before_it_is_parsed, .timeout = 10)
{
    talus_error error = {0};
    rocking_scenario *scenario = NULL;
    cr_expect_eq(rocking_scenario_read(SCENARIO_DATA "directive_not_utf8_2.yaml", NULL, 0, NULL,
                                       &scenario, &error),
                 TALUS_ERROR_INPUT);
    cr_expect(error.line == 1 && error.column == 8, "%d:%d", error.line, error.column);
}
