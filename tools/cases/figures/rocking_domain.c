// SPDX-License-Identifier: GPL-3.0-or-later
// Admissible restitution of a rocking block over its slenderness.
#include "cases/figures/rocking_domain.h"

#include "io/chart/chart.h"
#include "io/table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Cases without friction come first; those with it only where a friction is given.
static const talus_impact_law_case order[TALUS_IMPACT_LAW_CASE_COUNT] = {
    TALUS_IMPACT_LAW_ROCKING_SLIDING,    TALUS_IMPACT_LAW_ROCKING_STICKING,
    TALUS_IMPACT_LAW_HALF_ROCKING,       TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB,
    TALUS_IMPACT_LAW_ROCKING_RIGHT,      TALUS_IMPACT_LAW_ROCKING_LEFT,
    TALUS_IMPACT_LAW_HALF_ROCKING_RIGHT, TALUS_IMPACT_LAW_HALF_ROCKING_LEFT};
enum { SMOOTH_CASES = 3 };

rocking_domain_options rocking_domain_options_default(void)
{
    return (rocking_domain_options){
        .aspect0 = 0.0, .aspect1 = 6.0, .points = 301, .friction = (double)NAN};
}

static talus_status check(const rocking_domain_options *o, talus_error *error)
{
    if (!(o->aspect0 >= 0.0) || !(o->aspect1 > o->aspect0) || !isfinite(o->aspect1)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "aspects from %g to %g: expected them to ascend from >= 0",
                               o->aspect0, o->aspect1);
    }
    if (o->points < 2 || o->points > ROCKING_DOMAIN_POINTS_MOST) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "%zu aspects: expected 2 to %d",
                               o->points, (int)ROCKING_DOMAIN_POINTS_MOST);
    }
    return isnan(o->friction) || (o->friction >= 0.0 && isfinite(o->friction))
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_ARGUMENT, "a friction of %g: expected >= 0",
                                 o->friction);
}

talus_status rocking_domain_make(const rocking_domain_options *options, rocking_domain *domain,
                                 talus_error *error)
{
    const rocking_domain_options *o = options;
    *domain = (rocking_domain){.options = *o};
    const talus_status status = check(o, error);
    if (status != TALUS_OK) {
        return status;
    }
    domain->cases = isnan(o->friction) ? SMOOTH_CASES : TALUS_IMPACT_LAW_CASE_COUNT;
    domain->rows = malloc(domain->cases * o->points * sizeof *domain->rows);
    if (!domain->rows) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a domain");
    }
    const double least = 1e-9; // a block without height has no aspect
    for (size_t k = 0; k < domain->cases * o->points; k++) {
        const double part = (double)(k % o->points) / (double)(o->points - 1);
        const double aspect = fmax(o->aspect0 + (o->aspect1 - o->aspect0) * part, least);
        const talus_impact_law_case which = order[k / o->points];
        domain->rows[k] =
            (rocking_domain_row){which, aspect,
                                 talus_impact_law_block_interval(
                                     which, aspect, isnan(o->friction) ? 0.0 : o->friction, 0.0)};
    }
    return TALUS_OK;
}

void rocking_domain_clear(rocking_domain *domain)
{
    free(domain->rows);
    *domain = (rocking_domain){.cases = 0};
}

static bool is_empty(const rocking_domain_row *row)
{
    return !(row->e.low <= row->e.high);
}

/// Without an admissible value: no number.
static double end_of(const rocking_domain_row *row, double value)
{
    return is_empty(row) ? (double)NAN : value;
}

#define DOMAIN_COLUMNS(X)                                                                          \
    X(TEXT, motion, NULL, "case of the impact", row->e.name)                                       \
    X(REAL12, aspect, "1", "height / width", row->aspect)                                          \
    X(WORD, coefficient, NULL, "en21 of rocking, en1 of half rocking",                             \
      row->e.half ? "en1" : "en21")                                                                \
    X(REAL12, low, "1", "of the coefficient; empty where nothing is admissible",                   \
      end_of(row, row->e.low))                                                                     \
    X(REAL12, high, "1", "of the coefficient", end_of(row, row->e.high))                           \
    X(REAL12, r_low, "1", "angular velocity after over before, turned round: minus the upper end", \
      end_of(row, 0.0 - row->e.high))                                                              \
    X(REAL12, r_high, "1", "minus the lower end", end_of(row, 0.0 - row->e.low))
