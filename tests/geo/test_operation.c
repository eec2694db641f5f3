// SPDX-License-Identifier: GPL-3.0-or-later
// Operations between coordinate reference systems: by the table of places in tests/data/crs, and what is
// refused, said and taken from the user.
#include "geo/geo_case.h"

#include "io/geo/geo_operation.h"

#define TABLE TALUS_SOURCE_DIR "/tests/data/crs/operations.txt"

enum { MOST_ROWS = 200, ROW_SIZE = 1024 };

/// A row "name | from | to | x y | X Y [refused]".
typedef struct row {
    char text[ROW_SIZE];
    const char *name, *from, *to;
    double x, y, expected[2];
    bool is_refused;
} row;

static bool parse(row *r)
{
    char *part[5], *at = r->text;
    for (int k = 0; k < 5; k++) {
        part[k] = at;
        char *end = strstr(at, k < 4 ? " | " : "\n");
        if (end == NULL) {
            return false;
        }
        *end = '\0';
        at = end + 3;
    }
    r->name = part[0];
    r->from = part[1];
    r->to = part[2];
    r->is_refused = strstr(part[4], " refused") != NULL;
    return sscanf(part[3], "%lf %lf", &r->x, &r->y) == 2 &&
           sscanf(part[4], "%lf %lf", &r->expected[0], &r->expected[1]) == 2;
}

/// A frame for a DEM of 600 m around a place.
static geo_frame frame_at(const char *wkt, const double place[2])
{
    const talus_grid grid = {.cell = 10.0, .nx = 60, .ny = 60};
    return geo_frame_of(&grid, wkt, place[0] - 295.0, place[1] - 295.0, NULL, NULL, false);
}

static char *wkt_of(const char *crs)
{
    OGRSpatialReferenceH parsed = geo_crs_parse(crs);
    cr_assert_not_null(parsed, "%s", crs);
    OGRSpatialReferenceH flat = geo_crs_horizontal(parsed);
    char *wkt = geo_crs_wkt(flat);
    OSRDestroySpatialReference(flat);
    OSRDestroySpatialReference(parsed);
    return wkt;
}

/// Bring points of `from` to a DEM in `to` around `place`, as a layer of theirs is.
static talus_status bring(const char *from, const char *to, const double place[2],
                          const char *operation, int count, double *x, double *y,
                          geo_operation *used, talus_diagnostics *list, talus_error *error)
{
    char *wkt = wkt_of(to);
    OGRSpatialReferenceH parsed = geo_crs_parse(from);
    OGRSpatialReferenceH source = geo_crs_horizontal(parsed);
    geo_frame frame = frame_at(wkt, place);
    frame.used = used;
    frame.operation = operation;
    double extent[4] = {x[0], y[0], x[0], y[0]};
    for (int k = 1; k < count; k++) {
        extent[0] = fmin(extent[0], x[k]);
        extent[1] = fmin(extent[1], y[k]);
        extent[2] = fmax(extent[2], x[k]);
        extent[3] = fmax(extent[3], y[k]);
    }
    OGRCoordinateTransformationH made = NULL;
    const talus_status status =
        geo_frame_transformation(&frame, "layer.gpkg", source, extent, list, &made, error);
    if (made != NULL) {
        cr_expect(OCTTransform(made, count, x, y, NULL));
        OCTDestroyCoordinateTransformation(made);
    }
    OSRDestroySpatialReference(source);
    OSRDestroySpatialReference(parsed);
    free(wkt);
    return status;
}

static void check_row(const row *r)
{
    double x = r->x, y = r->y;
    talus_error error = {0};
    geo_operation used;
    const talus_status status =
        bring(r->from, r->to, r->expected, NULL, 1, &x, &y, &used, NULL, &error);
    if (r->is_refused) {
        cr_expect_eq(status, TALUS_ERROR_INPUT, "%s is not refused: %s", r->name, used.pipeline);
        cr_expect(strstr(error.message, "`operation:`") != NULL, "%s: %s", r->name, error.message);
        return;
    }
    cr_expect_eq(status, TALUS_OK, "%s: %s", r->name, error.message);
    const double off = hypot(x - r->expected[0], y - r->expected[1]);
    cr_expect_leq(off, 1.0, "%s: %.3f %.3f is %.3f m off (%s, %g m)", r->name, x, y, off, used.name,
                  used.accuracy);
}

