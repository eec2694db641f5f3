// SPDX-License-Identifier: GPL-3.0-or-later
// What the numbers of a raster mean, case by case: a slope with something in it, how it is stored, and
// the warning, refusal and heights that are right. Each kind stands beside its harmless neighbours.
#include "geo_case.h"

enum { NX = 60, NY = 50 };

/// A smooth slope of 29 degrees that falls to the south-east, with what is done to it.
typedef struct slope_case {
    const char *name;
    GDALDataType type;
    double factor;          ///< stored units per metre; 0 = 1
    double base;            ///< m at the lowest corner; 0 = 1900
    double rise;            ///< m per cell and direction; 0 = 0.4
    double cell;            ///< map units; 0 = 1
    double step;            ///< stored units, heights are rounded to it; 0 = not
    size_t block;           ///< cells of equal height; 0 = 1
    size_t count;           ///< cells with `value` instead
    double value;           ///< as stored
    const char *unit, *crs; ///< of the band; NULL = EPSG:32632
    geo_dem_options options;
    const char *phrase; ///< of the only warning or of the error; NULL = nothing is said
    bool is_refused;    ///< the phrase is that of the error
    size_t missing;     ///< nodes without a height
    double lowest;      ///< m, of the node in the corner; 0 = base
} slope_case;

static double or_else(double value, double fallback)
{
    return value != 0.0 ? value : fallback;
}

/// Height in m at a pixel, before it is stored.
static double height_at(const slope_case *c, size_t column, size_t row)
{
    const size_t block = c->block > 0 ? c->block : 1;
    const double u = (double)(NX - 1 - column / block * block),
                 v = (double)(NY - 1 - row / block * block);
    // a little off the diagonal, and bent: no second difference is 0
    return or_else(c->base, 1900.0) + or_else(c->rise, 0.4) * (u + 0.83 * v + 0.004 * u * v / NX);
}

static double stored_at(const slope_case *c, size_t k)
{
    if (c->count > 0 && k % (NX * NY / c->count) == 7 && k / (NX * NY / c->count) < c->count) {
        return c->value;
    }
    const double value = height_at(c, k % NX, k / NX) * or_else(c->factor, 1.0);
    return c->step > 0.0 ? c->step * floor(value / c->step + 0.5) : value;
}

static void write_case(const char *path, const slope_case *c)
{
    geo_open_library();
    static double values[NX * NY];
    for (size_t k = 0; k < NX * NY; k++) {
        values[k] = stored_at(c, k);
    }
    GDALDatasetH dataset = GDALCreate(GDALGetDriverByName("GTiff"), path, NX, NY, 1, c->type, NULL);
    cr_assert_not_null(dataset);
    const double cell = or_else(c->cell, 1.0);
    double transform[6] = {600000.0, cell, 0.0, 5200000.0, 0.0, -cell};
    if (c->crs != NULL && strstr(c->crs, "6529") != NULL) {
        transform[0] = 1640000.0;
        transform[3] = 1500400.0;
    }
    GDALSetGeoTransform(dataset, transform);
    OGRSpatialReferenceH crs = OSRNewSpatialReference(NULL);
    cr_assert_eq(OSRSetFromUserInput(crs, c->crs != NULL ? c->crs : "EPSG:32632"), OGRERR_NONE);
    GDALSetSpatialRef(dataset, crs);
    OSRDestroySpatialReference(crs);
    if (c->unit != NULL) {
        GDALSetRasterUnitType(GDALGetRasterBand(dataset, 1), c->unit);
    }
    cr_assert_eq(GDALRasterIO(GDALGetRasterBand(dataset, 1), GF_Write, 0, 0, NX, NY, values, NX, NY,
                              GDT_Float64, 0, 0),
                 CE_None);
    GDALClose(dataset);
}

static void expect_nothing_else(const slope_case *c, const dem_case *got)
{
    const size_t warnings = talus_diagnostics_count_of(got->list, TALUS_WARNING);
    const size_t expected = c->phrase != NULL ? 1u : 0u;
    if (c->options.reproject != NULL) { // a warp and its operation say so themselves
        return;
    }
    cr_expect_eq(warnings, expected, "%s: %zu warnings", c->name, warnings);
    for (size_t k = 0; k < talus_diagnostics_count(got->list) && warnings != expected; k++) {
        cr_expect(false, "%s: \"%s\"", c->name, talus_diagnostics_get(got->list, k)->message);
    }
}

