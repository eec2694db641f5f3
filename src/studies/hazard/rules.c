// SPDX-License-Identifier: GPL-3.0-or-later
// Rule packs from file to matrix. docs/hazard.md is the prose of the keys.
#include "studies/hazard/hazard.h"

#include "input/scenario/model.h"

#include <stdlib.h>
#include <string.h>

#define COMPLAIN(tree, node, ...)                                                                  \
    scenario_report((tree)->diagnostics, TALUS_SEVERITY_ERROR, node, __VA_ARGS__)

static bool is_colour(const char *text)
{
    return text != NULL && text[0] == '#' && strlen(text) == 7 &&
           strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

static void check_colour(scenario_tree *tree, const scenario_node *node, const char *colour)
{
    if (colour != NULL && !is_colour(colour)) {
        COMPLAIN(tree, scenario_find(node, "colour"),
                 "expected a colour such as \"#e31a1c\", found '%s'", colour);
    }
}

/// A name that is missing is reported where it is read, and is like no other.
static bool are_same(const char *a, const char *b)
{
    return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static void check_classes(scenario_tree *tree, const scenario_list *list)
{
    const hazard_intensity *classes = list->items;
    for (size_t k = 0; k < list->count; k++) {
        check_colour(tree, classes[k].node, classes[k].colour);
        if (k > 0 && !(classes[k].from_kj > classes[k - 1].from_kj)) {
            COMPLAIN(tree, classes[k].node,
                     "classes ascend: each has to begin above the one before it");
        }
        for (size_t i = 0; i < k; i++) {
            if (are_same(classes[i].name, classes[k].name)) {
                COMPLAIN(tree, classes[k].node, "there is a class '%s' already", classes[k].name);
            }
        }
    }
}

static int find_class(const hazard_keys *keys, const char *name)
{
    const hazard_intensity *classes = keys->classes.items;
    for (size_t k = 0; k < keys->classes.count; k++) {
        if (are_same(classes[k].name, name)) {
            return (int)k;
        }
    }
    return HAZARD_NONE;
}

static int find_zone(const hazard_keys *keys, const char *name)
{
    const hazard_zone *zones = keys->zones.items;
    for (size_t k = 0; k < keys->zones.count; k++) {
        if (are_same(zones[k].name, name)) {
            return (int)k;
        }
    }
    return HAZARD_NONE;
}

static double level_of(const hazard_keys *keys, const hazard_entry *entry)
{
    return keys->basis == HAZARD_RETURN_PERIOD ? entry->return_period : entry->reach_probability;
}

static void check_level(scenario_tree *tree, const hazard_keys *keys, const hazard_entry *entry)
{
    const bool by_period = keys->basis == HAZARD_RETURN_PERIOD;
    const double other = by_period ? entry->reach_probability : entry->return_period;
    if (isnan(level_of(keys, entry)) || !isnan(other)) {
        const char *expected = by_period ? "return_period_yr" : "reach_probability";
        COMPLAIN(tree, entry->node, "basis %s: expected '%s' and no other level",
                 by_period ? "return_period" : "reach_probability", expected);
    }
}

static void check_matrix(scenario_tree *tree, const hazard_keys *keys)
{
    const hazard_entry *entries = keys->matrix.items;
    for (size_t k = 0; k < keys->matrix.count; k++) {
        const hazard_entry *entry = &entries[k];
        check_level(tree, keys, entry);
        if (entry->intensity != NULL && find_class(keys, entry->intensity) == HAZARD_NONE) {
            COMPLAIN(tree, scenario_find(entry->node, "intensity"),
                     "no class of intensity is named '%s'", entry->intensity);
        }
        if (entry->zone != NULL && find_zone(keys, entry->zone) == HAZARD_NONE) {
            COMPLAIN(tree, scenario_find(entry->node, "zone"), "no zone is named '%s'",
                     entry->zone);
        }
        for (size_t i = 0; i < k; i++) {
            if (level_of(keys, &entries[i]) == level_of(keys, entry) &&
                are_same(entries[i].intensity, entry->intensity)) {
                COMPLAIN(tree, entry->node, "this level has an entry for intensity '%s' already",
                         entry->intensity);
            } else if (level_of(keys, &entries[i]) != level_of(keys, entry) &&
                       scenario_reads_alike(level_of(keys, &entries[i]), level_of(keys, entry))) {
                COMPLAIN(tree, entry->node, "two levels read %g, but files are called by them",
                         level_of(keys, entry));
            }
        }
    }
}

static void check_zones(scenario_tree *tree, const hazard_keys *keys)
{
    const hazard_zone *zones = keys->zones.items;
    for (size_t k = 0; k < keys->zones.count; k++) {
        check_colour(tree, zones[k].node, zones[k].colour);
        for (size_t i = 0; i < k; i++) {
            if (are_same(zones[i].name, zones[k].name)) {
                COMPLAIN(tree, zones[k].node, "there is a zone '%s' already", zones[k].name);
            }
        }
    }
    if (keys->residual != NULL && find_zone(keys, keys->residual) == HAZARD_NONE) {
        COMPLAIN(tree, scenario_find(keys->node, "residual"), "no zone is named '%s'",
                 keys->residual);
    }
}

static void check_nets(scenario_tree *tree, const hazard_nets *nets)
{
    for (size_t k = 1; k < nets->classes.count; k++) {
        if (!(nets->classes.values[k] > nets->classes.values[k - 1])) {
            COMPLAIN(tree, scenario_find(nets->node, "classes_kj"), "classes of nets ascend");
            return;
        }
    }
}

static void check(scenario_tree *tree, const char *directory, void *model)
{
    const hazard_keys *keys = model;
    (void)directory;
    if (keys->matrix.count > 0 && (keys->classes.count == 0 || keys->zones.count == 0)) {
        COMPLAIN(tree, scenario_find(keys->node, "matrix"), "a matrix needs 'classes' and 'zones'");
        return;
    }
    check_classes(tree, &keys->classes);
    check_zones(tree, keys);
    check_matrix(tree, keys);
    check_nets(tree, &keys->nets);
}

/// Frequent levels first: short return periods, high probabilities.
static bool is_before(const hazard_rules *rules, double a, double b)
{
    return rules->keys.basis == HAZARD_RETURN_PERIOD ? a < b : a > b;
}

/// Index of a level, put in its place when it is new; HAZARD_NONE when there are too many.
static int place_level(hazard_rules *rules, double level)
{
    size_t at = 0;
    while (at < rules->level_count && is_before(rules, rules->levels[at], level)) {
        at++;
    }
    if (at < rules->level_count && rules->levels[at] == level) {
        return (int)at;
    }
    if (rules->level_count == HAZARD_LEVELS) {
        return HAZARD_NONE;
    }
    for (size_t k = rules->level_count++; k > at; k--) {
        rules->levels[k] = rules->levels[k - 1];
    }
    rules->levels[at] = level;
    return (int)at;
}

static talus_status fill_matrix(hazard_rules *rules, talus_error *error)
{
    const hazard_keys *keys = &rules->keys;
    const hazard_entry *entries = keys->matrix.items;
    for (size_t k = 0; k < keys->matrix.count; k++) {
        if (place_level(rules, level_of(keys, &entries[k])) == HAZARD_NONE) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s:%d: a matrix has at most %d levels", rules->document.path,
                                   entries[k].node->line, HAZARD_LEVELS);
        }
        rules->uncertain_count += entries[k].uncertain;
    }
    memset(rules->matrix, 0xff, sizeof rules->matrix); // HAZARD_NONE
    for (size_t k = 0; k < keys->matrix.count; k++) {
        const int level = place_level(rules, level_of(keys, &entries[k]));
        const int intensity = find_class(keys, entries[k].intensity);
        rules->matrix[level][intensity] = find_zone(keys, entries[k].zone);
    }
    return TALUS_OK;
}

