// SPDX-License-Identifier: GPL-3.0-or-later
/// @file obstacles.h
/// What stands on the ground: stems, walls, nets. And what only watches: screens and objects, and
/// how precise and how decided the results are to be.
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
/// Length in plan, m; 0 for fewer than two points.
TALUS_API double talus_line_length(const talus_line *line);

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
    size_t *ring_starts; ///< (ring_count + 1) into points: outer and inner rings of an area
                         ///< (even-odd), runs of a line
    double *xy;          ///< (ring_starts[ring_count] x 2) m; rings closed implicitly
    double width;        ///< m >= 0, of a line
} talus_object;

/// X(enumerator, key, unit, screens, objects): what is counted at a gauge, a screen or an object,
/// and which of them have it. Of a screen: values at the crossing, interpolated inside the step
/// [docs/theory.md 18]. Of an object: largest value (height_min: lowest) of the rock while it is
/// within reach.
#define TALUS_GAUGE_LIST(X)                                                                        \
    X(TALUS_GAUGE_ENERGY, "kinetic_energy", "J", true, true)                                       \
    X(TALUS_GAUGE_TRANSLATIONAL, "translational_energy", "J", true, false)                         \
    X(TALUS_GAUGE_ROTATIONAL, "rotational_energy", "J", true, false)                               \
    X(TALUS_GAUGE_SPEED, "speed", "m/s", true, true)                                               \
    X(TALUS_GAUGE_SPIN, "spin", "rad/s", true, true)                                               \
    X(TALUS_GAUGE_HEIGHT, "height", "m", true, true) /* plumb, of S over the terrain */            \
    X(TALUS_GAUGE_HEIGHT_NORMAL, "height_normal", "m", true, false) /* to the slope under S */     \
    X(TALUS_GAUGE_CLEARANCE, "clearance", "m", true, false) /* plumb, of the lowest point */       \
    X(TALUS_GAUGE_TOP, "top_height", "m", true, false)      /* plumb, of the highest point */      \
    X(TALUS_GAUGE_ANGLE, "angle", "rad", true, false)       /* velocity in plan from the normal */ \
    X(TALUS_GAUGE_INCLINATION, "inclination", "rad", true, false) /* velocity under the horizon */ \
    X(TALUS_GAUGE_HEIGHT_MIN, "height_min", "m", false, true)
typedef enum talus_gauge_quantity {
#define TALUS_GAUGE_ENUM(name, key, unit, screens, objects) name,
    TALUS_GAUGE_LIST(TALUS_GAUGE_ENUM)
#undef TALUS_GAUGE_ENUM
        TALUS_GAUGE_QUANTITY_COUNT
} talus_gauge_quantity;
TALUS_API const char *talus_gauge_quantity_name(talus_gauge_quantity quantity);
TALUS_API const char *talus_gauge_quantity_unit(talus_gauge_quantity quantity);
TALUS_API bool talus_gauge_has(talus_gauge_quantity quantity, bool is_object);

/// The name of a screen or object as part of a file name: what is no letter, digit, dot, minus or
/// part of a longer UTF-8 character becomes an underscore. (64) bytes of `out` are enough.
TALUS_API void talus_gauge_file_name(const char *name, char *out, size_t size);

/// A crossing that was counted, of the first rocks.
typedef struct talus_crossing {
    uint64_t rock;
    uint32_t screen;
    bool to_left;   ///< onto the left side of the line, seen along its points
    double time;    ///< s
    double x, y, z; ///< m, S
    double along;   ///< m, from the first point of the line
    double values[TALUS_GAUGE_QUANTITY_COUNT]; ///< 0 for what screens do not have
} talus_crossing;

/// Distribution of a quantity over what was counted: crossings of a screen, rocks of an object.
/// NaN where nothing was. Quantiles are within 1 % (angles: 0.05 degrees) of the order statistic.
#define TALUS_GAUGE_QUANTILES                                                                      \
    {                                                                                              \
        0.50, 0.90, 0.95, 0.99                                                                     \
    }
