// SPDX-License-Identifier: GPL-3.0-or-later
// talus check: validate a scenario and print what follows from it.
#include "app/cli/cli.h"
#include "app/cli/resources.h"
#include "foundation/base/sort.h"
#include "physics/terrain/on_demand.h"
#include "runs/trajectory/trajectory.h"

#include <inttypes.h>
#include <math.h>

static void print_terrain(const cli_case *loaded)
{
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    const talus_terrain *terrain = campaign->site.terrain;
    const talus_grid *base = talus_terrain_base_grid(terrain);
    const talus_grid *surface = talus_terrain_surface_grid(terrain);
    const talus_cells *cells = &campaign->cells;
    double east = 0.0, north = 0.0, low = 0.0, high = 0.0;
    (void)talus_world_origin(loaded->world, &east, &north, NULL);
    (void)talus_terrain_range(terrain, &low, &high, NULL);
    const double width = base->cell * (double)(base->nx - 1);
    const double height = base->cell * (double)(base->ny - 1);
    printf("terrain     %zu x %zu nodes of %.6g m, %.6g x %.6g m, heights %.2f to %.2f m\n",
           base->nx, base->ny, base->cell, width, height, low, high);
    printf("            east %.2f to %.2f, north %.2f to %.2f\n", east + base->x0,
           east + base->x0 + width, north + base->y0, north + base->y0 + height);
    printf("            CRS ");
    cli_print_crs(talus_world_crs_wkt(loaded->world));
    if (surface->cell < base->cell) {
        printf("            refined to %zu x %zu nodes of %.6g m\n", surface->nx, surface->ny,
               surface->cell);
    }
    printf("cells       %zu x %zu of %.6g m for the rasters\n", cells->nx, cells->ny, cells->cell);
}

/// SI units in the unit that a parameter is printed in.
static double unit_of(talus_varied parameter)
{
    return parameter == TALUS_VARIED_SOIL_MODULUS ? 1e6 : 1.0;
}

/// "            mu_min from a raster: ..."
static void print_raster(const char *name, const talus_variation *variation)
{
    const talus_field *field = variation->field;
    const size_t count = field->grid.nx * field->grid.ny;
    double low = HUGE_VAL, high = -HUGE_VAL;
    size_t missing = 0;
    for (size_t k = 0; k < count; k++) {
        const double value = (double)field->values[k];
        low = value < low ? value : low;
        high = value > high ? value : high;
        missing += isnan(value) ? 1 : 0;
    }
    const double unit = unit_of(variation->parameter);
    printf("            %s from a raster: %.4g to %.4g, %s, its own on %.3g %% of the DEM\n", name,
           low / unit, high / unit, variation->nearest ? "nearest" : "bilinear",
           100.0 * (double)missing / (double)count);
}

static const char *const parameter_names[] = {
#define NAME(id, name) name,
    TALUS_VARIED_LIST(NAME)
#undef NAME
};

/// "            mu_min drawn per rock: ..."
static void print_draw(const talus_ground_draw *draw)
{
    const size_t draws = draw != NULL ? draw->posterior_count : 0;
    if (draws > 0) {
        printf("            posterior of %zu draws, one per rock:", draws);
        for (size_t k = TALUS_VARIED_MU_MIN; k < TALUS_VARIED_COUNT; k++) {
            printf("%s%s", isnan(draw->posterior[k]) ? "" : " ",
                   isnan(draw->posterior[k]) ? "" : parameter_names[k]);
        }
        printf("\n");
    }
    for (size_t k = TALUS_VARIED_MU_MIN; draw != NULL && k < TALUS_VARIED_COUNT; k++) {
        const talus_distribution *law = &draw->laws[k];
        const bool per_impact =
            k >= TALUS_VARIED_SOIL_MODULUS ? draw->soil_per_impact : draw->per_impact;
        if (law->law != TALUS_LAW_FIXED && (draws == 0 || isnan(draw->posterior[k]))) {
            const double unit = unit_of((talus_varied)k);
            printf("            %s drawn per %s: p5 %.4g, p50 %.4g, p95 %.4g\n", parameter_names[k],
                   per_impact ? "impact" : "rock", talus_distribution_at(law, 0.05) / unit,
                   talus_distribution_at(law, 0.5) / unit, talus_distribution_at(law, 0.95) / unit);
        }
    }
}

