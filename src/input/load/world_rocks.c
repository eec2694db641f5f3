// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks of a scenario: shapes built or read, brought to their volume and mass.
#include "input/load/mesh_blocks.h"
#include "input/load/sources.h"

#include "runs/trajectory/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Above this, hulling a file's mesh is worth a warning.
static const double hull_change_warned = 1e-3;

/// More say nothing about a rock, and every pose evaluates all of them.
static const size_t most_vertices = 1000;
/// Above this a hull is worth a word, and the offer of one with so many.
static const size_t many_vertices = 100, enough_vertices = 60;

/// Say what a hull of fewer vertices would change.
static void offer_simpler(scenario_loader *loader, const scenario_rock *spec,
                          const talus_rock *rock)
{
    talus_rock *simple = NULL;
    if (talus_rock_simplify(rock, enough_vertices, &simple, NULL) != TALUS_OK) {
        return; // an offer, no duty
    }
    const talus_simplification *lost = &simple->simplification;
    scenario_warn(
        loader, scenario_find(spec->node, "shape"),
        "%s has a hull of %zu vertices, which makes runs slow: 'most_vertices: %zu' keeps "
        "volume and mass, changes the moments by up to %.2g %% and moves no face by more "
        "than %.2g m of %.3g m",
        spec->shape, rock->vertex_count, enough_vertices, 100.0 * fabs(lost->moment_change),
        lost->deviation, 2.0 * rock->radius);
    talus_rock_destroy(simple);
}

/// Simplify the hull of a file as the scenario asks for.
static talus_status simplify_shape(const scenario_rock *spec, talus_rock **rock, talus_error *error)
{
    talus_rock *simple = NULL;
    if (spec->most_vertices == SCENARIO_NO_COUNT || (*rock)->vertex_count <= spec->most_vertices) {
        return TALUS_OK;
    }
    const talus_status status =
        talus_rock_simplify(*rock, (size_t)spec->most_vertices, &simple, error);
    if (status == TALUS_OK) {
        talus_rock_destroy(*rock);
        *rock = simple;
    }
    return status;
}

static talus_status read_shape(scenario_loader *loader, const scenario_rock *spec, double density,
                               talus_rock **rock, talus_error *error)
{
    char *path = scenario_join_path(loader->scenario->document.directory, spec->shape);
    if (path == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a rock");
    }
    talus_diagnostics *warnings = talus_diagnostics_create();
    const talus_status status =
        talus_rock_read(path, scenario_mesh_unit(spec), density, rock, warnings, error);
    scenario_forward(loader, scenario_find(spec->node, "shape"), warnings);
    talus_diagnostics_destroy(warnings);
    free(path);
    return status == TALUS_OK ? simplify_shape(spec, rock, error) : status;
}

static void report_hull(scenario_loader *loader, const scenario_rock *spec, const talus_rock *rock)
{
    if (fabs(rock->hull_volume_change) > hull_change_warned) {
        scenario_warn(loader, scenario_find(spec->node, "shape"),
                      "%s is not convex: its hull has %.3g %% more volume than the mesh: %.6g "
                      "m3 instead of %.6g m3",
                      spec->shape, 100.0 * rock->hull_volume_change, rock->volume,
                      rock->volume / (1.0 + rock->hull_volume_change));
    }
}

/// The blocks of a mesh; the first of them is the rock of the class.
static talus_status read_wall(scenario_loader *loader, const scenario_rock *spec, double density,
                              scenario_rock_wall *wall, talus_rock **rock, talus_error *error)
{
    char *path = scenario_join_path(loader->scenario->document.directory, spec->shape);
    if (path == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a rock");
    }
    const talus_status status = scenario_read_rock_wall(loader, spec, path, density, wall, error);
    *rock = wall->count > 0 ? wall->blocks[0] : NULL;
    free(path);
    return status;
}

static bool is_fixed(const scenario_quantity *quantity)
{
    return quantity->given && quantity->law.law == TALUS_LAW_FIXED;
}

/// Scale to the volume and set the mass that the scenario says; fill in the class.
static talus_status finish_rock(const scenario_rock *spec, talus_rock *rock, talus_rock_class *kind,
                                talus_error *error)
{
    const bool has_density = !isnan(spec->density);
    talus_status status = TALUS_OK;
    double volume = 0.0;
    if (is_fixed(&spec->volume)) {
        volume = spec->volume.law.a;
    } else if (is_fixed(&spec->mass) && has_density) {
        volume = spec->mass.law.a / spec->density;
    }
    if (volume > 0.0) {
        status = talus_rock_scale(rock, trajectory_cube_root(volume / rock->volume), error);
    }
    if (status == TALUS_OK && is_fixed(&spec->mass)) {
        status = talus_rock_set_mass(rock, spec->mass.law.a, error);
    }
    *kind = (talus_rock_class){.rock = rock, .share = spec->share};
    const bool volume_law = spec->volume.given && !is_fixed(&spec->volume);
    const bool mass_law = spec->mass.given && !is_fixed(&spec->mass);
    if (volume_law || mass_law) {
        kind->sized = true;
        kind->volume = scenario_rock_volume_law(spec);
    }
    const size_t size =
        strlen(spec->name) < sizeof rock->name ? strlen(spec->name) : sizeof rock->name - 1;
    memcpy(rock->name, spec->name, size);
    rock->name[size] = '\0';
    return status;
}

