// SPDX-License-Identifier: GPL-3.0-or-later
// What a run will need of memory and disk. How far rocks come is guessed from the heights: a rock
// reaches what it sees under an angle of at least 32 degrees from its source.
#include "app/cli/resources.h"

#include "foundation/base/machine.h"
#include "physics/terrain/on_demand.h"
#include "runs/ensemble/rock_memory.h"
#include "runs/trajectory/trajectory.h"
#include "talus/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PARTS = 64, SAMPLES = 400 };

#define REACH_TANGENT 0.6249 ///< of 32 degrees
/// A rock moves for so many times the square root of its way, s/m^(1/2): measured 1.3 to 1.6 on hard
/// ground and on ramps, 2.2 to 2.7 on slopes with soil and forest.
#define SECONDS_OF_WAY 1.9
/// Bytes, measured: a point of a track and its impacts for a second of motion; a block of 8 x 8
/// cells; a bucket of a histogram with the room it grows by; what threads and writers take.
#define TRACK_SECOND 1600.0
#define CELL_BLOCK 8704.0
#define BUCKET 9.0
/// Bytes on the disk, measured: a rock in `deposits` and `releases`; a point of `trajectories`;
/// `impacts` for a second of motion; a cell of a raster that rocks reach, and of the terrain; what
/// is always there.
#define DISK_ROCK 345.0
#define DISK_POINT 33.0
#define DISK_IMPACTS 500.0
#define DISK_CELL 3.0
#define DISK_ALWAYS 0.4e6
#define WRITERS 12e6
#define THREAD 1.2e6

/// How far the rocks of a campaign come.
typedef struct reach {
    double share;  ///< of the cells that some rock may reach
    double tiles;  ///< number of tiles of the terrain that it may reach
    double length; ///< m, way of a rock
} reach;

/// Heights in the middle of PARTS x PARTS parts of the cells; NaN where there is none.
static void read_heights(const talus_campaign *campaign, double *heights)
{
    const talus_cells *cells = &campaign->cells;
    const double width = cells->cell * (double)cells->nx / PARTS;
    const double height = cells->cell * (double)cells->ny / PARTS;
    for (int k = 0; k < PARTS * PARTS; k++) {
        heights[k] = (double)NAN;
        (void)talus_terrain_height(campaign->site.terrain, cells->x0 + (k % PARTS + 0.5) * width,
                                   cells->y0 + (k / PARTS + 0.5) * height, &heights[k]);
    }
}

/// Mark the parts that a rock reaches. @return the farthest of them, m
static double look_around(const talus_campaign *campaign, const double *heights, uint64_t rock,
                          bool *reached)
{
    const talus_cells *cells = &campaign->cells;
    const double width = cells->cell * (double)cells->nx / PARTS;
    const double height = cells->cell * (double)cells->ny / PARTS;
    const trajectory_draw drawn = trajectory_draw_rock(campaign, rock);
    double z = 0.0, farthest = 0.0;
    const talus_where where = talus_terrain_height(campaign->site.terrain, drawn.x, drawn.y, &z);
    for (int k = 0; k < PARTS * PARTS && where == TALUS_INSIDE; k++) {
        const double dx = cells->x0 + (k % PARTS + 0.5) * width - drawn.x;
        const double dy = cells->y0 + (k / PARTS + 0.5) * height - drawn.y;
        const double distance = sqrt(dx * dx + dy * dy);
        const bool is_own = fabs(dx) <= width && fabs(dy) <= height;
        if (is_own || z - heights[k] >= REACH_TANGENT * distance) {
            reached[k] = true;
            farthest = distance > farthest ? distance : farthest;
        }
    }
    return farthest;
}

/// First and last tile that a part of the cells lies in, along one axis.
static void tiles_under(double low, double width, double origin, double side, uint32_t count,
                        uint32_t span[2])
{
    const double last = (double)count - 1.0;
    span[0] = (uint32_t)fmin(last, fmax(0.0, floor((low - origin) / side)));
    span[1] = (uint32_t)fmin(last, fmax(0.0, floor((low + width - origin) / side)));
}

