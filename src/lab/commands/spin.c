// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab spin: one free body under the rotation schemes.
#include "lab/commands/spin.h"

#include "input/command/study_files.h"
#include "lab/commands/commands.h"
#include "talus/shape.h"

#include <stdlib.h>
#include <string.h>

/// Moments of --inertia or of the shape.
static talus_status read_inertia(const cli_arguments *arguments, talus_vec3 *inertia,
                                 talus_error *error)
{
    double moment[CLI_MAX_NUMBERS];
    if (cli_numbers(arguments, "inertia", moment) == 3) {
        *inertia = (talus_vec3){moment[0], moment[1], moment[2]};
        return TALUS_OK;
    }
    const char *shape = cli_value(arguments, "shape");
    talus_vec3 size = {3, 2, 1};
    if (shape != NULL || cli_has(arguments, "size")) {
        shape = shape != NULL ? shape : "cuboid";
        size = cli_builder_size(arguments, shape);
    }
    talus_rock *rock = NULL;
    talus_status status =
        talus_rock_build(shape != NULL ? shape : "cuboid", size, 0, 1000, &rock, error);
    if (status == TALUS_OK) {
        status = talus_rock_set_mass(rock, cli_number(arguments, "mass", 1), error);
    }
    if (status == TALUS_OK) {
        *inertia = rock->inertia;
    }
    talus_rock_destroy(rock);
    return status;
}

/// 10 rad/s about the axis asked for, 0.001 rad/s about the others; ties go to the later axis.
static talus_vec3 start_about(const char *name, talus_vec3 inertia)
{
    const double moment[3] = {inertia.x, inertia.y, inertia.z};
    int major = 0;
    int minor = 0;
    for (int i = 1; i < 3; i++) {
        major = moment[i] >= moment[major] ? i : major;
        minor = moment[i] < moment[minor] ? i : minor;
    }
    // equal moments all round: minor is x, major is z
    const int axis = strcmp(name, "major") == 0   ? major
                     : strcmp(name, "minor") == 0 ? minor
                                                  : 3 - major - minor;
    const double other = 1e-3;
    return (talus_vec3){axis == 0 ? 10 : other, axis == 1 ? 10 : other, axis == 2 ? 10 : other};
}

static talus_status read_case(const cli_arguments *arguments, talus_spin_case *one,
                              talus_error *error)
{
    const talus_status status = read_inertia(arguments, &one->inertia, error);
    if (status != TALUS_OK) {
        return status;
    }
    double w[CLI_MAX_NUMBERS];
    const char *axis = cli_value(arguments, "axis");
    one->omega = cli_numbers(arguments, "omega", w) == 3
                     ? (talus_vec3){w[0], w[1], w[2]}
                     : start_about(axis != NULL ? axis : "major", one->inertia);
    one->time_step = cli_number(arguments, "step", 0.01);
    one->duration = cli_number(arguments, "time", 20);
    return talus_spin_check(one, error);
}

/// What is written.
typedef struct spin_files {
    const talus_spin_case *one;
    const talus_spin_history *histories;
    size_t count;
} spin_files;

static talus_status claim_files(const void *user, talus_directory *directory, talus_error *error)
{
    const cli_schemes *schemes = user;
    return spin_claim(directory, schemes->items, schemes->count, error);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    const spin_files *f = user;
    const talus_status status = spin_write_tables(directory, f->one, f->histories, f->count, error);
    return status == TALUS_OK ? spin_write_charts(directory, f->one, f->histories, f->count, error)
                              : status;
}

/// Run all schemes. @param failures out: steps that did not converge
static cli_exit run_schemes(const talus_spin_case *one, const cli_schemes *schemes,
                            talus_spin_history *histories, size_t *failures)
{
    talus_error error = {0};
    talus_status status = TALUS_OK;
    *failures = 0;
    for (size_t k = 0; k < schemes->count && status == TALUS_OK; k++) {
        status = talus_spin_run(one, schemes->items[k], &histories[k], &error);
        *failures += histories[k].failures;
    }
    if (status != TALUS_OK) {
        cli_print_error(&error);
    }
    return cli_exit_of(status);
}

/// Run, write, print. @return the exit code
static cli_exit study(const cli_arguments *arguments, const talus_spin_case *one,
                      const cli_schemes *schemes)
{
    talus_spin_history histories[TALUS_SCHEME_COUNT] = {{0}};
    size_t failures = 0;
    const char *directory = cli_value(arguments, "out");
    const spin_files written = {one, histories, schemes->count};
    directory_study files = {
        .name = "spin", .claim = claim_files, .claim_user = schemes, .write = write_files};
    cli_exit result = cli_study_open(arguments, directory, &files);
    result = result == CLI_OK ? run_schemes(one, schemes, histories, &failures) : result;
    result = result == CLI_OK ? cli_study_write(&files, &written) : result;
    cli_study_close(&files);
    if (result == CLI_OK && cli_has(arguments, "json")) {
        result = spin_print_json(one, histories, schemes->count) ? CLI_OK : CLI_FAILED;
    } else if (result == CLI_OK) {
        spin_print_table(one, histories, schemes->count);
        if (directory != NULL) {
            printf("\nHistories and charts: %s\n", directory);
        } else {
            printf("\n--out DIR writes histories (CSV) and charts.\n");
        }
    }
    for (size_t k = 0; k < schemes->count; k++) {
        talus_spin_history_clear(&histories[k]);
    }
    return result == CLI_OK && failures > 0 ? CLI_SUSPECT : result;
}

cli_exit cli_spin(const cli_arguments *arguments)
{
    cli_schemes schemes;
    talus_spin_case one = {0};
    talus_error error = {0};
    if (!cli_schemes_read(arguments, "scheme", &schemes)) {
        return CLI_USAGE;
    }
    const talus_status status = read_case(arguments, &one, &error);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    return study(arguments, &one, &schemes);
}
