// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain info: what a DEM holds and how a run would handle it.
#include "app/cli/cli.h"
#include "foundation/base/sort.h"
#include "io/geo/geo.h"

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

static bool print_slopes(const geo_dem *dem)
{
    double *slopes = calloc(dem->grid.nx * dem->grid.ny, sizeof *slopes);
    if (!slopes) {
        return false;
    }
    const size_t count = collect_slopes(dem, slopes);
    sort_numbers(slopes, count);
    if (count > 0) {
        printf("slope       p5 %.1f, p50 %.1f, p90 %.1f, p95 %.1f, p99 %.1f, max %.1f deg\n",
               quantile(slopes, count, 0.05), quantile(slopes, count, 0.5),
               quantile(slopes, count, 0.9), quantile(slopes, count, 0.95),
               quantile(slopes, count, 0.99), quantile(slopes, count, 1.0));
    } else {
        printf("slope       no node with four neighbours\n");
    }
    free(slopes);
    return true;
}

static void print_dem(const geo_dem *dem)
{
    const size_t nodes = dem->grid.nx * dem->grid.ny;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t k = 0; k < nodes; k++) {
        // NaN fails both
        low = dem->heights[k] < low ? dem->heights[k] : low;
        high = dem->heights[k] > high ? dem->heights[k] : high;
    }
    printf("in a run    %zu x %zu nodes of %.9g m, first node at east %.4f, north %.4f\n",
           dem->grid.nx, dem->grid.ny, dem->grid.cell, dem->east, dem->north);
    printf("            CRS ");
    cli_print_crs(dem->crs_wkt);
    printf("heights     %.2f to %.2f m\n", low, high);
    printf("missing     %zu of %zu nodes, %.2f %%\n", dem->nodata_nodes, nodes,
           100.0 * (double)dem->nodata_nodes / (double)nodes);
    if (dem->attribution[0]) {
        printf("source      ");
        cli_print_text(stdout, dem->attribution);
        putchar('\n');
    }
}

static talus_status describe(const cli_arguments *arguments, talus_diagnostics *diagnostics,
                             talus_error *error)
{
    const char *path = arguments->operands[0];
    const geo_dem_options options = {.assume_crs = cli_has(arguments, "assume-metres"),
                                     .crs = cli_value(arguments, "crs"),
                                     .reproject = cli_value(arguments, "reproject"),
                                     .operation = cli_value(arguments, "operation"),
                                     .tiles = arguments->operands + 1,
                                     .tile_count = arguments->operand_count - 1,
                                     .height_unit = cli_value(arguments, "height-unit"),
                                     .allow_network = cli_has(arguments, "allow-network")};
    geo_facts facts;
    geo_dem dem = {0};
    talus_status status = geo_read_facts(path, options.allow_network, &facts, error);
    if (status != TALUS_OK) {
        return status;
    }
    print_facts(path, &facts);
    status = geo_read_dem(path, &options, diagnostics, &dem, error);
    if (status == TALUS_OK) {
        print_dem(&dem);
        if (!print_slopes(&dem)) {
            status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the slopes");
        }
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
    cli_print_diagnostics(diagnostics, 0, false);
    talus_diagnostics_destroy(diagnostics);
    if (status != TALUS_OK) {
        if (error.file[0] == '\0') {
            talus_error_locate(&error, arguments->operands[0], 0, 0);
        }
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    return CLI_OK;
}
