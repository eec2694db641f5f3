// SPDX-License-Identifier: GPL-3.0-or-later
// Files of observed tracks: tables of flights and impacts, JSON, a chart.
#include "studies/validation/observed.h"

#include "foundation/base/sort.h"
#include "foundation/files/files.h"
#include "io/chart/chart.h"
#include "io/table/table.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180.0 / TALUS_PI)

static double length_of(talus_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

#define RUN_COLUMNS(X)                                                                             \
    X(TEXT, run, NULL, "name of the run", row->track->name)                                        \
    X(INTEGER, samples, "1", "rows of the table", row->track->table.count)                         \
    X(REAL, duration_s, "s", "from the first to the last sample", row->found.time)                 \
    X(REAL, noise_m, "m", "standard deviation of a place", row->noise)                             \
    X(REAL, flight_share, "1", "of the duration",                                                  \
      row->found.time > 0.0 ? row->found.flight_time / row->found.time : (double)NAN)              \
    X(REAL, speed_max_m_s, "m/s", "in flights", row->found.speed_max)                              \
    X(INTEGER, flights, "1", NULL, row->found.flight_count)                                        \
    X(INTEGER, falls, "1", "flights off a cliff", count_falls(&row->found))                        \
    X(INTEGER, impacts, "1", NULL, row->found.count)                                               \
    X(REAL, height_plumb_m, "m", "highest over the terrain, without falls",                        \
      highest(&row->found, false))                                                                 \
    X(REAL, height_normal_m, "m", "highest over a chord, without falls", highest(&row->found, true))

/// Names are those of the layer `impacts` of a run.
#define IMPACT_COLUMNS(X)                                                                          \
    X(LABEL, run, NULL, "name of the run", row->run)                                               \
    X(REAL, time_s, "s", NULL, i->time)                                                            \
    X(REAL, x_m, "m", NULL, i->place.x)                                                            \
    X(REAL, y_m, "m", NULL, i->place.y)                                                            \
    X(REAL, z_m, "m", NULL, i->place.z)                                                            \
    X(REAL, speed_before_m_s, "m/s", NULL, length_of(i->before))                                   \
    X(REAL, speed_after_m_s, "m/s", NULL, length_of(i->after))                                     \
    X(REAL, spin_before_rad_s, "rad/s", NULL, length_of(i->omega_before))                          \
    X(REAL, spin_after_rad_s, "rad/s", NULL, length_of(i->omega_after))                            \
    X(REAL, vx_before_m_s, "m/s", NULL, i->before.x)                                               \
    X(REAL, vy_before_m_s, "m/s", NULL, i->before.y)                                               \
    X(REAL, vz_before_m_s, "m/s", NULL, i->before.z)                                               \
    X(REAL, vx_after_m_s, "m/s", NULL, i->after.x)                                                 \
    X(REAL, vy_after_m_s, "m/s", NULL, i->after.y)                                                 \
    X(REAL, vz_after_m_s, "m/s", NULL, i->after.z)                                                 \
    X(REAL, wx_before_rad_s, "rad/s", NULL, i->omega_before.x)                                     \
    X(REAL, wy_before_rad_s, "rad/s", NULL, i->omega_before.y)                                     \
    X(REAL, wz_before_rad_s, "rad/s", NULL, i->omega_before.z)                                     \
    X(REAL, wx_after_rad_s, "rad/s", NULL, i->omega_after.x)                                       \
    X(REAL, wy_after_rad_s, "rad/s", NULL, i->omega_after.y)                                       \
    X(REAL, wz_after_rad_s, "rad/s", NULL, i->omega_after.z)                                       \
    X(REAL, nx, "1", "normal of the terrain", i->normal.x)                                         \
    X(REAL, ny, "1", "normal of the terrain", i->normal.y)                                         \
    X(REAL, nz, "1", "normal of the terrain", i->normal.z)                                         \
    X(REAL, v_n_before_m_s, "m/s", "along the normal", i->split.n_before)                          \
    X(REAL, v_n_after_m_s, "m/s", "along the normal", i->split.n_after)                            \
    X(REAL, v_t_before_m_s, "m/s", "across the normal", i->split.t_before)                         \
    X(REAL, v_t_after_m_s, "m/s", "across the normal", i->split.t_after)                           \
    X(REAL, energy_kept, "1", "share of v^2", i->split.energy_kept)                                \
    X(REAL, e_n, "1", NULL, i->split.e_n)                                                          \
    X(REAL, e_t, "1", NULL, i->split.e_t)                                                          \
    X(REAL, deviation_deg, "deg", NULL, DEGREES * i->split.deviation)                              \
    X(REAL, angle_deg, "deg", NULL, DEGREES * i->split.angle)                                      \
    X(REAL, contact_time_s, "s", NULL, i->contact_time)                                            \
    X(REAL, jump_time_s, "s", "of the flight before", i->jump.time)                                \
    X(REAL, jump_length_m, "m", "of the flight before", i->jump.length)                            \
    X(REAL, jump_height_plumb_m, "m", "of the flight before", i->jump.height_vertical)             \
    X(REAL, jump_height_normal_m, "m", "of the flight before", i->jump.height_normal)              \
    X(REAL, jump_falls_free, "1", "1: off a cliff", i->jump.falls_free ? 1.0 : 0.0)

#define FLIGHT_COLUMNS(X)                                                                          \
    X(LABEL, run, NULL, "name of the run", row->run)                                               \
    X(REAL, begin_s, "s", NULL, f->begin)                                                          \
    X(REAL, end_s, "s", NULL, f->end)                                                              \
    X(REAL, samples, "1", NULL, (double)(f->last - f->first + 1))                                  \
    X(REAL, from_x_m, "m", NULL, f->from.x)                                                        \
    X(REAL, from_y_m, "m", NULL, f->from.y)                                                        \
    X(REAL, from_z_m, "m", NULL, f->from.z)                                                        \
    X(REAL, to_x_m, "m", NULL, f->to.x)                                                            \
    X(REAL, to_y_m, "m", NULL, f->to.y)                                                            \
    X(REAL, to_z_m, "m", NULL, f->to.z)                                                            \
    X(REAL, vx_begin_m_s, "m/s", NULL, f->velocity.x)                                              \
    X(REAL, vy_begin_m_s, "m/s", NULL, f->velocity.y)                                              \
    X(REAL, vz_begin_m_s, "m/s", NULL, f->velocity.z)                                              \
    X(REAL, vx_end_m_s, "m/s", NULL, f->landing.x)                                                 \
    X(REAL, vy_end_m_s, "m/s", NULL, f->landing.y)                                                 \
    X(REAL, vz_end_m_s, "m/s", NULL, f->landing.z)                                                 \
    X(REAL, residual_m, "m", "largest distance of a sample from the parabola", f->residual)        \
    X(REAL, length_m, "m", "chord", f->jump.length)                                                \
    X(REAL, height_plumb_m, "m", "over the terrain", f->jump.height_vertical)                      \
    X(REAL, height_normal_m, "m", "over the chord", f->jump.height_normal)                         \
    X(REAL, falls_free, "1", "1: off a cliff", f->jump.falls_free ? 1.0 : 0.0)

/// Largest of a height over the flights of a run that are no falls off a cliff; NaN without.
static double highest(const flights_found *found, bool is_normal)
{
    double most = (double)NAN;
    for (size_t k = 0; k < found->flight_count; k++) {
        const flights_jump *jump = &found->flights[k].jump;
        const double height = is_normal ? jump->height_normal : jump->height_vertical;
        most = jump->falls_free || most >= height ? most : height;
    }
    return most;
}

static size_t count_falls(const flights_found *found)
{
    size_t count = 0;
    for (size_t k = 0; k < found->flight_count; k++) {
        count += found->flights[k].jump.falls_free;
    }
    return count;
}

TABLE_DEFINE(runs, RUN_COLUMNS, const observed_run *row = TABLE_ROW(observed_run))
TABLE_DEFINE(impacts, IMPACT_COLUMNS, const observed_impact *row = TABLE_ROW(observed_impact);
             const flights_impact *i = row->impact)
TABLE_DEFINE(flights, FLIGHT_COLUMNS, const observed_flight *row = TABLE_ROW(observed_flight);
             const flights_flight *f = row->flight)

bool observed_table(const observed_result *result, const char *name, talus_table *table)
{
    const talus_table tables[] = {TABLE(runs, result->runs, result->count),
                                  TABLE(flights, result->flights, result->flight_count),
                                  TABLE(impacts, result->impacts, result->impact_count)};
    for (size_t k = 0; k < sizeof tables / sizeof tables[0]; k++) {
        if (strcmp(name, tables[k].name) == 0) {
            *table = tables[k];
            return true;
        }
    }
    return false;
}

/// The first figures of a run, then its flights and impacts.
static void add_run(files_text *text, const observed_result *result, size_t k, size_t flight,
                    size_t impact)
{
    enum { FIGURES = 6 };
    const flights_found *found = &result->runs[k].found;
    const talus_table run = TABLE(runs, result->runs, result->count);
    const talus_table own_flights = TABLE(flights, result->flights + flight, found->flight_count);
    const talus_table own_impacts = TABLE(impacts, result->impacts + impact, found->count);
    files_json_begin(text, NULL, '{');
    for (size_t column = 0; column < FIGURES; column++) {
        table_json_member(text, &run, k, column);
    }
    table_json(text, "flights", &own_flights);
    table_json(text, "impacts", &own_impacts);
    files_json_end(text, '}');
}

talus_status observed_json(const observed_result *result, char **json, talus_error *error)
{
    files_text text = {0};
    size_t flight = 0, impact = 0;
    *json = NULL;
    files_json_begin(&text, NULL, '{');
    files_json_add_unsigned(&text, "flights", result->flight_count);
    files_json_add_unsigned(&text, "impacts", result->impact_count);
    files_json_add_number(&text, "energy_kept_median", result->energy_kept);
    files_json_begin(&text, "runs", '[');
    for (size_t k = 0; k < result->count; k++) {
        add_run(&text, result, k, flight, impact);
        flight += result->runs[k].found.flight_count;
        impact += result->runs[k].found.count;
    }
    files_json_end(&text, ']');
    files_json_end(&text, '}');
    files_text_add(&text, "\n");
    if (text.failed) {
        files_text_clear(&text);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the observation");
    }
    *json = text.data;
    return TALUS_OK;
}

/// A number of all impacts in ascending order, with its distribution function.
static size_t sort_values(const observed_result *result, size_t member, double *values,
                          double *shares)
{
    size_t count = 0;
    for (size_t k = 0; k < result->impact_count; k++) {
        double v;
        memcpy(&v, (const char *)result->impacts[k].impact + member, sizeof v);
        if (!isnan(v)) {
            values[count++] = v;
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
        size_t member;
    } shown[] = {
        {"energy kept", offsetof(flights_impact, split.energy_kept)},
        {"e_n", offsetof(flights_impact, split.e_n)},
        {"jump height normal to the slope (m)", offsetof(flights_impact, jump.height_normal)},
        {"jump length (m)", offsetof(flights_impact, jump.length)}};
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
        const size_t count = sort_values(result, shown[k].member, values, shares);
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
    const talus_table flights = TABLE(flights, result->flights, result->flight_count);
    const talus_table impacts = TABLE(impacts, result->impacts, result->impact_count);
    files_text text = {0};
    char *json = NULL;
    talus_status status = observed_json(result, &json, error);
    if (status == TALUS_OK) {
        files_text_add(&text, "%s", json);
        free(json);
        status = directory_write_text(directory, observed_files[0], &text, error);
    }
    if (status == TALUS_OK) {
        status = table_write_csv(directory, observed_files[1], &flights, error);
    }
    if (status == TALUS_OK) {
        status = table_write_csv(directory, observed_files[2], &impacts, error);
    }
    return status == TALUS_OK ? write_chart(result, observed_files[3], directory, error) : status;
}