/// "            mu_min varies: ..., and what that makes of it here"
static void print_variation(const talus_ground *ground)
{
    for (const talus_variation *variation = ground->variation; variation != NULL;
         variation = variation->next) {
        const talus_field *field = variation->field;
        if (variation->replace) {
            print_raster(parameter_names[variation->parameter], variation);
            continue;
        }
        printf("            %s varies: sd %.4g%s, range %.4g m, field of %zu x %zu nodes, cut on "
               "%.2g %%\n",
               parameter_names[variation->parameter],
               variation->multiply ? variation->sd : variation->sd / unit_of(variation->parameter),
               variation->multiply ? " of its logarithm" : "", field->range, field->grid.nx,
               field->grid.ny, 100.0 * talus_ground_cut_share(ground));
    }
}

static void print_soil(const talus_soil *soil)
{
    if (soil->modulus > 0.0) {
        printf("            soil: modulus %.4g MN/m2, drag number 1 + %.4g, %.4g kg/m3, rotational "
               "drag x %.4g, rolling x %.4g%s\n",
               1e-6 * soil->modulus, soil->drag, soil->density, soil->rotational, soil->rolling,
               soil->is_normal ? ", depth along the normal" : "");
    }
}

/// "            on 12.3 % of the class map"
static void print_share(const talus_class_map *map, size_t value)
{
    size_t cells = 0;
    const size_t count = map->nx * map->ny;
    for (size_t k = 0; k < count; k++) {
        cells += map->classes[k] == value;
    }
    printf("            on %.3g %% of the class map, %zu cells of %.4g m\n",
           100.0 * (double)cells / (double)count, cells, map->cell);
}

static void print_ground(const talus_site *site)
{
    for (size_t i = 0; i < site->ground_count; i++) {
        const talus_ground *ground = &site->grounds[i];
        printf("ground %-4zu %s: friction %.3g to %.3g, kappa %.4g 1/m, beta %.4g 1/s, drag %.3g "
               "1/s, restitution %.3g / %.3g\n",
               i, ground->name, ground->mu_min, ground->mu_max, ground->kappa, ground->beta,
               ground->drag, ground->epsilon_n, ground->epsilon_t);
        if (site->ground_map != NULL) {
            print_share(site->ground_map, i);
        }
        print_draw(ground->draw);
        print_soil(&ground->soil);
        if (ground->impact.law != TALUS_IMPACT_NEWTON) {
            printf("            generalised impact law, %s %.4g\n",
                   ground->impact.law == TALUS_IMPACT_E_N21 ? "e_n21" : "lambda",
                   ground->impact.value);
        }
        print_variation(ground);
    }
    for (size_t i = 0; i < site->forest_count; i++) {
        const talus_forest *forest = &site->forests[i];
        const talus_vec3 turn = forest->rotational_drag;
        printf("forest %-4zu %s: drag %.4g kg/s up to %.3g m", i, forest->name, forest->drag,
               forest->height);
        if (forest->hold_height > 0.0) {
            printf(", holds rocks that over %.3g m cannot climb %.3g m", forest->hold_path,
                   forest->hold_height);
        }
        if (turn.x > 0.0 || turn.y > 0.0 || turn.z > 0.0) {
            printf(", rotational drag %.4g, %.4g, %.4g kg m2/s", turn.x, turn.y, turn.z);
        }
        printf("\n");
        if (site->forest_map != NULL) {
            print_share(site->forest_map, i + 1);
        }
    }
}

