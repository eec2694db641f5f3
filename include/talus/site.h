// SPDX-License-Identifier: GPL-3.0-or-later
/// @file site.h
/// What a rock meets on the terrain: grounds, soil, forest, stems, walls, nets, and maps of their
/// classes. It knows positions, sizes and strengths in local metres; it refuses to know files and
/// rocks.
///
///   stems and walls    bodies: contacts of the Moreau step, with percussions  [docs/theory.md 16]
///   nets               events: a rock whose S crosses a net is stopped or slowed, or flies over it
///
/// threads: all types are const after creation, any thread.
#ifndef TALUS_SITE_H
#define TALUS_SITE_H

#include "talus/shape.h"
#include "talus/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Numbers of mean 0 and variance 1 that vary from place to place (talus_raster_field), on the
/// nodes of a talus_grid, bilinear between them. Covariance of Matern type with nu = 1,
///   C(r) = k r K_1(k r),  k = sqrt(8) / range: about 0.14 at r = range  [docs/terrain_tools.md]
typedef struct talus_field {
    double range; ///< m
    talus_grid grid;
    float *values; ///< (ny x nx) multiples of 2^-10; owned
} talus_field;
/// Free the values. NULL is allowed.
TALUS_API void talus_field_clear(talus_field *field);
/// Value at a point; outside the rectangle that of the nearest point of its rim.
TALUS_API double talus_field_at(const talus_field *field, double x, double y);

/// X(enumerator, name in scenarios): parameters that can vary within one ground. Friction changes
/// mu_min and mu_max by the same amount. The modulus of soil is in Pa here, and its drag number is
/// 1 + C_s.
#define TALUS_VARIED_LIST(X)                                                                       \
    X(TALUS_VARIED_FRICTION, "friction")                                                           \
    X(TALUS_VARIED_MU_MIN, "mu_min")                                                               \
    X(TALUS_VARIED_MU_MAX, "mu_max")                                                               \
    X(TALUS_VARIED_KAPPA, "kappa_1_m")                                                             \
    X(TALUS_VARIED_BETA, "beta_1_s")                                                               \
    X(TALUS_VARIED_DRAG, "drag_1_s")                                                               \
    X(TALUS_VARIED_EPSILON_N, "epsilon_n")                                                         \
    X(TALUS_VARIED_EPSILON_T, "epsilon_t")                                                         \
    X(TALUS_VARIED_SOIL_MODULUS, "soil.modulus_mn_m2")                                             \
    X(TALUS_VARIED_SOIL_DRAG, "soil.drag_number")
typedef enum talus_varied {
#define TALUS_VARIED_ENUM(id, name) id,
    TALUS_VARIED_LIST(TALUS_VARIED_ENUM)
#undef TALUS_VARIED_ENUM
} talus_varied;
enum { TALUS_VARIED_COUNT = TALUS_VARIED_SOIL_DRAG + 1 };

/// A ground parameter that varies from place to place with a field g(x, y):
///   p + sd g, or with `multiply` p exp(sd g - sd^2 / 2), of mean p and always positive.
/// The result is limited to the range of the parameter: friction in [0, 10] and mu_min <= mu_max,
/// restitution in [0, 1], the others >= 0. With `replace` the field is the parameter itself, and
/// NaN leaves the value of the ground; these variations are applied before the others.
typedef struct talus_variation {
    const talus_field *field;
    talus_varied parameter;
    bool multiply;
    bool replace; ///< not with TALUS_VARIED_FRICTION
    bool nearest; ///< with `replace`: the value of the nearest node, else bilinear where nodes have
                  ///< values
    double sd;    ///< in the unit of the parameter; with `multiply` of its logarithm
    const struct talus_variation *next; ///< NULL = the last one
} talus_variation;

/// Compactable soil over a hard plane.                                    [docs/theory.md 14, Lu19]
typedef struct talus_soil {
    double modulus;    ///< Pa, M_E; 0 = none: the ground is hard
    double drag;       ///< C_s > -1; the soil's drag number is 1 + C_s
    double density;    ///< kg/m^3
    double rotational; ///< >= 0, factor on a drag torque that talus adds; 0 = none, as published
    /// >= 0, factor on the resistance of a wheel in its rut [docs/theory.md, (46b)]
    double rolling;
    bool is_normal; ///< the depth follows from the speed along the normal and is measured along it,
                    ///< as for the face of a dam; else vertical, as published
} talus_soil;