static void expect_case(const slope_case *c)
{
    const text_path path = temporary_path("height_rule.tif");
    char sidecar[sizeof path.text + 16];
    write_case(path.text, c);
    dem_case got = read_case(path.text, &c->options);
    if (c->is_refused) {
        cr_expect_eq(got.status, TALUS_ERROR_INPUT, "%s", c->name);
        cr_expect_not_null(strstr(got.error.message, c->phrase), "%s: %s", c->name,
                           got.error.message);
    } else {
        cr_expect_eq(got.status, TALUS_OK, "%s: %s", c->name, got.error.message);
        cr_expect(c->phrase == NULL || says(got.list, c->phrase), "%s: \"%s\" is not said", c->name,
                  c->phrase);
        expect_nothing_else(c, &got);
    }
    if (got.status == TALUS_OK && c->options.reproject == NULL) {
        const double low = got.dem.heights[NX - 1]; // the corner in the south-east
        cr_expect_eq(got.dem.nodata_nodes, c->missing, "%s: %zu missing", c->name,
                     got.dem.nodata_nodes);
        cr_expect_float_eq(low, or_else(c->lowest, or_else(c->base, 1900.0)), 0.6 /* m, rounded */,
                           "%s: %g m", c->name, low);
    }
    clear_case(&got);
    remove(path.text);
    snprintf(sidecar, sizeof sidecar, "%s.aux.xml", path.text);
    remove(sidecar);
}

static const slope_case sentinels[] = {
    {.name = "-999",
     .type = GDT_Float32,
     .count = 25,
     .value = -999,
     .missing = 25,
     .phrase = "25 cells are exactly -999, which"},
    {.name = "-999 once",
     .type = GDT_Float32,
     .count = 1,
     .value = -999,
     .missing = 1,
     .phrase = "1 cells are exactly -999, which"},
    {.name = "-1",
     .type = GDT_Float32,
     .count = 25,
     .value = -1,
     .missing = 25,
     .phrase = "exactly -1, which"},
    {.name = "-100",
     .type = GDT_Int16,
     .step = 1,
     .cell = 30,
     .rise = 12,
     .count = 25,
     .value = -100,
     .missing = 25,
     .phrase = "exactly -100, which"},
    {.name = "0",
     .type = GDT_Float32,
     .count = 25,
     .value = 0,
     .missing = 25,
     .phrase = "exactly 0, which"},
    {.name = "9999",
     .type = GDT_Float32,
     .count = 25,
     .value = 9999,
     .missing = 25,
     .phrase = "exactly 9999, which"},
    {.name = "65535",
     .type = GDT_UInt16,
     .step = 1,
     .cell = 30,
     .rise = 12,
     .count = 25,
     .value = 65535,
     .missing = 25,
     .phrase = "exactly 65535, which"},
    {.name = "32767",
     .type = GDT_Int16,
     .step = 1,
     .cell = 30,
     .rise = 12,
     .count = 25,
     .value = 32767,
     .missing = 25,
     .phrase = "exactly 32767, which"},
    {.name = "a value of nobody's list",
     .type = GDT_Float32,
     .count = 25,
     .value = 5432.5,
     .missing = 25,
     .phrase = "25 cells are exactly 5432.5, which"},
    {.name = "1e20",
     .type = GDT_Float32,
     .count = 25,
     .value = 1e20,
     .missing = 25,
     .phrase = "25 cells hold no height"},
    {.name = "3.4e38",
     .type = GDT_Float32,
     .count = 25,
     .value = 3.4028234663852886e38,
     .missing = 25,
     .phrase = "25 cells hold no height"},
    {.name = "-9999 in cm",
     .type = GDT_Int32,
     .step = 1,
     .factor = 100,
     .unit = "cm",
     .count = 25,
     .value = -999,
     .missing = 25,
     .phrase = NULL},
    {.name = "-32767",
     .type = GDT_Int16,
     .step = 1,
     .cell = 30,
     .rise = 12,
     .count = 25,
     .value = -32767,
     .missing = 25,
     .phrase = "25 cells hold no height"},
    {.name = "0 below 40 m",
     .type = GDT_Float32,
     .base = 40,
     .count = 25,
     .value = 0,
     .phrase = "25 cells are exactly 0, 40 m below all other heights; they are kept"},
    // harmless neighbours
    {.name = "plain", .type = GDT_Float32},
    {.name = "one deep cell", .type = GDT_Float32, .count = 1, .value = 1500.25},
    {.name = "a lake", .type = GDT_Float32, .count = 25, .value = 1899.5},
    {.name = "the sea", .type = GDT_Float32, .base = 0.25, .count = 25, .value = 0},
    {.name = "below the sea", .type = GDT_Float32, .base = -3, .count = 25, .value = -1},
};

Test(height_rules, values_that_mean_no_height)
{
    for (size_t k = 0; k < sizeof sentinels / sizeof sentinels[0]; k++) {
        if (strcmp(sentinels[k].name, "-9999 in cm") != 0) { // two warnings: below
            expect_case(&sentinels[k]);
        }
    }
}

