// SPDX-License-Identifier: GPL-3.0-or-later
// talus section: a section through a result directory.
#include "talus/section.h"
#include "app/cli/cli.h"

#include <stdlib.h>

enum { POINTS_MOST = 500 };

/// "x,y,x,y": pairs of numbers. @return how many pairs; 0 for another text
static size_t read_line(const char *text, double xy[2 * POINTS_MOST])
{
    size_t count = 0;
    const char *at = text;
    while (count < 2 * POINTS_MOST) {
        char *end = NULL;
        xy[count] = strtod(at, &end);
        if (end == at) {
            return 0;
        }
        count++;
        if (*end == '\0') {
            return count % 2 == 0 ? count / 2 : 0;
        }
        if (*end != ',') {
            return 0;
        }
        at = end + 1;
    }
    return 0;
}

static void print_report(const char *path, const talus_section_report *report)
{
    printf("length      %.6g m\n", report->length);
    printf("rocks       %zu of %zu recorded\n", report->near, report->rocks);
    if (report->near > 0) {
        printf("height      at most %.4g m over ground, at %.4g m\n", report->height,
               report->height_at);
        printf("energy      at most %.4g kJ of translation, at %.4g m\n", report->energy,
               report->energy_at);
    }
    printf("written     %s\n", path);
}

cli_exit cli_section(const cli_arguments *arguments)
{
    const char *path = cli_value(arguments, "out"), *line = cli_value(arguments, "line");
    talus_section_options options;
    double xy[2 * POINTS_MOST];
    cli_options_read(arguments, &options);
    if (line != NULL) {
        options.line = xy;
        options.point_count = read_line(line, xy);
        if (options.point_count == 0) {
            cli_complain(arguments->command,
                         "--line: found %s, expected x,y,x,y[,...] with at most "
                         "%d points",
                         line, POINTS_MOST);
            return CLI_USAGE;
        }
    }
    const cli_exit target = cli_check_target(arguments, path);
    if (target != CLI_OK) {
        return target;
    }
    talus_section_report report;
    talus_error error = {0};
    const talus_status status =
        talus_section_draw(arguments->operands[0], path, &options, &report, &error);
    if (status == TALUS_OK) {
        print_report(path, &report);
    }
    return cli_study_exit(status, false, &error);
}
