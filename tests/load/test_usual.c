// SPDX-License-Identifier: GPL-3.0-or-later
// Values of keys beyond what such things have: the last usual value is silent, the next one is told.
#include "scenario/support.h"

#define MINIMAL SCENARIO_DATA "minimal.yaml"
#define LINE "line_m: [[1030, 2010], [1030, 2090]]"
#define GROUND "preset: hard, kappa_1_m: 1, beta_1_s: 1, drag_1_s: 0"
#define STAND "polygon_m: [[1010, 2010], [1090, 2010], [1090, 2090]]"
#define RELEASE "points_m: [[1020, 2050]], rocks: 2"

/// `%s` in the entry is the value.
typedef struct row {
    const char *key, *entry, *inside, *outside, *phrase;
} row;

static const row rows[] = {
    {"nets", "[{" LINE ", height_m: 4, capacity_kj: %s}]", "10000", "10001", "are these J?"},
    {"nets", "[{" LINE ", height_m: 4, capacity_kj: %s}]", "15", "5", "are these MJ?"},
    {"nets", "[{" LINE ", height_m: 4, capacity_kj: %s}]", "0", "14.9",
     "capacity_kj: found 14.9 kJ"},
    {"nets", "[{" LINE ", height_m: %s, capacity_kj: 500}]", "12", "40", "are these cm?"},
    {"walls", "[{" LINE ", height_m: %s, width_m: 1}]", "15", "15.1", "at most 15: are these cm?"},
    {"walls", "[{" LINE ", height_m: 2, width_m: %s}]", "30", "80", "width_m: found 80 m"},
    {"walls", "[{" LINE ", height_m: 2, width_m: 1, mu: %s}]", "1.5", "1.6", "is this an angle?"},
    {"terrain.dams", "[{" LINE ", height_m: %s, crest_width_m: 20}]", "15", "16", "are these cm?"},
    {"terrain.dams", "[{" LINE ", height_m: 4, crest_width_m: %s}]", "30", "31", "are these cm?"},
    {"terrain.dams", "[{" LINE ", height_m: 4, crest_width_m: 20, face_slope_deg: %s}]", "10",
     "1.5", "is this a ratio or a tangent?"},
    {"objects", "[{" LINE ", width_m: %s}]", "60", "61",
     "width_m: found 61 m, usual are at most 60"},
    {"trees", "{mu: %s, stands: []}", "1.5", "9", "mu: found 9, usual are at most 1.5"},
    {"trees", "{stands: [{" STAND ", diameter_cm: 30, stems_per_ha: %s}]}", "5000", "5001",
     "stems per km2"},
    {"trees", "{stands: [{" STAND ", diameter_cm: 30, stems_per_ha: %s}]}", "10", "0.99",
     "stems per m2"}, // too few for a tree: an error stands beside it
    {"trees", "{stands: [{" STAND ", stems_per_ha: 100, diameter_cm: %s}]}", "2", "0.35",
     "are these metres?"},
    {"trees", "{stands: [{" STAND ", stems_per_ha: 100, diameter_cm: %s}]}", "120", "350",
     "are these millimetres?"},
    {"trees", "{stands: [{" STAND ", stems_per_ha: 100, diameter_cm: 30, height_m: %s}]}", "70",
     "80", "are these feet"},
    {"trees",
     "{stands: [{" STAND ", stems_per_ha: 100, diameter_cm: "
     "{distribution: lognormal, median: %s, sigma_log: 0.1}}]}",
     "30", "300", "diameter_cm: found a median of 300 cm"},
    {"rocks.0.density_kg_m3", "%s", "1500", "1499", "rock is heavier"},
    {"rocks.0.density_kg_m3", "%s", "3500", "3501", "rock is lighter"},
    {"rocks", "[{shape: cuboid, size_m: [1, 1, 1], mass_kg: %s}]", "5", "2.7", "are these tonnes?"},
    {"rocks", "[{shape: cuboid, size_m: [1, 1, 1], volume_m3: %s}]", "300", "500",
     "are these litres"},
    {"ground", "[{" GROUND ", mu_max: 2, mu_min: %s}]", "1.5", "1.51", "mu_min: found 1.51, usual"},
    {"ground", "[{" GROUND ", mu_min: 0.5, mu_max: %s}]", "2", "2.5", "is this an angle?"},
    {"ground", "[{" GROUND ", mu_min: 0.5, mu_max: %s}]", "10", "9",
     "is this an angle?"}, // no slip
    {"ground", "[{preset: hard, soil: {drag: 1, modulus_mn_m2: %s}}]", "500", "20000", "kN/m2"},
    {"ground", "[{preset: hard, soil: {drag: 1, modulus_mn_m2: 20, density_kg_m3: %s}}]", "500",
     "1.7", "t/m3"},
    {"ground", "[{preset: hard, roughness: {amplitude_m: %s}}]", "3", "5",
     "amplitude_m: found 5 m"},
    {"forest", "[{preset: open, height_m: %s}]", "70", "90", "are these feet"},
    {"releases", "[{" RELEASE ", height_m: %s}]", "100", "1850", "is this an altitude?"},
    {"releases", "[{" RELEASE ", velocity_m_s: [0, %s, 0]}]", "-35", "-54", "are these km/h?"},
    {"releases", "[{" RELEASE ", spin_rad_s: [%s, 0, 0]}]", "70", "90",
     "are these degrees/s or rpm?"},
    {"releases", "[{slope_above_deg: %s, rocks: 2000}]", "10", "1.2", "is this a tangent?"},
    {"releases", "[{" RELEASE ", frequency: {per_year: %s}}]", "365", "366", "more than one a day"},
    {"air", "{drag: 0.5, density_kg_m3: %s}", "1.5", "12", "are these g/m3?"},
    {"hazard", "{energies_kj: [30, %s]}", "20000", "30000", "are these J?"},
    {"hazard", "{energies_kj: [30, %s]}", "0.1", "0.03", "are these MJ?"},
    {"hazard", "{hits_kj: [%s]}", "20000", "300000", "are these J?"},
    {"hazard", "{heights_m: [%s]}", "50", "200", "are these cm?"},
    {"outputs", "{exceedance: {kinetic_energy_kj: [%s]}}", "20000", "300000", "are these J?"},
    {"outputs", "{exceedance: {jump_height_m: [%s]}}", "50", "400", "are these cm?"},
    {"outputs", "{exceedance: {speed_m_s: [%s]}}", "60", "100", "are these km/h?"},
    {"lumped", "{soil_type: 4, rg70_m: %s}", "5", "30", "are these cm?"},
    // points between thousands
    {"rocks.0.density_kg_m3", "%s", "2700.0", "2.700", "expected a number in kg/m^3 from 100"},
    {"simulation.time_limit_s", "%s", "20.0", "20.000", "write 20, or 20000 for thousands"},
    {"simulation.time_limit_s", "%s", "20.005", "1.000,5", "write 1000.5, without points"},
    {"simulation.time_limit_s", "%s", "200", "\"20,5\"", "write the decimal point as '.'"},
    {"releases.0.rocks", "%s", "20", "20.000", "write 20000, without points between thousands"},
    {"releases.0.rocks", "%s", "2e1", "1.500", "write 1500, without points between thousands"},
    {"releases.0.rocks", "%s", "20.0", "1.000.000", "write 1000000, without points"},
};

