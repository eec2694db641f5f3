// SPDX-License-Identifier: GPL-3.0-or-later
// talus terrain fill: NODATA holes of a DEM closed by a thin plate.
#include "app/dem/terrain_tools.h"
#include "talus/raster.h"

#include <math.h>

/// Holes that are named one by one.
enum { NAMED_HOLES = 20 };

static const char *reason(const talus_hole *hole, bool coupled)
{
    if (hole->state == TALUS_HOLE_TOO_FEW) {
        return "fewer than three known cells, or cells on one line only, lie within two cells of "
               "it: they do not fix a surface";
    }
    return coupled ? "together with the holes within two cells of it it is larger than "
                     "--max-hole-cells"
                   : "it is larger than --max-hole-cells";
}

/// Name a hole that stays open against what was asked for.
static void name_hole(const cli_terrain *terrain, const talus_hole *hole,
                      const talus_fill_options *options)
{
    const geo_dem *dem = &terrain->dem;
    const double column = 0.5 * (double)(hole->west + hole->east);
    const double row = 0.5 * (double)(hole->south + hole->north);
    talus_diagnostics_say(terrain->diagnostics, TALUS_WARNING,
                          "%s: the hole around east %.1f, north %.1f (%zu cells in %zu x %zu, at "
                          "most %zu allowed) stays open: %s",
                          terrain->arguments->operands[0], dem->east + column * dem->grid.cell,
                          dem->north + row * dem->grid.cell, hole->nodes,
                          hole->east - hole->west + 1, hole->north - hole->south + 1,
                          options->max_nodes, reason(hole, hole->together > hole->nodes));
}

static void report(cli_terrain *terrain, const talus_fill_report *report,
                   const talus_fill_options *options, double seconds)
{
    size_t left_alone = 0, left_cells = 0, refused = 0;
    for (size_t k = 0; k < report->hole_count; k++) {
        const talus_hole *hole = &report->holes[k];
        if (hole->state == TALUS_HOLE_OUTSIDE) {
            left_alone++;
            left_cells += hole->nodes;
        } else if (hole->state != TALUS_HOLE_FILLED) {
            if (refused++ < NAMED_HOLES) {
                name_hole(terrain, hole, options);
            }
        }
    }
    if (refused > NAMED_HOLES) {
        talus_diagnostics_say(terrain->diagnostics, TALUS_WARNING,
                              "%s: %zu more holes stay open for the same reasons",
                              terrain->arguments->operands[0], refused - NAMED_HOLES);
    }
    terrain->incomplete = refused > 0;
    printf("holes       %zu: %zu filled, %zu at the rim left alone (%zu cells), %zu refused\n",
           report->hole_count, report->filled_holes, left_alone, left_cells, refused);
    printf("filled      %zu cells in %.2f s, at most %zu in one system\n", report->filled_nodes,
           seconds, report->largest_system);
}

/// Heights in more digits than Float32 has cannot be kept bit for bit.
static void warn_digits(const cli_terrain *terrain)
{
    const size_t nodes = terrain->dem.grid.nx * terrain->dem.grid.ny;
    double change = 0.0;
    for (size_t k = 0; k < nodes; k++) {
        // NaN fails the comparison
        const double z = terrain->dem.heights[k], lost = fabs(z - (double)(float)z);
        change = lost > change ? lost : change;
    }
    if (change > 0.0) {
        talus_diagnostics_say(terrain->diagnostics, TALUS_WARNING,
                              "%s: its heights have more digits than the Float32 of the result: "
                              "they change by up to %.2g m",
                              terrain->arguments->operands[0], change);
    }
}

static talus_status fill(cli_terrain *terrain, talus_error *error)
{
    geo_dem *dem = &terrain->dem;
    const talus_fill_options options = terrain->options.fill;
    talus_fill_report filled;
    warn_digits(terrain);
    const double start = cli_terrain_clock();
    talus_status status =
        talus_raster_fill(dem->grid.nx, dem->grid.ny, dem->heights, &options, &filled, error);
    if (status == TALUS_OK) {
        report(terrain, &filled, &options, cli_terrain_clock() - start);
        status = cli_terrain_write(terrain, dem->heights, "height", "m", error);
    }
    talus_fill_report_clear(&filled);
    return status;
}

cli_exit cli_terrain_fill(const cli_arguments *arguments)
{
    return cli_terrain_run(arguments, fill);
}
