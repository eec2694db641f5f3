// SPDX-License-Identifier: GPL-3.0-or-later
// talus-lab spectrum: which shaking overturns a block.
#include "input/command/study_files.h"
#include "lab/commands/commands.h"
#include "lab/commands/rocking_tools.h"
#include "lab/rocking/ground_motion.h"

#include <string.h>

static cli_exit read_options(const cli_arguments *arguments, rocking_spectrum_options *o,
                             talus_ground_motion *motion)
{
    const char *record = cli_value(arguments, "record");
    o->threads = (unsigned)cli_count(arguments, "threads", 0);
    o->pulse = cli_rocking_pulse(arguments);
    o->name = cli_has(arguments, "pulse") ? cli_value(arguments, "pulse") : o->name;
    cli_exit code = cli_rocking_block(arguments, &o->block);
    if (code == CLI_OK && record) {
        const char *comma = strchr(record, ','), *name = record;
        for (const char *c = record; *c && (!comma || c < comma); c++) {
            name = *c == '/' ? c + 1 : name;
        }
        o->name = name;
        o->motion = motion;
        const double p = talus_rocking_block_pivot(&o->block, false, 9.81).p;
        o->x0 = 0.3 * p;
        o->x1 = 2.0 * p;
        o->y1 = 6.0;
        talus_ground_motion across = {.count = 0};
        code = cli_rocking_components(arguments, record, motion, &across);
        ground_motion_clear(&across);
    }
    code = code == CLI_OK ? cli_rocking_impact(arguments, &o->impact) : code;
    code = code == CLI_OK ? cli_rocking_range(arguments, "frequency", &o->x0, &o->x1) : code;
    code = code == CLI_OK ? cli_rocking_range(arguments, "amplitude", &o->y0, &o->y1) : code;
    return code == CLI_OK ? cli_rocking_cells(arguments, &o->nx, &o->ny) : code;
}

static void print_summary(const rocking_spectrum *spectrum)
{
    const rocking_spectrum_options *o = &spectrum->options;
    size_t rest = 0, fallen = 0, direct = 0;
    const rocking_spectrum_edge *lowest = NULL;
    for (size_t k = 0; k < o->nx * o->ny; k++) {
        const rocking_spectrum_cell *cell = &spectrum->cells[k];
        rest += cell->peak == 0.0;
        fallen += cell->outcome == TALUS_PLANAR_OVERTURNED;
        direct += cell->outcome == TALUS_PLANAR_OVERTURNED && cell->impacts == 0;
    }
    for (size_t k = 0; k < spectrum->edge_count; k++) {
        const rocking_spectrum_edge *edge = &spectrum->edges[k];
        lowest = !edge->overturns_below && (!lowest || edge->y < lowest->y) ? edge : lowest;
    }
    printf("cells        %zu x %zu: %zu at rest, %zu rock, %zu overturn (%zu of them without "
           "impact)\n",
           o->nx, o->ny, rest, o->nx * o->ny - rest - fallen, fallen, direct);
    printf("edges        %zu changes of the verdict\n", spectrum->edge_count);
    if (lowest) {
        printf("lowest       %s = %.6g overturns from %.8g g tan(alpha) on\n",
               o->motion ? "p (rad/s)" : "frequency / p", lowest->x, lowest->y);
    }
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return rocking_spectrum_write(directory, user, error);
}

cli_exit cli_rocking_spectrum(const cli_arguments *arguments)
{
    rocking_spectrum_options options = rocking_spectrum_options_default();
    talus_ground_motion motion = {.count = 0};
    directory_study files = {
        .name = "rocking spectrum", .files = rocking_spectrum_files, .write = write_files};
    rocking_spectrum spectrum = {.cells = NULL};
    talus_error error = {0};
    cli_exit code = read_options(arguments, &options, &motion);
    if (code == CLI_OK) {
        code = cli_study_open(arguments, cli_value(arguments, "out"), &files);
    }
    if (code == CLI_OK) {
        code = cli_rocking_exit(rocking_spectrum_make(&options, &spectrum, &error), &error);
    }
    if (code == CLI_OK) {
        print_summary(&spectrum);
        code = cli_study_write(&files, &spectrum);
    }
    cli_study_close(&files);
    rocking_spectrum_clear(&spectrum);
    ground_motion_clear(&motion);
    return code;
}
