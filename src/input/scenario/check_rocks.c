// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks of a scenario: shape, size, mass, density and volume must fix a body, and only once.
#include "input/scenario/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool has_mesh_extension(const char *shape)
{
    static const char *const extensions[] = {".obj", ".stl", ".ply", ".xyz", ".pts",
                                             ".txt", ".csv", ".OBJ", ".STL", ".PLY",
                                             ".XYZ", ".PTS", ".TXT", ".CSV"};
    const char *dot = strrchr(shape, '.');
    for (size_t i = 0; dot != NULL && i < sizeof extensions / sizeof extensions[0]; i++) {
        if (strcmp(dot, extensions[i]) == 0) {
            return true;
        }
    }
    return false;
}

talus_distribution scenario_rock_volume_law(const scenario_rock *rock)
{
    talus_distribution law = rock->volume.law;
    if (!rock->volume.given) {
        const double density = rock->density;
        law = rock->mass.law;
        law.min /= density;
        law.max /= density;
        if (law.law != TALUS_LAW_POWER) {
            law.a /= density;
        }
        if (law.law == TALUS_LAW_UNIFORM || law.law == TALUS_LAW_NORMAL) {
            law.b /= density;
        }
    }
    return law;
}

double scenario_rock_lightest(const scenario_rock *rock, double rocks)
{
    const scenario_quantity *quantity = rock->mass.given ? &rock->mass : &rock->volume;
    if (!quantity->given || quantity->file != NULL) {
        return SCENARIO_UNSET;
    }
    const bool bounded = quantity->law.law == TALUS_LAW_UNIFORM || quantity->law.min > 0.0;
    const double smallest =
        talus_distribution_at(&quantity->law, bounded ? 0.0 : 0.5 / fmax(rocks, 1.0));
    return rock->mass.given ? smallest : smallest * rock->density;
}

static void check_shape(scenario_tree *tree, const char *directory, const scenario_rock *rock)
{
    const scenario_node *node = scenario_find(rock->node, "shape");
    if (scenario_shape_is_builder(rock->shape)) {
        return;
    }
    if (!has_mesh_extension(rock->shape)) {
        const char *nearest = scenario_nearest(talus_rock_builder_names(), rock->shape);
        scenario_report(
            tree->diagnostics, TALUS_SEVERITY_ERROR, node,
            "shape: '%.80s' is neither a builder (eota111, eota221, cuboid, prism, "
            "icosphere, equant, flat, long, hull) nor an .obj, .stl, .ply, .xyz, .pts, .txt "
            "or .csv file%s%s%s",
            rock->shape, nearest != NULL ? ": did you mean '" : "", nearest != NULL ? nearest : "",
            nearest != NULL ? "'?" : "");
        return;
    }
    char *path = scenario_join_path(directory, rock->shape);
    struct stat status;
    if (path == NULL) {
        tree->failed = true;
    } else if (stat(path, &status) != 0) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "shape: found no file '%s': names are relative to the scenario file", path);
    }
    free(path);
}

static void check_size(scenario_tree *tree, const scenario_rock *rock)
{
    const scenario_node *node = scenario_find(rock->node, "size_m");
    if (!scenario_shape_is_builder(rock->shape)) {
        if (node != NULL && has_mesh_extension(rock->shape)) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "size_m goes with builders: a file has its size, scale it by "
                            "volume_m3");
        }
        return;
    }
    const talus_vec3 size = rock->size;
    const bool by_axes = strcmp(rock->shape, "equant") == 0 || strcmp(rock->shape, "flat") == 0 ||
                         strcmp(rock->shape, "long") == 0;
    const bool one_number = by_axes && size.x > 0.0 && size.y == 0.0 && size.z == 0.0;
    if (node == NULL && isnan(size.x)) {
        scenario_report_missing(tree, rock->node,
                                "missing required key 'size_m': the shape %s needs its size in "
                                "metres, or a volume_m3",
                                rock->shape);
    } else if (!isnan(size.x) && !one_number && !(size.x > 0.0 && size.y > 0.0 && size.z > 0.0)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "size_m: found [%g, %g, %g], expected three lengths above 0", size.x,
                        size.y, size.z);
    }
}

