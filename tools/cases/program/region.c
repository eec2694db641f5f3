// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases region: does a block bounce or rock.
#include "cases/figures/rocking_region.h"
#include "cases/program/commands.h"
#include "input/command/study_files.h"
#include "lab/commands/rocking_tools.h"

static cli_exit read_options(const cli_arguments *arguments, rocking_region_options *o)
{
    o->release = cli_number(arguments, "release", o->release);
    o->aspect = cli_number(arguments, "sensitivity", o->aspect);
    o->threads = (unsigned)cli_count(arguments, "threads", 0);
    cli_exit code = cli_rocking_range(arguments, "aspect", &o->aspect0, &o->aspect1);
    code = code == CLI_OK ? cli_rocking_range(arguments, "restitution", &o->e0, &o->e1) : code;
    return code == CLI_OK ? cli_rocking_cells(arguments, &o->nx, &o->ny) : code;
}

static void print_summary(const rocking_region *region)
{
    const rocking_region_options *o = &region->options;
    size_t bounce = 0;
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        bounce += region->cells[k].bounces;
    }
    printf("cells        %zu x %zu: %zu bounce until A lands, %zu rock\n", o->nx, o->ny, bounce,
           o->nx * o->ny - bounce);
    printf("h/b          e of small rotations   e released at %g alpha\n", o->release);
    const size_t stride = o->nx > 10 ? o->nx / 10 : 1;
    for (size_t i = 0; i < o->nx; i += stride) {
        printf("%-12.4g %.6f               %.6f\n", region->critical_aspect[i],
               region->critical_small[i], region->critical[i]);
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_region_write(directory, user, error);
}

cli_exit cli_rocking_region(const cli_arguments *arguments)
{
    rocking_region_options options = rocking_region_options_default();
    directory_study files = {
        .name = "rocking region", .files = rocking_region_files, .write = write_files};
    rocking_region region = {.cells = NULL};
    talus_error error = {0};
    cli_exit code = read_options(arguments, &options);
    if (code == CLI_OK) {
        code = cli_study_open(arguments, cli_value(arguments, "out"), &files);
    }
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_region_make(&options, &region, &error), &error);
    }
    if (code == CLI_OK) {
        print_summary(&region);
        code = cli_study_write(&files, &region);
    }
    cli_study_close(&files);
    rocking_region_clear(&region);
    return code;
}
