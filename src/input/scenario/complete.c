// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults that depend on other values: presets, names, densities, proportions.
#include "input/scenario/grounds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// kg/m^3 when a scenario gives none: limestone, gneiss and granite lie within 3 %.
static const double default_density = 2700.0;

/// A text that lives as long as the tree.
static const char *keep_text(scenario_tree *tree, const char *text, size_t size)
{
    scenario_node *node = scenario_node_new(tree, NULL, SCENARIO_SCALAR, 0, 0);
    return node != NULL && scenario_node_set_text(tree, node, text, size) ? node->text : "";
}

static const char *numbered_name(scenario_tree *tree, const char *noun, size_t index)
{
    char name[48];
    const int size = snprintf(name, sizeof name, "%s %zu", noun, index + 1);
    return keep_text(tree, name, (size_t)size);
}

static void fill_number(double *value, double preset)
{
    *value = isnan(*value) ? preset : *value;
}

static void fill_law(scenario_quantity *law, double preset)
{
    if (!law->given) {
        *law = (scenario_quantity){.given = true,
                                   .law = {.law = TALUS_LAW_FIXED, .a = preset, .max = HUGE_VAL}};
    }
}

/// Nearest preset's name for a message: names as they stand, lower case.
static void report_preset(scenario_tree *tree, const scenario_node *map, const char *const *names,
                          const char *noun)
{
    const scenario_node *node = scenario_find(map, "preset");
    char list[400];
    size_t used = 0;
    for (size_t i = 0; names[i] != NULL; i++) {
        if (used + strlen(names[i]) + 3 < sizeof list) {
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "",
                                     names[i]);
        }
    }
    const char *nearest = scenario_nearest(names, node->text);
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                    "preset: found '%.60s', expected a %s preset, one of: %s%s%s%s", node->text,
                    noun, list, nearest != NULL ? ": did you mean '" : "",
                    nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
}

enum { MAX_PRESETS = 31 };

static void report_ground_preset(scenario_tree *tree, const scenario_node *map)
{
    const char *names[MAX_PRESETS + 1] = {NULL};
    const talus_ground *presets = talus_ground_presets();
    for (size_t i = 0; i < MAX_PRESETS && presets[i].name[0] != '\0'; i++) {
        names[i] = presets[i].name;
    }
    report_preset(tree, map, names, "ground");
}

static void report_forest_preset(scenario_tree *tree, const scenario_node *map)
{
    const char *names[MAX_PRESETS + 1] = {NULL};
    const talus_forest *presets = talus_forest_presets();
    for (size_t i = 0; i < MAX_PRESETS && presets[i].name[0] != '\0'; i++) {
        names[i] = presets[i].name;
    }
    report_preset(tree, map, names, "forest");
}

/// Without a preset these keys must be there.
static void require_keys(scenario_tree *tree, const scenario_node *map, const char *const *keys)
{
    for (; *keys != NULL && map != NULL; keys++) {
        if (scenario_find(map, *keys) == NULL) {
            scenario_report_missing(tree, map, "missing required key '%s': give it, or a preset",
                                    *keys);
        }
    }
}

/// "medium" is the class, "medium@2" the preset as the resolved scenario has it.
/// @param preset its own name
static void use_preset_name(scenario_tree *tree, scenario_cover *cover, const char *preset,
                            int version)
{
    char text[64];
    const size_t plain = strcspn(preset, "@");
    cover->name = cover->name != NULL ? cover->name : keep_text(tree, preset, plain);
    const int size = snprintf(text, sizeof text, "%.*s@%d", (int)plain, preset, version);
    cover->preset = keep_text(tree, text, (size_t)size);
}

/// Bumps of the preset, where the ground has no section of its own.
static void complete_roughness(scenario_ground_roughness *roughness, const scenario_node *node,
                               const talus_ground *preset)
{
    if (roughness->node == NULL && preset != NULL && preset->roughness.amplitude > 0.0) {
        const talus_ground_roughness *of = &preset->roughness;
        *roughness = (scenario_ground_roughness){.node = node,
                                                 .amplitude = of->amplitude,
                                                 .spacing = of->spacing,
                                                 .clear = of->clear,
                                                 .seed = of->seed,
                                                 .drawn = of->per_rock ? SCENARIO_BUMPS_ROCK
                                                                       : SCENARIO_BUMPS_SITE};
    }
}

