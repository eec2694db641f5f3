// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases maps: spatial impact maps of a block.
#include "cases/figures/rocking_maps.h"

#include "cases/program/commands.h"
#include "input/command/study_files.h"
#include "lab/commands/rocking_tools.h"

#include <stdio.h>

static cli_exit read_options(const cli_arguments *arguments, rocking_maps_options *o)
{
    *o = rocking_maps_options_default();
    double numbers[CLI_MAX_NUMBERS];
    if (!cli_numbers_check(arguments, "size", 3) || !cli_numbers_check(arguments, "tau", 3)) {
        return CLI_USAGE;
    }
    if (cli_numbers(arguments, "size", numbers) == 3) {
        o->b1 = 0.5 * numbers[0];
        o->b2 = 0.5 * numbers[1];
        o->h = 0.5 * numbers[2];
    }
    cli_numbers(arguments, "tau", o->tau);
    o->mass = cli_number(arguments, "mass", o->mass);
    o->tilt = cli_number(arguments, "tilt", o->tilt);
    o->rate = cli_number(arguments, "rate", o->rate);
    o->limit = cli_number(arguments, "limit", o->limit);
    const uint64_t cells = cli_count(arguments, "cells", o->cells);
    o->cells = cells <= ROCKING_MAPS_CELLS_MOST ? (size_t)cells : 0; // 0 is refused by the study
    return cli_rocking_range(arguments, "lam", &o->lam0, &o->lam1);
}

static void print_summary(const rocking_maps *maps)
{
    const rocking_maps_options *o = &maps->options;
    const size_t n = o->cells * o->cells;
    size_t gains = 0, inside = 0, inside_gains = 0;
    for (size_t k = 0; k < n; k++) {
        const rocking_maps_cell *c = &maps->cells[k];
        const bool in = c->lon >= -1.0 && c->lon <= 1.0 && c->lat >= -1.0 && c->lat <= 1.0;
        gains += c->energy_change > 0.0;
        inside += in;
        inside_gains += in && c->energy_change > 0.0;
    }
    printf("facet      %zu cells of |lat|, |lon| <= %g, %zu within 1\n", n, o->limit, inside);
    printf("no spin    energy grows in %zu cells, %zu of those within 1\n", gains, inside_gains);
    printf("given tau  %zu cells without a feasible pivot, %zu with two (%d torques)\n",
           maps->without, maps->with_two, ROCKING_MAPS_TAUS);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_maps_write(directory, user, error);
}

cli_exit cli_rocking_maps(const cli_arguments *arguments)
{
    rocking_maps_options options;
    rocking_maps maps;
    directory_study files = {
        .name = "rocking maps", .files = rocking_maps_files, .write = write_files};
    const char *directory = cli_value(arguments, "out");
    talus_error error = {0};
    cli_exit code = read_options(arguments, &options);
    code = code == CLI_OK ? cli_study_open(arguments, directory, &files) : code;
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_maps_make(&options, &maps, &error), &error);
        if (code == CLI_OK) {
            print_summary(&maps);
            code = cli_study_write(&files, &maps);
            rocking_maps_clear(&maps);
        }
        if (code == CLI_OK && directory != NULL) {
            printf("written    tables and charts of edge, edge_energy and facet in %s\n",
                   directory);
        }
    }
    cli_study_close(&files);
    return code;
}