/// Mass over volume that hulls of known lengths and mass are made for.
static const double usual_density = 2700.0;

/// The exponent that the mass and the lengths say; 0 = they do not. A hull that cannot have the usual
/// density is worth a warning: a length or the mass may be wrong.
static talus_status find_exponent(scenario_loader *loader, const scenario_rock *spec,
                                  talus_hull_rule *rule, talus_error *error)
{
    if (!isnan(spec->exponent)) {
        rule->exponent = spec->exponent;
        return TALUS_OK;
    }
    if (!is_fixed(&spec->mass) || !isnan(spec->density) || isnan(spec->size.x)) {
        return TALUS_OK;
    }
    const double volume = spec->mass.law.a / usual_density;
    const talus_status status = talus_hull_exponent(rule, volume, &rule->exponent, error);
    if (rule->exponent == TALUS_HULL_LEAST_EXPONENT || rule->exponent == TALUS_HULL_MOST_EXPONENT) {
        scenario_warn(
            loader, scenario_find(spec->node, "mass_kg"),
            "no hull of %u points within %g x %g x %g m has %g kg at %g kg/m3: the nearest "
            "one is taken; check mass and lengths",
            rule->points, spec->size.x, spec->size.y, spec->size.z, spec->mass.law.a,
            usual_density);
    }
    return status;
}

/// The hull that stands for its kind in lists, and what all of the kind have in common.
static talus_status make_hull(scenario_loader *loader, const scenario_rock *spec, double density,
                              talus_rock **rock, talus_hull_rule *rule, talus_error *error)
{
    *rule =
        (talus_hull_rule){.points = (unsigned)spec->points, .size = spec->size, .density = density};
    talus_status status = find_exponent(loader, spec, rule, error);
    if (status == TALUS_OK) {
        status = talus_rock_hull_of(rule, 0, 0, rock, error);
    }
    return status;
}

static void load_rock(scenario_loader *loader, const scenario_rock *spec, scenario_rock_wall *wall,
                      talus_rock **rock, talus_rock_class *kind)
{
    talus_error error = {0};
    talus_hull_rule rule = {0};
    // Where only a mass is given, it is set afterwards and this density does not matter.
    const double density = isnan(spec->density) ? usual_density : spec->density;
    const bool hull = strcmp(spec->shape, "hull") == 0;
    talus_status status = spec->blocks ? read_wall(loader, spec, density, wall, rock, &error)
                          : hull       ? make_hull(loader, spec, density, rock, &rule, &error)
                          : scenario_shape_is_builder(spec->shape)
                              ? talus_rock_build(spec->shape, spec->size, (unsigned)spec->sides,
                                                 density, rock, &error)
                              : read_shape(loader, spec, density, rock, &error);
    if (status == TALUS_OK) {
        if (!spec->blocks) {
            report_hull(loader, spec, *rock);
        }
        status = finish_rock(spec, *rock, kind, &error);
        memcpy(&kind->blocks, &wall->blocks, sizeof kind->blocks);
        kind->block_count = wall->count;
    }
    if (status == TALUS_OK && hull) {
        const bool is_scaled =
            is_fixed(&spec->volume) || (is_fixed(&spec->mass) && !isnan(spec->density));
        rule.volume = is_scaled ? (*rock)->volume : 0.0;
        rule.mass = is_fixed(&spec->mass) ? spec->mass.law.a : 0.0;
        kind->hull = rule;
    }
    if (status != TALUS_OK) {
        scenario_fail_at(loader, scenario_find(spec->node, "shape"), &error);
    }
}

void scenario_load_rocks(scenario_loader *loader)
{
    const scenario_list *list = &loader->scenario->model.rocks;
    const scenario_rock *specs = list->items;
    talus_world *world = loader->world;
    world->rocks = calloc(list->count, sizeof(talus_rock *));
    world->rock_classes = calloc(list->count, sizeof *world->rock_classes);
    world->tables = calloc(list->count, sizeof *world->tables);
    world->walls = calloc(list->count, sizeof *world->walls);
    if (world->rocks == NULL || world->rock_classes == NULL || world->tables == NULL ||
        world->walls == NULL) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for the rocks");
        return;
    }
    world->rock_count = list->count;
    for (size_t i = 0; i < list->count; i++) {
        load_rock(loader, &specs[i], &world->walls[i], &world->rocks[i], &world->rock_classes[i]);
        if (specs[i].volume.file != NULL && world->rocks[i] != NULL) {
            scenario_load_blocks(loader, &specs[i], &world->rock_classes[i], &world->tables[i]);
        }
        const size_t vertices = world->rocks[i] != NULL ? world->rocks[i]->vertex_count : 0;
        if (vertices > most_vertices) {
            scenario_fail(
                loader, scenario_find(specs[i].node, "shape"), TALUS_ERROR_INPUT,
                "%s has a hull of %zu vertices, expected at most %zu (every pose evaluates all of "
                "them): simplify it with 'most_vertices: %zu'",
                specs[i].shape, vertices, most_vertices, enough_vertices);
        } else if (vertices > many_vertices && specs[i].most_vertices == SCENARIO_NO_COUNT &&
                   !scenario_shape_is_builder(specs[i].shape)) {
            offer_simpler(loader, &specs[i], world->rocks[i]);
        }
    }
}