static void complete_ground(scenario_tree *tree, scenario_ground *ground, size_t index)
{
    const talus_ground *preset = NULL;
    if (ground->cover.preset != NULL) {
        preset = talus_ground_preset(ground->cover.preset);
        if (preset == NULL) {
            report_ground_preset(tree, ground->cover.node);
        } else {
            use_preset_name(tree, &ground->cover, preset->name,
                            talus_ground_preset_version(ground->cover.preset));
            fill_law(&ground->laws[TALUS_VARIED_MU_MIN], preset->mu_min);
            fill_law(&ground->laws[TALUS_VARIED_MU_MAX], preset->mu_max);
            fill_law(&ground->laws[TALUS_VARIED_KAPPA], preset->kappa);
            fill_law(&ground->laws[TALUS_VARIED_BETA], preset->beta);
            fill_law(&ground->laws[TALUS_VARIED_DRAG], preset->drag);
            fill_law(&ground->laws[TALUS_VARIED_EPSILON_N], preset->epsilon_n);
            fill_law(&ground->laws[TALUS_VARIED_EPSILON_T], preset->epsilon_t);
        }
    } else if (scenario_find(ground->cover.node, "preset") == NULL) {
        static const char *const keys[] = {"mu_min",   "mu_max",   "kappa_1_m",
                                           "beta_1_s", "drag_1_s", NULL};
        require_keys(tree, ground->cover.node, keys);
    }
    scenario_complete_soil(tree, ground, preset);
    complete_roughness(&ground->roughness, ground->cover.node, preset);
    fill_law(&ground->laws[TALUS_VARIED_EPSILON_N], 0.0);
    fill_law(&ground->laws[TALUS_VARIED_EPSILON_T], 0.0);
    if (ground->cover.name == NULL) {
        ground->cover.name = numbered_name(tree, "ground", index);
    }
}

static void complete_forest(scenario_tree *tree, scenario_forest *forest, size_t index)
{
    const talus_forest *preset = NULL;
    if (forest->cover.preset != NULL) {
        preset = talus_forest_preset(forest->cover.preset);
        if (preset == NULL) {
            report_forest_preset(tree, forest->cover.node);
        } else {
            use_preset_name(tree, &forest->cover, preset->name,
                            talus_forest_preset_version(forest->cover.preset));
            fill_number(&forest->drag, preset->drag);
            fill_number(&forest->height, preset->height);
            fill_number(&forest->hold_height, preset->hold_height);
            fill_number(&forest->hold_path, preset->hold_path);
            if (isnan(forest->rotational_drag.x)) {
                forest->rotational_drag = preset->rotational_drag;
            }
        }
    } else if (scenario_find(forest->cover.node, "preset") == NULL) {
        static const char *const keys[] = {"drag_kg_s", "height_m", NULL};
        require_keys(tree, forest->cover.node, keys);
    }
    fill_number(&forest->hold_height, 0.0);
    fill_number(&forest->hold_path, 10.0);
    if (isnan(forest->rotational_drag.x)) {
        forest->rotational_drag = (talus_vec3){0.0, 0.0, 0.0};
    }
    if (forest->cover.name == NULL) {
        forest->cover.name = numbered_name(tree, "forest", index);
    }
}

/// "blocks/wheel.obj" is called "wheel".
static const char *name_of_shape(scenario_tree *tree, const char *shape)
{
    const char *slash = strrchr(shape, '/');
    const char *begin = slash != NULL ? slash + 1 : shape;
    const char *dot = strrchr(begin, '.');
    const char *stem =
        keep_text(tree, begin, dot != NULL && dot > begin ? (size_t)(dot - begin) : strlen(begin));
    char *clean = files_clean_text(stem);
    tree->failed |= clean == NULL;
    const char *name = clean != NULL ? keep_text(tree, clean, strlen(clean)) : "";
    free(clean);
    return name;
}

