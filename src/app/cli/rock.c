// SPDX-License-Identifier: GPL-3.0-or-later
// talus rock: build, inspect and convert a rock shape.
#include "app/cli/cli.h"
#include "foundation/files/files.h"
#include "foundation/math/linalg.h"
#include "talus/shape.h"

#include <string.h>

static const double default_density = 2700.0; // kg/m3, limestone and gneiss
/// m; beyond, a length is probably in another unit [docs/plausibility.md]
static const double smallest_rock = 0.05, largest_rock = 10.0;

static bool is_builder(const char *name)
{
    for (const char *const *known = talus_rock_builder_names(); *known; known++) {
        if (strcmp(*known, name) == 0) {
            return true;
        }
    }
    return false;
}

static talus_status read_rock(const cli_arguments *arguments, const char *path, double density,
                              talus_rock **rock, talus_error *error)
{
    const char *const *units = talus_mesh_unit_names();
    const char *unit_name = cli_value(arguments, "unit");
    size_t unit = 0;
    while (unit_name != NULL && strcmp(units[unit], unit_name) != 0) {
        unit++;
    }
    talus_diagnostics *warnings = talus_diagnostics_create();
    const talus_status status =
        talus_rock_read(path, talus_mesh_unit(unit), density, rock, warnings, error);
    (void)cli_study_diagnostics(warnings, false);
    return status;
}

/// The hull with the vertices that are asked for, when it has more.
static talus_status simplify(const cli_arguments *arguments, talus_rock **rock, talus_error *error)
{
    const uint64_t most = cli_count(arguments, "vertices", (*rock)->vertex_count);
    if (!cli_has(arguments, "vertices") || most >= (*rock)->vertex_count) {
        return TALUS_OK;
    }
    talus_rock *simple = NULL;
    const talus_status status = talus_rock_simplify(*rock, (size_t)most, &simple, error);
    if (status == TALUS_OK) {
        talus_rock_destroy(*rock);
        *rock = simple;
    }
    return status;
}

/// Factor on lengths that gives the volume asked for.
static double length_factor(double volume, double requested)
{
    return talus_exp(talus_log(requested / volume) / 3.0);
}

static talus_status make_rock(const cli_arguments *arguments, talus_rock **rock, talus_error *error)
{
    const char *shape = arguments->operands[0];
    const double density = cli_number(arguments, "density", default_density);
    const double mass = cli_number(arguments, "mass", 0.0);
    double volume = cli_number(arguments, "volume", 0.0);
    talus_status status;
    if (is_builder(shape)) {
        status = talus_rock_build(shape, cli_builder_size(arguments, shape),
                                  (unsigned)cli_count(arguments, "sides", 0), density, rock, error);
    } else {
        status = read_rock(arguments, shape, density, rock, error);
    }
    if (status == TALUS_OK) {
        status = simplify(arguments, rock, error);
    }
    if (mass > 0.0 && cli_has(arguments, "density")) {
        volume = mass / density;
    }
    if (status == TALUS_OK && volume > 0.0) {
        status = talus_rock_scale(*rock, length_factor((*rock)->volume, volume), error);
    }
    if (status == TALUS_OK && mass > 0.0) {
        status = talus_rock_set_mass(*rock, mass, error);
    }
    return status;
}

/// Area of the polygonal faces (m2), by vector areas of their fans.
static double surface_area(const talus_rock *rock)
{
    double area = 0.0;
    for (size_t f = 0; f < rock->face_count; f++) {
        const uint32_t *corner = rock->face_vertices + rock->face_starts[f];
        const size_t count = rock->face_starts[f + 1] - rock->face_starts[f];
        talus_vec3 sum = {0.0, 0.0, 0.0};
        for (size_t k = 2; k < count; k++) {
            const talus_vec3 origin = rock->vertices[corner[0]];
            sum = vec3_add(sum, vec3_cross(vec3_sub(rock->vertices[corner[k - 1]], origin),
                                           vec3_sub(rock->vertices[corner[k]], origin)));
        }
        area += 0.5 * vec3_norm(sum);
    }
    return area;
}

/// Wadell's sphericity: surface of the sphere of equal volume over the surface; 1 for a sphere.
static double sphericity(const talus_rock *rock)
{
    const double radius = length_factor(4.0 / 3.0 * TALUS_PI, rock->volume);
    return 4.0 * TALUS_PI * radius * radius / surface_area(rock);
}

static void sort3(double v[3])
{
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++) {
            if (v[i] > v[i + 1]) {
                const double held = v[i];
                v[i] = v[i + 1];
                v[i + 1] = held;
            }
        }
    }
}

void cli_print_simplification(const char *label, const talus_rock *rock)
{
    const talus_simplification *lost = &rock->simplification;
    if (lost->vertices > 0) {
        printf("%ssimplified from %zu vertices: volume %+.3g %% before it was scaled back, moments "
               "within %.2g %%, faces within %.2g m\n",
               label, lost->vertices, 100.0 * lost->volume_change,
               100.0 * fabs(lost->moment_change), lost->deviation);
    }
}