/// Parameters that are drawn at random; the values of the ground are then their medians.
typedef struct talus_ground_draw {
    talus_distribution laws[TALUS_VARIED_COUNT]; ///< by talus_varied; TALUS_LAW_FIXED: not drawn;
                                                 ///< FRICTION is ignored
    bool per_impact;      ///< drawn at the first closed step after an open one; else once per rock
    bool soil_per_impact; ///< the two of soil: drawn at the first touch of a layer of soil and kept
                          ///< until the rock has left it; else once per rock
    size_t posterior_count;  ///< 0: none
    const double *posterior; ///< (posterior_count x TALUS_VARIED_COUNT) each rock uses one row, the
                             ///< same on all grounds, instead of the laws; NaN: the law is used
} talus_ground_draw;

/// Bumps of a ground that are not in the heights of the terrain. Nodes of a square lattice are
/// lowered by a (1 + h), h uniform in [-1, 1), bilinear between them, so no bump rises above the
/// terrain.
///                                                                       [docs/theory.md 4, (31b)]
typedef struct talus_ground_roughness {
    double amplitude; ///< m, a; 0 = none
    double spacing;   ///< m > 0, of the lattice
    /// m: no bumps within this distance of the release of a rock, full ones beyond twice
    double clear;
    uint64_t seed;
    bool per_rock; ///< every rock meets its own bumps, by the seed of the run; else all the same
} talus_ground_roughness;

/// How an impact at one contact acts on contacts at rest.                  [docs/impact_laws.md 5]
typedef enum talus_impact_rule {
    TALUS_IMPACT_NEWTON, ///< not at all: every contact has its own restitution
    /// they leave with this share of the normalised speed of the landing contact
    TALUS_IMPACT_E_N21,
    /// with the share for an edge whose resultant percussion is at lambda half widths
    TALUS_IMPACT_LAMBDA
} talus_impact_rule;
typedef struct talus_ground_impact {
    talus_impact_rule law;
    double value; ///< [0, 1] e_n21 or lambda
} talus_ground_impact;

/// Friction and impact parameters of one ground class.        [docs/theory.md 6, L14 eq. 46-51]
typedef struct talus_ground {
    char name[32];
    double mu_min, mu_max;            ///< friction at s = 0 and s -> infinity
    double kappa;                     ///< 1/m, growth with slippage
    double beta;                      ///< 1/s, decay in flight
    double drag;                      ///< 1/s, nu: ground drag while in contact
    double epsilon_n;                 ///< normal restitution [0, 1]
    double epsilon_t;                 ///< tangential restitution [0, 1]
    const char *source;               ///< source of the values (static text) or NULL
    const talus_variation *variation; ///< list; NULL = the same everywhere
    talus_soil soil;                  ///< modulus 0: none
    const talus_ground_draw *draw;    ///< NULL = every rock meets these numbers
    talus_ground_roughness roughness; ///< amplitude 0: none
    talus_ground_impact impact;       ///< NEWTON by default
    double cushion; ///< share of an impact's energy that breaks no rock, [0, 1]: 0 on hard ground
} talus_ground;

/// Drag layer of vegetation.                                     [docs/theory.md 7, L14 eq. 10-11]
typedef struct talus_forest {
    char name[32];
    double drag;                ///< kg/s, c
    talus_vec3 rotational_drag; ///< kg m^2/s, diagonal of C_rot in the body frame
    double height;              ///< m, acts while z_S - z(x_S, y_S) < height
    double hold_height;         ///< m, of lying wood, stumps and roots; 0: they hold no rock
    double hold_path; ///< m: a rock in contact is held when its energy, averaged over a path
                      ///< of about this length, is too small to climb over hold_height
    const char *source;
} talus_forest;

