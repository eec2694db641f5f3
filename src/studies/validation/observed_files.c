// SPDX-License-Identifier: GPL-3.0-or-later
// Files of observed tracks: tables of flights and impacts, JSON, a chart.
#include "studies/validation/observed.h"

#include "foundation/base/sort.h"
#include "foundation/files/files.h"
#include "io/chart/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DEGREES (180.0 / TALUS_PI)

/// A column: its name, unit in it, and a number of the row.
typedef struct column {
    const char *name;
    double (*value)(const void *row);
} column;

#define COLUMN(type, id, expression)                                                               \
    static double id(const void *row)                                                              \
    {                                                                                              \
        const type *r = row;                                                                       \
        return expression;                                                                         \
    }
#define VECTOR(type, id, member)                                                                   \
    COLUMN(type, id##_x, r->member.x)                                                              \
    COLUMN(type, id##_y, r->member.y)                                                              \
    COLUMN(type, id##_z, r->member.z)

static double length_of(talus_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

COLUMN(flights_impact, impact_time, r->time)
VECTOR(flights_impact, impact_place, place)
COLUMN(flights_impact, speed_before, length_of(r->before))
COLUMN(flights_impact, speed_after, length_of(r->after))
COLUMN(flights_impact, spin_before, length_of(r->omega_before))
COLUMN(flights_impact, spin_after, length_of(r->omega_after))
VECTOR(flights_impact, before, before)
VECTOR(flights_impact, after, after)
VECTOR(flights_impact, omega_before, omega_before)
VECTOR(flights_impact, omega_after, omega_after)
VECTOR(flights_impact, normal, normal)
COLUMN(flights_impact, n_before, r->split.n_before)
COLUMN(flights_impact, n_after, r->split.n_after)
COLUMN(flights_impact, t_before, r->split.t_before)
COLUMN(flights_impact, t_after, r->split.t_after)
COLUMN(flights_impact, energy_kept, r->split.energy_kept)
COLUMN(flights_impact, e_n, r->split.e_n)
COLUMN(flights_impact, e_t, r->split.e_t)
COLUMN(flights_impact, deviation, DEGREES * r->split.deviation)
COLUMN(flights_impact, angle, DEGREES * r->split.angle)
COLUMN(flights_impact, contact_time, r->contact_time)
COLUMN(flights_impact, jump_time, r->jump.time)
COLUMN(flights_impact, jump_length, r->jump.length)
COLUMN(flights_impact, jump_plumb, r->jump.height_plumb)
COLUMN(flights_impact, jump_normal, r->jump.height_normal)
COLUMN(flights_impact, jump_falls, r->jump.falls_free ? 1.0 : 0.0)
COLUMN(flights_flight, flight_begin, r->begin)
COLUMN(flights_flight, flight_end, r->end)
COLUMN(flights_flight, flight_samples, (double)(r->last - r->first + 1))
VECTOR(flights_flight, from, from)
VECTOR(flights_flight, to, to)
VECTOR(flights_flight, velocity, velocity)
VECTOR(flights_flight, landing, landing)
COLUMN(flights_flight, residual, r->residual)
COLUMN(flights_flight, length, r->jump.length)
COLUMN(flights_flight, plumb, r->jump.height_plumb)
COLUMN(flights_flight, normal_height, r->jump.height_normal)
COLUMN(flights_flight, falls_free, r->jump.falls_free ? 1.0 : 0.0)

#define THREE(begin, id, end)                                                                      \
    {begin "x" end, id##_x}, {begin "y" end, id##_y},                                              \
    {                                                                                              \
        begin "z" end, id##_z                                                                      \
    }
/// Names are those of the layer `impacts` of a run.
static const column impact_columns[] = {
    {"time_s", impact_time},
    THREE("", impact_place, "_m"),
    {"speed_before_m_s", speed_before},
    {"speed_after_m_s", speed_after},
    {"spin_before_rad_s", spin_before},
    {"spin_after_rad_s", spin_after},
    THREE("v", before, "_before_m_s"),
    THREE("v", after, "_after_m_s"),
    THREE("w", omega_before, "_before_rad_s"),
    THREE("w", omega_after, "_after_rad_s"),
    THREE("n", normal, ""),
    {"v_n_before_m_s", n_before},
    {"v_n_after_m_s", n_after},
    {"v_t_before_m_s", t_before},
    {"v_t_after_m_s", t_after},
    {"energy_kept", energy_kept},
    {"e_n", e_n},
    {"e_t", e_t},
    {"deviation_deg", deviation},
    {"angle_deg", angle},
    {"contact_time_s", contact_time},
    {"jump_time_s", jump_time},
    {"jump_length_m", jump_length},
    {"jump_height_plumb_m", jump_plumb},
    {"jump_height_normal_m", jump_normal},
    {"jump_falls_free", jump_falls},
    {NULL, NULL},
};
static const column flight_columns[] = {
    {"begin_s", flight_begin},
    {"end_s", flight_end},
    {"samples", flight_samples},
    THREE("from_", from, "_m"),
    THREE("to_", to, "_m"),
    THREE("v", velocity, "_begin_m_s"),
    THREE("v", landing, "_end_m_s"),
    {"residual_m", residual},
    {"length_m", length},
    {"height_plumb_m", plumb},
    {"height_normal_m", normal_height},
    {"falls_free", falls_free},
    {NULL, NULL},
};

/// Rows of a run.
typedef struct rows {
    const char *items;
    size_t count, size;
    const column *columns;
} rows;

static rows impacts_of(const observed_run *run)
{
    return (rows){(const char *)run->found.impacts, run->found.count, sizeof(flights_impact),
                  impact_columns};
}

static rows flights_of(const observed_run *run)
{
    return (rows){(const char *)run->found.flights, run->found.flight_count, sizeof(flights_flight),
                  flight_columns};
}

static void add_json_rows(files_text *text, const char *key, rows r)
{
    files_json_begin(text, key, '[');
    for (size_t i = 0; i < r.count; i++) {
        files_json_begin(text, NULL, '{');
        for (const column *c = r.columns; c->name != NULL; c++) {
            files_json_add_number(text, c->name, c->value(r.items + i * r.size));
        }
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

char *observed_json(const observed_result *result)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_unsigned(&text, "flights", result->flight_count);
    files_json_add_unsigned(&text, "impacts", result->impact_count);
    files_json_add_number(&text, "energy_kept_median", result->energy_kept);
    files_json_begin(&text, "runs", '[');
    for (size_t k = 0; k < result->count; k++) {
        const observed_run *run = &result->runs[k];
        const flights_found *found = &run->found;
        files_json_begin(&text, NULL, '{');
        files_json_add_text(&text, "run", run->track->name);
        files_json_add_unsigned(&text, "samples", run->track->table.count);
        files_json_add_number(&text, "duration_s", found->time);
        files_json_add_number(&text, "noise_m", run->noise);
        files_json_add_number(&text, "flight_share",
                              found->time > 0.0 ? found->flight_time / found->time : (double)NAN);
        files_json_add_number(&text, "speed_max_m_s", found->speed_max);
        add_json_rows(&text, "flights", flights_of(run));
        add_json_rows(&text, "impacts", impacts_of(run));
        files_json_end(&text, '}');
    }
    files_json_end(&text, ']');
    files_json_end(&text, '}');
    files_text_add(&text, "\n");
    if (text.failed) {
        files_text_clear(&text);
        return NULL;
    }
    return text.data;
}

static talus_status write_csv(const observed_result *result, rows (*rows_of)(const observed_run *),
                              const char *name, talus_directory *directory, talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "run");
    for (const column *c = rows_of(&result->runs[0]).columns; c->name != NULL; c++) {
        files_text_add(&text, ",%s", c->name);
    }
    files_text_add(&text, "\n");
    for (size_t k = 0; k < result->count; k++) {
        const rows r = rows_of(&result->runs[k]);
        for (size_t i = 0; i < r.count; i++) {
            files_csv_add_text(&text, result->runs[k].track->name);
            for (const column *c = r.columns; c->name != NULL; c++) {
                const double value = c->value(r.items + i * r.size);
                if (isnan(value)) {
                    files_text_add(&text, ",");
                } else {
                    files_text_add(&text, ",%.9g", value);
                }
            }
            files_text_add(&text, "\n");
        }
    }
    return directory_write_text(directory, name, &text, error);
}

/// A number of all impacts in sort_order order, with its distribution function.
static size_t sort_values(const observed_result *result, double (*value)(const void *),
                          double *values, double *shares)
{
    size_t count = 0;
    for (size_t k = 0; k < result->count; k++) {
        const flights_found *found = &result->runs[k].found;
        for (size_t i = 0; i < found->count; i++) {
            const double v = value(&found->impacts[i]);
            if (!isnan(v)) {
                values[count++] = v;
            }
        }
    }
    sort_numbers(values, count);
    for (size_t k = 0; k < count; k++) {
        shares[k] = (double)(k + 1) / (double)count;
    }
    return count;
}

static talus_status write_chart(const observed_result *result, const char *name,
                                talus_directory *directory, talus_error *error)
{
    static const struct {
        const char *label;
        double (*value)(const void *);
    } shown[] = {{"energy kept", energy_kept},
                 {"e_n", e_n},
                 {"jump height normal to the slope (m)", jump_normal},
                 {"jump length (m)", jump_length}};
    enum { SHOWN = sizeof shown / sizeof *shown };
    const size_t room = result->impact_count + 1;
    double *numbers = calloc(room * 2 * SHOWN, sizeof *numbers);
    if (numbers == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the chart");
    }
    chart_panel panels[SHOWN];
    chart_series series[SHOWN];
    char note[200];
    snprintf(note, sizeof note, "%zu runs, %zu flights, %zu impacts", result->count,
             result->flight_count, result->impact_count);
    for (size_t k = 0; k < SHOWN; k++) {
        double *values = numbers + 2 * k * room, *shares = values + room;
        const size_t count = sort_values(result, shown[k].value, values, shares);
        series[k] = (chart_series){.x = values, .y = shares, .count = count, .mark = CHART_STEPS};
        panels[k] = (chart_panel){.x = {.label = shown[k].label},
                                  .y = {.label = "share of the impacts", .to = 1.0},
                                  .series = &series[k],
                                  .series_count = 1};
    }
    const chart page = {.title = "Observed impacts",
                        .note = note,
                        .columns = 2,
                        .panels = panels,
                        .panel_count = SHOWN};
    const talus_status status = chart_put(directory, name, &page, error);
    free(numbers);
    return status;
}

const char *const observed_files[] = {"observed.json", "flights.csv", "impacts.csv", "impacts.svg",
                                      NULL};

talus_status observed_write(const observed_result *result, talus_directory *directory,
                            talus_error *error)
{
    char *json = observed_json(result);
    files_text text = {0};
    if (json == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s",
                               observed_files[0]);
    }
    files_text_add(&text, "%s", json);
    free(json);
    talus_status status = directory_write_text(directory, observed_files[0], &text, error);
    if (status == TALUS_OK) {
        status = write_csv(result, flights_of, observed_files[1], directory, error);
    }
    if (status == TALUS_OK) {
        status = write_csv(result, impacts_of, observed_files[2], directory, error);
    }
    return status == TALUS_OK ? write_chart(result, observed_files[3], directory, error) : status;
}