/// Whether loading says the phrase.
static bool says(const row *r, const char *value)
{
    char text[300];
    const char *place = strstr(r->entry, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - r->entry), r->entry, value, place + 2);
    const talus_override override = {r->key, text};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    if (talus_scenario_read(MINIMAL, &override, 1, list, &scenario, NULL) == TALUS_OK) {
        (void)talus_world_load(scenario, list, &world, NULL);
    }
    const bool found = find_diagnostic(list, r->phrase) != NULL;
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(list);
    return found;
}

Test(usual, values_beyond_are_told_and_the_last_usual_ones_are_not)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_expect_not(says(&rows[i], rows[i].inside), "row %zu: %s %s", i, rows[i].key,
                      rows[i].inside);
        cr_expect(says(&rows[i], rows[i].outside), "row %zu: %s %s", i, rows[i].key,
                  rows[i].outside);
    }
}

Test(usual, of_many_entries_the_first_are_told)
{
    char text[2000] = "[";
    for (int k = 0; k < 9; k++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s{" LINE ", width_m: %d}",
                 k > 0 ? ", " : "", 100 + k);
    }
    strcat(text, "]");
    const talus_override override = {"objects", text};
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, &override, 1, list);
    size_t told = 0;
    for (size_t k = 0; k < talus_diagnostics_count(list); k++) {
        told += strstr(talus_diagnostics_get(list, k)->message, "width_m: found") != NULL;
    }
    cr_expect_eq(told, 3, "%zu", told);
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
}