/// The blocks of a wall in numbers.
static void print_blocks(const talus_rock_class *kind, size_t index)
{
    double volume = 0.0, mass = 0.0, least = HUGE_VAL, most = 0.0, change = 0.0;
    for (size_t k = 0; k < kind->block_count; k++) {
        const talus_rock *block = kind->blocks[k];
        volume += block->volume;
        mass += block->mass;
        least = fmin(least, block->volume);
        most = fmax(most, block->volume);
        change = fmax(change, block->hull_volume_change);
    }
    printf("rock %-6zu %s: %zu blocks of %.3g to %.3g m3, together %.6g m3, %.6g kg, %.4g kg/m3\n",
           index, kind->rock->name, kind->block_count, least, most, volume, mass, mass / volume);
    if (change > 1e-9) {
        printf("            a block's hull holds up to %.3g %% more than the mesh\n",
               100.0 * change);
    }
}

static void print_rocks(const talus_campaign *campaign)
{
    double total = 0.0;
    for (size_t i = 0; i < campaign->rock_class_count; i++) {
        total += campaign->rocks[i].share;
    }
    for (size_t i = 0; i < campaign->rock_class_count; i++) {
        const talus_rock_class *kind = &campaign->rocks[i];
        const talus_rock *rock = kind->rock;
        if (kind->block_count > 0) {
            print_blocks(kind, i);
            continue;
        }
        const double volume =
            kind->sized ? talus_distribution_at(&kind->volume, 0.5) : rock->volume;
        const double f = kind->sized ? trajectory_cube_root(volume / rock->volume) : 1.0;
        const double moment = f * f * f * f * f, density = rock->mass / rock->volume;
        printf("rock %-6zu %s: %.6g kg, %.6g m3%s, %.4g kg/m3, share %.3g\n", i, rock->name,
               density * volume, volume, kind->sized ? " (median)" : "", density,
               kind->share / total);
        printf("            moments %.6g, %.6g, %.6g kg m2; %.4g x %.4g x %.4g m, radius %.4g m, "
               "%zu vertices\n",
               moment * rock->inertia.x, moment * rock->inertia.y, moment * rock->inertia.z,
               f * rock->dimensions.x, f * rock->dimensions.y, f * rock->dimensions.z,
               f * rock->radius, rock->vertex_count);
        if (kind->sized) {
            printf("            volume p5 %.4g, p50 %.4g, p95 %.4g m3\n",
                   talus_distribution_at(&kind->volume, 0.05),
                   talus_distribution_at(&kind->volume, 0.5),
                   talus_distribution_at(&kind->volume, 0.95));
        }
        if (rock->hull_volume_change != 0.0) {
            printf("            the hull holds %.3g %% more than the mesh\n",
                   100.0 * rock->hull_volume_change);
        }
        cli_print_simplification("            ", rock);
    }
}

static void print_shaking(const talus_base_motion *base)
{
    for (size_t k = 0; k < base->record_count; k++) {
        const talus_base_record *record = &base->records[k];
        double acceleration = 0.0, velocity = 0.0;
        (void)talus_base_record_peaks(record, &acceleration, &velocity, NULL);
        printf("%-12s%.4g to %.4g s after the release: up to %.4g m/s2 and %.4g m/s along (%.3g, "
               "%.3g, %.3g), %zu values\n",
               k == 0 ? "shaking" : "", base->start,
               base->start + (double)(record->count - 1) * record->time_step, acceleration,
               velocity, record->axis.x, record->axis.y, record->axis.z, record->count);
    }
}

static void print_breaking(const talus_breaking *b)
{
    switch (b->law) {
    case TALUS_BREAKING_NONE:
        return;
    case TALUS_BREAKING_ROCKGIS:
        printf("%-12srocks break above an area ratio of %.3g, by the law of RockGIS", "fragments",
               b->area_ratio);
        break;
    case TALUS_BREAKING_THRESHOLD:
        printf("%-12srocks break above %.4g J/kg, largest piece %.3g, exponent %.3g", "fragments",
               b->energy, b->survival, b->beta);
        break;
    case TALUS_BREAKING_SURVIVAL:
        printf("%-12srocks break with 1 - exp(-(e / %.4g J/kg)^%.3g (V / %.3g m3)^%.3g), largest "
               "piece %.3g, exponent %.3g",
               "fragments", b->energy, b->exponent, b->reference_volume, b->volume_exponent,
               b->survival, b->beta);
        break;
    }
    printf("; pieces from %.3g m3 on fly; scatter %.3g\n", b->least_volume, b->scatter);
}

