// SPDX-License-Identifier: GPL-3.0-or-later
// Draws of a calibration's posterior as parameters of grounds: every rock has one of them.
#include "foundation/files/records.h"
#include "input/load/world.h"
#include "input/scenario/grounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEGA 1e6

/// Rocks of a draw below which its own sampling error hides what the parameters do.
enum { FEW_ROCKS = 20 };

/// A parameter by its key, and what it may be.
static const struct {
    const char *key;
    double low, high, unit;
} parameters[TALUS_VARIED_COUNT] = {
    [TALUS_VARIED_MU_MIN] = {"mu_min", 0.0, 10.0, 1.0},
    [TALUS_VARIED_MU_MAX] = {"mu_max", 0.0, 10.0, 1.0},
    [TALUS_VARIED_KAPPA] = {"kappa_1_m", 0.0, 1e6, 1.0},
    [TALUS_VARIED_BETA] = {"beta_1_s", 0.0, 1e6, 1.0},
    [TALUS_VARIED_DRAG] = {"drag_1_s", 0.0, 1e4, 1.0},
    [TALUS_VARIED_EPSILON_N] = {"epsilon_n", 0.0, 1.0, 1.0},
    [TALUS_VARIED_EPSILON_T] = {"epsilon_t", 0.0, 1.0, 1.0},
    [TALUS_VARIED_SOIL_MODULUS] = {"soil.modulus_mn_m2", 1e-6, 1e6, MEGA},
    [TALUS_VARIED_SOIL_DRAG] = {"soil.drag_number", 1e-6, 1e4, 1.0},
};

/// A table of one ground under way.
typedef struct reading {
    scenario_loader *loader;
    const scenario_node *node;
    const scenario_ground *specs; ///< all entries
    size_t entry, entry_count;
    files_records table;
    bool is_used[TALUS_VARIED_COUNT];
} reading;

static void fail(const reading *in, const talus_error *error)
{
    scenario_fail_at(in->loader, in->node, error);
}

/// The parameter of a column "ground.<entry>.<key>". @param entry out
/// @return TALUS_VARIED_FRICTION for a column of another name
static talus_varied parameter_of(const char *column, size_t *entry)
{
    char *rest = NULL;
    if (strncmp(column, "ground.", 7) != 0 || column[7] < '0' || column[7] > '9') {
        return TALUS_VARIED_FRICTION;
    }
    *entry = strtoul(column + 7, &rest, 10);
    for (unsigned k = TALUS_VARIED_MU_MIN; *rest == '.' && k < TALUS_VARIED_COUNT; k++) {
        if (strcmp(rest + 1, parameters[k].key) == 0) {
            return (talus_varied)k;
        }
    }
    return TALUS_VARIED_FRICTION;
}

static talus_status keep_column(reading *in, size_t column, talus_varied parameter, double *rows,
                                talus_error *error)
{
    const files_records *table = &in->table;
    const double low = parameters[parameter].low, high = parameters[parameter].high;
    for (size_t i = 0; i < table->rows; i++) {
        double value = 0.0;
        const talus_status status = files_records_number(table, i, column, &value, error);
        if (status != TALUS_OK) {
            return status;
        }
        if (!(value >= low && value <= high)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s:%d: %s: found '%.60s', expected a number from %g to %g",
                                   table->path, table->lines[i], table->names[column],
                                   files_records_text(table, i, column), low, high);
        }
        rows[i * TALUS_VARIED_COUNT + parameter] = parameters[parameter].unit * value;
    }
    in->is_used[parameter] = true;
    return TALUS_OK;
}

/// Every column is a parameter of a ground that names this table, or the number of the draw.
static talus_status keep_columns(reading *in, double *rows, talus_error *error)
{
    const files_records *table = &in->table;
    bool some = false;
    for (size_t c = 0; c < table->columns; c++) {
        size_t entry = 0;
        const talus_varied parameter = parameter_of(table->names[c], &entry);
        if (strcmp(table->names[c], "draw") == 0) {
            continue;
        }
        if (parameter == TALUS_VARIED_FRICTION || entry >= in->entry_count ||
            in->specs[entry].posterior == NULL) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s: the column '%.80s' is of no ground that names this table, "
                                   "expected ground.<entry>.<parameter>: parameters of grounds are "
                                   "drawn for every rock, those of other sections cannot be; give "
                                   "'posterior' to every ground of the columns",
                                   table->path, table->names[c]);
        }
        if (entry == in->entry) {
            const talus_status status = keep_column(in, c, parameter, rows, error);
            if (status != TALUS_OK) {
                return status;
            }
            some = true;
        }
    }
    return some ? TALUS_OK
                : talus_error_set(error, TALUS_ERROR_INPUT,
                                  "%s: found no column 'ground.%zu.<parameter>', expected at least "
                                  "one of the ground that names it",
                                  table->path, in->entry);
}