typedef struct talus_gauge_moments {
    double mean, mean_error; ///< standard error std / sqrt(n_eff)
    double std, max;
    double quantile[4]; ///< TALUS_GAUGE_QUANTILES
    double low[4];      ///< 95 % interval from order statistics of n_eff; -infinity, infinity where
    double high[4];     ///< so few values do not bound it
    double error[4];    ///< (high - low) / (2 x 1.96); infinity where it is not bounded
} talus_gauge_moments;

/// Strata together, by their weights.
#define TALUS_ALL_STRATA SIZE_MAX

typedef struct talus_gauge_result {
    uint64_t released;          ///< rocks completed in the strata
    uint64_t rocks;             ///< of them, that crossed or hit
    uint64_t passages;          ///< counted crossings; visits of an object
    uint64_t to_left, to_right; ///< of the passages of a screen
    double probability;         ///< weighted share of the released rocks that crossed or hit, 1
    double low, high;           ///< its 95 % Wilson interval with n_eff of the released rocks
    double annual_frequency;    ///< rocks per year that cross or hit; NaN: frequencies unknown
    double n_eff;               ///< of what was counted
    talus_gauge_moments moments[TALUS_GAUGE_QUANTITY_COUNT];
} talus_gauge_result;

/// A box of the histogram of heights and energies at a screen.
typedef struct talus_height_energy {
    double height_low, height_high; ///< m
    double energy_low, energy_high; ///< J
    double share;                   ///< of the crossings, by weight
} talus_height_energy;

/// Results of a run (ensemble.h).
typedef struct talus_results talus_results;
/// Gauge k is screen k, then object k - screen_count. What was counted there, in one stratum or, by
/// weights (frequency / completed rocks, else 1), in TALUS_ALL_STRATA.     [docs/theory.md 18]
/// @return TALUS_ERROR_ARGUMENT for a gauge or stratum that is not there; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_results_gauge(const talus_results *results, size_t gauge,
                                           size_t stratum, talus_gauge_result *out,
                                           talus_error *error);
/// Weighted share of what was counted with a quantity above each of the levels (count): times
/// probability or annual_frequency it is an exceedance curve (screens with `recross` count every
/// crossing). Bucketed as the quantiles. Errors as above.
TALUS_API talus_status talus_results_gauge_exceedance(const talus_results *results, size_t gauge,
                                                      size_t stratum, talus_gauge_quantity quantity,
                                                      const double *levels, size_t count,
                                                      double *out, talus_error *error);
/// Occupied boxes of a screen's histogram, strata together.
/// @param boxes (count) malloc'd, the caller frees it; NULL when there are none
/// @return TALUS_ERROR_ARGUMENT for a screen that is not there; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_results_height_energy(const talus_results *results, size_t screen,
                                                   talus_height_energy **boxes, size_t *count,
                                                   talus_error *error);
/// Share of the rocks released in each cell that hit the gauge, NaN where none was released.
/// @param window of campaign->cells; NULL = all   @param out (ny x nx) of it, row 0 = south
/// @return TALUS_ERROR_ARGUMENT for a gauge or a window that is not there
TALUS_API talus_status talus_results_gauge_sources(const talus_results *results, size_t gauge,
                                                   const talus_window *window, float *out,
                                                   talus_error *error);
/// Counted crossings of the first recorded_rocks rocks, in order of rock index and time.
TALUS_API const talus_crossing *talus_results_crossings(const talus_results *results,
                                                        size_t *count);

enum { TALUS_MOST_RATES = 8, TALUS_MOST_THRESHOLDS = 16 };
/// Which zone a cell is, by the rates at which kinetic energies are exceeded in it: the table of a
/// rule pack as numbers. Zones are counted from 0 in ascending order of danger. [docs/hazard.md 6]
typedef struct talus_zoning {
    bool is_annual; ///< rates are in 1/yr; false: probabilities, given a release
    size_t rate_count, threshold_count;       ///< 0 rates: no zones
    double rates[TALUS_MOST_RATES];           ///< > 0
    double thresholds[TALUS_MOST_THRESHOLDS]; ///< J, ascending
    /// Of an energy above thresholds[k], up to the next, that is exceeded at rates[r]; -1: none.
    int zones[TALUS_MOST_RATES][TALUS_MOST_THRESHOLDS];
    int residual; ///< of a cell that rocks reach and that has no other zone; -1: none
} talus_zoning;

