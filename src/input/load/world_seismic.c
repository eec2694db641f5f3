// SPDX-License-Identifier: GPL-3.0-or-later
// Seismic release: the tables of fragility and hazard, and what their integral leaves out.
#include "foundation/files/columns.h"
#include "input/load/sources.h"
#include "input/sources/seismic.h"

#include <stdlib.h>

enum { PGA, PGV, VALUE, OTHER, COLUMNS };

/// Share of the rate that motions outside the fragility's range may add without a word.
static const double quiet_share = 0.01;

/// A table of intensities and values; `x` and `y` own the memory of the curve.
typedef struct table {
    seismic_curve curve;
    double *x, *y;
    int measure; ///< PGA or PGV
} table;

static void clear_table(table *t)
{
    free(t->x);
    free(t->y);
    *t = (table){0};
}

/// @param value name of the column beside the intensity
/// @param other another name of it, NULL = none
static bool read_table(scenario_loader *loader, const scenario_node *node, const char *file,
                       files_column value, const char *other, table *t)
{
    const size_t count = other != NULL ? COLUMNS : OTHER;
    files_column columns[COLUMNS] = {[PGA] = {.name = "pga", .quantity = FILES_ACCELERATION},
                                     [PGV] = {.name = "pgv", .quantity = FILES_VELOCITY},
                                     [VALUE] = value,
                                     [OTHER] = {.name = other, .quantity = FILES_NUMBER}};
    talus_error error = {0};
    double *values = NULL;
    size_t rows = 0;
    char *path = scenario_join_path(loader->scenario->document.directory, file);
    const talus_status status =
        path != NULL ? files_read_table(path, columns, count, &values, &rows, &error)
                     : talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for a table");
    free(path);
    if (status != TALUS_OK) {
        scenario_fail_at(loader, node, &error);
        return false;
    }
    const size_t column = columns[VALUE].found ? VALUE : OTHER;
    if (!columns[column].found) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT, "%s: found no column '%s', expected one",
                      file, value.name);
        free(values);
        return false;
    }
    t->x = malloc(rows * sizeof *t->x);
    t->y = malloc(rows * sizeof *t->y);
    if (columns[PGA].found == columns[PGV].found) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "%s: found %s columns 'pga' and 'pgv', expected one of them, as in "
                      "\"pga (g)\" or \"pgv (m/s)\"",
                      file, columns[PGA].found ? "both" : "none of the");
    } else if (t->x == NULL || t->y == NULL) {
        scenario_fail(loader, node, TALUS_ERROR_MEMORY, "out of memory for a table");
    }
    const bool good = columns[PGA].found != columns[PGV].found && t->x != NULL && t->y != NULL;
    t->measure = columns[PGA].found ? PGA : PGV;
    for (size_t k = 0; k < rows && good; k++) {
        t->x[k] = values[count * k + (size_t)t->measure];
        t->y[k] = values[count * k + column];
    }
    t->curve = (seismic_curve){.count = rows, .x = t->x, .y = t->y};
    free(values);
    return good;
}

static void warn_range(scenario_loader *loader, const scenario_node *node, const seismic_rate *rate)
{
    if (rate->high - rate->rate > quiet_share * rate->high) {
        scenario_warn(loader, node,
                      "seismic: motions at %.3g per year are weaker and at %.3g per year stronger "
                      "than the fragility curve's range; a block topples at %.4g per year, at most "
                      "%.4g: widen the range of talus-lab fragility with --intensity",
                      rate->below, rate->above, rate->rate, rate->high);
    }
    if (rate->first > quiet_share) {
        scenario_warn(loader, node,
                      "seismic: the hazard curve begins where a block topples with probability "
                      "%.2g already; weaker motions are not counted: begin the curve lower",
                      rate->first);
    }
}

double scenario_seismic_rate(scenario_loader *loader, const scenario_seismic *spec)
{
    const scenario_node *nodes[] = {scenario_find(spec->node, "fragility"),
                                    scenario_find(spec->node, "hazard")};
    const bool fitted = spec->curve == SCENARIO_CURVE_LOGNORMAL;
    const files_column probability = {
        .name = fitted ? "lognormal" : "share", .quantity = FILES_NUMBER, .needed = fitted};
    const files_column exceedance = {.name = "rate", .quantity = FILES_RATE, .needed = true};
    table fragility = {0}, hazard = {0};
    seismic_rate rate = {0};
    talus_error error = {0};
    bool good = read_table(loader, nodes[0], spec->fragility, probability,
                           fitted ? NULL : "probability", &fragility);
    good = read_table(loader, nodes[1], spec->hazard, exceedance, NULL, &hazard) && good;
    if (good && fragility.measure != hazard.measure) {
        scenario_fail(
            loader, nodes[1], TALUS_ERROR_INPUT,
            "%s gives rates of %s and %s probabilities over %s, expected the same measure "
            "in both (talus-lab fragility --measure)",
            spec->hazard, hazard.measure == PGA ? "pga" : "pgv", spec->fragility,
            fragility.measure == PGA ? "pga" : "pgv");
    } else if (good &&
               seismic_rate_of(&fragility.curve, &hazard.curve, &rate, &error) != TALUS_OK) {
        scenario_fail(loader, spec->node, error.status, "seismic: %s", error.message);
    } else if (good) {
        warn_range(loader, spec->node, &rate);
    }
    clear_table(&fragility);
    clear_table(&hazard);
    return rate.rate;
}
