// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases domain: which restitution a rocking block may have.
#include "cases/figures/rocking_domain.h"

#include "cases/program/commands.h"
#include "input/command/study_files.h"
#include "lab/commands/rocking_tools.h"

#include <math.h>
#include <stdio.h>

static cli_exit read_options(const cli_arguments *arguments, rocking_domain_options *o)
{
    o->points = (size_t)cli_count(arguments, "points", o->points);
    o->friction = cli_number(arguments, "friction", o->friction);
    return cli_rocking_range(arguments, "aspect", &o->aspect0, &o->aspect1);
}

static void print_summary(const rocking_domain *domain)
{
    for (size_t i = 0; i < domain->cases; i++) {
        const talus_impact_law_interval *e = &domain->rows[i * domain->options.points].e;
        printf("%-40s %-5s ", e->name, e->half ? "e_n1" : "e_n21");
        if (isfinite(e->critical_aspect)) {
            printf(e->half ? "admissible up to height / width %.9g\n"
                           : "lower end above 0 from height / width %.9g on\n",
                   e->critical_aspect);
        } else {
            printf("without a critical height / width\n");
        }
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_domain_write(directory, user, error);
}

cli_exit cli_rocking_domain(const cli_arguments *arguments)
{
    rocking_domain_options options = rocking_domain_options_default();
    directory_study files = {
        .name = "rocking domain", .files = rocking_domain_files, .write = write_files};
    rocking_domain domain = {.cases = 0};
    talus_error error = {0};
    cli_exit code = read_options(arguments, &options);
    code = code == CLI_OK ? cli_study_open(arguments, cli_value(arguments, "out"), &files) : code;
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_domain_make(&options, &domain, &error), &error);
    }
    if (code == CLI_OK) {
        print_summary(&domain);
        code = cli_study_write(&files, &domain);
    }
    cli_study_close(&files);
    rocking_domain_clear(&domain);
    return code;
}
