// SPDX-License-Identifier: GPL-3.0-or-later
/// @file lumped.h
/// A rock as a sphere that flies, rebounds and rolls by the published laws of Rockyfor3D: normal
/// restitution by soil type, penetration, tangential coefficient from obstacle heights. It knows one
/// rock on a terrain; it refuses to know files and other models.        [docs/theory.md, section 20]
#ifndef TALUS_SRC_STUDIES_MODELS_LUMPED_H
#define TALUS_SRC_STUDIES_MODELS_LUMPED_H

#include "talus/campaign.h"

enum { LUMPED_SOIL_TYPES = 8 };

/// X(enumerator, key): parameters of the ground.
#define LUMPED_PARAMETER_LIST(X)                                                                   \
    X(LUMPED_SOIL_TYPE, "soil_type")                                                               \
    X(LUMPED_RG70, "rg70")                                                                         \
    X(LUMPED_RG20, "rg20")                                                                         \
    X(LUMPED_RG10, "rg10")
typedef enum lumped_parameter {
#define LUMPED_ENUM(name, key) name,
    LUMPED_PARAMETER_LIST(LUMPED_ENUM)
#undef LUMPED_ENUM
        LUMPED_PARAMETERS
} lumped_parameter;

/// A number everywhere, or a raster; cells of it without a value have the number.
typedef struct lumped_field {
    double number;       ///< NaN: none
    const float *values; ///< (ny x nx) row 0 = south, NaN = NODATA; NULL = the number alone
    size_t nx, ny;
    double x0, y0, cell; ///< m, lower left corner, local
} lumped_field;
/// NaN where there is none.
double lumped_value(const lumped_field *field, double x, double y);

typedef struct lumped_rock {
    double mass, radius; ///< kg, m
    talus_vec3 r, v;     ///< m, m/s
    double spin;         ///< rad/s
} lumped_rock;

/// What one impact meets.
typedef struct lumped_ground {
    double normal;     ///< R_n, drawn from the range of the soil type
    double resistance; ///< Pa, of indentation, of the middle of that range
    double obstacle;   ///< m, MOH
} lumped_ground;
/// Resistance to indentation that goes with a restitution, Pa.
double lumped_resistance(double normal);
/// Depth of an impact of a sphere, m; infinite without resistance.
double lumped_penetration(double mass, double radius, double speed, double resistance);
/// Velocity and spin after an impact, before its way is turned aside. @param n upwards, of length 1
void lumped_rebound(lumped_rock *rock, talus_vec3 n, const lumped_ground *ground);

/// What the manual has for the small forms of the ground, degrees.
#define LUMPED_TILT 4.0

typedef struct lumped_world {
    const talus_terrain *terrain; ///< without roughness: obstacles stand for it
    lumped_field fields[LUMPED_PARAMETERS];
    double gravity;    ///< m/s^2
    double time_limit; ///< s
    double step;       ///< m, longest between two looks
    double tilt;       ///< degrees by which the slope is less steep in an impact, at most
} lumped_world;

/// Where one rock has been; every look of it.
typedef void lumped_look(void *user, const talus_vec3 *r, double energy, double jump);

typedef struct lumped_end {
    talus_outcome outcome;
    double time;       ///< s
    double energy_max; ///< J, of translation and rotation
    double speed_max;  ///< m/s
    double jump_max;   ///< m, of S over the terrain, vertical, as of other rocks
    uint64_t impacts, hops;
    int missing; ///< lumped_parameter without a value where the rock is; -1 = none
} lumped_end;
/// Follow a rock to its end; it is where it ended. A pure function of its arguments.
/// @param look may be NULL
lumped_end lumped_fall(const lumped_world *world, lumped_rock *rock, uint64_t seed, uint64_t number,
                       lumped_look *look, void *user);

#endif