/// When the results are precise enough for a run to end before all its rocks have run; what is 0 is
/// not asked for, all 0: all rocks run.                                       [docs/theory.md 19]
typedef struct talus_precision {
    double reach_halfwidth;            ///< of the 95 % interval of the reach probability
    double cell_share;                 ///< of the touched cells that must have it, in (0, 1]
    double energy_error, height_error; ///< half-width / value of the 95th percentile, at each
                                       ///< screen that is not rare
    double rare;                       ///< a screen that fewer rocks cross, surely: p_high <=
    uint64_t first_rocks;              ///< about how many run before the first look, > 0
    double decided_share; ///< of the reached cells whose zone must be decided, in [0, 1]
    talus_zoning zoning;  ///< what decides it
} talus_precision;

/// Share of the touched cells whose TALUS_REACH_HALFWIDTH is <= delta; NaN when none is touched.
TALUS_API talus_status talus_results_convergence(const talus_results *results, double delta,
                                                 double *share, talus_error *error);
/// What a look at the results found, and how many rocks had run. NaN: not asked for.
typedef struct talus_round {
    uint64_t rocks;
    double cell_share;                 ///< of the touched cells, narrow enough
    double reach_halfwidth;            ///< of the cell at the share asked for
    double energy_error, height_error; ///< of the worst screen; infinity: too few crossings
    double decided_share;              ///< of the reached cells: their zone is decided
    bool is_precise;
} talus_round;
/// All looks of a run with talus_campaign.precision, resumed ones included; 0 of any other.
TALUS_API const talus_round *talus_results_rounds(const talus_results *results, size_t *count);

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
    /// What the cells of a DEM make of it, by talus_dam_measure: medians along the line; 0 = not
    /// known.
    double built_height; ///< m over the ground at the line
    double built_slope;  ///< rad, steepest part of a face across the line
} talus_dam;
/// Raise the heights of a DEM before a terrain is made of it. Nodes without data stay so; where the
/// line runs over missing ground nothing is raised. Several dams on the same ground do not stand on
/// each other: the highest counts.
/// @param ground  (ny x nx) m, row 0 = south: without dams
/// @param heights (ny x nx) m: the ground, and what other dams have raised; another array
/// @param raised  number of nodes it stands on, once for each of its segments; may be NULL
/// @return TALUS_ERROR_ARGUMENT for a size out of range or a line of fewer than two distinct
///         points
TALUS_API talus_status talus_dam_raise(const talus_dam *dam, const talus_grid *grid,
                                       const double *ground, double *heights, size_t *raised,
                                       talus_error *error);
/// Fill built_height and built_slope: the surface is bilinear between its nodes, so that a face
/// that is narrower than a cell comes out flatter and a crest between two nodes lower.
/// @param heights with the dam raised, of the terrain that rocks move on
/// @return TALUS_ERROR_MEMORY
TALUS_API talus_status talus_dam_measure(talus_dam *dam, const talus_grid *grid,
                                         const double *ground, const double *heights,
                                         talus_error *error);

/// What rocks did at a dam, of all completed rocks. Those that reached it and were neither let over
/// nor stopped went round its end or turned aside.
typedef struct talus_dam_counts {
    uint64_t reached;    ///< S came over the crest or a face: within crest_width / 2 + height /
                         ///< tan(face_slope) of the line
    uint64_t overtopped; ///< of them, S crossed the line
    uint64_t stopped;    ///< of them, came to rest without having crossed it
} talus_dam_counts;

#ifdef __cplusplus
}
#endif
#endif
