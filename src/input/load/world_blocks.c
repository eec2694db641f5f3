// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes of measured blocks from a table: a column of volumes, or three of dimensions.
#include "foundation/files/columns.h"
#include "input/load/world.h"

#include <math.h>
#include <stdlib.h>

enum { VOLUME, D1, D2, D3, COLUMNS };

/// Mean axis ratios of measured blocks may differ by this from those of the shape without a word.
static const double quiet_ratio = 0.15;

static int compare_descending(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p < q) - (p > q);
}

static int compare_ascending(const void *a, const void *b)
{
    return compare_descending(b, a);
}

/// Ratios of the two shorter axes to the longest are added.
static void add_ratios(const double d[3], double ratios[2])
{
    double sorted[3] = {d[0], d[1], d[2]};
    qsort(sorted, 3, sizeof *sorted, compare_descending);
    ratios[0] += sorted[1] / sorted[0];
    ratios[1] += sorted[2] / sorted[0];
}

/// A class has one shape, which is scaled as a whole.
static void compare_ratios(scenario_loader *loader, const scenario_rock *spec,
                           const talus_rock *rock, const double measured[2], double count)
{
    const double d[3] = {rock->dimensions.x, rock->dimensions.y, rock->dimensions.z};
    double shape[2] = {0.0, 0.0};
    add_ratios(d, shape);
    if (fabs(measured[0] / count - shape[0]) > quiet_ratio ||
        fabs(measured[1] / count - shape[1]) > quiet_ratio) {
        scenario_warn(loader, scenario_find(spec->node, "volume_m3"),
                      "%s: its blocks have the mean axis ratios 1 : %.2f : %.2f, the shape has 1 : "
                      "%.2f : %.2f: volumes are taken from the table, proportions from the shape; "
                      "give size_m, or a table for each shape",
                      spec->volume.file, measured[0] / count, measured[1] / count, shape[0],
                      shape[1]);
    }
}

/// Volumes in place of the rows; false after a report. A body of the class's shape fills the same
/// share of its box at any size.
static bool to_volumes(scenario_loader *loader, const scenario_rock *spec, const talus_rock *rock,
                       const files_column columns[COLUMNS], double *values, size_t rows)
{
    const talus_vec3 size = rock->dimensions;
    const double filled = rock->volume / (size.x * size.y * size.z);
    double ratios[2] = {0.0, 0.0};
    for (size_t k = 0; k < rows; k++) {
        const double *row = values + COLUMNS * k;
        bool good = true;
        for (size_t c = 0; c < COLUMNS; c++) {
            good = good && (!columns[c].found || row[c] > 0.0);
        }
        if (!good) {
            scenario_fail(loader, scenario_find(spec->node, "volume_m3"), TALUS_ERROR_INPUT,
                          "%s: block %zu has a size that is not above 0", spec->volume.file, k + 1);
            return false;
        }
        if (columns[D1].found) {
            add_ratios(row + D1, ratios);
        }
        values[k] = columns[VOLUME].found ? row[VOLUME] : filled * row[D1] * row[D2] * row[D3];
    }
    if (columns[D1].found) {
        compare_ratios(loader, spec, rock, ratios, (double)rows);
    }
    return true;
}

void scenario_load_blocks(scenario_loader *loader, const scenario_rock *spec,
                          talus_rock_class *kind, double **table)
{
    files_column columns[COLUMNS] = {[VOLUME] = {.name = "volume", .quantity = FILES_VOLUME},
                                     [D1] = {.name = "d1", .quantity = FILES_LENGTH},
                                     [D2] = {.name = "d2", .quantity = FILES_LENGTH},
                                     [D3] = {.name = "d3", .quantity = FILES_LENGTH}};
    const scenario_node *node = scenario_find(spec->node, "volume_m3");
    talus_error error = {0};
    size_t rows = 0;
    char *path = scenario_join_path(loader->scenario->document.directory, spec->volume.file);
    talus_status status =
        path != NULL ? files_read_table(path, columns, COLUMNS, table, &rows, &error)
                     : talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for a table");
    free(path);
    if (status != TALUS_OK) {
        scenario_fail_at(loader, node, &error);
        return;
    }
    const int axes = columns[D1].found + columns[D2].found + columns[D3].found;
    if ((axes != 0 && axes != 3) || (axes == 0 && !columns[VOLUME].found)) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "%s has no column of volumes, expected 'volume_m3', or the three columns "
                      "'d1_m', 'd2_m', 'd3_m'",
                      spec->volume.file);
        return;
    }
    if (!to_volumes(loader, spec, kind->rock, columns, *table, rows)) {
        return;
    }
    qsort(*table, rows, sizeof **table, compare_ascending);
    kind->sized = true;
    kind->volume = (talus_distribution){.law = TALUS_LAW_TABLE,
                                        .min = (*table)[0],
                                        .max = (*table)[rows - 1],
                                        .table = *table,
                                        .table_count = rows};
}