/// 41 x 41 nodes of 5 m, from (1000, 2000) on; the western half is NODATA.
static void write_half(const char *path)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "ncols 41\nnrows 41\nxllcorner 1000\nyllcorner 2000\ncellsize 5\n"
                  "NODATA_value -9999\n");
    for (int k = 0; k < 41 * 41; k++) {
        fprintf(file, "%d%c", k % 41 < 20 ? -9999 : 1000 + 3 * (k % 41), k % 41 == 40 ? '\n' : ' ');
    }
    fclose(file);
}

#define WHOLLY TALUS_ERROR_INPUT
#define PARTLY TALUS_OK
static const struct {
    const char *key, *entry, *phrase;
    talus_status status;
} places[] = {
    {"objects", "[{polygon_m: [[1020, 2050], [1030, 2050], [1030, 2060]]}]",
     "object 'object 1' lies on NODATA or outside the DEM", WHOLLY},
    {"objects", "[{polygon_m: [[1022.1, 2050], [1022.2, 2050], [1090, 2060]]}]", "lies on NODATA",
     WHOLLY}, // thinner than the squares that are looked at
    {"objects", "[{polygon_m: [[1052.5, 2050], [1152.5, 2050], [1152.5, 2060], [1052.5, 2060]]}]",
     "object 'object 1': about 50 % of it lies on NODATA", PARTLY},
    {"objects", "[{polygon_m: [[1120, 2050], [1130, 2050], [1130, 2060]]}]", NULL, PARTLY},
    {"objects", "[{width_m: 6, line_m: [[1020, 2050], [1090, 2060]]}]", "lies on NODATA", WHOLLY},
    {"screens", "[{line_m: [[1020, 2050], [1090, 2060]]}]", "screen 'screen 1' lies on NODATA",
     WHOLLY},
    {"screens", "[{line_m: [[1052.5, 2050], [1152.5, 2050]]}]", "about 50 % of it", PARTLY},
    {"screens", "[{line_m: [[1150, 2000], [1150, 2205]]}]", NULL, PARTLY}, // edge of the pixels
    {"nets", "[{line_m: [[1020, 2050], [1090, 2060]], height_m: 4, capacity_kj: 500}]",
     "lies outside the DEM or on NODATA", WHOLLY},
    {"nets", "[{line_m: [[1052.5, 2050], [1152.5, 2050]], height_m: 4, capacity_kj: 500}]",
     "lie outside the DEM or on NODATA; nothing stands", PARTLY},
    {"walls", "[{line_m: [[1020, 2050], [1090, 2060]], height_m: 4, width_m: 1}]",
     "lies outside the DEM or on NODATA", WHOLLY},
    {"terrain.dams", "[{line_m: [[1020, 2050], [1070, 2060]], height_m: 4, crest_width_m: 10}]",
     "raises no node", WHOLLY},
    {"terrain.dams", "[{line_m: [[1052.5, 2050], [1152.5, 2050]], height_m: 4, crest_width_m: 10}]",
     "dam 'dam 1': 50 % of its length lies outside the DEM or on NODATA", PARTLY},
    {"releases", "[{points_m: [[1020, 2050]], rocks: 5}]", "lies on NODATA", WHOLLY},
    {"releases", "[{line_m: [[1052.5, 2050], [1152.5, 2050]], rocks: 5}]", "50.0 % on NODATA",
     PARTLY},
};

Test(usual, what_lies_on_nodata_is_told)
{
    char path[600], quoted[640];
    snprintf(path, sizeof path, "%s/usual_half.asc", test_directory());
    snprintf(quoted, sizeof quoted, "\"%s\"", path);
    write_half(path);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const talus_override overrides[] = {{"terrain.dem", quoted},
                                            {"releases", "[{points_m: [[1150, 2050]], rocks: 5}]"},
                                            {places[i].key, places[i].entry}};
        talus_diagnostics *list = talus_diagnostics_create();
        talus_scenario *scenario = read_good(MINIMAL, overrides, 3);
        talus_world *world = NULL;
        cr_expect_eq(talus_world_load(scenario, list, &world, NULL), places[i].status, "place %zu",
                     i);
        const bool found =
            find_diagnostic(list, places[i].phrase != NULL ? places[i].phrase : "NODATA") != NULL;
        cr_expect_eq(found, places[i].phrase != NULL, "place %zu", i);
        if (found != (places[i].phrase != NULL)) {
            print_diagnostics(list);
        }
        talus_world_destroy(world);
        talus_scenario_destroy(scenario);
        talus_diagnostics_destroy(list);
    }
}
