// SPDX-License-Identifier: GPL-3.0-or-later
// Unlikely inputs are reported: sizes of rocks, a single rock, heights in feet, a foreign CRS.
#include "scenario/support.h"

#include "io/geo/geo.h"

#define MINIMAL SCENARIO_DATA "minimal.yaml"

static bool warn(const talus_override *overrides, size_t count, const char *phrase)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_world *world = load_good(MINIMAL, overrides, count, list);
    const talus_diagnostic *found = find_diagnostic(list, phrase);
    const bool is_warning = found != NULL && found->severity == TALUS_WARNING;
    talus_world_destroy(world);
    talus_diagnostics_destroy(list);
    return is_warning;
}

static bool warns(const talus_override *override, const char *phrase)
{
    return warn(override, override != NULL ? 1 : 0, phrase);
}

Test(plausible, rocks_beyond_all_rocks_are_told)
{
    const talus_override huge = {"rocks.0.size_m", "[12, 8, 8]"};
    const talus_override tiny = {"rocks.0.size_m", "[0.04, 0.03, 0.03]"};
    const talus_override usual = {"rocks.0.size_m", "[9, 1, 1]"};
    cr_expect(warns(&huge, "is 12 m long: blocks above 10 m"));
    cr_expect(warns(&tiny, "is 0.04 m long: pieces below 0.05 m"));
    cr_expect_not(warns(&usual, "m long:"));
}

Test(plausible, a_single_rock_is_no_statistic)
{
    const talus_override one = {"releases.0.rocks", "1"};
    cr_expect(warns(&one, "the releases hold one rock"));
    cr_expect_not(warns(NULL, "the releases hold one rock"));
}

Test(plausible, keys_that_nothing_uses_are_told)
{
    const talus_override classes = {"rocks.0.volume_class_m3", "[0.0001, 100]"};
    const talus_override share = {"rocks.0.frequency_share", "2"};
    const talus_override density = {"air", "{density_kg_m3: 1.0}"};
    const talus_override used_density = {"air", "{density_kg_m3: 1.0, drag: 0.4}"};
    const talus_override cushion = {"ground.0.cushion", "0.5"};
    cr_expect(warns(&classes, "volume_class_m3 has no effect: no release has a frequency"));
    cr_expect(warns(&share, "frequency_share has no effect: no release has a frequency"));
    cr_expect(warns(&density, "air.density_kg_m3 has no effect"));
    cr_expect(warns(&cushion, "cushion has no effect: rocks do not break"));
    cr_expect_not(warns(&used_density, "no effect"));
    cr_expect_not(warns(NULL, "no effect"));
}

Test(plausible, keys_that_something_uses_are_not_told)
{
    const talus_override frequency[] = {
        {"rocks.0.volume_class_m3", "[0.0001, 100]"},
        {"rocks.0.frequency_share", "2"},
        {"releases.0.frequency", "{magnitude: {per_year: 0.1, exponent: 1}}"}};
    const talus_override breaking[] = {{"ground.0.cushion", "0.5"},
                                       {"fragmentation", "{law: rockgis, area_ratio: 0.6}"}};
    cr_expect_not(warn(frequency, 3, "no effect"));
    cr_expect(warn(frequency, 2, "no effect"));
    cr_expect_not(warn(breaking, 2, "no effect"));
}

/// 41 x 41 nodes of 5 m that rise by `rise` m each.
static void write_dem(const char *path, double base, double rise)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fprintf(file, "ncols 41\nnrows 41\nxllcorner 1000\nyllcorner 2000\ncellsize 5\n");
    for (int k = 0; k < 41 * 41; k++) {
        fprintf(file, "%.3f%c", base + rise * (k % 41), k % 41 == 40 ? '\n' : ' ');
    }
    fclose(file);
}

Test(plausible, heights_in_feet_are_told)
{
    static const struct {
        double base, rise;
        const char *phrase;
        bool expected;
    } cases[] = {{1000.0, 3.0, "look like feet", false},           // 31 degrees, metres
                 {3280.0, 9.843, "steeper than 55 degrees", true}, // the same in feet
                 {9500.0, 1.0, "higher than any mountain", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char path[600], quoted[640];
        snprintf(path, sizeof path, "%s/plausible_%zu.asc", test_directory(), i);
        snprintf(quoted, sizeof quoted, "\"%s\"", path);
        write_dem(path, cases[i].base, cases[i].rise);
        const talus_override override = {"terrain.dem", quoted};
        cr_expect_eq(warns(&override, cases[i].phrase), cases[i].expected, "case %zu", i);
    }
}

Test(plausible, a_crs_of_another_country_is_known)
{
    geo_area_of_use area;
    // MGI / Austria Lambert: Kot in Tyrol, and the same numbers read as UTM 33 south
    cr_assert(geo_area_of_use_of("EPSG:31287", 178000.0, 377500.0, &area));
    cr_expect(geo_area_of_use_has(&area, 0.5));
    cr_expect_not_null(strstr(area.name, "Austria"), "%s", area.name);
    cr_assert(geo_area_of_use_of("EPSG:32733", 500000.0, 15200000.0, &area));
    cr_expect_not(geo_area_of_use_has(&area, 0.5));
    cr_expect_not(geo_area_of_use_of("", 0.0, 0.0, &area));
    // over the date line
    area = (geo_area_of_use){.lon = -179.0, .west = 175.0, .east = -170.0, .south = -5, .north = 5};
    cr_expect(geo_area_of_use_has(&area, 0.5));
    area.lon = 0.0;
    cr_expect_not(geo_area_of_use_has(&area, 0.5));
}

Test(plausible, a_dem_outside_the_area_of_use_of_its_crs_is_told)
{
    // 1000 m east and 2000 m north are off the coast of Liguria in the system of Austria
    static const struct {
        const char *crs;
        bool expected;
    } cases[] = {{"EPSG:31287", true}, {"EPSG:3857", false}};
    char path[600], terrain[700];
    snprintf(path, sizeof path, "%s/plausible_area.asc", test_directory());
    write_dem(path, 1000.0, 3.0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(terrain, sizeof terrain, "{dem: \"%s\", crs: \"%s\"}", path, cases[i].crs);
        const talus_override override = {"terrain", terrain};
        cr_expect_eq(warns(&override, "expected the system of the place"), cases[i].expected, "%s",
                     cases[i].crs);
    }
}
