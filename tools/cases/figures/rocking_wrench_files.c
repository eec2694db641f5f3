// SPDX-License-Identifier: GPL-3.0-or-later
// The wrench law in the step as CSV.
#include "cases/figures/rocking_stepper_charts.h"
#include "cases/figures/rocking_wrench_study.h"
#include "io/table/table.h"
#include "lab/study/rocking_internal.h"

static double of_edge(const rocking_wrench_hit *hit, double value)
{
    return hit->facet ? (double)NAN : value;
}

static double of_facet(const rocking_wrench_hit *hit, double value)
{
    return hit->facet ? value : (double)NAN;
}

#define WRENCH_IMPACT_COLUMNS(X)                                                                   \
    X(WORD, impact, NULL, "edge or facet", row->facet ? "facet" : "edge")                          \
    X(REAL, lam, "1", "of an edge", of_edge(row, row->lam))                                        \
    X(REAL, tau_n_m_s, "N m s", "of an edge", of_edge(row, row->tau))                              \
    X(REAL, lat, "1", "of the facet", of_facet(row, row->lat))                                     \
    X(REAL, lon, "1", "of the facet", of_facet(row, row->lon))                                     \
    X(WORD, scheme, NULL, "of rotation", talus_scheme_name(row->scheme))                           \
    X(REAL, slope_rad, "rad", NULL, row->slope)                                                    \
    X(REAL12, wx, "rad/s", "after it, by the step", row->w_plus.x)                                 \
    X(REAL12, wy, "rad/s", "after it, by the step", row->w_plus.y)                                 \
    X(REAL12, wz, "rad/s", "after it, by the step", row->w_plus.z)                                 \
    X(REAL12, wx_map, "rad/s", "after it, by the map", row->expected.x)                            \
    X(REAL12, wy_map, "rad/s", "after it, by the map", row->expected.y)                            \
    X(REAL12, wz_map, "rad/s", "after it, by the map", row->expected.z)                            \
    X(REAL3, difference, "rad/s", "largest of the three", row->difference)                         \
    X(INTEGER, refused, "1", "1: the law admits no pivot", row->refused)
TABLE_DEFINE(impacts, WRENCH_IMPACT_COLUMNS,
             const rocking_wrench_hit *row = TABLE_ROW(rocking_wrench_hit))

/// The impacts of the step, then those of the event-driven motion.
typedef struct run_row {
    const char *model;
    const rocking_series *series;
    size_t i;
} run_row;

static run_row run_at(const rocking_wrench_study *study, size_t index)
{
    const size_t first = study->run.found.count;
    return index < first ? (run_row){"stepper", &study->run.found, index}
                         : (run_row){"event", &study->run.expected, index - first};
}

#define WRENCH_RUN_COLUMNS(X)                                                                      \
    X(WORD, model, NULL, "stepper or event", row.model)                                            \
    X(UNSIGNED, impact, "1", "from 1", row.i + 1)                                                  \
    X(REAL, time_s, "s", NULL, row.series->time[row.i])                                            \
    X(UNSIGNED, corners, "1", "that hit: sum of 1 (V1), 2, 4, 8", row.series->corners[row.i])
TABLE_DEFINE(runs, WRENCH_RUN_COLUMNS, const run_row row = run_at(user, index))

const char *const rocking_wrench_files[] = {"wrench_impacts.csv", "wrench_runs.csv", "wrench.svg",
                                            NULL};

talus_status rocking_wrench_write(talus_directory *directory, const rocking_wrench_study *study,
                                  talus_error *error)
{
    const talus_table impacts = TABLE(impacts, study->hits, ROCKING_WRENCH_HITS);
    const talus_table runs = TABLE(runs, study, study->run.found.count + study->run.expected.count);
    talus_status status = table_write_csv(directory, "wrench_impacts.csv", &impacts, error);
    if (status == TALUS_OK) {
        status = table_write_csv(directory, "wrench_runs.csv", &runs, error);
    }
    return status == TALUS_OK ? rocking_wrench_draw(directory, study, error) : status;
}
