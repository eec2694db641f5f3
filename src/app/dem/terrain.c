// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain info: what a DEM holds and how a run would handle it.
#include "app/dem/terrain_tools.h"
#include "foundation/base/sort.h"
#include "foundation/files/files.h"

#include <math.h>
#include <stdlib.h>

static void print_facts(const char *path, const geo_facts *facts)
{
    printf("file        %s, %s\n", path, facts->driver);
    printf("raster      %zu x %zu pixels, %d band%s, %s", facts->columns, facts->rows, facts->bands,
           facts->bands == 1 ? "" : "s", facts->type);
    if (facts->scale != 1.0 || facts->offset != 0.0) {
        printf(", height = %.9g x stored + %.9g", facts->scale, facts->offset);
    }
    printf("\nunit        %s\n", facts->unit[0] ? facts->unit : "not said");
    printf("CRS         %s", facts->crs_name[0] ? facts->crs_name : "none");
    if (facts->epsg > 0) {
        printf(" (EPSG:%d)", facts->epsg);
    }
    printf("%s\n", facts->geographic ? ", geographic: degrees" : "");
    if (facts->has_transform) {
        printf("extent      west %.6f, south %.6f, east %.6f, north %.6f\n", facts->bounds[0],
               facts->bounds[1], facts->bounds[2], facts->bounds[3]);
    } else {
        printf("extent      not georeferenced\n");
    }
    if (facts->has_nodata) {
        printf("no data     %.9g\n", facts->nodata);
    } else {
        printf("no data     not declared\n");
    }
}

/// Slopes in degrees by central differences, at nodes with four valid neighbours.
/// @return how many; `slopes` holds nx ny
static size_t collect_slopes(const geo_dem *dem, double *slopes)
{
    const size_t nx = dem->grid.nx;
    size_t count = 0;
    for (size_t j = 1; j + 1 < dem->grid.ny; j++) {
        for (size_t i = 1; i + 1 < nx; i++) {
            const double *z = dem->heights + j * nx + i;
            const double dzdx = (z[1] - *(z - 1)) / (2.0 * dem->grid.cell);
            const double dzdy = (z[nx] - *(z - nx)) / (2.0 * dem->grid.cell);
            const double gradient = sqrt(dzdx * dzdx + dzdy * dzdy);
            if (isfinite(gradient) && isfinite(z[0])) {
                slopes[count++] = talus_atan(gradient) * 180.0 / TALUS_PI;
            }
        }
    }
    return count;
}

/// Order statistic ceil(q n) of sorted values.
static double quantile(const double *sorted, size_t count, double q)
{
    const double rank = ceil(q * (double)count);
    return sorted[rank < 1.0 ? 0 : (size_t)rank - 1];
}

/// Percentiles of the slopes that are reported.
static const struct {
    const char *name;
    double share;
} percentiles[] = {{"p5", 0.05},  {"p50", 0.5},  {"p90", 0.9},
                   {"p95", 0.95}, {"p99", 0.99}, {"max", 1.0}};
enum { PERCENTILES = sizeof percentiles / sizeof percentiles[0] };

/// Figures of the heights.
typedef struct dem_figures {
    double low, high;               ///< m
    size_t slopes;                  ///< nodes with four neighbours
    double slopes_deg[PERCENTILES]; ///< NaN without such a node
} dem_figures;

static talus_status measure(const geo_dem *dem, dem_figures *figures, talus_error *error)
{
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    *figures = (dem_figures){.low = HUGE_VAL, .high = -HUGE_VAL};
    for (size_t k = 0; k < nodes; k++) {
        // NaN fails both
        figures->low = dem->heights[k] < figures->low ? dem->heights[k] : figures->low;
        figures->high = dem->heights[k] > figures->high ? dem->heights[k] : figures->high;
    }
    double *slopes = calloc(nodes, sizeof *slopes);
    if (!slopes) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the slopes");
    }
    figures->slopes = collect_slopes(dem, slopes);
    sort_numbers(slopes, figures->slopes);
    for (size_t k = 0; k < PERCENTILES; k++) {
        figures->slopes_deg[k] = figures->slopes > 0
                                     ? quantile(slopes, figures->slopes, percentiles[k].share)
                                     : (double)NAN;
    }
    free(slopes);
    return TALUS_OK;
}

