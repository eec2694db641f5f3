// SPDX-License-Identifier: GPL-3.0-or-later
// Where grounds and forests lie, and the tables that say what values of a raster or of an attribute
// stand for.
#include "input/scenario/grounds.h"

#include <stdlib.h>
#include <string.h>

/// Classes are bytes, and forests leave one for none.
enum { MAX_KINDS = 255 };

static void complain(scenario_tree *tree, const scenario_node *node, const char *sentence)
{
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
}

static bool is_number(const char *text)
{
    char *end = NULL;
    strtod(text, &end);
    return end != text && *end == '\0';
}

/// Codes with leading zeros are names.
static bool is_code(const char *text)
{
    return text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

/// Same attribute, or same number.
static bool is_same(const char *a, const char *b, bool numbers)
{
    const bool are_names = !numbers && (is_code(a) || is_code(b));
    return are_names ? strcmp(a, b) == 0 : files_reads_alike(a, b);
}

static const scenario_cover *row_at(const scenario_cover *cover, size_t size, size_t k)
{
    return (const scenario_cover *)(const void *)((const char *)cover->rows.items + k * size);
}

/// A value in two rows, or twice in one.
static void check_twice(scenario_tree *tree, const scenario_cover *cover, size_t size, size_t row,
                        size_t item)
{
    const scenario_texts *texts = &row_at(cover, size, row)->values;
    for (size_t k = 0; k <= row; k++) {
        const scenario_texts *others = &row_at(cover, size, k)->values;
        const size_t count = k < row ? others->count : item;
        for (size_t n = 0; n < count; n++) {
            if (is_same(texts->values[item], others->values[n], cover->raster != NULL)) {
                scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                                scenario_find(row_at(cover, size, row)->node, "value"),
                                "value: '%.60s' stands in the table twice, expected one row for "
                                "each value",
                                texts->values[item]);
                return;
            }
        }
    }
}

static void check_rows(scenario_tree *tree, const scenario_cover *cover, size_t size)
{
    bool has_rest = false;
    for (size_t k = 0; k < cover->rows.count; k++) {
        const scenario_cover *row = row_at(cover, size, k);
        const scenario_node *node = scenario_find(row->node, "value");
        if (row->node != NULL && node == NULL) {
            if (has_rest || cover->others >= 0) {
                complain(tree, row->node,
                         "a class without 'value' takes all values that no other row names: there "
                         "can be one of it, and no 'others' beside it");
            }
            has_rest = true;
        }
        for (size_t i = 0; i < row->values.count; i++) {
            if (cover->raster != NULL && !is_number(row->values.values[i])) {
                scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                                "value: found '%.60s', expected a number, as a raster holds",
                                row->values.values[i]);
                continue;
            }
            check_twice(tree, cover, size, k, i);
        }
    }
}

static void check_place(scenario_tree *tree, const scenario_cover *cover, bool first,
                        const char *noun)
{
    const scenario_node *raster = scenario_find(cover->node, "raster");
    const scenario_node *dams = cover->on_dams ? scenario_find(cover->node, "dams") : NULL;
    const scenario_node *file = scenario_find(cover->node, "file");
    const scenario_node *place = raster != NULL ? raster : file != NULL ? file : dams;
    if (dams != NULL && place != dams) {
        complain(tree, dams, "dams: the entry has another place already: give one of them");
    }
    if (first && place != NULL && strcmp(noun, "ground") == 0) {
        complain(tree, place,
                 "the first ground lies everywhere and takes no file: put an entry without 'file' "
                 "before it");
    } else if (!first && cover->node != NULL && place == NULL) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, cover->node,
                        "a later %s without 'file' would hide all before it: give it a file, or "
                        "make it the first entry",
                        noun);
    }
}

void scenario_check_covers(scenario_tree *tree, const scenario_list *list, size_t size,
                           const char *noun)
{
    for (size_t i = 0; i < list->count; i++) {
        const scenario_cover *cover =
            (const scenario_cover *)(const void *)((const char *)list->items + i * size);
        check_place(tree, cover, i == 0, noun);
        check_rows(tree, cover, size);
    }
    const size_t kinds = scenario_kind_count(list, size);
    if (kinds > MAX_KINDS) {
        const scenario_cover *first = list->items;
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, first->node,
                        "%s: found %zu classes in all entries, expected at most %d", noun, kinds,
                        MAX_KINDS);
    }
}

void scenario_check_rasters(scenario_tree *tree, const scenario_list *list)
{
    const scenario_parameter_raster *rasters = list->items;
    for (size_t i = 0; i < list->count; i++) {
        const scenario_node *node = scenario_find(rasters[i].node, "parameter");
        if (node != NULL && rasters[i].parameter == TALUS_VARIED_FRICTION) {
            complain(tree, node,
                     "parameter: a raster gives one parameter: give one for mu_min and one for "
                     "mu_max");
        }
        for (size_t k = 0; node != NULL && k < i; k++) {
            if (rasters[k].parameter == rasters[i].parameter) {
                complain(tree, node, "parameter: it has a raster already");
            }
        }
    }
}

void scenario_check_laws(scenario_tree *tree, const scenario_ground *ground)
{
    static const char *const keys[] = {
#define NAME(id, name) name,
        TALUS_VARIED_LIST(NAME)
#undef NAME
    };
    bool some = false;
    for (size_t k = TALUS_VARIED_MU_MIN; k < TALUS_VARIED_COUNT; k++) {
        const scenario_quantity *given = scenario_ground_given(ground, (talus_varied)k);
        some = some || (given->given && given->law.law != TALUS_LAW_FIXED);
        if (given->given && given->law.law == TALUS_LAW_TABLE) {
            const bool is_soil = k >= TALUS_VARIED_SOIL_MODULUS;
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                            scenario_find(is_soil ? ground->soil.node : ground->cover.node,
                                          is_soil ? strchr(keys[k], '.') + 1 : keys[k]),
                            "%s: tables of measured values go with volumes of rocks only: give a "
                            "uniform, normal, lognormal or power_law distribution",
                            keys[k]);
        }
    }
    if (ground->drawn >= 0 && !some) {
        complain(
            tree, scenario_find(ground->cover.node, "drawn"),
            "drawn: it goes with distributions, but all parameters of this ground are numbers");
    }
}