enum { MANY_ITEMS = 10000 }; ///< of a release: on a terrain on demand, so many stand for more

/// Sums over the ground under a release.
typedef struct ground_sums {
    double weight, height, slope; ///< slope in degrees; both times weight
    bool outside;
} ground_sums;

static void sample_ground(const talus_terrain *terrain, double x, double y, double weight,
                          ground_sums *sums)
{
    double z = 0.0, dzdx = 0.0, dzdy = 0.0;
    if (talus_terrain_surface(terrain, x, y, &z, &dzdx, &dzdy) != TALUS_INSIDE) {
        sums->outside = true;
        return;
    }
    sums->weight += weight;
    sums->height += weight * z;
    sums->slope += weight * talus_atan(sqrt(dzdx * dzdx + dzdy * dzdy)) * 180.0 / TALUS_PI;
}

/// Sample a triangle at a lattice of barycentric points, or a segment or point alike: corners that
/// an item does not have fall on its last one. Where there are many items, one point of each.
static void sample_item(const talus_terrain *terrain, const talus_release *release, size_t item,
                        double weight, ground_sums *sums)
{
    enum { STEPS = 8 };
    size_t corners = 1;
    if (release->kind == TALUS_RELEASE_SEGMENTS) {
        corners = 2;
    } else if (release->kind == TALUS_RELEASE_TRIANGLES) {
        corners = 3;
    }
    const double *a = release->xy + 2 * corners * item;
    const double *b = corners > 1 ? a + 2 : a, *c = corners > 2 ? b + 2 : b;
    const int steps = corners > 1 && release->count <= MANY_ITEMS ? STEPS : 1;
    for (int i = 0; i < steps; i++) {
        for (int j = 0; i + j < steps; j++) {
            const double u = (i + 1.0 / 3.0) / steps, v = (j + 1.0 / 3.0) / steps;
            sample_ground(terrain, a[0] + u * (b[0] - a[0]) + v * (c[0] - a[0]),
                          a[1] + u * (b[1] - a[1]) + v * (c[1] - a[1]), weight, sums);
        }
    }
}

/// All items by their weights; of many on a terrain on demand, where a query reads a file,
/// MANY_ITEMS that stand the same weight apart.
static void sample_items(const talus_terrain *terrain, const talus_release *release,
                         ground_sums *sums)
{
    const double *running = release->cumulative;
    const bool is_slow = terrain_on_demand_memory(terrain) > 0.0;
    const size_t count = release->count;
    const size_t samples = is_slow && count > MANY_ITEMS ? MANY_ITEMS : count;
    for (size_t k = 0; k < samples; k++) {
        const double share = ((double)k + 0.5) / (double)samples;
        size_t item = k;
        double weight = 1.0;
        if (samples < count) {
            item = running == NULL ? (size_t)(share * (double)count)
                                   : sort_find_running(running, count, share * running[count - 1]);
        } else if (running != NULL) {
            weight = running[k] - (k > 0 ? running[k - 1] : 0.0);
        }
        sample_item(terrain, release, item, weight, sums);
    }
}

/// A release with the mean height and slope of the ground under it.
static void print_release(const talus_terrain *terrain, const talus_release *release, size_t index)
{
    static const char *const kinds[] = {"points", "segments", "triangles",
                                        "cells",  "rows",     "blocks"};
    ground_sums sums = {0};
    sample_items(terrain, release, &sums);
    printf("release %-3zu %s: %" PRIu64 " rocks from %zu %s", index, release->name, release->rocks,
           release->count, kinds[release->kind]);
    if (release->kind == TALUS_RELEASE_BLOCKS) {
        printf(", each an event of all of them");
    } else if (release->bodies > 1) {
        printf(", each an event of %" PRIu32 " that start together, %g m apart", release->bodies,
               release->spacing);
    }
    if (release->runs == NULL) {
        printf(", %.4g m over ground", release->height);
    }
    if (sums.weight > 0.0) {
        printf(" at %.1f m, mean slope %.1f deg", sums.height / sums.weight,
               sums.slope / sums.weight);
    }
    printf("%s\n", sums.outside ? "; part of it is off the terrain" : "");
}

