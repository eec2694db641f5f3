// SPDX-License-Identifier: GPL-3.0-or-later
// Class maps burnt by a table: values of a raster, or of an attribute of polygons.
#include "input/load/world.h"

#include "io/geo_rules/heights.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// So many values are counted one by one.
enum { MAX_UNKNOWN = 8 };
/// Values that no row lists, and the cells that hold them.
typedef struct unlisted {
    size_t count;
    double values[MAX_UNKNOWN];
    size_t cells[MAX_UNKNOWN]; ///< with each of them
    size_t further;            ///< cells with yet other ones
    size_t doubtful;           ///< cells of values that may stand for NODATA
    double example;            ///< the last of those
} unlisted;
/// Row of a value that stands for NODATA, where the table lacks it.
enum { NODATA_ROW = -2 };

/// One value of the table, sorted by it.
typedef struct known_value {
    double number;
    int row;
} known_value;

typedef struct class_table {
    const scenario_cover *cover;
    size_t size; ///< of a row
    uint8_t first;
    int rest; ///< row of all other values; -1 = none
    talus_class_map *map;
    size_t known_count;
    known_value *known;   ///< (known_count) ascending; of rasters
    unlisted unknown;     ///< without a row
    unlisted others;      ///< of the row of all others
    size_t missing;       ///< cells whose value stands for NODATA undeclared
    double missing_value; ///< the last of those
} class_table;

static const scenario_cover *row_of(const class_table *table, size_t k)
{
    return (const scenario_cover *)(const void *)((const char *)table->cover->rows.items +
                                                  k * table->size);
}

bool scenario_sample_raster(scenario_loader *loader, const scenario_node *map,
                            const scenario_area *area, const geo_sampling *sampling)
{
    const scenario_node *node = scenario_find(map, "raster");
    geo_operation used;
    const geo_frame frame = scenario_frame(loader, area->crs, area->operation, &used);
    talus_error error = {0};
    talus_diagnostics *messages = talus_diagnostics_create();
    char *path = scenario_join_path(loader->scenario->document.directory, area->file);
    talus_status status = TALUS_ERROR_MEMORY;
    if (path == NULL || messages == NULL) {
        (void)talus_error_set(&error, status, "out of memory for a raster");
    } else {
        status = geo_sample_raster(path, &frame, sampling, messages, &error);
        scenario_forward(loader, node, messages);
    }
    if (status == TALUS_OK) {
        status = scenario_keep_operation(loader, map, area->operation, &used, &error);
    }
    if (status != TALUS_OK) {
        scenario_fail_at(loader, node, &error);
    }
    talus_diagnostics_destroy(messages);
    free(path);
    return status == TALUS_OK;
}

static int compare_known(const void *a, const void *b)
{
    const known_value *p = a, *q = b;
    return (p->number > q->number) - (p->number < q->number);
}

static bool list_known(class_table *table)
{
    size_t count = 0;
    for (size_t k = 0; k < table->cover->rows.count; k++) {
        count += row_of(table, k)->values.count;
    }
    table->known = malloc((count + 1) * sizeof *table->known);
    if (table->known == NULL) {
        return false;
    }
    for (size_t k = 0; k < table->cover->rows.count; k++) {
        const scenario_texts *texts = &row_of(table, k)->values;
        for (size_t i = 0; i < texts->count; i++) {
            table->known[table->known_count++] =
                (known_value){.number = strtod(texts->values[i], NULL), .row = (int)k};
        }
    }
    qsort(table->known, table->known_count, sizeof *table->known, compare_known);
    return true;
}

static void count_unlisted(unlisted *list, double value)
{
    size_t k = 0;
    while (k < list->count && list->values[k] != value) {
        k++;
    }
    if (k == MAX_UNKNOWN) {
        list->further++;
        return;
    }
    if (k == list->count) {
        list->values[list->count++] = value;
    }
    list->cells[k]++;
}

static void count_other(unlisted *list, double value)
{
    count_unlisted(list, value);
    if (geo_may_mean_nodata(value)) {
        list->doubtful++;
        list->example = value;
    }
}

/// Burn one row of cells; NODATA leaves what lies below.
static void burn_row(void *user, size_t j, const double *values)
{
    class_table *table = user;
    uint8_t *classes = table->map->classes + j * table->map->nx;
    double last = (double)NAN;
    int row = -1;
    bool is_other = false;
    for (size_t i = 0; i < table->map->nx; i++) {
        if (isnan(values[i])) {
            continue;
        }
        if (values[i] != last) {
            const known_value key = {.number = values[i]};
            const known_value *found =
                bsearch(&key, table->known, table->known_count, sizeof key, compare_known);
            const bool is_missing = found == NULL && geo_means_nodata(values[i]);
            row = found != NULL ? found->row : is_missing ? NODATA_ROW : table->rest;
            is_other = found == NULL && row >= 0;
            last = values[i];
        }
        if (row == NODATA_ROW) {
            table->missing++;
            table->missing_value = values[i];
        } else if (row >= 0) {
            classes[i] = (uint8_t)(table->first + row);
            if (is_other) {
                count_other(&table->others, values[i]);
            }
        } else {
            count_unlisted(&table->unknown, values[i]);
        }
    }
}