/// Presets by name ("hard", "medium soft" = "medium_soft", ...; forest "open", "medium", "dense").
/// A name may end in a version, "medium@1"; without a version it means the newest. Presets of soil
/// have a `draw`. [docs/ground.md, section 6]
/// @return NULL if unknown. The lists hold the presets of the newest version and end with an entry
/// whose name is empty.
TALUS_API const talus_ground *talus_ground_preset(const char *name);
TALUS_API const talus_ground *talus_ground_presets(void);
/// Newest version of the presets of grounds.
enum { TALUS_GROUND_PRESET_VERSION = 2 };
/// Version of a preset's name as talus_ground_preset reads it; 0 if it has no such preset.
TALUS_API int talus_ground_preset_version(const char *name);
/// What a preset looks like in the field, and what other programs call such ground. The likeness is
/// one of description: the parameters are not equivalent.
typedef struct talus_ground_field {
    const char *preset;     ///< its name, without version
    const char *looks;      ///< what a walker sees
    const char *ramms;      ///< category of RAMMS::ROCKFALL
    const char *rockyfor3d; ///< soil type of Rockyfor3D
} talus_ground_field;
/// From soft to hard; the list ends with an entry whose preset is NULL.
TALUS_API const talus_ground_field *talus_ground_preset_fields(void);
/// @return NULL if there is no such preset
TALUS_API const talus_ground_field *talus_ground_preset_field(const char *name);
TALUS_API const talus_forest *talus_forest_preset(const char *name);
TALUS_API const talus_forest *talus_forest_presets(void);
/// Newest version of the presets of forests.
enum { TALUS_FOREST_PRESET_VERSION = 2 };
/// Version of a preset's name as talus_forest_preset reads it; 0 if it has no such preset.
TALUS_API int talus_forest_preset_version(const char *name);

/// The parameters of a ground at a point: its own, varied where it has variations.
TALUS_API talus_ground talus_ground_at(const talus_ground *ground, double x, double y);
/// Share of the nodes of a field at which the range of the parameter cuts its variation; 0 without
/// variation. Variations that replace are not counted.
TALUS_API double talus_ground_cut_share(const talus_ground *ground);

/// The ground with the parameters that one rock meets, and without a `draw`: a pure function of the
/// arguments. Every parameter has its own random numbers. A mu_min above mu_max is lowered to
/// mu_max. talus_ground_at adds the variations as to any ground.
/// @param index  of the ground class
/// @param impact number of the impact of this rock, from 1; for the parameters of soil, number of
///               the visit to soil; 0 for parameters that are drawn once per rock
TALUS_API talus_ground talus_ground_drawn(const talus_ground *ground, unsigned index, uint64_t seed,
                                          uint64_t rock, uint32_t impact);

/// A raster of class indices (< 256): cell (i, j) covers [x0 + i cell, x0 + (i+1) cell) x ...
/// Unlike talus_grid's nodes, these are areas; x0, y0 is the lower left corner.
typedef struct talus_class_map {
    double x0, y0, cell;
    size_t nx, ny;
    uint8_t *classes; ///< (ny x nx), row 0 = south; owned
} talus_class_map;
/// Class at a point; points off the map get the class of the nearest cell. NULL map = class 0.
TALUS_API unsigned talus_class_map_at(const talus_class_map *map, double x, double y);
TALUS_API void talus_class_map_clear(talus_class_map *map);

#define TALUS_SPECIES_LENGTH 32

/// Friction and restitution of a rock on a body, as on the ground but without slippage.
typedef struct talus_obstacle_law {
    double mu;        ///< >= 0
    double epsilon_n; ///< [0, 1]
    double epsilon_t; ///< [0, 1]
} talus_obstacle_law;

/// Kinds of obstacles on the terrain. Nets are not bodies: they act where S crosses them.
typedef enum talus_obstacle_kind {
    TALUS_OBSTACLE_STEM,
    TALUS_OBSTACLE_WALL,
    TALUS_OBSTACLE_NET
} talus_obstacle_kind;

/// A stem: a vertical cylinder from the ground at (x, y) up.
typedef struct talus_stem {
    double x, y;      ///< m
    double diameter;  ///< m > 0, at breast height, taken as that of the whole cylinder
    double height;    ///< m > 0
    double energy;    ///< J >= 0, taken from one rock before it breaks; infinity = it never breaks
    uint32_t species; ///< index into talus_obstacles.species
} talus_stem;

