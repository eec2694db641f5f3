// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys of a scenario make each variant.
#include "studies/study/sensitivity.h"

#include "input/scenario/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[SENSITIVITY_KIND_COUNT] = {
#define KIND(name, key) key,
    SENSITIVITY_LIST(KIND)
#undef KIND
};

const char *sensitivity_name(sensitivity_kind kind)
{
    return names[kind];
}

void sensitivity_changes_clear(sensitivity_changes *changes)
{
    free(changes->items);
    *changes = (sensitivity_changes){.count = 0};
}

static void change(sensitivity_changes *changes, const char *path, const char *format, ...)
    TALUS_PRINTF(3, 4);
static void change(sensitivity_changes *changes, const char *path, const char *format, ...)
{
    sensitivity_change *item = &changes->items[changes->count++];
    va_list values;
    snprintf(item->path, sizeof item->path, "%s", path);
    va_start(values, format);
    vsnprintf(item->value, sizeof item->value, format, values);
    va_end(values);
}

/// Nodes of the roughness stay where they are, so that only the DEM changes.
static talus_status plan_dem(const scenario_terrain *terrain, uint64_t factor,
                             sensitivity_changes *changes, talus_error *error)
{
    const scenario_roughness *roughness = &terrain->roughness;
    const uint64_t coarsen = factor * terrain->coarsen, refine = factor * roughness->refine;
    const bool is_rough = roughness->amplitude > 0.0;
    if (coarsen > 64 || (is_rough && refine > 64)) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED, "%s: %llu would be more than 64",
                               coarsen > 64 ? "terrain.coarsen" : "terrain.roughness.refine",
                               (unsigned long long)(coarsen > 64 ? coarsen : refine));
    }
    change(changes, "terrain.coarsen", "%llu", (unsigned long long)coarsen);
    if (is_rough) {
        change(changes, "terrain.roughness.refine", "%llu", (unsigned long long)refine);
    }
    return TALUS_OK;
}

static talus_status plan_step(const scenario_simulation *simulation, double factor,
                              sensitivity_changes *changes, talus_error *error)
{
    const double longest = 0.1, step = factor * simulation->time_step;
    if (simulation->step_path > 0.0) {
        change(changes, "simulation.step_path_m", "%.17g", factor * simulation->step_path);
        return TALUS_OK;
    }
    if (step > longest) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "a time step of %g s, expected at most %g s", step, longest);
    }
    change(changes, "simulation.time_step_s", "%.17g", step);
    return TALUS_OK;
}

/// Presets from soft to hard, within one version; snow is not a step of the ladder.
static const talus_ground *neighbour(const char *preset, int shift)
{
    const talus_ground *ground = preset != NULL ? talus_ground_preset(preset) : NULL;
    const bool is_old = ground != NULL && strchr(ground->name, '@') != NULL;
    const talus_ground *ladder = talus_ground_preset(is_old ? "extra_soft@1" : "extra_soft");
    const talus_ground *hardest = talus_ground_preset(is_old ? "extra_hard@1" : "extra_hard");
    const ptrdiff_t rungs = hardest - ladder + 1;
    const ptrdiff_t to = ground != NULL ? ground - ladder + shift : -1;
    return ground != NULL && ground - ladder < rungs && to >= 0 && to < rungs ? &ladder[to] : NULL;
}

static bool has_own_numbers(const scenario_ground *ground)
{
    static const char *const keys[] = {"mu_min",   "mu_max",    "kappa_1_m", "beta_1_s",
                                       "drag_1_s", "epsilon_n", "epsilon_t", "soil"};
    bool has = false;
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        has = has || scenario_find(ground->cover.node, keys[k]) != NULL;
    }
    return has;
}

/// Append to the note; what does not fit is left out.
static void note(sensitivity_changes *changes, const char *name, const char *words)
{
    const size_t used = strlen(changes->note);
    snprintf(changes->note + used, sizeof changes->note - used, "%sground '%.40s' %s",
             used > 0 ? "; " : "", name, words);
}

