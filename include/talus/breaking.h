// SPDX-License-Identifier: GPL-3.0-or-later
/// @file breaking.h
/// Rocks that break at an impact, as plain data: the law with its parameters, and the record of a
/// break. It knows numbers; it refuses to know how a rock is cut and where its pieces fly.
///
/// threads: plain values.
#ifndef TALUS_BREAKING_H
#define TALUS_BREAKING_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The law that decides whether a rock breaks.                                 [docs/bodies.md, 4]
typedef enum talus_breaking_law {
    TALUS_BREAKING_NONE,
    TALUS_BREAKING_ROCKGIS,   ///< area ratio of the effective energy
    TALUS_BREAKING_THRESHOLD, ///< energy per mass
    TALUS_BREAKING_SURVIVAL   ///< probability of survival by energy per mass
} talus_breaking_law;
typedef struct talus_breaking {
    talus_breaking_law law;
    double area_ratio;       ///< rockgis: AR_min, in (0, 1)
    double energy;           ///< others: e_0, J/kg > 0
    double exponent;         ///< survival: k > 0 of the energy
    double volume_exponent;  ///< survival: s of the volume
    double reference_volume; ///< survival: V_0, m^3 > 0
    double survival;         ///< others: share of the largest piece, in (0, 1)
    double beta;             ///< others: exponent of the numbers of pieces above a volume, > 0
    double least_volume;     ///< m^3 > 0, V_min: smaller pieces are fines
    double scatter; ///< eta in [0, 1]: share of the absorbed energy that scatters the pieces
    double window;  ///< s >= 0, tau: crossings of a screen within it are added up
} talus_breaking;
/// Limits of an event: bodies and generations of fragments. A body that would exceed them does not
/// break.
enum { TALUS_MOST_BODIES = 256, TALUS_MOST_GENERATIONS = 3 };

/// A rock or fragment that broke.                                            [docs/bodies.md, 4, 5]
typedef struct talus_break {
    uint64_t rock;
    uint32_t body, generation; ///< number in its event and generation, 0: the rock itself
    uint32_t ground;           ///< class index under the deepest contact
    uint32_t pieces;           ///< pieces that fly on
    uint32_t fines;            ///< pieces below the least volume, which are removed at once
    bool is_clamped;           ///< the area ratio was outside the window of the law of sizes
    double time;               ///< s after the release
    talus_vec3 r;              ///< m, S
    double mass, volume;       ///< kg, m^3, of the body that broke
    double speed;              ///< m/s, before the step
    double angle;              ///< rad, between velocity and surface
    double energy; ///< J, taken by the normal percussions, less the share that the ground cushions
    double effective; ///< J, the part of it that the criterion uses
    double area_ratio;
    double largest;      ///< volume of the largest piece over that of the body that broke
    double surface;      ///< m^2, new surface
    double kinetic;      ///< J, after the impact, of all pieces before they scatter
    double scatter;      ///< J, given to the scatter of the pieces
    double fines_mass;   ///< kg
    double fines_energy; ///< J, kinetic energy of the fines
    double imbalance;    ///< largest relative error of mass, momentum, angular momentum and energy
} talus_break;

#ifdef __cplusplus
}
#endif
#endif
