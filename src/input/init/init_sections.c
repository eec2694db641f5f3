// SPDX-License-Identifier: GPL-3.0-or-later
// Terrain, rocks, releases and the run of a first scenario: what resolution and size of rocks ask
// for.                                                                      [docs/init.md]
#include "input/init/init.h"

#include "input/schema/fields.h"

#include <math.h>
#include <stdio.h>

#define ROCK_LENGTH 1.0   ///< m, longest side of the guessed block
#define NODE_LENGTH 1.25  ///< m, between nodes that a rock of a metre meets as single stones
#define LARGEST_CELL 64.0 ///< of refine
enum { FIRST_ROCKS = 1000, LINE_SIZE = 900 };

static double node_length(const talus_init *init, unsigned *refine)
{
    const double cell = init->site.dem.grid.cell;
    const double times = fmin(LARGEST_CELL, floor(cell / NODE_LENGTH + 0.5));
    *refine = times > 1.0 ? (unsigned)times : 1;
    return cell / *refine;
}

static void describe_dem(talus_init *init)
{
    const init_site *site = &init->site;
    const talus_grid *grid = &site->dem.grid;
    init_add_comment(init, 2,
                     "%zu x %zu cells of %.4g m, %.3g x %.3g km; heights %.0f to %.0f m%s; half of "
                     "the ground is steeper than %.0f degrees, a twentieth steeper than %.0f.",
                     grid->nx, grid->ny, grid->cell, 1e-3 * grid->cell * (double)grid->nx,
                     1e-3 * grid->cell * (double)grid->ny, site->low, site->high,
                     site->dem.heights == NULL ? " (64 samples of 256 x 256 cells)" : "",
                     init_slope_quantile(site, 0.5), init_slope_quantile(site, 0.95));
    if (site->missing > 0.005) {
        init_add_comment(
            init, 2,
            "%.0f %% of the raster have no height (NODATA). A rock that comes there is "
            "lost: if many do, get heights for more of the valley.",
            100.0 * site->missing);
    }
    if (site->high > 8849.0 || init_slope_quantile(site, 0.5) > 55.0) {
        init_add_comment(
            init, 2,
            "WARNING: these heights look like feet. Convert them before anything else: "
            "gdal_calc.py -A dem.tif --calc='A*0.3048' --outfile=metres.tif");
    }
}

static void add_roughness(talus_init *init)
{
    unsigned refine = 1;
    const double node = node_length(init, &refine);
    const double cell = init->site.dem.grid.cell;
    char line[LINE_SIZE], reason[LINE_SIZE];
    if (refine > 1) {
        snprintf(line, sizeof line, "roughness: {amplitude_m: 0.15, refine: %u}", refine);
        snprintf(reason, sizeof reason,
                 "a DEM of %.3g m is smoother than the ground that a rock of %.2g m meets: nodes "
                 "every %.3g m, moved up and down by up to 0.15 m as in the published studies.",
                 cell, ROCK_LENGTH, node);
        init_add_line(init, &(init_line){.indent = 2,
                                         .key = "terrain.roughness",
                                         .line = line,
                                         .reason = reason,
                                         .instead = "half the usual height of stones on the slope; "
                                                    "more of it brakes rocks and scatters them"});
    } else {
        init_add_comment(
            init, 2,
            "No roughness is added: cells of %.3g m hold the stones themselves. If the "
            "DEM was smoothed, add roughness: {amplitude_m: 0.1}.",
            cell);
    }
    const bool is_fine = node < ROCK_LENGTH;
    snprintf(reason, sizeof reason,
             is_fine
                 ? "a rock of %.2g m spans several nodes of %.3g m: its faces and edges must be "
                   "tested, too."
                 : "a rock of %.2g m is not larger than the %.3g m between nodes: its vertices "
                   "say enough, and it is faster.",
             ROCK_LENGTH, node);
    init_add_line(init,
                  &(init_line){.indent = 2,
                               .key = "terrain.detection",
                               .line = is_fine ? "detection: two_way" : "detection: published",
                               .reason = reason,
                               .instead = "two_way where rocks are larger than the distance of "
                                          "nodes, else published"});
}

void init_add_terrain(talus_init *init)
{
    files_text *out = &init->scenario;
    files_text_add(out, "terrain:\n");
    describe_dem(init);
    files_text_add(out, "  dem: %s", init->tiles.count > 0 ? "[" : "");
    init_add_path(init, out, init->dem_path);
    for (size_t k = 0; k < init->tiles.count; k++) {
        files_text_add(out, ", ");
        init_add_path(init, out, init->tiles.items[k]);
    }
    files_text_add(out, "%s\n", init->tiles.count > 0 ? "]" : "");
    if (init->options.crs != NULL) {
        files_text_add(out, "  crs: ");
        scenario_write_text(out, init->options.crs);
        files_text_add(out, "\n");
    }
    if (init->options.height_unit != NULL) {
        files_text_add(out, "  height_unit: ");
        scenario_write_text(out, init->options.height_unit);
        files_text_add(out, "\n");
    }
    if (init->site.reproject != NULL) {
        init_add_line(init,
                      &(init_line){.indent = 2,
                                   .key = "terrain.reproject",
                                   .line = "reproject: auto",
                                   .reason = "the DEM's own coordinates are not in metres; "
                                             "auto is the UTM zone it lies in.",
                                   .instead = "the national system, such as EPSG:2056; better "
                                              "still a DEM that comes in it"});
    }
    add_roughness(init);
}

