// SPDX-License-Identifier: GPL-3.0-or-later
// talus scene: a perspective picture of a result directory.
#include "talus/scene.h"
#include "app/cli/cli.h"

static void print_report(const char *directory, const char *path, const talus_scene_report *report)
{
    printf("camera      looks to %.0f deg from %.0f deg above, %.4g m from %.8g, %.8g, %.5g\n",
           report->azimuth, report->elevation, report->distance, report->target[0],
           report->target[1], report->target[2]);
    printf("terrain     %.5g m x %.5g m\n", report->width, report->depth);
    printf("paths       %zu\n", report->tracks);
    if (report->rocks > 0) {
        printf("rocks       %zu", report->rocks);
        if (report->bodies > 0) {
            printf(" with %zu further bodies of their events", report->bodies);
        }
        printf(", drawn %.3g times their size\n", report->rock_scale);
    }
    if (report->trees > 0) {
        printf("trees       %zu\n", report->trees);
    }
    printf("written     %s%s\n", path != NULL ? path : directory, path != NULL ? "" : "/scene.png");
}

cli_exit cli_scene(const cli_arguments *arguments)
{
    const char *directory = arguments->operands[0];
    talus_scene_options options;
    cli_options_read(arguments, &options);
    cli_watch_output(directory, options.path);
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_scene_report report;
    talus_error error = {0};
    options.warnings = diagnostics;
    const talus_status status = talus_scene_draw(directory, &options, &report, &error);
    (void)cli_study_diagnostics(diagnostics, false);
    if (status == TALUS_OK) {
        print_report(directory, options.path, &report);
    }
    return cli_study_exit(status, false, &error);
}