Test(operation, coordinates_are_those_of_cs2cs_or_refused)
{
    geo_open_library();
    FILE *file = fopen(TABLE, "r");
    cr_assert_not_null(file);
    static row r;
    size_t rows = 0;
    while (fgets(r.text, sizeof r.text, file) != NULL) {
        if (r.text[0] != '#') {
            cr_assert(parse(&r), "%s", r.text);
            check_row(&r);
            rows++;
        }
    }
    fclose(file);
    cr_expect_geq(rows, (size_t)100);
}

// Two points 5 km apart north of Denmark, on both sides of the border of an area: point by point PROJ takes two
// operations, and 5 km become 5001.9 m.
Test(operation, a_layer_over_the_border_of_two_areas_is_not_torn)
{
    geo_open_library();
    double x[] = {531000.0, 531000.0}, y[] = {6420000.0, 6425000.0};
    const double place[] = {531000.0, 6422500.0};
    talus_error error = {0};
    geo_operation used;
    const talus_status status =
        bring("EPSG:23032", "EPSG:32632", place, NULL, 2, x, y, &used, NULL, &error);
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    cr_expect_float_eq(x[0], x[1], 0.1 /* measured 0.015 m */);
    cr_expect_float_eq(y[1] - y[0], 5000.0, 0.1 /* measured 0.03 m */);
}

Test(operation, a_pipeline_of_the_user_is_taken)
{
    geo_open_library();
    double x = 676563.0, y = 5152372.0;
    const double place[] = {676568.0, 5152372.0};
    talus_error error = {0};
    geo_operation used;
    const talus_status status = bring("EPSG:23032", "EPSG:25832", place, "+proj=affine +xoff=5", 1,
                                      &x, &y, &used, NULL, &error);
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    cr_expect_float_eq(x, 676568.0, 1e-6);
    cr_expect_str_eq(used.pipeline, "+proj=affine +xoff=5");
    cr_expect(isnan(used.accuracy));
}

// With its network on PROJ offers operations whose grids it would have to load.
Test(operation, grids_are_never_loaded)
{
    geo_open_library();
    cr_assert_eq(setenv("PROJ_NETWORK", "ON", 1), 0);
    double x = 422226.0, y = 4328052.0;
    const double place[] = {422176.7, 4328258.8};
    talus_error error = {0};
    geo_operation used;
    const talus_status status =
        bring("EPSG:26713", "EPSG:26913", place, NULL, 1, &x, &y, &used, NULL, &error);
    cr_assert_eq(status, TALUS_OK, "%s", error.message);
    cr_expect_null(strstr(used.pipeline, "us_noaa_"), "%s", used.pipeline);
    cr_expect(fabs(x - 422176.747) < 1.0 && fabs(y - 4328258.821) < 1.0, "%.3f %.3f", x, y);
}

Test(operation, a_pipeline_without_its_grid_names_it)
{
    geo_open_library();
    double x = 676563.0, y = 5152372.0;
    const double place[] = {676568.0, 5152372.0};
    talus_error error = {0};
    const talus_status status =
        bring("EPSG:23032", "EPSG:25832", place,
              "+proj=pipeline +step +inv +proj=utm +zone=32 +ellps=intl +step +proj=hgridshift "
              "+grids=@optional.gsb,no_such_grid.tif +step +proj=utm +zone=32 +ellps=GRS80",
              1, &x, &y, NULL, NULL, &error);
    cr_expect_eq(status, TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, "no_such_grid.tif") != NULL, "%s", error.message);
    cr_expect_eq(
        bring("EPSG:23032", "EPSG:25832", place, "not a pipeline", 1, &x, &y, NULL, NULL, &error),
        TALUS_ERROR_INPUT);
}

