// SPDX-License-Identifier: GPL-3.0-or-later
// talus scene: a perspective picture of a result directory.
#include "talus/scene.h"
#include "app/cli/cli.h"

#include <string.h>

static const struct {
    const char *name;
    unsigned bit;
} parts[] = {{"tracks", TALUS_SCENE_TRACKS},
             {"rocks", TALUS_SCENE_ROCKS},
             {"deposits", TALUS_SCENE_DEPOSITS},
             {"screens", TALUS_SCENE_SCREENS},
             {"barriers", TALUS_SCENE_BARRIERS},
             {"forest", TALUS_SCENE_FOREST},
             {"all", TALUS_SCENE_ALL}};
enum { PARTS = sizeof parts / sizeof parts[0] };

/// Names with commas. @return false after a complaint
static bool read_parts(const char *list, unsigned *bits)
{
    for (const char *at = list; at != NULL && *bits <= TALUS_SCENE_ALL;) {
        const char *comma = strchr(at, ',');
        const size_t length = comma != NULL ? (size_t)(comma - at) : strlen(at);
        size_t k = 0;
        while (k < PARTS &&
               (strncmp(parts[k].name, at, length) != 0 || parts[k].name[length] != '\0')) {
            k++;
        }
        if (k == PARTS) {
            cli_say("talus: scene: --show: found \"%s\", expected names out of tracks, rocks, "
                    "deposits, screens, barriers, forest, all, with commas\n",
                    list);
            return false;
        }
        *bits |= parts[k].bit;
        at = comma != NULL ? comma + 1 : NULL;
    }
    return true;
}

static bool read_colour(const char *name, talus_scene_colour *colour)
{
    *colour = name == NULL || strcmp(name, "speed") == 0 ? TALUS_SCENE_SPEED
              : strcmp(name, "energy") == 0              ? TALUS_SCENE_ENERGY
                                                         : TALUS_SCENE_HEIGHT;
    return true;
}

/// Options of several numbers.
static bool read_numbers(const cli_arguments *arguments, talus_scene_options *options)
{
    double view[CLI_MAX_NUMBERS], target[CLI_MAX_NUMBERS], size[CLI_MAX_NUMBERS];
    const int views = cli_numbers(arguments, "view", view);
    const int targets = cli_numbers(arguments, "target", target);
    const int sizes = cli_numbers(arguments, "size", size);
    double sun[CLI_MAX_NUMBERS];
    if (!cli_numbers_check(arguments, "size", 2) || !cli_numbers_check(arguments, "sun", 2)) {
        return false;
    }
    if (views == 1 || targets == 1) {
        cli_say("talus: scene: --%s: found one number, expected two or three\n",
                views == 1 ? "view" : "target");
        return false;
    }
    for (int k = 0; k < targets; k++) {
        options->target[k] = target[k];
    }
    if (views > 0) {
        options->azimuth = view[0];
        options->elevation = view[1];
        options->distance = views > 2 ? view[2] : options->distance;
    }
    if (cli_numbers(arguments, "sun", sun) > 0) {
        options->sun[0] = sun[0];
        options->sun[1] = sun[1];
    }
    for (int k = 0; k < sizes; k++) {
        if (!(size[k] >= 320.0 && size[k] <= 10000.0)) {
            cli_say("talus: scene: --size: found %g, expected 320 to 10000 pixels\n", size[k]);
            return false;
        }
    }
    options->width = sizes > 0 ? (int)size[0] : 0;
    options->height = sizes > 0 ? (int)size[1] : 0;
    return true;
}

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
    talus_scene_options options = talus_scene_options_default();
    if (!read_parts(cli_value(arguments, "show"), &options.parts) ||
        !read_colour(cli_value(arguments, "colour"), &options.colour) ||
        !read_numbers(arguments, &options)) {
        return CLI_USAGE;
    }
    options.path = cli_value(arguments, "out");
    options.layer = cli_value(arguments, "layer");
    options.title = cli_value(arguments, "title");
    options.field_of_view = cli_number(arguments, "field-of-view", 0.0);
    options.exaggeration = cli_number(arguments, "exaggeration", 0.0);
    options.rock_scale = cli_number(arguments, "rock-scale", 0.0);
    options.tracks = (size_t)cli_count(arguments, "tracks", options.tracks);
    options.rocks = (size_t)cli_count(arguments, "rocks", options.rocks);
    options.threads = (unsigned)cli_count(arguments, "threads", 0);
    options.plain = cli_has(arguments, "plain");
    options.overwrite = cli_has(arguments, "overwrite");
    cli_watch_output(directory, options.path);
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_scene_report report;
    talus_error error = {0};
    options.warnings = diagnostics;
    const talus_status status = talus_scene_draw(directory, &options, &report, &error);
    cli_print_diagnostics(diagnostics, 0, false);
    talus_diagnostics_destroy(diagnostics);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    print_report(directory, options.path, &report);
    return CLI_OK;
}
