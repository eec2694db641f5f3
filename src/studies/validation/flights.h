// SPDX-License-Identifier: GPL-3.0-or-later
/// @file flights.h
/// Flights and impacts in a table of positions over time, measured or simulated: the same code for
/// both. It knows times and places; it refuses to know what moved.         [docs/validate.md, 3]
#ifndef TALUS_SRC_STUDIES_VALIDATION_FLIGHTS_H
#define TALUS_SRC_STUDIES_VALIDATION_FLIGHTS_H

#include "runs/observe/impact.h"

/// Places of one rock over time, ascending.
typedef struct flights_table {
    size_t count;
    const double *time;      ///< (count) s
    const talus_vec3 *place; ///< (count) m, of the centre of mass
    const talus_vec3 *spin;  ///< (count) rad/s; NULL or NaN = unknown
} flights_table;

typedef struct flights_options {
    const talus_terrain *terrain; ///< NULL: no normals, e_n and e_t are NaN
    double east, north;           ///< m, of the terrain's origin in the table's coordinates
    double diameter;              ///< m, over which the normal is averaged
    double noise;                 ///< m, standard deviation of a place; 0 = exact
    double gravity;               ///< m/s^2
} flights_options;

/// Measures of a flight.
typedef struct flights_jump {
    double time;                           ///< s
    double length;                         ///< m, chord
    double height_vertical, height_normal; ///< m, over the terrain (NaN: none), over its chord
    bool falls_free;                       ///< over a cliff; false without terrain
} flights_jump;

/// One impact between two flights.

typedef struct flights_impact {
    double time;                          ///< s, in the middle
    talus_vec3 place;                     ///< m, midpoint of the ends of the flights
    talus_vec3 normal;                    ///< unit; NaN without terrain
    talus_vec3 before, after;             ///< m/s
    observe_split split;                  ///< of these velocities
    double contact_time;                  ///< s
    talus_vec3 omega_before, omega_after; ///< rad/s; NaN: unknown
    flights_jump jump;                    ///< the flight before it

} flights_impact;

/// One flight: a parabola.
typedef struct flights_flight {
    size_t first, last;           ///< samples
    double begin, end;            ///< s
    talus_vec3 from, to;          ///< m
    talus_vec3 velocity, landing; ///< m/s, at its begin and its end
    double residual;              ///< m, largest distance of a sample
    flights_jump jump;
} flights_flight;

typedef struct flights_found {
    size_t count, capacity;
    flights_impact *impacts; ///< owned
    size_t flight_count, flight_capacity;
    flights_flight *flights; ///< owned

    double flight_time; ///< s, in all flights
    double time;        ///< s, from the first to the last sample
    double speed_max;   ///< m/s, in flights
    talus_vec3 start;   ///< m/s, at the first sample; NaN unless it is in flight
} flights_found;

/// Tolerance of a parabola is max(1 mm, 5 noise), a flight lasts 0.06 s and 4 samples at least;
/// gaps of more than 0.5 s between flights are rolling, and v_n- > -0.3 m/s is a flight cut in two.
/// @param found cleared by the caller with flights_clear
/// @return TALUS_ERROR_MEMORY
talus_status flights_find(const flights_table *table, const flights_options *options,
                          flights_found *found, talus_error *error);
void flights_clear(flights_found *found);

#endif