static void print_table(const talus_rock *rock)
{
    double sides[3] = {rock->dimensions.x, rock->dimensions.y, rock->dimensions.z};
    sort3(sides);
    printf("shape            %s\n", rock->name);
    printf("volume           %.6g m3\n", rock->volume);
    printf("mass             %.6g kg  (%.6g kg/m3)\n", rock->mass, rock->mass / rock->volume);
    printf("moments          %.6g, %.6g, %.6g kg m2  (about the body axes x, y, z)\n",
           rock->inertia.x, rock->inertia.y, rock->inertia.z);
    printf("dimensions       %.6g x %.6g x %.6g m  (along the body axes)\n", rock->dimensions.x,
           rock->dimensions.y, rock->dimensions.z);
    printf("axis ratios      1 : %.4g : %.4g  (longest : middle : shortest)\n", sides[1] / sides[2],
           sides[0] / sides[2]);
    printf("radius           %.6g m  (bounding sphere about the centre of mass)\n", rock->radius);
    printf("surface          %.6g m2, sphericity %.4f\n", surface_area(rock), sphericity(rock));
    printf("hull             %zu vertices, %zu faces of %zu points given\n", rock->vertex_count,
           rock->face_count, rock->input_point_count);
    printf("hull volume      %+.3g %% against the mesh given\n", 100.0 * rock->hull_volume_change);
    cli_print_simplification("                 ", rock);
}

/// Lengths of a file that are hardly metres, unless the volume is given.
static void warn_of_size(const cli_arguments *arguments, const talus_rock *rock)
{
    const talus_vec3 d = rock->dimensions;
    const double length = fmax(d.x, fmax(d.y, d.z));
    const bool is_scaled = cli_has(arguments, "volume") ||
                           (cli_has(arguments, "mass") && cli_has(arguments, "density"));
    if (!is_scaled && !(length >= smallest_rock && length <= largest_rock)) {
        fprintf(stderr,
                "talus rock: warning: %s is %.4g m long, expected %g to %g m: is it drawn in mm, "
                "cm, ft or in? say so with --unit\n",
                arguments->operands[0], length, smallest_rock, largest_rock);
    }
}

static cli_exit print_json(const talus_rock *rock)
{
    const double moments[] = {rock->inertia.x, rock->inertia.y, rock->inertia.z};
    const double sides[] = {rock->dimensions.x, rock->dimensions.y, rock->dimensions.z};
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_text(&text, "shape", rock->name);
    files_json_add_number(&text, "volume_m3", rock->volume);
    files_json_add_number(&text, "mass_kg", rock->mass);
    files_json_add_numbers(&text, "inertia_kg_m2", moments, 3);
    files_json_add_numbers(&text, "dimensions_m", sides, 3);
    files_json_add_number(&text, "radius_m", rock->radius);
    files_json_add_number(&text, "surface_m2", surface_area(rock));
    files_json_add_number(&text, "sphericity", sphericity(rock));
    files_json_add_unsigned(&text, "vertices", rock->vertex_count);
    files_json_add_unsigned(&text, "faces", rock->face_count);
    files_json_add_number(&text, "hull_volume_change", rock->hull_volume_change);
    if (rock->simplification.vertices > 0) {
        files_json_begin(&text, "simplification", '{');
        files_json_add_unsigned(&text, "vertices", rock->simplification.vertices);
        files_json_add_number(&text, "volume_change", rock->simplification.volume_change);
        files_json_add_number(&text, "moment_change", rock->simplification.moment_change);
        files_json_add_number(&text, "deviation_m", rock->simplification.deviation);
        files_json_end(&text, '}');
    }
    files_json_end(&text, '}');
    const bool is_whole = !text.failed;
    if (is_whole) {
        printf("%s\n", text.data);
    } else {
        fprintf(stderr, "talus rock: no memory for the text\n");
    }
    files_text_clear(&text);
    return is_whole ? CLI_OK : CLI_FAILED;
}

cli_exit cli_rock(const cli_arguments *arguments)
{
    if (cli_has(arguments, "mass") && cli_has(arguments, "density") &&
        cli_has(arguments, "volume")) {
        fprintf(stderr, "talus rock: --mass, --density and --volume together say one thing twice; "
                        "give two of them\n");
        return CLI_USAGE;
    }
    static const char *const of_builders[] = {"size", "sides"}, *const of_files[] = {"unit"};
    const bool has_builder = is_builder(arguments->operands[0]);
    for (size_t k = 0; k < (has_builder ? 1 : 2); k++) {
        const char *option = has_builder ? of_files[k] : of_builders[k];
        if (cli_has(arguments, option)) {
            fprintf(stderr, "talus rock: --%s goes with %s, not with %s\n", option,
                    has_builder ? "a file" : "a built-in shape", arguments->operands[0]);
            return CLI_USAGE;
        }
    }
    const char *path = cli_value(arguments, "out");
    cli_exit result = cli_check_target(arguments, path);
    if (result != CLI_OK) {
        return result;
    }
    talus_rock *rock = NULL;
    talus_error error = {0};
    talus_status status = make_rock(arguments, &rock, &error);
    if (status != TALUS_OK) {
        result = cli_exit_of(status);
    } else if (path) {
        status = talus_mesh_write(path, rock->vertices, rock->vertex_count, rock->face_starts,
                                  rock->face_vertices, rock->face_count, &error);
        result = cli_exit_of(status);
    }
    if (status == TALUS_OK && !has_builder) {
        warn_of_size(arguments, rock);
    }
    if (status != TALUS_OK) {
        cli_print_error(&error);
    } else if (cli_has(arguments, "json")) {
        result = print_json(rock);
    } else {
        print_table(rock);
    }
    talus_rock_destroy(rock);
    return result;
}
