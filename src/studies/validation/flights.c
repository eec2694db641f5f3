// SPDX-License-Identifier: GPL-3.0-or-later
// Flights as parabolas by least squares, and the impacts between them.
#include "studies/validation/flights.h"

#include "foundation/base/array.h"
#include "foundation/math/linalg.h"

#include <math.h>
#include <stdlib.h>

/// r0 + v0 s - g s^2/2 over samples [first, last].
typedef struct parabola {
    size_t first, last;
    talus_vec3 r0, v0;
    double worst; ///< m, largest residual
} parabola;

static talus_vec3 place_at(const parabola *p, double gravity, double s)
{
    talus_vec3 r = vec3_axpy(p->r0, s, p->v0);
    r.z -= 0.5 * gravity * s * s;
    return r;
}

static talus_vec3 velocity_at(const parabola *p, double gravity, double s)
{
    talus_vec3 v = p->v0;
    v.z -= gravity * s;
    return v;
}

static void fit(const flights_table *table, double gravity, size_t first, size_t last, parabola *p)
{
    const double n = (double)(last - first + 1), t0 = table->time[first];
    double s1 = 0.0, s2 = 0.0;
    talus_vec3 x1 = vec3(0, 0, 0), xs = vec3(0, 0, 0);
    for (size_t k = first; k <= last; k++) {
        const double s = table->time[k] - t0;
        talus_vec3 x = table->place[k];
        x.z += 0.5 * gravity * s * s;
        x = vec3_sub(x, table->place[first]);
        s1 += s;
        s2 += s * s;
        x1 = vec3_add(x1, x);
        xs = vec3_axpy(xs, s, x);
    }
    const double determinant = n * s2 - s1 * s1;
    p->first = first;
    p->last = last;
    p->v0 = vec3_scale(1.0 / determinant, vec3_sub(vec3_scale(n, xs), vec3_scale(s1, x1)));
    p->r0 = vec3_add(table->place[first], vec3_scale(1.0 / n, vec3_sub(x1, vec3_scale(s1, p->v0))));
    p->worst = 0.0;
    for (size_t k = first; k <= last; k++) {
        const talus_vec3 at = place_at(p, gravity, table->time[k] - t0);
        p->worst = fmax(p->worst, vec3_norm(vec3_sub(table->place[k], at)));
    }
}

/// The longest parabola from sample `first` on. @return false when there is none
static bool grow(const flights_table *table, double gravity, double tolerance, size_t first,
                 parabola *flight)
{
    size_t last = first + 3;
    while (last < table->count &&
           table->time[last] - table->time[first] < TRAJECTORY_SHORTEST_FLIGHT) {
        last++;
    }
    if (last >= table->count) {
        return false;
    }
    fit(table, gravity, first, last, flight);
    if (!(flight->worst <= tolerance)) {
        return false;
    }
    for (parabola longer; last + 1 < table->count; *flight = longer) {
        fit(table, gravity, first, ++last, &longer);
        if (!(longer.worst <= tolerance)) {
            break;
        }
    }
    return true;
}

static talus_vec3 normal_at(const flights_options *options, talus_vec3 place)
{
    if (options->terrain == NULL) {
        return vec3((double)NAN, (double)NAN, (double)NAN);
    }
    return observe_mean_normal(options->terrain, place.x - options->east, place.y - options->north,
                               options->diameter);
}

/// NaN off the terrain and without one.
static double ground_at(const flights_options *options, talus_vec3 place)
{
    double z = 0.0;
    return options->terrain != NULL &&
                   talus_terrain_height(options->terrain, place.x - options->east,
                                        place.y - options->north, &z) == TALUS_INSIDE
               ? z
               : (double)NAN;
}

/// Heights of a flight over the terrain under it and over its chord.
static flights_jump measure_jump(const flights_options *options, const flights_table *table,
                                 const parabola *flight)
{
    const double t0 = table->time[flight->first], g = options->gravity;
    const double duration = table->time[flight->last] - t0;
    const talus_vec3 begin = place_at(flight, g, 0.0), end = place_at(flight, g, duration);
    const talus_vec3 chord = vec3_sub(end, begin);
    const double across = sqrt(chord.x * chord.x + chord.y * chord.y);
    const double length = vec3_norm(chord);
    flights_jump jump = {.time = duration,
                         .length = length,
                         .height_vertical = (double)NAN,
                         .falls_free = trajectory_falls_free(ground_at(options, begin),
                                                             ground_at(options, end), across)};
    jump.height_normal = length > 0.0 ? 0.125 * g * duration * duration * across / length : 0.0;
    for (size_t k = flight->first; options->terrain != NULL && k <= flight->last; k++) {
        const double height = table->place[k].z - ground_at(options, table->place[k]);
        if (!isnan(height) && !(jump.height_vertical >= height)) {
            jump.height_vertical = height;
        }
    }
    return jump;
}

