// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block as CSV.
#include "cases/figures/rocking_stepper.h"
#include "cases/figures/rocking_stepper_charts.h"
#include "io/table/table.h"
#include "lab/study/rocking_internal.h"

enum {
    SWEEP = ROCKING_FRICTIONS * ROCKING_ASPECTS,
    SERIES_MOST = ROCKING_BOUNCES + ROCKING_SPATIAL_CASES
};

/// The sweep over frictions and aspects, then the entries of the generalised law.
static const rocking_stepper_impact *impact_at(const rocking_stepper *study, size_t index)
{
    return index < SWEEP ? &study->sweep[index / ROCKING_ASPECTS][index % ROCKING_ASPECTS]
                         : &study->entries[index - SWEEP];
}

#define STEP_IMPACT_COLUMNS(X)                                                                     \
    X(REAL, h_over_b, "1", NULL, row->aspect)                                                      \
    X(REAL, mu, "1", "friction", row->mu)                                                          \
    X(REAL, en21, "1", "of the generalised law, 0 = Moreau's", row->en21)                          \
    X(REAL12, ratio, "1", "angular velocity after over before, found", row->ratio)                 \
    X(REAL12, closed_form, "1", "the same expected", row->expected)                                \
    X(REAL12, impact_law, "1", "the same by `talus_impact_law_apply`", row->law)                   \
    X(REAL, lambda, "1", "place of the resultant percussion", row->place)                          \
    X(REAL, lift_of_a, NULL, "velocity of A upwards over that of B before", row->lift)             \
    X(REAL, slip, NULL, "of the corners over that velocity", row->slip)                            \
    X(REAL, energy_ratio, "1", "after over before", row->energy)
TABLE_DEFINE(impacts, STEP_IMPACT_COLUMNS,
             const rocking_stepper_impact *row = impact_at(user, index))

#define THRESHOLD_COLUMNS(X)                                                                       \
    X(REAL, h_over_b, "1", NULL, row->aspect)                                                      \
    X(REAL, en21, "1", "of the generalised law", row->en21)                                        \
    X(REAL12, ratio, "1", "angular velocity after over before", row->ratio)                        \
    X(REAL, mu_found, "1", "least friction at which the corners stick", row->found)                \
    X(REAL, mu_expected, "1", "the same by [B12 (30)]", row->expected)
TABLE_DEFINE(thresholds, THRESHOLD_COLUMNS,
             const rocking_stepper_threshold *row = TABLE_ROW(rocking_stepper_threshold))

#define LAW(i) ((i) / ROCKING_STEPS)
#define CONVERGENCE_COLUMNS(X)                                                                     \
    X(WORD, law, NULL, "sticking, frictionless or generalised",                                    \
      rocking_law_name((rocking_law)LAW(index)))                                                   \
    X(REAL, time_step_s, "s", NULL, row->time_step)                                                \
    X(EXTENDED6, impact_time_error_s, "s", "rms over releases and the first four impacts",         \
      row->time)                                                                                   \
    X(EXTENDED6, speed_error, "1", "of the angular velocity before them, relative", row->speed)    \
    X(EXTENDED6, ratio_error, "1", "of after over before", row->ratio)                             \
    X(EXTENDED6, rest_error_s, "s", "of the end of the motion; nan without a reference",           \
      row->rest)                                                                                   \
    X(EXTENDED6, deepest_m, "m", "largest penetration", row->deepest)                              \
    X(EXTENDED6, tilt_at_rest_rad, "rad", "largest", row->tilt)                                    \
    X(UNSIGNED, steps, "1", NULL, row->steps)                                                      \
    X(UNSIGNED, unsolved, "1", "steps", row->unsolved)                                             \
    X(UNSIGNED, limited, "1", "impacts in which the law got less than it asks for", row->limited)
TABLE_DEFINE(convergence, CONVERGENCE_COLUMNS,
             const rocking_errors *row =
                 &((const rocking_stepper *)user)->errors[LAW(index)][index % ROCKING_STEPS])

/// Impact by impact: the runs at the longest and shortest step, and the event-driven one.
typedef struct decay_row {
    const rocking_hit *hit;
    const rocking_reference *reference;
    size_t i;
    double time_step; ///< s
} decay_row;

/// Impacts of a run that has a counterpart in the event-driven one.
static size_t decay_count(const rocking_stepper *study, size_t run)
{
    const size_t hits = study->runs[run].hit_count;
    return hits < study->reference.count ? hits : study->reference.count;
}

static decay_row decay_at(const rocking_stepper *study, size_t index)
{
    const size_t first = decay_count(study, 0), run = index >= first;
    const size_t i = run ? index - first : index;
    return (decay_row){.hit = &study->runs[run].hits[i],
                       .reference = &study->reference,
                       .i = i,
                       .time_step = rocking_stepper_time_step(run ? ROCKING_STEPS - 1 : 0)};
}