// PROJ takes a grid with "@" before its name for one that may be absent, and then shifts nothing.
Test(operation, grids_that_may_be_absent_are_missed)
{
    static const struct {
        const char *from, *grids; ///< of the system; of the pipeline, NULL = none
        const char *phrase;       ///< of the refusal, or of the warning
        bool is_refused;
    } cases[] = {
        {"EPSG:23032", "@no_such.gsb", "shift nothing, as the grid no_such.gsb", true},
        {"EPSG:23032", "\"@no such.gsb\"", "shift nothing, as the grid no such.gsb", true},
        {"EPSG:23032", "no_such.gsb", "needs the grid no_such.gsb", true},
        {"EPSG:23032", "@no_such.gsb,null", "goes on without the grid no_such.gsb", false},
        {"EPSG:23032", "@null", NULL, false},
        {"+proj=utm +zone=32 +ellps=intl +nadgrids=no_such.gsb +type=crs", NULL,
         "missing grid no_such.gsb", true},
        {"+proj=utm +zone=32 +ellps=intl +nadgrids=@no_such.gsb +type=crs", NULL,
         "missing grid no_such.gsb", true},
    };
    geo_open_library();
    const double place[] = {676568.0, 5152372.0};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double x = 676563.0, y = 5152372.0;
        char pipeline[300];
        talus_error error = {0};
        talus_diagnostics *list = talus_diagnostics_create();
        snprintf(pipeline, sizeof pipeline,
                 "+proj=pipeline +step +inv +proj=utm +zone=32 +ellps=intl +step +proj=hgridshift "
                 "+grids=%s +step +proj=utm +zone=32 +ellps=GRS80",
                 cases[k].grids != NULL ? cases[k].grids : "");
        const talus_status status =
            bring(cases[k].from, "EPSG:25832", place, cases[k].grids != NULL ? pipeline : NULL, 1,
                  &x, &y, NULL, list, &error);
        cr_expect_eq(status, cases[k].is_refused ? TALUS_ERROR_INPUT : TALUS_OK, "%zu: %s", k,
                     error.message);
        cr_expect(cases[k].phrase == NULL ||
                      (cases[k].is_refused ? strstr(error.message, cases[k].phrase) != NULL
                                           : says(list, cases[k].phrase)),
                  "%zu: %s", k, error.message);
        cr_expect(cases[k].phrase != NULL || talus_diagnostics_count(list) == 0, "%zu", k);
        talus_diagnostics_destroy(list);
    }
}

Test(operation, a_chosen_pipeline_gives_the_same_bits_and_words_again)
{
    geo_open_library();
    const double place[] = {676481.0, 5152173.0};
    double x[] = {676563.0, 676563.0}, y[] = {5152372.0, 5152372.0};
    geo_operation first, again;
    talus_diagnostics *list = talus_diagnostics_create();
    cr_assert_eq(bring("EPSG:23032", "EPSG:32632", place, NULL, 1, x, y, &first, list, NULL),
                 TALUS_OK);
    cr_expect(says(list, "accurate to 6 m"));
    cr_assert_eq(bring("EPSG:23032", "EPSG:32632", place, first.pipeline, 1, x + 1, y + 1, &again,
                       list, NULL),
                 TALUS_OK);
    cr_expect_eq(x[0], x[1]);
    cr_expect_eq(y[0], y[1]);
    cr_expect_str_eq(first.name, again.name);
    cr_expect_eq(first.accuracy, again.accuracy);
    cr_expect_eq(talus_diagnostics_count(list), (size_t)2);
    talus_diagnostics_destroy(list);
}

Test(operation, systems_without_datum_are_said)
{
    geo_open_library();
    static const char from[] = "+proj=tmerc +lon_0=10 +k=1 +ellps=bessel +units=m",
                      to[] = "+proj=tmerc +lon_0=13 +k=1 +ellps=bessel +units=m",
                      other[] = "+proj=tmerc +lon_0=13 +k=1 +ellps=intl +units=m";
    const double place[] = {-100000.0, 5241000.0};
    double x = 128000.0, y = 5241000.0;
    talus_diagnostics *list = talus_diagnostics_create();
    cr_expect_eq(bring(from, to, place, NULL, 1, &x, &y, NULL, list, NULL), TALUS_OK);
    cr_expect(says(list, "names a datum"));
    talus_error error = {0};
    x = 128000.0;
    y = 5241000.0;
    cr_expect_eq(bring(from, other, place, NULL, 1, &x, &y, NULL, list, &error), TALUS_ERROR_INPUT);
    cr_expect(strstr(error.message, "no datum") != NULL, "%s", error.message);
    talus_diagnostics_destroy(list);
}

Test(operation, beside_coordinates_of_the_dem_one_is_refused)
{
    geo_open_library();
    char *wkt = wkt_of("EPSG:25832");
    const double place[] = {676481.0, 5152173.0};
    geo_frame frame = frame_at(wkt, place);
    frame.operation = "+proj=affine +xoff=5";
    frame.file_crs = "dem";
    OGRCoordinateTransformationH made = NULL;
    talus_error error = {0};
    cr_expect_eq(geo_frame_transformation(&frame, "layer.gpkg", NULL, NULL, NULL, &made, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_null(made);
    free(wkt);
}
