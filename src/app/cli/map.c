// SPDX-License-Identifier: GPL-3.0-or-later
// talus map: a layer of a result directory becomes a picture.
#include "app/cli/commands.h"
#include "talus/directory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void cli_map_defaults(void *options, size_t size)
{
    cli_map_options *map = options;
    (void)size;
    *map = (cli_map_options){.layer = "reach_probability", .map = talus_map_options_default()};
}

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

/// A picture that goes into the result directory.
typedef struct map_item {
    const char *directory, *layer;
    const talus_map_options *options;
    char name[256]; ///< LAYER.png
} map_item;

static talus_status claim(void *user, talus_directory *directory, talus_error *error)
{
    return talus_directory_claim(directory, ((const map_item *)user)->name, error);
}

static talus_status write_item(void *user, talus_directory *directory, talus_error *error)
{
    const map_item *item = user;
    char path[CLI_PATH_SIZE];
    talus_status status = talus_directory_begin(directory, item->name, path, sizeof path, error);
    if (status == TALUS_OK) {
        status = talus_map_draw(item->directory, item->layer, path, item->options, error);
    }
    return status == TALUS_OK ? talus_directory_commit(directory, item->name, error) : status;
}

/// Is there a manifest that the picture can be entered in? Partial results have none that lasts.
static bool is_complete(const char *directory)
{
    char path[CLI_PATH_SIZE];
    snprintf(path, sizeof path, "%s/PARTIAL", directory);
    if (access(path, F_OK) == 0) {
        return false;
    }
    snprintf(path, sizeof path, "%s/manifest.json", directory);
    return access(path, F_OK) == 0;
}

static talus_status add_picture(map_item *item, bool overwrite, talus_error *error)
{
    talus_diagnostics *warnings = talus_diagnostics_create();
    const talus_directory_options options = {
        .size = sizeof options, .overwrite = overwrite, .warnings = warnings};
    const talus_contributor contributor = {.size = sizeof contributor,
                                           .name = "map",
                                           .claim = claim,
                                           .write = write_item,
                                           .user = item};
    const talus_status status = talus_directory_add(item->directory, &options, &contributor, error);
    (void)cli_study_diagnostics(warnings, false);
    return status;
}

static cli_exit draw(const cli_arguments *arguments, const cli_map_options *asked, map_item *item)
{
    const char *picture = asked->out;
    char beside[CLI_PATH_SIZE];
    talus_error error = {0};
    talus_status status = TALUS_OK;
    snprintf(item->name, sizeof item->name, "%.200s.png",
             strchr(item->layer, ',') == NULL ? item->layer : "maps");
    snprintf(beside, sizeof beside, "%.3800s/%s", item->directory, item->name);
    if (picture == NULL && is_complete(item->directory)) {
        cli_watch_output(item->directory, NULL);
        status = add_picture(item, asked->overwrite, &error);
    } else {
        picture = picture != NULL ? picture : beside;
        const cli_exit target = cli_check_target(arguments, picture);
        if (target != CLI_OK) {
            return target;
        }
        status = talus_map_draw(item->directory, item->layer, picture, item->options, &error);
    }
    if (status != TALUS_OK) {
        cli_print_error(&error);
    } else {
        printf("%s\n", picture != NULL ? picture : beside);
    }
    return cli_exit_of(status);
}

cli_exit cli_map(const cli_arguments *arguments)
{
    const char *directory = arguments->operands[0];
    cli_map_options asked;
    cli_options_read(arguments, &asked);
    const cli_exit found = look_up(directory, asked.layer, asked.list);
    if (found != CLI_OK || asked.list) {
        return found;
    }
    map_item item = {.directory = directory, .layer = asked.layer, .options = &asked.map};
    return draw(arguments, &asked, &item);
}