void init_add_rocks(talus_init *init)
{
    files_text_add(&init->scenario, "\nrocks:\n");
    init_add_line(
        init,
        &(init_line){
            .indent = 2,
            .key = "rocks.0",
            .line = "- {name: block, shape: hull, size_m: [1, 0.8, 0.65], density_kg_m3: 2700}",
            .value = "hull of 1 x 0.8 x 0.65 m, 2700 kg/m3",
            .reason = "nobody has measured blocks here. A block of about 0.7 t is the size "
                      "at which the grounds were fitted (780 kg). Each rock is another "
                      "random convex block of these lengths.",
            .instead = "blocks measured at the foot of the slope (volume_m3: "
                       "{distribution: table, file: blocks.csv}), or the design block of "
                       "your rules; one entry for each class of size"});
}

static void add_release_files(talus_init *init)
{
    const init_layer *layer = &init->releases.items[0];
    files_text text = {0};
    files_text_add(&text, "file: ");
    init_add_path(init, &text, layer->file);
    files_text_add(&text, "\n    layer: ");
    scenario_write_text(&text, layer->facts.name);
    init_add_place(init, &text, layer, "\n    ");
    files_text_add(&init->scenario, "  - name: sources\n    %s\n",
                   text.data != NULL ? text.data : "");
    init->failed = init->failed || text.failed || text.data == NULL;
    files_text_clear(&text);
}

static void add_release_slope(talus_init *init)
{
    const init_sources *sources = &init->sources;
    const double cell = init->site.dem.grid.cell;
    char line[LINE_SIZE], reason[LINE_SIZE], counted[120] = "";
    if (sources->cells > 0) {
        snprintf(counted, sizeof counted, " Here these are %zu cells.", sources->cells);
    }
    if (sources->is_preset) {
        snprintf(line, sizeof line, "slope_preset: dorren");
        snprintf(reason, sizeof reason,
                 "rocks come from what is as steep as rock faces are in a DEM of %.3g m: above "
                 "%.1f degrees, by the rule 55 degrees r^-0.075 of Rockyfor3D for cells of r m.%s",
                 cell, sources->threshold, counted);
    } else {
        snprintf(line, sizeof line, "slope_above_deg: %.1f", sources->threshold);
        snprintf(reason, sizeof reason,
                 sources->is_lowered
                     ? "nothing here is as steep as rock faces usually are in a DEM of %.3g m; "
                       "the steepest ground, above %.1f degrees, stands in for them.%s"
                     : "rocks come from what is as steep as rock faces are. The rule 55 degrees "
                       "r^-0.075 of Rockyfor3D is tabled for cells of 1 to 25 m; for %.3g m its "
                       "last value is taken, %.1f degrees.%s",
                 cell, sources->threshold, counted);
    }
    files_text_add(&init->scenario, "  - name: steep ground\n");
    init_add_line(init,
                  &(init_line){.indent = 4,
                               .key = "releases.0.slope",
                               .line = line,
                               .reason = reason,
                               .instead = "polygons of the source areas that were seen (talus init "
                                          "--releases), or a threshold from the slopes of faces "
                                          "that were mapped nearby"});
    if (sources->patch_height > 0.0) {
        snprintf(line, sizeof line, "min_patch_height_m: %g", sources->patch_height);
        init_add_line(init, &(init_line){.indent = 4,
                                         .key = "releases.0.min_patch_height_m",
                                         .line = line,
                                         .reason = "lower steps are cuts of roads, walls and "
                                                   "terraces as a rule.",
                                         .instead = "less where low outcrops shed rocks, too"});
    }
}

void init_add_releases(talus_init *init)
{
    char line[LINE_SIZE];
    files_text_add(&init->scenario, "\nreleases:\n");
    if (init->releases.count > 0) {
        add_release_files(init);
    } else {
        add_release_slope(init);
    }
    snprintf(line, sizeof line, "rocks: %d", FIRST_ROCKS);
    init_add_line(init, &(init_line){.indent = 4,
                                     .key = "releases.0.rocks",
                                     .line = line,
                                     .reason = "enough for a first look, in a minute or two.",
                                     .instead = "10000 and more, or the section stop_when, before "
                                                "anybody designs by it"});
    init_add_line(init, &(init_line){.indent = 4,
                                     .key = "releases.0.height_m",
                                     .line = "height_m: 1",
                                     .reason = "rocks start at rest, a metre over the ground.",
                                     .instead = "what is known of how they start"});
    init_add_comment(
        init, 4,
        "Without a frequency all results are conditional: given that a rock starts. How "
        "often rocks start here makes a hazard map of them, for example:");
    files_text_add(&init->scenario, "    # frequency: {per_year_km2: 2}\n");
}

static void add_outputs(talus_init *init)
{
    const double cell = init->site.dem.grid.cell;
    char line[LINE_SIZE];
    files_text_add(&init->scenario, "\noutputs:\n  dir: ");
    snprintf(line, sizeof line, "out/%s", init->stem);
    scenario_write_text(&init->scenario, line);
    files_text_add(&init->scenario, "\n");
    const double side = cell < 1.999 ? 2.0 : cell > 5.001 ? 5.0 : 0.0;
    if (side > 0.0) {
        snprintf(line, sizeof line, "cell_m: %g", side);
        init_add_line(init, &(init_line){.indent = 2,
                                         .key = "outputs.cell_m",
                                         .line = line,
                                         .reason = "cells of maps wide enough to hold several "
                                                   "rocks, narrow enough for a plan.",
                                         .instead = "smaller with more rocks"});
    } else {
        files_text_add(&init->scenario, "  cell_m: 0 # the cells of the DEM\n");
    }
    files_text_add(&init->scenario, "  layers: standard\n  trajectories: 1000\n");
}

void init_add_run(talus_init *init)
{
    files_text *out = &init->scenario;
    files_text_add(out, "\nsimulation:\n  scheme: midpoint\n  time_step_s: 0.002\n"
                        "  time_limit_s: 300\n  threads: 0 # all processors\n");
    add_outputs(init);
}
