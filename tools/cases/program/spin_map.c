// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases spin map: where a rotation scheme is stable.
#include "cases/figures/spin_map.h"
#include "cases/program/commands.h"
#include "input/command/study_files.h"

#include <math.h>
#include <string.h>

static bool is(const cli_arguments *arguments, const char *option, const char *value)
{
    const char *given = cli_value(arguments, option);
    return given != NULL && strcmp(given, value) == 0;
}

static void read_range(const cli_arguments *arguments, const char *name, double *from, double *to)
{
    double range[CLI_MAX_NUMBERS];
    if (cli_numbers(arguments, name, range) == 2) {
        *from = range[0];
        *to = range[1];
    }
}

/// Whole cells; a value that is not a count, or out of bounds, is left for the map to refuse.
static size_t cells_of(double number)
{
    return number >= 1 ? number < 1e15 ? (size_t)number : SIZE_MAX : 0;
}

static spin_map_options read_options(const cli_arguments *arguments)
{
    spin_map_options o = spin_map_options_default(
        is(arguments, "plane", "body") ? SPIN_MAP_PLANE_BODY : SPIN_MAP_PLANE_STEP);
    const char *scheme = cli_value(arguments, "scheme");
    if (scheme != NULL) {
        talus_scheme_from_name(scheme, &o.scheme);
    }
    o.axis = is(arguments, "axis", "minor")          ? TALUS_SPIN_MINOR
             : is(arguments, "axis", "intermediate") ? TALUS_SPIN_INTERMEDIATE
                                                     : TALUS_SPIN_MAJOR;
    o.quantity = is(arguments, "quantity", "drift")     ? SPIN_MAP_DRIFT
                 : is(arguments, "quantity", "modulus") ? SPIN_MAP_MODULUS
                                                        : SPIN_MAP_GROWTH;
    if (o.quantity == SPIN_MAP_DRIFT) {
        o.nx /= 2;
        o.ny /= 2;
        o.x0 = o.plane == SPIN_MAP_PLANE_STEP ? 0.01 : o.x0;
    }
    read_range(arguments, "x", &o.x0, &o.x1);
    read_range(arguments, "y", &o.y0, &o.y1);
    double numbers[CLI_MAX_NUMBERS];
    if (cli_numbers(arguments, "middle", numbers) == 1) {
        o.middle = numbers[0];
    }
    if (cli_numbers(arguments, "cells", numbers) == 2) {
        o.nx = cells_of(numbers[0]);
        o.ny = cells_of(numbers[1]);
    }
    o.angle = cli_number(arguments, "angle", o.angle);
    o.turns = cli_number(arguments, "turns", o.turns);
    return o;
}

/// @return cells whose numbers are suspect: an iteration did not converge
static size_t print_summary(const spin_map *map)
{
    static const char *const names[] = {"growth (e-folds per turn)", "|lambda| - 1",
                                        "drift of |N|, relative"};
    const spin_map_options *o = &map->options;
    size_t bodies = 0;
    size_t growing = 0;
    size_t failed = 0;
    size_t worst = 0;
    double most = -(double)INFINITY;
    double least = (double)INFINITY;
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const double value = spin_map_value(map, k);
        if (isnan(value)) {
            continue;
        }
        bodies++;
        growing += map->cells[k].modulus - 1 > 1e-10;
        failed += map->cells[k].failed;
        least = fmin(least, value);
        if (value > most) {
            most = value;
            worst = k;
        }
    }
    printf("scheme     %s, rotation about the %s axis\n", talus_scheme_name(o->scheme),
           talus_spin_rank_name(o->axis));
    printf("cells      %zu x %zu, %zu with a body; a tilt grows in %zu (|lambda| - 1 > 1e-10)\n",
           o->nx, o->ny, bodies, growing);
    if (bodies > 0) {
        const spin_map_cell *cell = &map->cells[worst];
        printf("%s: from %.4g to %.4g\n", names[o->quantity], least, most);
        printf("largest    at a step of %.4g rad, moments %.4g : %.4g : 1\n", cell->angle,
               cell->inertia.x, cell->inertia.y);
    }
    if (failed > 0) {
        printf("failures   %zu cells with steps that did not converge\n", failed);
    }
    return failed;
}

/// Options that the map asked for does not read.
static bool check_use(const cli_arguments *arguments)
{
    static const char *const uses[][3] = {
        {"middle", "plane", "step"}, {"angle", "plane", "body"}, {"turns", "quantity", "drift"}};
    for (size_t k = 0; k < sizeof uses / sizeof *uses; k++) {
        const bool is_default = strcmp(uses[k][2], "step") == 0 && !cli_has(arguments, uses[k][1]);
        if (cli_has(arguments, uses[k][0]) && !is_default &&
            !is(arguments, uses[k][1], uses[k][2])) {
            fprintf(stderr, "talus-cases spin map: --%s is for --%s %s only\n", uses[k][0],
                    uses[k][1], uses[k][2]);
            return false;
        }
    }
    return true;
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return spin_map_write(directory, user, error);
}

cli_exit cli_spin_map(const cli_arguments *arguments)
{
    if (!cli_numbers_check(arguments, "x", 2) || !cli_numbers_check(arguments, "y", 2) ||
        !cli_numbers_check(arguments, "middle", 1) || !cli_numbers_check(arguments, "cells", 2) ||
        !check_use(arguments)) {
        return CLI_USAGE;
    }
    const spin_map_options options = read_options(arguments);
    const char *directory = cli_value(arguments, "out");
    directory_study files = {.name = "spin map", .files = spin_map_files, .write = write_files};
    spin_map map;
    talus_error error = {0};
    cli_exit result = cli_study_open(arguments, directory, &files);
    if (result == CLI_OK) {
        const talus_status status = spin_map_make(&options, &map, &error);
        result = cli_exit_of(status);
        if (status != TALUS_OK) {
            cli_print_error(&error);
        }
    }
    if (result == CLI_OK) {
        const bool has_failures = print_summary(&map) > 0;
        result = cli_study_write(&files, &map);
        if (result == CLI_OK && directory != NULL) {
            printf("written    table and chart in %s\n", directory);
        }
        result = result == CLI_OK && has_failures ? CLI_SUSPECT : result;
        spin_map_clear(&map);
    }
    cli_study_close(&files);
    return result;
}