static const slope_case units[] = {
    {.name = "m", .type = GDT_Float32, .unit = "m"},
    {.name = "metre (m)", .type = GDT_Float32, .unit = "metre (m)"},
    {.name = "m a.s.l.", .type = GDT_Float32, .unit = "m a.s.l."},
    {.name = "Meters", .type = GDT_Float32, .unit = "Meters"},
    {.name = "US survey foot",
     .type = GDT_Float32,
     .factor = 3937.0 / 1200.0,
     .unit = "US survey foot",
     .phrase = "x 0.30480061"},
    {.name = "foot_us",
     .type = GDT_Float32,
     .factor = 3937.0 / 1200.0,
     .unit = "foot_us",
     .phrase = "x 0.30480061"},
    {.name = "ft (US)",
     .type = GDT_Float32,
     .factor = 3937.0 / 1200.0,
     .unit = "ft (US)",
     .phrase = "x 0.30480061"},
    {.name = "U.S. Survey Feet",
     .type = GDT_Float32,
     .factor = 3937.0 / 1200.0,
     .unit = "U.S. Survey Feet",
     .phrase = "x 0.30480061"},
    {.name = "Feet",
     .type = GDT_Float32,
     .factor = 1.0 / 0.3048,
     .unit = "Feet",
     .phrase = "x 0.3048)"},
    {.name = "FEET",
     .type = GDT_Float32,
     .factor = 1.0 / 0.3048,
     .unit = "FEET",
     .phrase = "x 0.3048)"},
    {.name = "[ft_i]",
     .type = GDT_Float32,
     .factor = 1.0 / 0.3048,
     .unit = "[ft_i]",
     .phrase = "x 0.3048)"},
    {.name = "m/s", .type = GDT_Float32, .unit = "m/s", .phrase = "\"m/s\" is not known"},
    {.name = "vertical feet",
     .type = GDT_Float32,
     .factor = 3937.0 / 1200.0,
     .crs = "EPSG:32632+6360",
     .phrase = "x 0.30480061"},
    {.name = "the user's vertical feet",
     .type = GDT_Float32,
     .factor = 3937.0 / 1200.0,
     .options = {.crs = "EPSG:32632+6360"},
     .phrase = "x 0.30480061"},
    {.name = "vertical metres", .type = GDT_Float32, .crs = "EPSG:32632+5703"},
    {.name = "both in feet",
     .type = GDT_Float32,
     .factor = 1.0 / 0.3048,
     .unit = "ft",
     .crs = "EPSG:32632+6360",
     .phrase = "converted to metres"},
    {.name = "band against vertical",
     .type = GDT_Float32,
     .unit = "m",
     .options = {.crs = "EPSG:32632+6360"},
     .is_refused = true,
     .phrase = "\"m\" by the band and \"US survey foot\" by the vertical"},
    {.name = "the key decides",
     .type = GDT_Float32,
     .factor = 1.0 / 0.3048,
     .unit = "m",
     .options = {.crs = "EPSG:32632+6360", .height_unit = "ft"},
     .phrase = "x 0.3048)"},
    {.name = "the key says metres",
     .type = GDT_Float32,
     .unit = "ft",
     .options = {.height_unit = "m"}},
    {.name = "depths",
     .type = GDT_Float32,
     .crs = "EPSG:32632+5831",
     .is_refused = true,
     .phrase = "points down"},
    {.name = "a key of another kind",
     .type = GDT_Float32,
     .options = {.height_unit = "kg"},
     .is_refused = true,
     .phrase = "`height_unit: kg`"},
    {.name = "horizontal feet",
     .type = GDT_Float32,
     .crs = "EPSG:6529",
     .options = {.reproject = "auto"},
     .is_refused = true,
     .phrase = "nothing says the unit of its heights (1900 to 19"},
    {.name = "horizontal feet, metres said",
     .type = GDT_Float32,
     .crs = "EPSG:6529",
     .unit = "m",
     .options = {.reproject = "auto"}},
    {.name = "horizontal feet, vertical feet",
     .type = GDT_Float32,
     .factor = 3.28,
     .crs = "EPSG:6529+6360",
     .options = {.reproject = "auto"},
     .phrase = "x 0.30480061"},
    {.name = "horizontal feet, key",
     .type = GDT_Float32,
     .factor = 3.28,
     .crs = "EPSG:6529",
     .options = {.reproject = "auto", .height_unit = "us_ft"},
     .phrase = "x 0.30480061"},
    {.name = "whole centimetres",
     .type = GDT_Int32,
     .factor = 100,
     .step = 1,
     .is_refused = true,
     .phrase = "(190000 to 1"},
    {.name = "centimetres about 1 km",
     .type = GDT_Float32,
     .base = 980,
     .factor = 100,
     .is_refused = true,
     .phrase = "(98000 to 1"},
    {.name = "whole decimetres",
     .type = GDT_UInt16,
     .factor = 10,
     .step = 1,
     .is_refused = true,
     .phrase = "whole numbers from 19000 to 19"},
    {.name = "low decimetres",
     .type = GDT_Int16,
     .base = 300,
     .rise = 0.5,
     .factor = 10,
     .step = 1,
     .is_refused = true,
     .phrase = "whole numbers from 3000 to 3"},
    {.name = "decimetres said",
     .type = GDT_UInt16,
     .rise = 4,
     .cell = 10,
     .factor = 10,
     .step = 1,
     .options = {.height_unit = "dm"},
     .phrase = "x 0.1)"},
    {.name = "whole metres said",
     .type = GDT_Int16,
     .rise = 12,
     .cell = 30,
     .step = 1,
     .unit = "m"},
};

