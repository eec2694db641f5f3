// SPDX-License-Identifier: GPL-3.0-or-later
// talus report: a result directory as one page.
#include "talus/report.h"
#include "app/cli/cli.h"

static void print_facts(const char *directory, const char *path, const talus_report_facts *facts)
{
    printf("layers      %zu\n", facts->layers);
    printf("paths       %zu, %zu of them tumble\n", facts->tracks, facts->tumbling);
    if (facts->missing > 0) {
        printf("left out    %zu: the page says what and why, under \"Not in this report\"\n",
               facts->missing);
    }
    printf("size        %.2f MB\n", 1e-6 * (double)facts->bytes);
    if (path != NULL) {
        printf("written     %s\n", path);
    } else {
        printf("written     %s/report.html\n", directory);
    }
}

cli_exit cli_report(const cli_arguments *arguments)
{
    const char *directory = arguments->operands[0];
    talus_report_options options;
    cli_options_read(arguments, &options);
    cli_watch_output(directory, options.path);
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_report_facts facts;
    talus_error error = {0};
    options.warnings = diagnostics;
    const talus_status status = talus_report_write(directory, &options, &facts, &error);
    (void)cli_study_diagnostics(diagnostics, false);
    if (status == TALUS_OK) {
        print_facts(directory, options.path, &facts);
    }
    return cli_study_exit(status, false, &error);
}