static talus_status read_rows(reading *in, const char *path, double **rows, talus_error *error)
{
    talus_status status = files_records_read(path, &in->table, error);
    if (status == TALUS_OK && in->table.rows == 0) {
        status = talus_error_set(
            error, TALUS_ERROR_INPUT,
            "%s: found a heading and no row, expected the draws of a posterior", path);
    }
    if (status != TALUS_OK) {
        return status;
    }
    const size_t count = in->table.rows * TALUS_VARIED_COUNT;
    *rows = malloc(count * sizeof **rows);
    if (*rows == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the draws of %s",
                               path);
    }
    for (size_t k = 0; k < count; k++) {
        (*rows)[k] = (double)NAN;
    }
    return keep_columns(in, *rows, error);
}

/// Kinds before an entry: those of a table of classes count each.
static size_t kind_of_entry(const scenario_ground *specs, size_t entry)
{
    size_t kind = 0;
    for (size_t k = 0; k < entry; k++) {
        kind += specs[k].cover.rows.count > 0 ? specs[k].cover.rows.count : 1;
    }
    return kind;
}

static void load_entry(scenario_loader *loader, const scenario_ground *specs, size_t count,
                       size_t entry)
{
    talus_world *world = loader->world;
    reading in = {.loader = loader, .specs = specs, .entry = entry, .entry_count = count};
    in.node = scenario_find(specs[entry].cover.node, "posterior");
    in.node = in.node != NULL ? in.node : specs[entry].cover.node;
    if (specs[entry].cover.rows.count > 0) {
        scenario_fail(loader, in.node, TALUS_ERROR_INPUT,
                      "posterior: goes with a ground of one kind, not with a table of classes");
        return;
    }
    const size_t kind = kind_of_entry(specs, entry);
    talus_ground_draw *draw = &world->draws[kind];
    talus_error error = {0};
    char *path = scenario_join_path(loader->scenario->document.directory, specs[entry].posterior);
    const talus_status status =
        path != NULL ? read_rows(&in, path, &world->posteriors[kind], &error)
                     : talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for a ground");
    if (status != TALUS_OK) {
        fail(&in, &error);
    } else if ((in.is_used[TALUS_VARIED_SOIL_MODULUS] || in.is_used[TALUS_VARIED_SOIL_DRAG]) &&
               !(world->grounds[kind].soil.modulus > 0.0)) {
        scenario_fail(loader, in.node, TALUS_ERROR_INPUT,
                      "posterior: %s draws parameters of a soil, but this ground has none: give it "
                      "a section 'soil' or a preset with one",
                      path);
    } else {
        draw->posterior = world->posteriors[kind];
        draw->posterior_count = in.table.rows;
        world->grounds[kind].draw = draw;
    }
    files_records_clear(&in.table);
    free(path);
}

void scenario_load_posteriors(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.grounds;
    const scenario_ground *specs = list->items;
    talus_world *world = loader->world;
    if (loader->status != TALUS_OK) {
        return;
    }
    world->posteriors = calloc(world->ground_count, sizeof *world->posteriors);
    if (world->posteriors == NULL) {
        scenario_fail(loader, specs[0].cover.node, TALUS_ERROR_MEMORY,
                      "out of memory for the ground");
        return;
    }
    size_t count = 0;
    for (size_t k = 0; k < list->count && loader->status == TALUS_OK; k++) {
        if (specs[k].posterior == NULL) {
            continue;
        }
        load_entry(loader, specs, list->count, k);
        const size_t own = world->draws[kind_of_entry(specs, k)].posterior_count;
        if (loader->status == TALUS_OK && count > 0 && own != count) {
            scenario_fail(loader, specs[k].cover.node, TALUS_ERROR_INPUT,
                          "posterior: found %zu draws, another ground has %zu: give one table, of "
                          "which a rock has the same row on all grounds",
                          own, count);
        }
        count = own;
    }
}

void scenario_check_posteriors(scenario_loader *loader)
{
    const talus_world *world = loader->world;
    const double rocks = (double)talus_campaign_rock_count(&world->campaign);
    for (size_t k = 0; k < world->ground_count; k++) {
        const talus_ground_draw *draw = world->grounds[k].draw;
        const double draws = draw != NULL ? (double)draw->posterior_count : 0.0;
        if (draws > 0.0 && rocks < FEW_ROCKS * draws) {
            scenario_warn(
                loader, loader->scenario->model.node,
                "posterior: %.0f rocks share %.0f draws of the ground, %.3g each: figures "
                "of the whole run hold, but to separate what the parameters do from chance "
                "takes %d rocks per draw",
                rocks, draws, rocks / draws, FEW_ROCKS);
            return;
        }
    }
}