Test(height_rules, units_are_found_or_asked_for)
{
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++) {
        expect_case(&units[k]);
    }
}

static const slope_case steps[] = {
    {.name = "whole metres",
     .type = GDT_Int16,
     .step = 1,
     .phrase = "rounded to 1 m on cells of 1 m: slopes between neighbours are wrong by up to 45"},
    {.name = "whole metres as floats", .type = GDT_Float32, .step = 1, .phrase = "rounded to 1 m"},
    {.name = "decimetres",
     .type = GDT_Float32,
     .step = 0.1,
     .phrase = "rounded to 0.1 m on cells of 1 m: slopes between neighbours are wrong by up to 6"},
    {.name = "5 m on 10 m",
     .type = GDT_Int16,
     .step = 5,
     .cell = 10,
     .rise = 4,
     .phrase = "rounded to 5 m on cells of 10 m"},
    {.name = "whole feet",
     .type = GDT_Float32,
     .factor = 1.0 / 0.3048,
     .step = 1,
     .options = {.height_unit = "ft"},
     .phrase = NULL},
    {.name = "2 m on 1 m",
     .type = GDT_Float32,
     .block = 2,
     .lowest = 1900.7,
     .phrase = "blocks of about 2 cells a side"},
    {.name = "5 m on 1 m",
     .type = GDT_Float32,
     .block = 5,
     .lowest = 1902.9,
     .phrase = "blocks of about 5 cells a side"},
    {.name = "10 m on 1 m",
     .type = GDT_Float32,
     .block = 10,
     .lowest = 1906.6,
     .phrase = "blocks of about 10 cells a side"},
    {.name = "10 m on 1 m in doubles",
     .type = GDT_Float64,
     .block = 10,
     .lowest = 1906.6,
     .phrase = "blocks of about 10 cells a side"},
    // harmless neighbours
    {.name = "centimetres", .type = GDT_Float32, .step = 0.01},
    {.name = "whole metres on 30 m", .type = GDT_Int16, .step = 1, .cell = 30, .rise = 12},
    {.name = "decimetres on 2 m", .type = GDT_Float32, .step = 0.1, .cell = 2, .rise = 0.8},
    {.name = "decimetres in a plain", .type = GDT_Float32, .step = 0.1, .rise = 0.02},
    {.name = "whole metres in a plain", .type = GDT_Int16, .step = 1, .cell = 10, .rise = 0.2},
};

Test(height_rules, coarse_steps_are_said)
{
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        if (strcmp(steps[k].name, "whole feet") != 0) { // two warnings: below
            expect_case(&steps[k]);
        }
    }
}

/// Cases that say two things.
Test(height_rules, two_things_are_said_at_once)
{
    static const struct {
        const char *name, *phrases[2];
    } pairs[] = {{"-9999 in cm", {"exactly -999, which", "x 0.01)"}},
                 {"whole feet", {"rounded to 0.305 m", "x 0.3048)"}}};
    for (size_t p = 0; p < 2; p++) {
        const slope_case *found = NULL;
        for (size_t k = 0; k < sizeof sentinels / sizeof sentinels[0]; k++) {
            found = strcmp(sentinels[k].name, pairs[p].name) == 0 ? &sentinels[k] : found;
        }
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            found = strcmp(steps[k].name, pairs[p].name) == 0 ? &steps[k] : found;
        }
        const text_path path = temporary_path("two_rules.tif");
        write_case(path.text, found);
        dem_case got = read_case(path.text, &found->options);
        cr_assert_eq(got.status, TALUS_OK, "%s", got.error.message);
        cr_expect(says(got.list, pairs[p].phrases[0]), "%s", pairs[p].phrases[0]);
        cr_expect(says(got.list, pairs[p].phrases[1]), "%s", pairs[p].phrases[1]);
        cr_expect_eq(got.dem.nodata_nodes, found->missing);
        clear_case(&got);
        remove(path.text);
    }
}
