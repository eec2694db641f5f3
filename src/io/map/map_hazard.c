// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of a hazard assessment as hazard.json describes them. [docs/hazard.md]
#include "io/map/map_hazard.h"

#include "foundation/files/files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// "once in 30 years", or of rules of probabilities "with probability 0.01".
static void word_level(char *text, size_t size, bool is_annual, double level)
{
    char number[32];
    files_print_short(number, level);
    snprintf(text, size, is_annual ? "once in %s years" : "with probability %s", number);
}

/// Energies of the intensities that hazard.json lists.
typedef struct intensity_list {
    size_t count;
    double from[MAP_CLASS_MAX]; ///< kJ
} intensity_list;

/// "30 to 300 kJ" of the intensities first to last.
static void word_energies(char *text, size_t size, const intensity_list *list, size_t first,
                          size_t last)
{
    const double low = list->from[first];
    if (last + 1 < list->count && low > 0) {
        snprintf(text, size, "%.10g to %.10g kJ", low, list->from[last + 1]);
    } else if (last + 1 < list->count) {
        snprintf(text, size, "up to %.10g kJ", list->from[last + 1]);
    } else if (low > 0) {
        snprintf(text, size, "over %.10g kJ", low);
    } else {
        snprintf(text, size, "any energy");
    }
}

static double number_of(const files_json_node *node, const char *key)
{
    double value = 0;
    (void)files_json_number(files_json_member(node, key), &value);
    return value;
}

static void add_line(map_class *class_, const char *first, const char *second)
{
    const size_t used = strlen(class_->words);
    snprintf(class_->words + used, sizeof class_->words - used, "%s%s%s\n", first,
             *second ? " " : "", second);
}

/// What makes a zone: a line for each level that has it.
static void word_zone(const files_json_node *matrix, bool is_annual, const intensity_list *list,
                      size_t zone, map_class *class_)
{
    const size_t count = files_json_length(matrix);
    for (size_t k = 0; k < count;) {
        const double level = number_of(files_json_item(matrix, k), "level");
        size_t first = MAP_CLASS_MAX, last = 0;
        for (; k < count && number_of(files_json_item(matrix, k), "level") == level; k++) {
            const files_json_node *entry = files_json_item(matrix, k);
            const size_t intensity = (size_t)number_of(entry, "intensity") - 1;
            if ((size_t)number_of(entry, "zone") == zone && intensity < list->count) {
                first = intensity < first ? intensity : first;
                last = intensity > last ? intensity : last;
            }
        }
        if (first < MAP_CLASS_MAX) {
            char energies[64], words[80];
            word_energies(energies, sizeof energies, list, first, last);
            word_level(words, sizeof words, is_annual, level);
            add_line(class_, energies, words);
        }
    }
}

/// Title, colour and pattern of an item of hazard.json.
static bool read_class(const files_json_node *node, const char *key, map_class *class_)
{
    const char *title = files_json_text(files_json_member(node, key));
    const char *colour = files_json_text(files_json_member(node, "colour"));
    unsigned rgb[3] = {0};
    char *clean = title ? files_clean_text(title) : NULL;
    if (clean == NULL || colour == NULL ||
        sscanf(colour, "#%2x%2x%2x", &rgb[0], &rgb[1], &rgb[2]) != 3) {
        free(clean);
        return false;
    }
    *class_ = (map_class){.colour = {rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0}};
    (void)files_json_bool(files_json_member(node, "hatched"), &class_->hatched);
    snprintf(class_->title, sizeof class_->title, "%s", clean);
    free(clean);
    return true;
}