/// @return false if it is not an impact
static bool make_impact(const flights_table *table, const flights_options *options,
                        const parabola *a, const parabola *c, flights_impact *impact)
{
    const double begin = table->time[a->last], end = table->time[c->first];
    const talus_vec3 unknown = vec3((double)NAN, (double)NAN, (double)NAN);
    if (end - begin > OBSERVE_LONGEST_IMPACT) {
        return false;
    }
    const talus_vec3 from = table->place[a->last], to = table->place[c->first];
    *impact = (flights_impact){.time = 0.5 * (begin + end),
                               .place = vec3_scale(0.5, vec3_add(from, to)),
                               .contact_time = end - begin,
                               .omega_before = unknown,
                               .omega_after = unknown};
    impact->before = velocity_at(a, options->gravity, begin - table->time[a->first]);
    impact->after = c->v0;
    impact->normal = normal_at(options, impact->place);
    impact->split = observe_split_velocities(impact->before, impact->after, impact->normal);
    if (!observe_is_impact(&impact->split)) {
        return false;
    }
    if (table->spin != NULL) {
        impact->omega_before = table->spin[a->last];
        impact->omega_after = table->spin[c->first];
    }
    return true;
}

static bool add_flight(flights_found *found, const flights_options *options,
                       const flights_table *table, const parabola *p)
{
    if (!array_reserve(&found->flights, &found->flight_capacity, found->flight_count + 1,
                       sizeof *found->flights)) {
        return false;
    }
    const double begin = table->time[p->first], duration = table->time[p->last] - begin;
    found->flights[found->flight_count++] =
        (flights_flight){.first = p->first,
                         .last = p->last,
                         .begin = begin,
                         .end = begin + duration,
                         .from = place_at(p, options->gravity, 0.0),
                         .to = place_at(p, options->gravity, duration),
                         .velocity = p->v0,
                         .landing = velocity_at(p, options->gravity, duration),
                         .residual = p->worst,
                         .jump = measure_jump(options, table, p)};
    return true;
}

static bool add_impact(flights_found *found, const flights_impact *impact)
{
    if (!array_reserve(&found->impacts, &found->capacity, found->count + 1,
                       sizeof *found->impacts)) {
        return false;
    }
    found->impacts[found->count++] = *impact;
    return true;
}

talus_status flights_find(const flights_table *table, const flights_options *options,
                          flights_found *found, talus_error *error)
{
    const double tolerance = fmax(1e-3, 5.0 * options->noise);
    parabola last = {0}, flight;
    bool has_last = false;
    *found = (flights_found){.start = {(double)NAN, (double)NAN, (double)NAN}};
    if (table->count > 1) {
        found->time = table->time[table->count - 1] - table->time[0];
    }
    for (size_t k = 0; k + 4 <= table->count;) {
        if (!grow(table, options->gravity, tolerance, k, &flight)) {
            k++;
            continue;
        }
        const double duration = table->time[flight.last] - table->time[flight.first];
        const talus_vec3 end = velocity_at(&flight, options->gravity, duration);
        found->flight_time += duration;
        found->start = flight.first == 0 ? flight.v0 : found->start;
        found->speed_max = fmax(found->speed_max, fmax(vec3_norm(flight.v0), vec3_norm(end)));
        flights_impact impact;
        bool kept = add_flight(found, options, table, &flight);
        if (kept && has_last && make_impact(table, options, &last, &flight, &impact)) {
            impact.jump = found->flights[found->flight_count - 2].jump;
            kept = add_impact(found, &impact);
        }
        if (!kept) {
            flights_clear(found);
            return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for impacts");
        }
        last = flight;
        has_last = true;
        k = flight.last > k ? flight.last : k + 1;
    }
    return TALUS_OK;
}

void flights_clear(flights_found *found)
{
    free(found->impacts);
    free(found->flights);
    *found = (flights_found){0};
}