/// One ground, or a row of its table of classes, at `path` in the scenario.
static void plan_ground(const scenario_ground *ground, const char *path, int shift,
                        sensitivity_changes *changes)
{
    const scenario_cover *cover = &ground->cover;
    const char *name = cover->name != NULL ? cover->name : path;
    const talus_ground *to = neighbour(cover->preset, shift);
    if (to != NULL) {
        char key[96];
        snprintf(key, sizeof key, "%s.preset", path);
        change(changes, key, "%s", to->name);
    }
    if (to == NULL && cover->rows.count == 0) {
        note(changes, name,
             neighbour(cover->preset, -shift) != NULL ? "is at the end of the presets and stays"
                                                      : "has no neighbouring preset and stays");
    } else if (to != NULL && has_own_numbers(ground)) {
        note(changes, name, "keeps the parameters given beside its preset");
    }
}

static talus_status plan_grounds(const scenario_list *list, int shift, sensitivity_changes *changes,
                                 talus_error *error)
{
    const scenario_ground *grounds = list->items;
    for (size_t k = 0; k < list->count; k++) {
        const scenario_ground *rows = grounds[k].cover.rows.items;
        char path[64];
        snprintf(path, sizeof path, "ground.%zu", k);
        plan_ground(&grounds[k], path, shift, changes);
        for (size_t r = 0; r < grounds[k].cover.rows.count; r++) {
            snprintf(path, sizeof path, "ground.%zu.classes.%zu", k, r);
            plan_ground(&rows[r], path, shift, changes);
        }
    }
    return changes->count > 0
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                                 "no ground has a preset with a neighbour to move to: %.200s",
                                 changes->note);
}

static talus_status plan_forest(const scenario_model *model, sensitivity_changes *changes,
                                talus_error *error)
{
    if (model->forests.count > 0) {
        change(changes, "forest", "[]");
    }
    if (model->trees.node != NULL && model->trees.stands.count > 0) {
        change(changes, "trees.stands", "[]");
    }
    return changes->count > 0 ? TALUS_OK
                              : talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                                                "the scenario has neither forest nor trees");
}

static talus_status plan(const scenario_model *model, sensitivity_kind kind,
                         sensitivity_changes *changes, talus_error *error)
{
    switch (kind) {
    case SENSITIVITY_DEM_X2:
        return plan_dem(&model->terrain, 2, changes, error);
    case SENSITIVITY_DEM_X4:
        return plan_dem(&model->terrain, 4, changes, error);
    case SENSITIVITY_STEP_HALF:
        return plan_step(&model->simulation, 0.5, changes, error);
    case SENSITIVITY_STEP_DOUBLE:
        return plan_step(&model->simulation, 2.0, changes, error);
    case SENSITIVITY_DETECTION: // the next of the list
        change(changes, "terrain.detection", "%s",
               talus_detection_name((talus_detection)((unsigned)(model->terrain.detection + 1) %
                                                      TALUS_DETECTION_COUNT)));
        return TALUS_OK;
    case SENSITIVITY_GROUND_SOFTER:
        return plan_grounds(&model->grounds, -1, changes, error);
    case SENSITIVITY_GROUND_HARDER:
        return plan_grounds(&model->grounds, 1, changes, error);
    case SENSITIVITY_NO_FOREST:
        return plan_forest(model, changes, error);
    case SENSITIVITY_KIND_COUNT:
        break;
    }
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "no kind of variant has number %d",
                           (int)kind);
}

talus_status sensitivity_plan(const talus_scenario *scenario, sensitivity_kind kind,
                              sensitivity_changes *changes, talus_error *error)
{
    const size_t most = scenario->model.grounds.count + 2;
    *changes = (sensitivity_changes){.items = calloc(most, sizeof *changes->items)};
    if (changes->items == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a variant");
    }
    const talus_status status = plan(&scenario->model, kind, changes, error);
    if (status != TALUS_OK) {
        sensitivity_changes_clear(changes);
    }
    return status;
}