/// Tiles of the terrain under parts that are reached; all of them when there is no memory to count.
static double count_tiles(const talus_campaign *campaign, const bool *reached)
{
    const talus_terrain *t = campaign->site.terrain;
    const talus_cells *cells = &campaign->cells;
    const double width = cells->cell * (double)cells->nx / PARTS;
    const double height = cells->cell * (double)cells->ny / PARTS;
    const double side = t->cell * (double)TERRAIN_TILE_CELLS;
    const size_t all = (size_t)t->tiles_x * t->tiles_y;
    bool *found = calloc(all, sizeof *found);
    size_t count = found != NULL ? 0 : all;
    for (int k = 0; found != NULL && k < PARTS * PARTS; k++) {
        uint32_t i[2], j[2];
        tiles_under(cells->x0 + k % PARTS * width, width, t->x0, side, t->tiles_x, i);
        tiles_under(cells->y0 + k / PARTS * height, height, t->y0, side, t->tiles_y, j);
        for (uint32_t row = j[0]; reached[k] && row <= j[1]; row++) {
            for (uint32_t column = i[0]; column <= i[1]; column++) {
                bool *tile = &found[(size_t)row * t->tiles_x + column];
                count += !*tile;
                *tile = true;
            }
        }
    }
    free(found);
    return (double)count;
}

static reach find_reach(const talus_campaign *campaign)
{
    double *heights = malloc(PARTS * PARTS * sizeof *heights);
    bool *reached = calloc(PARTS * PARTS, sizeof *reached);
    const talus_terrain *t = campaign->site.terrain;
    reach found = {
        .share = 1.0, .tiles = (double)t->tiles_x * (double)t->tiles_y, .length = 1000.0};
    if (heights != NULL && reached != NULL) {
        double weight = 0.0, sum = 0.0;
        uint64_t first = 0;
        read_heights(campaign, heights);
        for (size_t i = 0; i < campaign->release_count; i++) {
            const uint64_t rocks = campaign->releases[i].rocks;
            const uint64_t most = SAMPLES / campaign->release_count + 1;
            const uint64_t samples = rocks < most ? rocks : most;
            for (uint64_t k = 0; k < samples; k++) {
                sum += (double)rocks / (double)samples *
                       look_around(campaign, heights, first + k, reached);
            }
            weight += (double)rocks;
            first += rocks;
        }
        size_t count = 0;
        for (int k = 0; k < PARTS * PARTS; k++) {
            count += reached[k];
        }
        found.share = (double)count / (PARTS * PARTS);
        found.tiles = count_tiles(campaign, reached);
        found.length = weight > 0.0 ? sum / weight : 0.0;
    }
    free(heights);
    free(reached);
    return found;
}

/// Statistics: blocks of cells that are touched, each stratum its own, and their histograms.
/// @param width m, beside the path  @param quantities of a cell whose values spread: near a path the
/// height is mostly 0
static double estimate_cells(const talus_campaign *campaign, const reach *far, double rocks,
                             double width, double quantities)
{
    const talus_cells *cells = &campaign->cells;
    const double strata = (double)talus_campaign_stratum_count(campaign);
    const double all = far->share * (double)cells->nx * (double)cells->ny;
    const double each = rocks / strata; // rocks of a stratum
    const double blocks = all / 64.0 + 1.0;
    const double visited =
        each * (far->length / (8.0 * cells->cell) + 1.0) * (width / (8.0 * cells->cell) + 1.0);
    const double touched = blocks * (1.0 - exp(-visited / blocks));
    // distinct values of a cell: the more rocks, the fewer new ones
    const double passages = each * (far->length / cells->cell + 1.0) * (width / cells->cell + 1.0) /
                            (touched * 64.0 + 1.0);
    const double buckets = quantities * 60.0 * (1.0 - exp(-passages / 60.0));
    return strata * touched * (CELL_BLOCK + 64.0 * buckets * BUCKET);
}

/// Tiles of a terrain on demand that rocks will ask for, beyond those that are there.
static double estimate_tiles(const talus_campaign *campaign, const reach *far)
{
    const double most = terrain_on_demand_memory(campaign->site.terrain);
    const double requested = far->tiles * (double)sizeof(terrain_tile);
    return requested < most ? requested : most;
}

/// Points of a track for a second of motion, at 10 m/s.
static double points_per_second(const talus_campaign *campaign)
{
    const double apart = fmax(campaign->step.time_step,
                              fmax(campaign->sample_time, campaign->sample_distance / 10.0));
    return 1.0 / apart;
}