enum { LIST_SIZE = 400 };
/// "7 (on 12 cells), 9 (on 3 cells) and others (on 40 cells)"
static const char *list_values(const unlisted *list, char text[LIST_SIZE])
{
    size_t used = 0;
    for (size_t k = 0; k < list->count; k++) {
        used += (size_t)snprintf(text + used, LIST_SIZE - used, "%s%.10g (on %zu cells)",
                                 k > 0 ? ", " : "", list->values[k], list->cells[k]);
    }
    if (list->further > 0) {
        snprintf(text + used, LIST_SIZE - used, " and others (on %zu cells)", list->further);
    }
    return text;
}

static void report_unknown(scenario_loader *loader, const class_table *table)
{
    char list[LIST_SIZE];
    scenario_fail(loader, scenario_find(table->cover->node, "classes"), TALUS_ERROR_INPUT,
                  "%s holds values that no row of the table has: %s of the %g m class map: add "
                  "rows, a row without 'value' for all others, or `others: below`",
                  table->cover->raster, list_values(&table->unknown, list), table->map->cell);
}

/// Values that the row of all others takes: a background that nobody declared is among them in silence.
static void say_others(scenario_loader *loader, const class_table *table)
{
    char list[LIST_SIZE], doubt[200] = "";
    const unlisted *others = &table->others;
    if (others->doubtful > 0) {
        snprintf(
            doubt, sizeof doubt,
            "; %.10g often means \"no value\" (doubtful on %zu cells): declare it as NODATA, or "
            "list it in a row if it is a class",
            others->example, others->doubtful);
    }
    if (others->count > 0) {
        scenario_report(loader->diagnostics, doubt[0] != '\0' ? TALUS_WARNING : TALUS_NOTE,
                        table->cover->node,
                        "%s: the row without 'value' takes values %s of the %g m class map%s",
                        table->cover->raster, list_values(others, list), table->map->cell, doubt);
    }
}

static void warn_missing(scenario_loader *loader, const class_table *table)
{
    if (table->missing > 0) {
        scenario_warn(
            loader, table->cover->node,
            "%s: %zu cells of the %g m class map hold values such as %.10g, which is in no "
            "row of the table and commonly means \"no value\": treated as NODATA",
            table->cover->raster, table->missing, table->map->cell, table->missing_value);
    }
}

static void burn_raster(scenario_loader *loader, class_table *table)
{
    const talus_class_map *map = table->map;
    const geo_sampling sampling = {
        .places = {.x0 = map->x0 + 0.5 * map->cell,
                   .y0 = map->y0 + 0.5 * map->cell,
                   .cell = map->cell,
                   .nx = map->nx,
                   .ny = map->ny},
        .holds_classes = true,
        .take = burn_row,
        .user = table,
    };
    const scenario_area area = {.file = table->cover->raster,
                                .crs = table->cover->area.crs,
                                .operation = table->cover->area.operation};
    if (!list_known(table)) {
        scenario_fail(loader, table->cover->node, TALUS_ERROR_MEMORY,
                      "out of memory for a table of classes");
    } else if (scenario_sample_raster(loader, table->cover->node, &area, &sampling)) {
        warn_missing(loader, table);
        say_others(loader, table);
        if (table->unknown.count > 0 && table->cover->others != SCENARIO_OTHERS_BELOW) {
            report_unknown(loader, table);
        }
    }
    free(table->known);
}

/// Row of an attribute; -1 = none. The same text goes before the same number: 03 may be a code.
static int row_of_text(const class_table *table, const char *text)
{
    int alike = table->rest;
    for (size_t k = table->cover->rows.count; k-- > 0;) {
        const scenario_texts *texts = &row_of(table, k)->values;
        for (size_t i = 0; i < texts->count; i++) {
            if (strcmp(texts->values[i], text) == 0) {
                return (int)k;
            }
            alike = files_reads_alike(texts->values[i], text) ? (int)k : alike;
        }
    }
    return alike;
}