static bool read_classes(const files_json_node *root, bool is_zones, bool is_annual,
                         map_classes *classes)
{
    const files_json_node *intensities = files_json_member(root, "intensities");
    const files_json_node *items = is_zones ? files_json_member(root, "zones") : intensities;
    intensity_list list = {.count = files_json_length(intensities)};
    list.count = list.count < MAP_CLASS_MAX ? list.count : MAP_CLASS_MAX;
    for (size_t k = 0; k < list.count; k++) {
        list.from[k] = number_of(files_json_item(intensities, k), "from_kj");
    }
    classes->count = files_json_length(items);
    classes->count = classes->count < MAP_CLASS_MAX ? classes->count : MAP_CLASS_MAX;
    for (size_t k = 0; k < classes->count; k++) {
        map_class *class_ = &classes->items[k];
        if (!read_class(files_json_item(items, k), is_zones ? "title" : "name", class_)) {
            return false;
        }
        if (!is_zones) {
            char energies[64];
            word_energies(energies, sizeof energies, &list, k, k);
            add_line(class_, strcmp(energies, class_->title) ? energies : "", "");
        } else if ((size_t)number_of(root, "residual") == k + 1) {
            add_line(class_, "reached, but none of the above", "");
        } else {
            word_zone(files_json_member(root, "matrix"), is_annual, &list, k + 1, class_);
        }
    }
    return classes->count > 0;
}

static void word_notes(const files_json_node *root, const campaign_layer *layer, bool is_zones,
                       bool is_annual, map_classes *classes)
{
    const char *rules = files_json_text(files_json_member(root, "rules"));
    char clean[sizeof classes->heading];
    files_clean_copy(clean, sizeof clean, rules ? rules : "");
    const double uncertain = number_of(root, "uncertain_figures"),
                 width = number_of(root, "reference_width_m");
    char figures[80] = "", object[64] = "";
    if (width > 0) {
        snprintf(object, sizeof object, " On an object %.10g m wide.", width);
    }
    if (uncertain > 0) {
        snprintf(figures, sizeof figures, " Uncertain figures in the rules: %.0f.", uncertain);
    }
    snprintf(classes->heading, sizeof classes->heading, "%s", is_zones ? clean : layer->title);
    snprintf(classes->note, sizeof classes->note, "%s%s%s%s",
             is_annual ? "Kinetic energies that rocks exceed; once in T years: annual frequency "
                         "1/T."
                       : "Kinetic energies that rocks exceed; probabilities given a release, no "
                         "annual frequencies.",
             object, is_zones ? "" : " Uncoloured: no rock, or less often.", figures);
}

/// Polygons and release points, where their files are.
static talus_status load_vectors(const char *directory, bool is_zones, map_classes *classes,
                                 talus_error *error)
{
    talus_status status = TALUS_OK;
    if (is_zones) {
        status = map_read_vectors(directory, "hazard", "zones", "rank", &classes->zones,
                                  &classes->ranks, error);
    }
    return status == TALUS_OK ? map_read_vectors(directory, "results", "releases", NULL,
                                                 &classes->sources, NULL, error)
                              : status;
}

talus_status map_load_classes(const char *directory, const campaign_layer *layer,
                              map_classes *classes, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    files_json *json = NULL;
    const bool is_zones = strcmp(layer->name, "zones") == 0;
    talus_status status = output_path(path, directory, "hazard", ".json", error);
    status = status == TALUS_OK ? files_json_read(path, &json, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const files_json_node *root = files_json_root(json);
    const files_json_node *undecided = files_json_member(root, "undecided");
    classes->has_undecided = read_class(undecided, "title", &classes->undecided);
    const char *basis = files_json_text(files_json_member(root, "basis"));
    const bool is_annual = !basis || strcmp(basis, "return_period") == 0;
    if (read_classes(root, is_zones, is_annual, classes)) {
        word_notes(root, layer, is_zones, is_annual, classes);
        status = load_vectors(directory, is_zones, classes, error);
    } else {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%.400s has no classes with names and colours for %s.tif; run "
                                 "the scenario again",
                                 path, layer->name);
    }
    files_json_destroy(json);
    return status;
}

void map_clear_classes(map_classes *classes)
{
    geo_vectors_clear(&classes->zones);
    geo_attribute_clear(&classes->ranks);
    geo_vectors_clear(&classes->sources);
}