/// @param layers number of rasters that will be written
/// @param rocks  number that run here: of a shard, or all
static cli_resources estimate(const talus_campaign *campaign, size_t layers, uint64_t rocks,
                              unsigned threads)
{
    const reach far = find_reach(campaign);
    const double count = (double)rocks;
    const double kept =
        count < (double)campaign->recorded_rocks ? count : (double)campaign->recorded_rocks;
    const double records = (double)(sizeof(talus_rock_record) + sizeof(talus_rock_means)) * count;
    const double limit = (double)ROCK_MEMORY_RESIDENT;
    const double moving = SECONDS_OF_WAY * sqrt(far.length);
    const double seconds = moving < campaign->time_limit ? moving : campaign->time_limit;
    const talus_grid *base = talus_terrain_base_grid(campaign->site.terrain);
    const double cells = (double)campaign->cells.nx * (double)campaign->cells.ny,
                 width = campaign->reference_width;
    cli_resources need = {
        .loaded = files_memory_used(),
        .rocks = records < limit ? records : limit,
        .tracks = kept * seconds * TRACK_SECOND,
        .cells = estimate_cells(campaign, &far, count, 0.0, 4.0) +
                 (width > 0.0 ? estimate_cells(campaign, &far, count, width, 1.0) : 0.0),
        .terrain = estimate_tiles(campaign, &far),
        .is_sparse = terrain_on_demand_memory(campaign->site.terrain) > 0.0,
    };
    need.memory = need.loaded + need.rocks + need.tracks + need.cells + need.terrain + WRITERS +
                  THREAD * threads;
    const double peak = files_memory_peak();
    need.memory = peak > need.memory ? peak : need.memory;
    need.disk = DISK_ALWAYS + DISK_CELL * far.share * cells * (double)layers +
                DISK_CELL * (double)base->nx * (double)base->ny + DISK_ROCK * count +
                kept * seconds * (DISK_POINT * points_per_second(campaign) + DISK_IMPACTS) +
                (records < limit ? records : 2.0 * records);
    return need;
}

cli_resources cli_case_resources(const cli_case *loaded, unsigned shard, unsigned shard_count)
{
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    const char *const *layers = talus_scenario_layers(loaded->scenario);
    const unsigned requested = talus_scenario_threads(loaded->scenario);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t count = 0;
    while (layers[count] != NULL) {
        count++;
    }
    return estimate(campaign, count, talus_shard_rock_count(campaign, shard, shard_count),
                    requested > 0 ? requested
                    : cores > 0   ? (unsigned)cores
                                  : 1);
}

/// "12.3 GB", "250 MB".
static void show(double bytes, char text[32])
{
    if (isinf(bytes)) {
        snprintf(text, 32, "not known");
    } else if (bytes >= 1e9) {
        snprintf(text, 32, "%.3g GB", 1e-9 * bytes);
    } else if (bytes < 1e7) {
        snprintf(text, 32, "%.1f MB", 1e-6 * bytes);
    } else {
        snprintf(text, 32, "%.0f MB", ceil(1e-6 * bytes));
    }
}

void cli_print_resources(const cli_resources *need, const char *directory)
{
    char text[32], left[32];
    show(need->memory, text);
    show(files_memory_available(""), left);
    printf("memory      about %s, %s are free\n", text, left);
    show(need->disk, text);
    show(files_disk_available(directory), left);
    printf("disk        %s %s for the results, %s are free\n",
           need->is_sparse ? "at most" : "about", text, left);
}

/// What most of the memory is for, and what makes less of it.
static const char *advice_for(const cli_resources *need)
{
    const double most = fmax(fmax(need->rocks, need->tracks), fmax(need->cells, need->terrain));
    if (most == need->tracks) {
        return "most of it is for tracks: lower outputs.trajectories";
    }
    if (most == need->cells) {
        return "most of it is for statistics of cells: raise outputs.cell_m, leave out layers, or "
               "join releases and rocks";
    }
    return most == need->rocks ? "most of it is for records of rocks: use fewer rocks, or shards"
                               : "most of it is for terrain: lower terrain.memory_mb";
}

talus_status cli_check_resources(const cli_resources *need, const char *directory,
                                 talus_error *error)
{
    char text[32], left[32];
    const double memory = files_memory_available("") + need->loaded;
    const double disk = files_disk_available(directory);
    if (need->memory > CLI_RESOURCE_DOUBT * memory) {
        show(need->memory, text);
        show(memory, left);
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the run needs about %s of memory, and this process can have %s; %s",
                               text, left, advice_for(need));
    }
    if (need->disk > CLI_RESOURCE_DOUBT * disk) {
        show(need->disk, text);
        show(disk, left);
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the results need about %s of disk, and %s are free at %s: use "
                               "fewer rocks or trajectories, coarser cells, or another --out",
                               text, left, directory);
    }
    return TALUS_OK;
}