/// Read the attribute of an entry's polygons. @return false after a report
static bool read_field(scenario_loader *loader, const scenario_cover *cover, geo_attribute *kinds)
{
    const scenario_node *node = scenario_find(cover->node, "class_field");
    talus_error error = {0};
    char *path = scenario_join_path(loader->scenario->document.directory, cover->area.file);
    talus_status status =
        path == NULL ? talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for an attribute")
                     : geo_read_attribute(path, cover->area.layer, cover->area.where,
                                          cover->class_field, loader->allow_network, kinds, &error);
    free(path);
    if (status != TALUS_OK) {
        scenario_fail(loader, node, status, "%s", error.message);
        return false;
    }
    if (!kinds->found) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "class_field: %s has no field '%s'; its fields are: %s", cover->area.file,
                      cover->class_field, kinds->fields[0] != '\0' ? kinds->fields : "none");
    }
    return kinds->found;
}

/// Class row of one feature; `failed` after a report.
static int find_row(scenario_loader *loader, const class_table *table, const geo_attribute *kinds,
                    size_t feature, bool *failed)
{
    const scenario_cover *cover = table->cover;
    const char *text = feature < kinds->count ? kinds->texts[feature] : "";
    const int row = row_of_text(table, text);
    if (row < 0 && cover->others != SCENARIO_OTHERS_BELOW && !*failed) {
        *failed = true;
        if (text[0] == '\0') {
            scenario_fail(loader, scenario_find(cover->node, "class_field"), TALUS_ERROR_INPUT,
                          "class_field: feature %zu of %s has no '%s', expected one of each (or a "
                          "row without 'value', or `others: below`)",
                          feature + 1, cover->area.file, cover->class_field);
        } else {
            scenario_fail(loader, scenario_find(cover->node, "classes"), TALUS_ERROR_INPUT,
                          "feature %zu of %s has %s = '%.60s', which no row of the table has: add "
                          "it, a row without 'value' for all others, or `others: below`",
                          feature + 1, cover->area.file, cover->class_field, text);
        }
    }
    return row;
}

/// Burn runs of polygons of one row, so that features keep their order.
static void burn_features(scenario_loader *loader, class_table *table, const geo_vectors *vectors,
                          const geo_attribute *kinds)
{
    bool failed = false;
    size_t end = 0;
    const talus_class_map *map = table->map;
    geo_burn burn = {.map = table->map,
                     .low = (uint8_t)table->first,
                     .high = (uint8_t)(table->first + table->cover->rows.count - 1)};
    for (size_t first = 0; first < vectors->part_count && !failed; first = end) {
        const int row = find_row(loader, table, kinds, vectors->parts[first].feature, &failed);
        end = first + 1;
        while (end < vectors->part_count &&
               find_row(loader, table, kinds, vectors->parts[end].feature, &failed) == row) {
            end++;
        }
        const geo_vectors run = {
            .kind = vectors->kind, .part_count = end - first, .parts = vectors->parts + first};
        burn.value = (uint8_t)(table->first + row);
        if (row >= 0 && geo_burn_polygons(&run, &burn) != TALUS_OK) {
            scenario_fail(loader, table->cover->node, TALUS_ERROR_MEMORY,
                          "out of memory for the polygons of %s", table->cover->area.file);
            return;
        }
    }
    if (burn.replaced > 0 && !failed) {
        scenario_report(
            loader->diagnostics,
            (double)burn.replaced > 1e-3 * (double)burn.cells ? TALUS_WARNING : TALUS_NOTE,
            scenario_find(table->cover->node, "file"),
            "%s: polygons of different classes overlap on %.6g m2, %.3g %% of what they "
            "cover: the later feature counts",
            table->cover->area.file, (double)burn.replaced * map->cell * map->cell,
            100.0 * (double)burn.replaced / (double)burn.cells);
    }
}

static void burn_attribute(scenario_loader *loader, class_table *table)
{
    geo_vectors vectors = {0};
    geo_attribute kinds = {0};
    if (scenario_load_cover(loader, table->cover, &vectors) &&
        read_field(loader, table->cover, &kinds)) {
        burn_features(loader, table, &vectors, &kinds);
    }
    geo_attribute_clear(&kinds);
    geo_vectors_clear(&vectors);
}

void scenario_burn_classes(scenario_loader *loader, const scenario_cover *cover, size_t size,
                           uint8_t first, talus_class_map *map)
{
    class_table table = {.cover = cover, .size = size, .first = first, .rest = -1, .map = map};
    for (size_t k = 0; k < cover->rows.count; k++) {
        if (row_of(&table, k)->values.count == 0) {
            table.rest = (int)k;
        }
    }
    if (cover->raster != NULL) {
        burn_raster(loader, &table);
    } else {
        burn_attribute(loader, &table);
    }
}