static void check_blocks(scenario_tree *tree, const scenario_rock *rock)
{
    static const char *const sizes[] = {"size_m", "most_vertices", "mass_kg", "volume_m3",
                                        "volume_class_m3"};
    for (size_t k = 0; rock->blocks && k < sizeof sizes / sizeof sizes[0]; k++) {
        const scenario_node *node = scenario_find(rock->node, sizes[k]);
        if (node != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s: blocks have the sizes of their file: give density_kg_m3 alone",
                            sizes[k]);
        }
    }
    const char *dot = strrchr(rock->shape, '.');
    const bool is_mesh = dot != NULL && has_mesh_extension(rock->shape) && strlen(dot) == 4 &&
                         strchr("oOsSpP", dot[1]) != NULL && strcmp(dot, ".pts") != 0 &&
                         strcmp(dot, ".PTS") != 0;
    if (rock->blocks && !is_mesh) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                        scenario_find(rock->node, "blocks"),
                        "blocks: '%.80s' has no faces, expected an .obj, .stl or .ply file of "
                        "closed surfaces",
                        rock->shape);
    }
}

static void check_keys_of_files(scenario_tree *tree, const scenario_rock *rock)
{
    static const char *const of_files[] = {"most_vertices", "unit"};
    for (size_t k = 0; k < 2 && scenario_shape_is_builder(rock->shape); k++) {
        const scenario_node *node = scenario_find(rock->node, of_files[k]);
        if (node != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s goes with a file only, not with %.80s", of_files[k], rock->shape);
        }
    }
}

static void check_sides(scenario_tree *tree, const scenario_rock *rock)
{
    const scenario_node *node = scenario_find(rock->node, "sides");
    static const char *const of_hulls[] = {"points", "exponent"};
    for (size_t k = 0; k < 2 && strcmp(rock->shape, "hull") != 0; k++) {
        const scenario_node *key = scenario_find(rock->node, of_hulls[k]);
        if (key != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, key,
                            "%s goes with hull only, not with %.80s", of_hulls[k], rock->shape);
        }
    }
    if (node == NULL) {
        return;
    }
    if (strcmp(rock->shape, "prism") == 0) {
        if (rock->sides == 1 || rock->sides == 2) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "sides: found %llu, expected at least 3 for a prism",
                            (unsigned long long)rock->sides);
        }
    } else if (strcmp(rock->shape, "icosphere") == 0) {
        if (rock->sides > 4) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "sides: found %llu, expected a subdivision level up to 4 for an "
                            "icosphere",
                            (unsigned long long)rock->sides);
        }
    } else if (rock->sides > 0) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "sides goes with prism and icosphere only, not with %.80s", rock->shape);
    }
}

/// Two of mass, density and volume fix the body (with size_m one is enough); three are too many.
static void check_mass(scenario_tree *tree, const scenario_rock *rock)
{
    const scenario_node *mass = scenario_find(rock->node, "mass_kg");
    const scenario_node *density = scenario_find(rock->node, "density_kg_m3");
    const scenario_node *volume = scenario_find(rock->node, "volume_m3");
    const bool mass_law = rock->mass.given && rock->mass.law.law != TALUS_LAW_FIXED;
    const bool volume_law = rock->volume.given && rock->volume.law.law != TALUS_LAW_FIXED;
    if (mass != NULL && density != NULL && volume != NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, mass,
                        "mass_kg together with density_kg_m3 and volume_m3 says the mass twice: "
                        "remove one of the three");
    } else if (mass != NULL && volume != NULL && (mass_law || volume_law)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, mass_law ? mass : volume,
                        "a distribution of %s goes with density_kg_m3, not with %s: replace it",
                        mass_law ? "mass_kg" : "volume_m3", mass_law ? "volume_m3" : "mass_kg");
    } else if (mass_law && density == NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, mass,
                        "a distribution of mass_kg needs density_kg_m3, which turns it into sizes");
    }
}

void scenario_check_rocks(scenario_tree *tree, const char *directory, const scenario_list *list)
{
    const scenario_rock *rocks = list->items;
    double share = 0.0;
    for (size_t i = 0; i < list->count; i++) {
        const scenario_rock *rock = &rocks[i];
        share += rock->share;
        if (rock->shape != NULL) {
            check_shape(tree, directory, rock);
            check_size(tree, rock);
            check_sides(tree, rock);
            check_keys_of_files(tree, rock);
            check_blocks(tree, rock);
        }
        check_mass(tree, rock);
        if (rock->mass.file != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                            scenario_find(rock->node, "mass_kg"),
                            "mass_kg: a table of measured blocks gives volumes: write it under "
                            "volume_m3");
        }
    }
    if (list->count > 0 && !(share > 0.0)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                        scenario_find(rocks[0].node, "share"),
                        "share: the shares of all rocks add up to 0, expected more");
    }
}
