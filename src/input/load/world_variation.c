// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds whose parameters vary in space: rasters of parameters and a random field each.
#include "input/load/world.h"
#include "input/scenario/grounds.h"
#include "talus/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Share of the field that a bound may cut without a word.
static const double quiet_share = 0.01;

/// Nodes of a field of parameters lie on the DEM's, or on every n-th where it has more than this.
static const double max_nodes = 16e6;

/// Append an empty variation to a ground. Its field is the world's.
static talus_variation *append(talus_world *world, size_t k, talus_field **field)
{
    talus_variation *added = &world->variations[world->field_count];
    *field = &world->fields[world->field_count++];
    added->field = *field;
    const talus_variation *last = world->grounds[k].variation;
    if (last == NULL) {
        world->grounds[k].variation = added;
    } else { // those of one ground follow each other
        world->variations[world->field_count - 2].next = added;
    }
    return added;
}

static void load_variation(scenario_loader *loader, const scenario_variation *given, size_t k)
{
    talus_world *world = loader->world;
    const talus_grid *grid = &loader->dem.grid;
    talus_error error = {0};
    talus_field *field = NULL;
    talus_variation *variation = append(world, k, &field);
    const talus_status status = talus_raster_field(
        grid->x0, grid->y0, (double)(grid->nx - 1) * grid->cell,
        (double)(grid->ny - 1) * grid->cell, given->range, given->seed, field, &error);
    if (status != TALUS_OK) {
        const bool memory = status == TALUS_ERROR_MEMORY;
        scenario_fail(loader, scenario_find(given->node, "range_m"),
                      memory ? status : TALUS_ERROR_INPUT, "variation: %s", error.message);
        world->grounds[k].variation = NULL;
        return;
    }
    variation->parameter = (talus_varied)given->parameter;
    variation->multiply = given->multiply;
    variation->sd =
        given->multiply ? given->sd : given->sd * scenario_parameter_unit(variation->parameter);
    const double cut = talus_ground_cut_share(&world->grounds[k]);
    if (cut > quiet_share) {
        scenario_warn(loader, given->node,
                      "variation: on %.2g %% of the area the parameter would leave its range and "
                      "is kept at the end of it: its mean and deviation are no longer as given",
                      100.0 * cut);
    }
}

/// A field of parameters on its way from a raster.
typedef struct parameter_task {
    talus_field *field;
    double high; ///< of the parameter's range from 0 on
    double unit; ///< SI units in that of the raster
    size_t found, outside;
    double example; ///< one of those outside the range
    double sum;     ///< of the values, in the unit of the raster
} parameter_task;

static void keep_row(void *user, size_t j, const double *values)
{
    parameter_task *task = user;
    const size_t nx = task->field->grid.nx;
    for (size_t i = 0; i < nx; i++) {
        if (!isnan(values[i])) {
            task->found++;
            task->sum += values[i];
            if (values[i] < 0.0 || values[i] > task->high) {
                task->outside++;
                task->example = values[i];
            }
        }
        task->field->values[j * nx + i] = (float)(task->unit * values[i]);
    }
}

static void check_mean(scenario_loader *loader, const scenario_node *node, talus_varied parameter,
                       double mean)
{
    static const char *const names[] = {
#define NAME(id, name) name,
        TALUS_VARIED_LIST(NAME)
#undef NAME
    };
    const char *name = names[parameter], *dot = strchr(name, '.');
    scenario_check_usual(loader, node, dot != NULL ? "soil" : "ground",
                         dot != NULL ? dot + 1 : name, "a mean of ", mean);
}

static void load_raster(scenario_loader *loader, const scenario_parameter_raster *given, size_t k)
{
    const talus_grid *dem = &loader->dem.grid;
    talus_field *field = NULL;
    talus_variation *variation = append(loader->world, k, &field);
    variation->parameter = (talus_varied)given->parameter;
    variation->replace = true;
    variation->nearest = given->resampling == SCENARIO_RESAMPLING_NEAREST;
    double merge = 1.0;
    while ((double)dem->nx * (double)dem->ny > max_nodes * merge * merge) {
        merge += 1.0;
    }
    field->grid = (talus_grid){.x0 = dem->x0,
                               .y0 = dem->y0,
                               .cell = merge * dem->cell,
                               .nx = (size_t)ceil((double)(dem->nx - 1) / merge) + 1,
                               .ny = (size_t)ceil((double)(dem->ny - 1) / merge) + 1};
    field->values = malloc(field->grid.nx * field->grid.ny * sizeof *field->values);
    if (field->values == NULL) {
        scenario_fail(loader, given->node, TALUS_ERROR_MEMORY, "out of memory for a raster");
        return;
    }
    parameter_task task = {.field = field,
                           .high = scenario_highest(variation->parameter),
                           .unit = scenario_parameter_unit(variation->parameter)};
    const geo_sampling sampling = {
        .places = field->grid, .bilinear = !variation->nearest, .take = keep_row, .user = &task};
    const scenario_node *node = scenario_find(given->node, "raster");
    const scenario_area area = {
        .file = given->raster, .crs = given->crs, .operation = given->operation};
    if (!scenario_sample_raster(loader, given->node, &area, &sampling)) {
        return;
    }
    if (task.outside > 0) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "%s gives %.6g (on %zu of %zu nodes values are out of range), expected "
                      "values from 0 to %g",
                      given->raster, task.example, task.outside, task.found, task.high);
    } else if (task.found == 0) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT, "%s holds nothing but NODATA on the DEM",
                      given->raster);
    } else {
        check_mean(loader, node, variation->parameter, task.sum / (double)task.found);
    }
}

void scenario_load_variations(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.grounds;
    talus_world *world = loader->world;
    if (world->grounds == NULL) {
        return;
    }
    size_t count = 0;
    for (size_t k = 0; k < world->ground_count; k++) {
        const scenario_ground *spec = scenario_kind_at(list, sizeof *spec, k);
        count += spec->rasters.count + (spec->variation.node != NULL);
    }
    if (count == 0) {
        return;
    }
    world->fields = calloc(count, sizeof *world->fields);
    world->variations = calloc(count, sizeof *world->variations);
    if (world->fields == NULL || world->variations == NULL) {
        scenario_fail(loader, loader->scenario->model.node, TALUS_ERROR_MEMORY,
                      "out of memory for the ground");
        return;
    }
    for (size_t k = 0; k < world->ground_count; k++) {
        const scenario_ground *spec = scenario_kind_at(list, sizeof *spec, k);
        const scenario_parameter_raster *rasters = spec->rasters.items;
        for (size_t i = 0; i < spec->rasters.count; i++) {
            load_raster(loader, &rasters[i], k);
        }
        if (spec->variation.node != NULL && loader->status == TALUS_OK) {
            load_variation(loader, &spec->variation, k);
        }
    }
}
