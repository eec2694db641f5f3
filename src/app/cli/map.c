// SPDX-License-Identifier: GPL-3.0-or-later
// talus map: a layer of a result directory becomes a picture.
#include "talus/map.h"
#include "app/cli/cli.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST_WIDTH = 200, LARGEST_WIDTH = 20000 };

/// The layers of a directory, owned.
typedef struct layer_list {
    char **names; ///< (count + 1) ended by NULL
    size_t count;
    bool prints; ///< name and title on stdout
} layer_list;

static void keep_layer(void *user, const char *name, const char *title)
{
    layer_list *list = user;
    char **larger = realloc(list->names, (list->count + 2) * sizeof *larger);
    char *copy = larger ? strdup(name) : NULL;
    list->names = larger ? larger : list->names;
    if (copy) {
        list->names[list->count++] = copy;
        list->names[list->count] = NULL;
    }
    if (list->prints) {
        printf("%-36s %s\n", name, title);
    }
}

static void clear_list(layer_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->names[k]);
    }
    free(list->names);
}

static bool has_layer(const layer_list *list, const char *layer)
{
    for (size_t k = 0; k < list->count; k++) {
        if (strcmp(list->names[k], layer) == 0) {
            return true;
        }
    }
    return false;
}

/// A layer that is not there, and all that are, in lines.
static void refuse(const char *directory, const char *layer, const layer_list *list)
{
    enum { LINE = 96 };
    const char *near = cli_nearest(layer, (const char *const *)list->names);
    cli_say("talus: error: there is no layer \"%s\" in %s%s%s%s; it has\n", layer, directory,
            near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    size_t used = 0;
    for (size_t k = 0; k < list->count; k++) {
        const size_t length = strlen(list->names[k]) + 1;
        cli_say("%s %s", used == 0 ? " " : used + length > LINE ? "\n " : "", list->names[k]);
        used = used + length > LINE ? length : used + length;
    }
    fprintf(stderr, "\n");
}

/// Rules may make no zones; a request for them gets the reason.
static void print_no_zones(const char *directory)
{
    char why[512];
    if (talus_map_why_no_zones(directory, why, sizeof why)) {
        fprintf(stderr, "talus: warning: %s: %s\n", directory, why);
    }
}

/// CLI_OK when the layers are there; what was asked for with --list is then printed.
/// @param layers with commas between them
static cli_exit look_up(const char *directory, const char *layers, bool prints)
{
    layer_list list = {.prints = prints};
    cli_exit code = CLI_OK;
    char layer[256];
    talus_map_find_layers(directory, keep_layer, &list);
    while (list.count > 0 && !prints && code == CLI_OK &&
           cli_next_item(&layers, layer, sizeof layer)) {
        if (!has_layer(&list, layer)) {
            refuse(directory, layer, &list);
            code = CLI_BAD_INPUT;
        }
    }
    if (list.count > 0 && (prints || code != CLI_OK)) {
        print_no_zones(directory);
    }
    clear_list(&list);
    return code;
}

cli_exit cli_map(const cli_arguments *arguments)
{
    const char *directory = arguments->operands[0];
    const char *layer = cli_value(arguments, "layer");
    const char *picture = cli_value(arguments, "out");
    const uint64_t width = cli_count(arguments, "width", 0);
    char beside[4096];
    if (cli_has(arguments, "width") && (width < SMALLEST_WIDTH || width > LARGEST_WIDTH)) {
        fprintf(stderr, "talus map: --width: found %llu, expected %d to %d pixels\n",
                (unsigned long long)width, SMALLEST_WIDTH, LARGEST_WIDTH);
        return CLI_USAGE;
    }
    layer = layer ? layer : "reach_probability";
    const bool prints = cli_has(arguments, "list");
    const cli_exit found = look_up(directory, layer, prints);
    if (found != CLI_OK || prints) {
        return found;
    }
    if (!picture) {
        snprintf(beside, sizeof beside, "%s/%s.png", directory,
                 strchr(layer, ',') == NULL ? layer : "maps");
        picture = beside;
    }
    const talus_map_options options = {.size = sizeof(talus_map_options),
                                       .width = (int)width,
                                       .title = cli_value(arguments, "title"),
                                       .columns = cli_count(arguments, "columns", 0)};
    talus_error error = {0};
    if (talus_map_draw(directory, layer, picture, &options, &error) != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(error.status);
    }
    printf("%s\n", picture);
    return CLI_OK;
}