static void print_dem(const geo_dem *dem, const dem_figures *figures)
{
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    printf("in a run    %zu x %zu nodes of %.9g m, first node at east %.4f, north %.4f\n",
           dem->grid.nx, dem->grid.ny, dem->grid.cell, dem->east, dem->north);
    printf("            CRS ");
    cli_print_crs(dem->crs_wkt);
    if (dem->operation.pipeline[0] != '\0') {
        printf("operation   %s, accurate to %.3g m\n", dem->operation.name,
               dem->operation.accuracy);
    }
    printf("heights     %.2f to %.2f m\n", figures->low, figures->high);
    printf("missing     %zu of %zu nodes, %.2f %%\n", dem->nodata_nodes, nodes,
           100.0 * (double)dem->nodata_nodes / (double)nodes);
    if (dem->attribution[0]) {
        printf("source      ");
        cli_print_text(stdout, dem->attribution);
        putchar('\n');
    }
    printf("slope       ");
    for (size_t k = 0; k < PERCENTILES && figures->slopes > 0; k++) {
        printf("%s%s %.1f", k > 0 ? ", " : "", percentiles[k].name, figures->slopes_deg[k]);
    }
    printf("%s\n", figures->slopes > 0 ? " deg" : "no node with four neighbours");
}

static void add_file(files_text *text, const char *path, const geo_facts *facts)
{
    files_json_add_text(text, "file", path);
    files_json_add_text(text, "driver", facts->driver);
    files_json_add_unsigned(text, "columns", facts->columns);
    files_json_add_unsigned(text, "rows", facts->rows);
    files_json_add_text(text, "type", facts->type);
    files_json_add_text(text, "unit", facts->unit);
    files_json_add_text(text, "crs", facts->crs_name);
    files_json_add_unsigned(text, "epsg", (uint64_t)facts->epsg);
    files_json_add_number(text, "nodata", facts->has_nodata ? facts->nodata : (double)NAN);
}

/// The operation by which the DEM was warped.
static void add_operation(files_text *text, const geo_operation *operation)
{
    files_json_begin(text, "operation", '{');
    files_json_add_text(text, "from", operation->from);
    files_json_add_text(text, "to", operation->to);
    files_json_add_text(text, "name", operation->name);
    files_json_add_number(text, "accuracy_m", operation->accuracy);
    files_json_add_text(text, "pipeline", operation->pipeline);
    files_json_end(text, '}');
}

static void print_json(const char *path, const geo_facts *facts, const geo_dem *dem,
                       const dem_figures *figures)
{
    files_text text = {.first = true};
    const double heights[] = {figures->low, figures->high};
    files_json_begin(&text, NULL, '{');
    add_file(&text, path, facts);
    files_json_begin(&text, "run", '{');
    files_json_add_unsigned(&text, "nx", dem->grid.nx);
    files_json_add_unsigned(&text, "ny", dem->grid.ny);
    files_json_add_number(&text, "cell_m", dem->grid.cell);
    files_json_add_number(&text, "east_m", dem->east);
    files_json_add_number(&text, "north_m", dem->north);
    files_json_add_text(&text, "crs_wkt", dem->crs_wkt);
    files_json_add_numbers(&text, "heights_m", heights, 2);
    files_json_add_unsigned(&text, "missing_nodes", dem->nodata_nodes);
    files_json_add_text(&text, "attribution", dem->attribution);
    files_json_begin(&text, "slope_deg", '{');
    for (size_t k = 0; k < PERCENTILES; k++) {
        files_json_add_number(&text, percentiles[k].name, figures->slopes_deg[k]);
    }
    files_json_end(&text, '}');
    if (dem->operation.pipeline[0] != '\0') {
        add_operation(&text, &dem->operation);
    }
    files_json_end(&text, '}');
    files_json_end(&text, '}');
    printf("%s\n", text.data ? text.data : "{}");
    files_text_clear(&text);
}

static talus_status describe(const cli_arguments *arguments, talus_diagnostics *diagnostics,
                             talus_error *error)
{
    const char *path = arguments->operands[0];
    const geo_dem_options options = cli_terrain_read(arguments).dem;
    geo_facts facts;
    geo_dem dem = {0};
    talus_status status = geo_read_facts(path, options.allow_network, &facts, error);
    if (status != TALUS_OK) {
        return status;
    }
    const bool is_json = cli_has(arguments, "json");
    if (!is_json) {
        print_facts(path, &facts);
    }
    dem_figures figures;
    status = geo_read_dem(path, &options, diagnostics, &dem, error);
    status = status == TALUS_OK ? measure(&dem, &figures, error) : status;
    if (status == TALUS_OK && is_json) {
        print_json(path, &facts, &dem, &figures);
    } else if (status == TALUS_OK) {
        print_dem(&dem, &figures);
    }
    geo_dem_clear(&dem);
    return status;
}

cli_exit cli_terrain_info(const cli_arguments *arguments)
{
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_error error = {0};
    const talus_status status = describe(arguments, diagnostics, &error);
    fflush(stdout);
    (void)cli_study_diagnostics(diagnostics, false);
    if (status != TALUS_OK && error.file[0] == '\0') {
        talus_error_locate(&error, arguments->operands[0], 0, 0);
    }
    return cli_study_exit(status, false, &error);
}