static void complete_rock(scenario_tree *tree, scenario_rock *rock)
{
    if (rock->shape == NULL) {
        return;
    }
    if (rock->name == NULL) {
        rock->name = name_of_shape(tree, rock->shape);
    }
    if (strcmp(rock->shape, "hull") == 0 && rock->points == SCENARIO_NO_COUNT) {
        rock->points = 20;
    }
    if (!rock->mass.given && isnan(rock->density)) {
        rock->density = default_density;
    }
    const bool volume_known = rock->volume.given || (rock->mass.given && !isnan(rock->density));
    if (scenario_shape_is_builder(rock->shape) && volume_known && isnan(rock->size.x)) {
        const bool axes = strcmp(rock->shape, "flat") == 0 || strcmp(rock->shape, "long") == 0 ||
                          strcmp(rock->shape, "equant") == 0;
        const bool wheel = strcmp(rock->shape, "eota221") == 0;
        rock->size = axes ? (talus_vec3){1.0, 0.0, 0.0} : (talus_vec3){1.0, 1.0, wheel ? 0.5 : 1.0};
    }
}

/// Rows run once, and their angular velocities stand in world axes. How they start is theirs to
/// say.
static void complete_runs(scenario_release *release)
{
    const bool counts = scenario_find(release->node, "rocks") == NULL;
    if (release->replicates == SCENARIO_NO_COUNT && counts) {
        release->replicates = 1;
    }
    const double unset = SCENARIO_UNSET;
    release->height = unset;
    release->velocity = release->spin = (talus_vec3){unset, unset, unset};
    release->bodies = SCENARIO_NO_COUNT;
    if (release->spin_axes < 0) {
        release->spin_axes = SCENARIO_AXES_WORLD;
    }
}

/// The blocks of a mesh start as they stand there.
static void complete_mesh(scenario_release *release)
{
    const double unset = SCENARIO_UNSET;
    release->height = unset;
    release->spin = (talus_vec3){unset, unset, unset};
    release->bodies = SCENARIO_NO_COUNT;
}

/// `--set releases.0.rocks=100` replaces a number per point or per cell.
static void clear_replaced_numbers(scenario_release *release)
{
    const scenario_node *rocks = scenario_find(release->node, "rocks");
    if (rocks != NULL && rocks->source->shift > 0) {
        release->rocks_per_point = SCENARIO_NO_COUNT;
        release->rocks_per_cell = SCENARIO_NO_COUNT;
        release->replicates = SCENARIO_NO_COUNT;
    }
}

/// Steps have one length, or follow the path.
static void complete_steps(scenario_simulation *simulation)
{
    if (simulation->step_path > 0.0 && scenario_find(simulation->node, "time_step_s") == NULL) {
        simulation->time_step = SCENARIO_UNSET;
    }
}

void scenario_complete(scenario_tree *tree, scenario_model *model)
{
    complete_steps(&model->simulation);
    const size_t grounds = scenario_kind_count(&model->grounds, sizeof(scenario_ground));
    for (size_t i = 0; i < grounds; i++) {
        complete_ground(tree, scenario_kind_at(&model->grounds, sizeof(scenario_ground), i), i);
    }
    const size_t forests = scenario_kind_count(&model->forests, sizeof(scenario_forest));
    for (size_t i = 0; i < forests; i++) {
        complete_forest(tree, scenario_kind_at(&model->forests, sizeof(scenario_forest), i), i);
    }
    scenario_dam *dams = model->terrain.dams.items;
    for (size_t i = 0; i < model->terrain.dams.count; i++) {
        dams[i].name = dams[i].name != NULL ? dams[i].name : numbered_name(tree, "dam", i);
    }
    scenario_wall *walls = model->walls.items;
    for (size_t i = 0; i < model->walls.count; i++) {
        walls[i].name = walls[i].name != NULL ? walls[i].name : numbered_name(tree, "wall", i);
    }
    scenario_net *nets = model->nets.items;
    for (size_t i = 0; i < model->nets.count; i++) {
        nets[i].name = nets[i].name != NULL ? nets[i].name : numbered_name(tree, "net", i);
    }
    scenario_rock *rocks = model->rocks.items;
    for (size_t i = 0; i < model->rocks.count; i++) {
        complete_rock(tree, &rocks[i]);
    }
    scenario_release *releases = model->releases.items;
    for (size_t i = 0; i < model->releases.count; i++) {
        if (releases[i].runs != NULL) {
            complete_runs(&releases[i]);
        } else if (!isnan(releases[i].mesh_origin.x)) {
            complete_mesh(&releases[i]);
        }
        clear_replaced_numbers(&releases[i]);
        if (releases[i].name == NULL) {
            releases[i].name = numbered_name(tree, "release", i);
        }
    }
}