/// Report an intensity that makes less than a lower one at the same level: a gap, or a slip.
static void check_order(const hazard_rules *rules, talus_diagnostics *diagnostics)
{
    const hazard_entry *entries = rules->keys.matrix.items;
    for (size_t k = 0; k < rules->keys.matrix.count; k++) {
        const int *row = NULL;
        for (size_t level = 0; level < rules->level_count; level++) {
            row = rules->levels[level] == level_of(&rules->keys, &entries[k]) ? rules->matrix[level]
                                                                              : row;
        }
        const size_t higher = (size_t)find_class(&rules->keys, entries[k].intensity) + 1;
        if (row != NULL && higher < rules->class_count && row[higher] < row[higher - 1]) {
            scenario_report(diagnostics, TALUS_WARNING, entries[k].node,
                            "intensity '%s' makes zone '%s' at this level, but the stronger '%s' "
                            "makes %s",
                            entries[k].intensity, entries[k].zone, rules->classes[higher].name,
                            row[higher] == HAZARD_NONE ? "none" : rules->zones[row[higher]].name);
        }
    }
}

static talus_status resolve(hazard_rules *rules, talus_diagnostics *diagnostics, talus_error *error)
{
    const hazard_keys *keys = &rules->keys;
    rules->classes = keys->classes.items;
    rules->class_count = keys->classes.count;
    rules->zones = keys->zones.items;
    rules->zone_count = keys->zones.count;
    rules->residual = find_zone(keys, keys->residual);
    rules->uncertain_count = (size_t)keys->design.uncertain + (size_t)keys->nets.uncertain +
                             (size_t)keys->width_uncertain;
    const talus_status status = fill_matrix(rules, error);
    if (status == TALUS_OK) {
        check_order(rules, diagnostics);
    }
    return status;
}

talus_status talus_rules_read(const char *path, talus_diagnostics *diagnostics,
                              hazard_rules **rules, talus_error *error)
{
    static const scenario_format format = {
        .table = &hazard_rules_table, .example = "'classes:', 'zones:', 'matrix:'", .check = check};
    const scenario_source_file source = {.path = path, .format = &format};
    if (path == NULL || rules == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the name of the rules, or the place for them, is NULL");
    }
    *rules = NULL;
    hazard_rules *fresh = calloc(1, sizeof *fresh);
    if (fresh == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the rules");
    }
    talus_status status =
        scenario_document_read(&fresh->document, &source, &fresh->keys, diagnostics, error);
    status = status == TALUS_OK ? resolve(fresh, diagnostics, error) : status;
    if (status != TALUS_OK) {
        talus_rules_destroy(fresh);
        return status;
    }
    *rules = fresh;
    return TALUS_OK;
}

void talus_rules_destroy(hazard_rules *rules)
{
    if (rules == NULL) {
        return;
    }
    scenario_clear_section(&hazard_rules_table, &rules->keys);
    scenario_document_clear(&rules->document);
    free(rules);
}