TABLE_DEFINE(domain, DOMAIN_COLUMNS, const rocking_domain_row *row = TABLE_ROW(rocking_domain_row))

/// Panels of the two cases of rocking without friction: Figs 2 and 3 in e_n21, 4 and 5 in r; those
/// with friction one each in e.
enum { PANELS = 4 + TALUS_IMPACT_LAW_CASE_COUNT - SMOOTH_CASES };
typedef struct domain_curves {
    double *x, *low, *high;
} domain_curves;

static domain_curves curves_of(const rocking_domain *domain, size_t which, double sign,
                               double *room)
{
    const size_t n = domain->options.points;
    const domain_curves c = {room, room + n, room + 2 * n};
    for (size_t k = 0; k < n; k++) {
        const rocking_domain_row *row = &domain->rows[which * n + k];
        c.x[k] = row->aspect;
        c.low[k] = sign * end_of(row, row->e.low);
        c.high[k] = sign * end_of(row, row->e.high);
    }
    return c;
}

/// @param room (3 PANELS points)
static talus_status draw(talus_directory *directory, const rocking_domain *domain, double *room,
                         talus_error *error)
{
    static const char *const titles[4] = {"sliding", "sticking", "sliding", "sticking"};
    const size_t n = domain->options.points;
    chart_series series[PANELS];
    chart_panel panels[PANELS];
    size_t count = 0;
    for (size_t i = 0; i < 4 + domain->cases - SMOOTH_CASES; i++) {
        const size_t which = i < 4 ? i % 2 : SMOOTH_CASES + i - 4;
        const bool turned = i == 2 || i == 3, half = domain->rows[which * n].e.half;
        const domain_curves c = curves_of(domain, which, turned ? -1.0 : 1.0, room + 3 * i * n);
        series[i] = (chart_series){.label = "admissible",
                                   .x = c.x,
                                   .y = c.low,
                                   .y2 = c.high,
                                   .count = n,
                                   .mark = CHART_BAND};
        panels[count++] = (chart_panel){.title = i < 4 ? titles[i] : domain->rows[which * n].e.name,
                                        .x = {.label = "height / width",
                                              .from = domain->options.aspect0,
                                              .to = domain->options.aspect1},
                                        .y = {.label = turned ? "r"
                                                       : half ? "e_n1"
                                                              : "e_n21",
                                              .from = turned ? -1.2 : 0.0,
                                              .to = turned ? 0.2 : 1.2},
                                        .series = &series[i],
                                        .series_count = 1};
    }
    char note[96] = "Angular velocity after the impact: e_n21 times that before, r = \u2212e_n21.";
    if (!isnan(domain->options.friction)) {
        (void)snprintf(note + strlen(note), sizeof note - strlen(note), " \u03bc = %g.",
                       domain->options.friction);
    }
    const chart page = {.title = "Admissible restitution of a rocking block",
                        .note = note,
                        .panel_width = 360,
                        .panel_height = 260,
                        .columns = 2,
                        .panels = panels,
                        .panel_count = count};
    return chart_put(directory, "domain.svg", &page, error);
}

const char *const rocking_domain_files[] = {"domain.csv", "domain.svg", NULL};

talus_status rocking_domain_write(talus_directory *directory, const rocking_domain *domain,
                                  talus_error *error)
{
    const size_t n = domain->options.points;
    const talus_table table = TABLE(domain, domain->rows, domain->cases * n);
    double *room = malloc(3 * PANELS * n * sizeof *room);
    talus_status status =
        room ? table_write_csv(directory, "domain.csv", &table, error)
             : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a chart");
    status = status == TALUS_OK ? draw(directory, domain, room, error) : status;
    free(room);
    return status;
}
