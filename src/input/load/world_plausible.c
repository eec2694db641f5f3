// SPDX-License-Identifier: GPL-3.0-or-later
// What a loaded scenario says that is hardly meant: heights in feet, rocks of the wrong
// size, a single rock.                                                   [docs/plausibility.md]
#include "input/load/world.h"

#include "runs/trajectory/trajectory.h"

#include <math.h>

#define LARGEST_ROCK 10.0     ///< m
#define SMALLEST_ROCK 0.05    ///< m
#define HIGHEST_GROUND 8849.0 ///< m, Mount Everest
#define STEEPEST_MEDIAN 55.0  ///< degrees; 3.28 times the gradient of a slope of 23.5 degrees
#define DAYS 365.25           ///< of a year

static const scenario_node *dem_node(const scenario_loader *loader)
{
    return scenario_find(loader->scenario->model.terrain.node, "dem");
}

/// Share of sampled places of the base DEM that are steeper than a slope; NaN with few samples.
static double share_above(const talus_terrain *terrain, double degrees)
{
    enum { SIDE = 40 };
    const talus_grid *grid = talus_terrain_base_grid(terrain);
    const double angle = degrees * (TALUS_PI / 180.0), h = grid->cell;
    const double tangent = talus_sin(angle) / talus_cos(angle);
    int count = 0, steep = 0;
    for (int k = 0; k < SIDE * SIDE; k++) {
        const double u = (k % SIDE + 0.5) / SIDE, v = (double)(k / SIDE) / SIDE;
        // on nodes, where roughness that only refines leaves the heights as they are
        const double x = grid->x0 + h * floor(1.0 + u * (double)(grid->nx - 2));
        const double y = grid->y0 + h * floor(1.0 + v * (double)(grid->ny - 2));
        double west = 0.0, east = 0.0, south = 0.0, north = 0.0;
        if (talus_terrain_height(terrain, x - h, y, &west) == TALUS_INSIDE &&
            talus_terrain_height(terrain, x + h, y, &east) == TALUS_INSIDE &&
            talus_terrain_height(terrain, x, y - h, &south) == TALUS_INSIDE &&
            talus_terrain_height(terrain, x, y + h, &north) == TALUS_INSIDE) {
            const double zx = (east - west) / (2.0 * h), zy = (north - south) / (2.0 * h);
            steep += zx * zx + zy * zy > tangent * tangent;
            count++;
        }
    }
    return count >= 100 ? (double)steep / count : (double)NAN;
}

static void check_heights(scenario_loader *loader)
{
    const talus_terrain *terrain = loader->world->terrain;
    double low = 0.0, high = 0.0;
    (void)talus_terrain_range(terrain, &low, &high, NULL);
    if (high > HIGHEST_GROUND) {
        scenario_warn(loader, dem_node(loader),
                      "heights up to %.0f m are higher than any mountain: they look like feet, "
                      "expected metres (1 ft = 0.3048 m)",
                      high);
    } else if (share_above(terrain, STEEPEST_MEDIAN) > 0.5) {
        scenario_warn(loader, dem_node(loader),
                      "more than half of the DEM is steeper than %.0f degrees: its heights look "
                      "like feet, expected metres (1 ft = 0.3048 m)",
                      STEEPEST_MEDIAN);
    }
}

/// Largest dimension of a rock.
static double length_of(const talus_rock *rock)
{
    const talus_vec3 d = rock->dimensions;
    return fmax(d.x, fmax(d.y, d.z));
}

/// Of a rock of a class, of the share q of its volumes.
static double length_at(const talus_rock_class *kind, double q)
{
    const double volume = kind->sized ? talus_distribution_at(&kind->volume, q) : 0.0;
    const double factor = kind->sized ? trajectory_cube_root(volume / kind->rock->volume) : 1.0;
    return factor * length_of(kind->rock);
}

static void check_rocks(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.rocks;
    const scenario_rock *specs = list->items;
    for (size_t i = 0; i < loader->world->rock_count && i < list->count; i++) {
        const talus_rock_class *kind = &loader->world->rock_classes[i];
        const char *what = kind->block_count > 0 ? "a block of rock" : "rock";
        const char *unit = scenario_shape_is_builder(specs[i].shape)
                               ? ""
                               : ", or is the file in another one, such as 'unit: mm'";
        double high = length_at(kind, 0.99), low = length_at(kind, 0.01);
        for (size_t b = 1; b < kind->block_count; b++) {
            high = fmax(high, length_of(kind->blocks[b]));
            low = fmin(low, length_of(kind->blocks[b]));
        }
        if (high > LARGEST_ROCK) {
            scenario_warn(loader, specs[i].node,
                          "%s '%s' is %.3g m long: blocks above %g m break up or slide as a mass; "
                          "are these lengths in m and volumes in m3%s?",
                          what, kind->rock->name, high, LARGEST_ROCK, unit);
        } else if (low < SMALLEST_ROCK) {
            scenario_warn(loader, specs[i].node,
                          "%s '%s' is %.3g m long: pieces below %g m are gravel, for which the "
                          "ground is not a surface; are these lengths in m and volumes in m3%s?",
                          what, kind->rock->name, low, SMALLEST_ROCK, unit);
        }
    }
}

/// More than one rock a day: most likely a frequency of another time or area.
static void check_frequency(scenario_loader *loader)
{
    const talus_world *world = loader->world;
    const scenario_release *releases = loader->scenario->model.releases.items;
    for (size_t i = 0; world->frequency != NULL && i < world->release_count; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < world->rock_count; k++) {
            sum += world->frequency[i * world->rock_count + k];
        }
        if (sum > DAYS) {
            scenario_warn(loader, releases[i].frequency.node,
                          "frequency: %.4g rocks start from '%s' per year, more than one a day: "
                          "is this per century, or for a larger area?",
                          sum, world->releases[i].name);
        }
    }
}

bool scenario_draws_on_its_way(const talus_campaign *campaign)
{
    bool has_draw = campaign->breaking.law != TALUS_BREAKING_NONE;
    for (size_t k = 0; k < campaign->site.ground_count; k++) {
        has_draw = has_draw || campaign->site.grounds[k].draw != NULL;
    }
    return has_draw;
}

void scenario_check_plausible(scenario_loader *loader)
{
    const talus_campaign *campaign = &loader->world->campaign;
    check_heights(loader);
    check_rocks(loader);
    check_frequency(loader);
    scenario_check_dams(loader);
    const bool is_whole = campaign->releases[0].kind == TALUS_RELEASE_BLOCKS &&
                          !scenario_draws_on_its_way(campaign); // other events would be the same
    if (talus_campaign_rock_count(campaign) == 1 && !is_whole) {
        const scenario_release *releases = loader->scenario->model.releases.items;
        scenario_warn(loader, releases[0].node,
                      "the releases hold one rock: a single throw is one possibility among many, "
                      "no statistic; give rocks: 1000 or more");
    }
}
