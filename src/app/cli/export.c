// SPDX-License-Identifier: GPL-3.0-or-later
// talus export: parts of a result directory as one file for another program.
#include "talus/export.h"
#include "app/cli/cli.h"

#include <string.h>
#include <strings.h>

static void print_layer(void *user, const char *name, const char *kind, size_t features)
{
    ++*(size_t *)user;
    if (strcmp(kind, "raster") == 0) {
        printf("%-36s %-9s\n", name, kind);
    } else {
        printf("%-36s %-9s %zu\n", name, kind, features);
    }
}

static cli_exit list(const char *directory)
{
    size_t count = 0;
    talus_export_find_layers(directory, print_layer, &count);
    if (count == 0) {
        cli_say("talus: error: %s is not a result directory with layers\n", directory);
    }
    return count > 0 ? CLI_OK : CLI_BAD_INPUT;
}

static void print_report(const char *path, const talus_export_report *report)
{
    if (report->format == TALUS_EXPORT_GLTF) {
        printf("paths       %zu\n", report->tracks);
        printf("moving      %zu\n", report->bodies);
    } else if (report->format != TALUS_EXPORT_COG) {
        printf("layers      %zu\n", report->layers);
        printf("features    %zu\n", report->features);
    }
    printf("written     %s\n", path);
}

/// Options of other formats have no effect, so they are refused.
static cli_exit check_options(const cli_arguments *arguments, const char *path)
{
    static const char *const of_gltf[] = {"tracks", "rocks", NULL};
    const char *dot = strrchr(path, '.');
    const bool is_gltf =
        dot != NULL && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0);
    for (size_t k = 0; of_gltf[k] != NULL; k++) {
        if (cli_has(arguments, of_gltf[k]) && !is_gltf) {
            cli_say("talus: export: --%s goes with a .gltf or .glb alone; other formats hold all "
                    "features of a layer\n",
                    of_gltf[k]);
            return CLI_USAGE;
        }
    }
    return CLI_OK;
}

cli_exit cli_export(const cli_arguments *arguments)
{
    const char *directory = arguments->operands[0], *path = cli_value(arguments, "out");
    talus_export_options options;
    if (cli_has(arguments, "list")) {
        return list(directory);
    }
    if (check_options(arguments, path) != CLI_OK) {
        return CLI_USAGE;
    }
    cli_options_read(arguments, &options);
    cli_watch_file(path);
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_export_report report;
    talus_error error = {0};
    options.warnings = diagnostics;
    const talus_status status = talus_export_write(directory, path, &options, &report, &error);
    (void)cli_study_diagnostics(diagnostics, false);
    if (status == TALUS_OK) {
        print_report(path, &report);
    }
    return cli_study_exit(status, false, &error);
}