/// Largest energy that a stem takes, J: f 38.7 D^2.31, D in cm, f relative to silver fir.   [Do06]
TALUS_API double talus_stem_energy(double diameter, double relative_to_fir);

/// A polyline in plan, of at least two points.
typedef struct talus_line {
    char name[64];
    size_t count;
    double *xy; ///< (count x 2) m; owned by the caller
} talus_line;
/// Length in plan, m; 0 for fewer than two points.
TALUS_API double talus_line_length(const talus_line *line);

/// A wall: all points within width / 2 of the line (ends square, joints mitred), from the ground to
/// a crest that is `height` above the ground at the line.
typedef struct talus_wall {
    talus_line line;
    double height, width; ///< m > 0
    talus_obstacle_law law;
} talus_wall;

/// A net: the vertical surface over a line. It acts on a rock whose S crosses it:
///   lowest point more than `height` above the ground   the rock goes on unchanged
///   kinetic energy <= capacity                         the rock is stopped
///   otherwise                                          it loses `capacity`; velocity and angular
///                                                      velocity are scaled, directions stay
typedef struct talus_net {
    talus_line line;
    double height;   ///< m > 0
    double capacity; ///< J >= 0
} talus_net;

/// All obstacles of a site: const and shared by all workers, with an index in plan.
typedef struct talus_obstacles talus_obstacles;

typedef struct talus_obstacle_list {
    size_t stem_count, wall_count, net_count, species_count;
    const talus_stem *stems;
    talus_obstacle_law stem_law;
    const char (*species)[TALUS_SPECIES_LENGTH];
    const talus_wall *walls;
    const talus_net *nets;
} talus_obstacle_list;

/// Copy the list, place everything on the terrain and index it. Stems, and parts of walls and nets,
/// that are off the surface are left out: no rock can meet them.
/// @return TALUS_ERROR_ARGUMENT for a size that is not positive, a line of fewer than two distinct
///         points or with a bend sharper than 150 degrees (the sentence names it);
///         TALUS_ERROR_MEMORY
TALUS_API talus_status talus_obstacles_create(const talus_obstacle_list *list,
                                              const talus_terrain *terrain,
                                              talus_obstacles **obstacles, talus_error *error);
TALUS_API void talus_obstacles_destroy(talus_obstacles *obstacles);
/// The copied list; owned by `obstacles`.
TALUS_API const talus_obstacle_list *talus_obstacles_list(const talus_obstacles *obstacles);
/// Number of stems that stand on the terrain; 0 for NULL.
TALUS_API size_t talus_obstacles_standing(const talus_obstacles *obstacles);
/// Length of wall or net `index` that stands on the terrain, m.
/// @return TALUS_ERROR_ARGUMENT for NULL, or an index that is not in the list
TALUS_API talus_status talus_obstacles_wall_length(const talus_obstacles *obstacles, size_t index,
                                                   double *length, talus_error *error);
TALUS_API talus_status talus_obstacles_net_length(const talus_obstacles *obstacles, size_t index,
                                                  double *length, talus_error *error);

/// Everything a rock can touch: const and shared by all workers; nothing is owned.
typedef struct talus_site {
    const talus_terrain *terrain;
    const talus_ground *grounds; ///< (ground_count >= 1) indexed by ground_map
    size_t ground_count;
    const talus_class_map *ground_map; ///< NULL: class 0 everywhere
    const talus_forest *forests;       ///< (forest_count) indexed by forest_map - 1
    size_t forest_count;
    const talus_class_map *forest_map; ///< class 0 = no forest; NULL: none anywhere
    const talus_obstacles *obstacles;  ///< NULL = none
} talus_site;

/// Check the ranges of all members, the fields of variations, the laws of drawn parameters and the
/// numbers in class maps. talus_stepper_create and talus_campaign_check call it.
/// @return TALUS_ERROR_ARGUMENT and a sentence for the first value that is missing or impossible
TALUS_API talus_status talus_site_check(const talus_site *site, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