#define DECAY_COLUMNS(X)                                                                           \
    X(REAL, time_step_s, "s", NULL, row.time_step)                                                 \
    X(UNSIGNED, impact, "1", "from 1", row.i + 1)                                                  \
    X(REAL, time_s, "s", NULL, row.hit->time)                                                      \
    X(REAL, omega_minus, "rad/s", "before it", row.hit->w_minus.y)                                 \
    X(REAL, ratio, "1", "after over before", row.hit->w_plus.y / row.hit->w_minus.y)               \
    X(REAL, energy_ratio, "1", "after over before", row.hit->energy_plus / row.hit->energy_minus)  \
    X(REAL, time_event_s, "s", "event-driven", row.reference->time[row.i])                         \
    X(REAL, omega_event, "rad/s", "event-driven", row.reference->speed[row.i])                     \
    X(REAL, ratio_event, "1", "event-driven", row.reference->ratio)
TABLE_DEFINE(decay, DECAY_COLUMNS, const decay_row row = decay_at(user, index))

#define SERIES_COLUMNS(X)                                                                          \
    X(REAL, of, NULL, "`e` of bounces.csv, `lateral_rad` of spatial.csv", row.of)                  \
    X(WORD, model, NULL, "stepper or event", row.model)                                            \
    X(UNSIGNED, impact, "1", "from 1", row.i + 1)                                                  \
    X(REAL, time_s, "s", "after the first impact; in spatial.csv after the release",               \
      row.series->time[row.i])                                                                     \
    X(UNSIGNED, corners, "1", "that hit: sum of 1 (V1 or A), 2, 4, 8", row.series->corners[row.i])
typedef struct series_row {
    double of;
    const char *model;
    const rocking_series *series;
    size_t i;
} series_row;

/// Series of a table, found and expected by turns.
typedef struct series_rows {
    double of[SERIES_MOST];
    const rocking_series *series[2 * SERIES_MOST];
    size_t count, rows;
} series_rows;

static void add_series(series_rows *rows, double of, const rocking_series *found,
                       const rocking_series *expected)
{
    rows->of[rows->count / 2] = of;
    rows->series[rows->count++] = found;
    rows->series[rows->count++] = expected;
    rows->rows += found->count + expected->count;
}

static series_row series_at(const series_rows *rows, size_t index)
{
    size_t k = 0;
    while (index >= rows->series[k]->count) {
        index -= rows->series[k++]->count;
    }
    return (series_row){rows->of[k / 2], k % 2 == 0 ? "stepper" : "event", rows->series[k], index};
}
TABLE_DEFINE(series, SERIES_COLUMNS, const series_row row = series_at(user, index))

static talus_status write_series(talus_directory *directory, const char *file, const char *of,
                                 const series_rows *rows, talus_error *error)
{
    talus_column columns[TABLE_COLUMN_COUNT(series)];
    talus_table table = TABLE(series, rows, rows->rows);
    table_rename(&table, columns, "of", of);
    return table_write_csv(directory, file, &table, error);
}

static talus_status write_motions(talus_directory *directory, const rocking_stepper *study,
                                  talus_error *error)
{
    series_rows bounces = {.count = 0}, spatial = {.count = 0};
    for (size_t i = 0; i < ROCKING_BOUNCES; i++) {
        const rocking_bouncing *one = &study->bouncing[i];
        add_series(&bounces, one->e, &one->found, &one->expected);
    }
    for (size_t i = 0; i < ROCKING_SPATIAL_CASES; i++) {
        add_series(&spatial, study->spatial[i].start.lateral, &study->spatial[i].found,
                   &study->spatial[i].expected);
    }
    const talus_status status = write_series(directory, "bounces.csv", "e", &bounces, error);
    return status == TALUS_OK
               ? write_series(directory, "spatial.csv", "lateral_rad", &spatial, error)
               : status;
}

static talus_status write_tables(talus_directory *directory, const rocking_stepper *study,
                                 talus_error *error)
{
    const struct {
        const char *file;
        talus_table table;
    } tables[] = {
        {"impacts.csv", TABLE(impacts, study, SWEEP + ROCKING_ENTRIES)},
        {"thresholds.csv", TABLE(thresholds, study->thresholds, ROCKING_THRESHOLDS)},
        {"convergence.csv", TABLE(convergence, study, (size_t)ROCKING_LAWS * ROCKING_STEPS)},
        {"decay.csv", TABLE(decay, study, decay_count(study, 0) + decay_count(study, 1))}};
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < sizeof tables / sizeof tables[0] && status == TALUS_OK; k++) {
        status = table_write_csv(directory, tables[k].file, &tables[k].table, error);
    }
    return status == TALUS_OK ? write_motions(directory, study, error) : status;
}

const char *const rocking_stepper_files[] = {
    "impacts.csv", "thresholds.csv", "convergence.csv", "decay.csv",   "bounces.csv",
    "spatial.csv", "impacts.svg",    "convergence.svg", "bounces.svg", "spatial.svg",
    NULL};

talus_status rocking_stepper_write(talus_directory *directory, const rocking_stepper *study,
                                   talus_error *error)
{
    const talus_status status = write_tables(directory, study, error);
    return status == TALUS_OK ? rocking_stepper_draw(directory, study, error) : status;
}