static void print_gauges(const talus_campaign *campaign)
{
    static const char *const sources[] = {[TALUS_WIDTH_ASSUMED] = "a house: hazard.width_m",
                                          [TALUS_WIDTH_OF_RULES] = "of the rules",
                                          [TALUS_WIDTH_OF_SCENARIO] = "of the scenario"};
    if (campaign->reference_width > 0.0) {
        printf("hazard      of an object %g m wide (%s)\n", campaign->reference_width,
               sources[campaign->width_source]);
    }
    for (size_t k = 0; k < campaign->screen_count; k++) {
        const talus_line *line = &campaign->screens[k].line;
        printf("screen %-4zu %s: %.4g m%s\n", k, line->name, talus_line_length(line),
               campaign->screens[k].recross ? ", later crossings count too" : "");
    }
    for (size_t k = 0; k < campaign->object_count; k++) {
        const talus_object *object = &campaign->objects[k];
        printf("object %-4zu %s: %s of %zu points", k, object->name,
               object->is_area ? "area" : "line", object->ring_starts[object->ring_count]);
        if (!object->is_area) {
            printf(", %g m wide", object->width);
        }
        printf("\n");
    }
}

static void print_simulation(const talus_campaign *campaign, double lost_share)
{
    const talus_step_options *step = &campaign->step;
    const talus_pace *pace = &campaign->pace;
    printf("simulation  scheme %s, ", talus_scheme_name(step->scheme));
    if (pace->path > 0.0) {
        printf("steps of %g m, %g to %g s, in flight %g s", pace->path, step->time_step,
               pace->most * step->time_step, pace->flight * step->time_step);
    } else {
        printf("time step %g s (%.6g steps per second of motion)", step->time_step,
               1.0 / step->time_step);
    }
    printf(", gravity %g m/s2\n            at most %g s or %.0f steps; stops below %g m/s and %g "
           "rad/s for %g s\n",
           step->gravity, campaign->time_limit, ceil(campaign->time_limit / step->time_step),
           campaign->stop.speed, campaign->stop.spin, campaign->stop.time);
    printf("            seed %" PRIu64 ", %" PRIu64 " rocks, full tracks of the first %" PRIu64
           "\n",
           campaign->seed, talus_campaign_rock_count(campaign), campaign->recorded_rocks);
    printf(
        "            exit code 4 when more than %.3g %% of the rocks leave the DEM, meet NODATA or "
        "still move at the time limit\n",
        100.0 * lost_share);
}

cli_exit cli_check(const cli_arguments *arguments)
{
    cli_case loaded = {0};
    const cli_exit result = cli_case_load(arguments, arguments->operands[0], &loaded);
    if (result == CLI_OK) {
        const talus_campaign *campaign = talus_world_campaign(loaded.world);
        const cli_resources need = cli_case_resources(&loaded, 0, 0);
        printf("%s: %s\n", talus_scenario_path(loaded.scenario),
               talus_scenario_title(loaded.scenario));
        print_terrain(&loaded);
        print_ground(&campaign->site);
        cli_print_standing(campaign);
        print_shaking(&campaign->base);
        print_breaking(&campaign->breaking);
        print_rocks(campaign);
        for (size_t i = 0; i < campaign->release_count; i++) {
            print_release(campaign->site.terrain, &campaign->releases[i], i);
            cli_print_source(campaign, i);
        }
        print_gauges(campaign);
        print_simulation(campaign, talus_scenario_lost_share(loaded.scenario));
        cli_print_resources(&need, talus_scenario_output_dir(loaded.scenario));
        printf("results     %s\n", talus_scenario_output_dir(loaded.scenario));
    }
    cli_case_clear(&loaded);
    return result;
}
