// SPDX-License-Identifier: GPL-3.0-or-later
/// @file obstacles.h
/// What stands on the ground: stems, walls, nets. And what only watches: screens and objects.
/// It knows places, sizes and strengths in local metres; it refuses to know files and rocks.
///
///   stems and walls    bodies: contacts of the Moreau step, with percussions  [docs/theory.md 16]
///   nets               events: a rock whose S crosses one is stopped, slowed or let over
///   screens, objects   no effect on a rock; crossings and hits are counted
///   dams               are terrain: they change the heights it is made of
#ifndef TALUS_OBSTACLES_H
#define TALUS_OBSTACLES_H

#include "talus/terrain.h"

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

/// Energy a stem takes at most, J: f 38.7 D^2.31, D in cm, f relative to silver fir.   [Do06]
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

/// Copy the list, stand everything on the terrain and index it. A stem off the surface, and parts
/// of walls and nets off it, stand nowhere: no rock can meet them.
/// @return TALUS_ERROR_ARGUMENT for a size that is not positive, a line of fewer than two distinct
///         points or with a bend sharper than 150 degrees (the sentence names it);
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_obstacles_create(const talus_obstacle_list *list,
                                              const talus_terrain *terrain,
                                              talus_obstacles **obstacles, talus_error *error);
TALUS_API void talus_obstacles_destroy(talus_obstacles *obstacles);
/// What it was made of; owned by `obstacles`.
TALUS_API const talus_obstacle_list *talus_obstacles_list(const talus_obstacles *obstacles);
/// How many of the stems stand on the terrain; the same of metres of wall `index` and net `index`.
TALUS_API size_t talus_obstacles_standing(const talus_obstacles *obstacles);
TALUS_API double talus_obstacles_wall_length(const talus_obstacles *obstacles, size_t index);
TALUS_API double talus_obstacles_net_length(const talus_obstacles *obstacles, size_t index);

/// What rocks did at a net; the crossings of all completed rocks.
typedef struct talus_net_counts {
    uint64_t overtopped, caught, passed;
    double energy; ///< J, absorbed; a sum of whole mJ
} talus_net_counts;
/// And at a wall.
typedef struct talus_wall_counts {
    uint64_t rocks;   ///< that touched it
    uint64_t impacts; ///< first touches after a step without
    double energy;    ///< J, taken by its percussions; a sum of whole mJ
} talus_wall_counts;

/// A bank along a line, as a change of heights: over a node at the distance d from the line the
/// crest height z_c (of the ground at the nearest point of the line, plus `height`) falls from the
/// edge of the crest with the tangent of the face:
///   z = max(z, z_c - tan(slope) max(0, d - crest_width / 2))
typedef struct talus_dam {
    talus_line line;
    double height;      ///< m > 0, over the ground at the line
    double crest_width; ///< m >= 0
    double face_slope;  ///< rad, in (0, pi/2)
} talus_dam;
/// Raise the heights of a DEM before a terrain is made of it. Nodes without data stay so; where the
/// line runs over missing ground nothing is raised.
/// @param heights (ny x nx) m, row 0 = south
/// @param raised  number of nodes that were raised; may be NULL
/// @return TALUS_ERROR_ARGUMENT for a size out of range or a line of fewer than two distinct
///         points; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_dam_raise(const talus_dam *dam, const talus_grid *grid,
                                       double *heights, size_t *raised, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
