// SPDX-License-Identifier: GPL-3.0-or-later
/// @file obstacles.h
/// What stands on the ground: stems, walls, nets. And what only watches: screens and objects.
/// It knows places, sizes and strengths in local metres; it refuses to know files and rocks.
///
///   stems and walls    bodies: contacts of the Moreau step, with percussions       [docs/theory.md
///   16] nets               events: a rock whose S crosses one is stopped, slowed or let over
///   screens, objects   no effect on a rock; crossings and hits are counted
#ifndef TALUS_OBSTACLES_H
#define TALUS_OBSTACLES_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TALUS_SPECIES_LENGTH 32

/// Friction and restitution of a rock on a body, as on the ground but without slippage.
typedef struct talus_obstacle_law {
    double mu;        ///< >= 0
    double epsilon_n; ///< [0, 1]
    double epsilon_t; ///< [0, 1]
} talus_obstacle_law;

/// A stem: a vertical cylinder from the ground at (x, y) up.
typedef struct talus_stem {
    double x, y;      ///< m
    double diameter;  ///< m > 0, at breast height, taken as that of the whole cylinder
    double height;    ///< m > 0
    double energy;    ///< J >= 0, most it takes from one rock before it breaks; infinity = never
    uint32_t species; ///< index into talus_obstacles.species
} talus_stem;

/// Energy a stem takes at most, J: f 38.7 D^2.31, D in cm, f relative to silver fir.   [Dorren
/// 2006]
TALUS_API double talus_stem_energy(double diameter, double relative_to_fir);

/// A polyline in the plane; two points at least.
typedef struct talus_line {
    char name[64];
    size_t count;
    double *xy; ///< (count x 2) m; owned by who made it
} talus_line;

/// A wall or dam: all points within width / 2 of the line (ends square, joints mitred), from the
/// ground to a crest that lies `height` over the ground at the line.
typedef struct talus_wall {
    talus_line line;
    double height, width; ///< m > 0
    talus_obstacle_law law;
} talus_wall;

/// A net: the vertical surface over a line. A rock whose S crosses it: the lowest point higher than
/// `height` over the ground: goes on unchanged; kinetic energy <= capacity: is stopped; else goes
/// on with the energy less the capacity, velocity and spin scaled, directions kept.
typedef struct talus_net {
    talus_line line;
    double height;   ///< m > 0
    double capacity; ///< J >= 0
} talus_net;

/// An evaluation line: the vertical surface over it. The first crossing of S counts once per rock,
/// later ones only with `recross`.
typedef struct talus_screen {
    talus_line line;
    bool recross;
} talus_screen;

/// A building (polygon) or a road (line with a width): a rock hits it when the path of S comes
/// within the rock's half diameter of it (and of half the width of the line).
typedef struct talus_object {
    char name[64];
    bool is_area;
    size_t ring_count;
    size_t *ring_starts; ///< (ring_count + 1) into points: outer and inner rings of an area; one
                         ///< run of points for a line
    double *xy;          ///< (ring_starts[ring_count] x 2) m; rings closed implicitly
    double width;        ///< m >= 0, of a line
} talus_object;

/// Everything that acts on a rock: const and shared by all workers, with an index in the plane.
typedef struct talus_obstacles talus_obstacles;

typedef struct talus_obstacle_list {
    size_t stem_count, wall_count, net_count, species_count;
    const talus_stem *stems;
    talus_obstacle_law stem_law;
    const char (*species)[TALUS_SPECIES_LENGTH];
    const talus_wall *walls;
    const talus_net *nets;
} talus_obstacle_list;

/// Copy the list and index it.
/// @return TALUS_ERROR_ARGUMENT for a size that is not positive, a line of fewer than two distinct
///         points (the sentence names it); TALUS_ERROR_MEMORY
TALUS_API talus_status talus_obstacles_create(const talus_obstacle_list *list,
                                              talus_obstacles **obstacles, talus_error *error);
TALUS_API void talus_obstacles_destroy(talus_obstacles *obstacles);
/// What it was made of; owned by `obstacles`.
TALUS_API const talus_obstacle_list *talus_obstacles_list(const talus_obstacles *obstacles);

#ifdef __cplusplus
}
#endif
#endif
