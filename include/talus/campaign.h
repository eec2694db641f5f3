// SPDX-License-Identifier: GPL-3.0-or-later
/// @file campaign.h
/// A campaign as plain data: site, rocks, releases, screens, objects, options; records of one rock.
/// It knows plain models in memory; it refuses to know scenario files, threads and statistics.
///
/// threads: a talus_campaign and what it points to are const after creation, any thread.
#ifndef TALUS_CAMPAIGN_H
#define TALUS_CAMPAIGN_H

#include "talus/breaking.h"
#include "talus/release.h"
#include "talus/shape.h"
#include "talus/site.h"
#include "talus/stepper.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Cells in which statistics are kept: cell (i, j) = [x0 + i cell, ...) x [y0 + j cell, ...).
typedef struct talus_cells {
    double x0, y0; ///< m, lower left corner of cell (0, 0), local
    double cell;   ///< m
    size_t nx, ny;
} talus_cells;

/// Cells [i, i + nx) x [j, j + ny): a raster (ny x nx), row 0 = south. NULL = all cells.
typedef struct talus_window {
    size_t i, j, nx, ny;
} talus_window;

typedef struct talus_stop_rule {
    double speed; ///< m/s
    double spin;  ///< rad/s
    double time;  ///< s: touching and below both thresholds for this long
} talus_stop_rule;

/// Steps of different lengths, counted in ticks of step.time_step: in contact 1, 2, 4, ... up to `most`, as
/// many as no point of the rock needs for more than `path`: a function of its state before the step. Refused
/// where bodies move at one time, where the ground shakes, and under other schemes than midpoint and
/// midpoint+, whose steps have one length.                              [docs/theory.md, (28b)]
typedef struct talus_pace {
    double path;     ///< m; 0: every step is one tick long
    uint32_t flight; ///< ticks of a step without contact and of one with many contacts
    uint32_t most;   ///< ticks of the longest step; both powers of two, flight <= most
} talus_pace;

/// One component of a ground motion from rest: accelerations, linear in between.
typedef struct talus_base_record {
    talus_vec3 axis;      ///< unit, world: the direction of positive accelerations
    double time_step;     ///< s > 0
    size_t count;         ///< >= 2
    double *acceleration; ///< (count) m/s^2
    double *velocity;     ///< (count) m/s, their exact integral from rest
} talus_base_record;

/// Shaking of the ground, the same for all rocks. The whole site moves with it, and states are
/// relative to it. After the end the ground keeps its velocity.                 [docs/theory.md 21]
typedef struct talus_base_motion {
    double start;                     ///< s >= 0, from the release to the start of the records
    double end;                       ///< s, end of the longest record
    size_t record_count;              ///< 0: the ground is at rest
    const talus_base_record *records; ///< (record_count)
} talus_base_motion;
/// Velocity of the ground (m/s, world) at a time (s) after the release: the exact integral.
TALUS_API talus_vec3 talus_base_velocity(const talus_base_motion *base, double time);
/// Largest magnitudes of the values of a record (m/s^2, m/s).
/// @return TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_base_record_peaks(const talus_base_record *record,
                                               double *acceleration, double *velocity,
                                               talus_error *error);

/// An evaluation line: the vertical surface over it. The first crossing of S counts for each rock,
/// later crossings only with `recross`.
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
    size_t *ring_starts; ///< (ring_count + 1) into points: rings of an area, runs of a line
    /// (ring_count) of an area: holes, each of the ring before it that is none. A place inside such a
    /// ring and outside its holes belongs to the area. NULL: even-odd over all rings.
    bool *is_hole;
    double *xy;   ///< (ring_starts[ring_count] x 2) m; rings closed implicitly
    double width; ///< m >= 0, of a line
} talus_object;

/// A dam along a line, as a change of heights. z_c is the height of the ground at the nearest point
/// of the line, plus `height`; d is the distance of a node from the line:
///   z = max(z, z_c - tan(face_slope) max(0, d - crest_width / 2))
typedef struct talus_dam {
    talus_line line;
    double height;      ///< m > 0, above the ground at the line
    double crest_width; ///< m >= 0
    double face_slope;  ///< rad, in (0, pi/2)
    /// The dam in the cells of the DEM, by talus_dam_measure: medians along the line; 0 = unknown.
    double built_height; ///< m above the ground at the line
    double built_slope;  ///< rad, steepest part of a face across the line
} talus_dam;

/// Quantities with statistics in each cell.
typedef enum talus_quantity {
    TALUS_KINETIC_ENERGY, ///< J
    TALUS_SPEED,          ///< m/s
    TALUS_JUMP_HEIGHT,    ///< m
    TALUS_SPIN,           ///< rad/s
    TALUS_QUANTITY_COUNT, ///< number of those that are always kept; kept in cells on request:
    TALUS_TRANSLATIONAL_ENERGY = TALUS_QUANTITY_COUNT,
    TALUS_ROTATIONAL_ENERGY,
    TALUS_MOMENTUM,    ///< N s
    TALUS_JUMP_NORMAL, ///< m, height of S over the terrain times its normal's z: to the slope
    TALUS_HIT_ENERGY,  ///< J, kinetic, of each body: what exceeds it is a rate, no probability
    TALUS_CELL_QUANTITY_COUNT
} talus_quantity;
/// Values of a cell that are not a distribution; kept on request.
typedef enum talus_cell_value {
    TALUS_DEPOSITED_VOLUME, ///< m^3, sum of the rocks that stopped there
    TALUS_IMPACTS,          ///< sum over the rocks
    TALUS_FOREST_ENERGY,    ///< J, taken by drag layers and stems, sum over the rocks
    TALUS_FIRST_ARRIVAL,    ///< s after its release, of the earliest rock
    TALUS_REACH_ANGLE,      ///< rad, energy line from release to S at the arrival, steepest rock
    TALUS_REACH_ANGLE_MIN,  ///< rad, the same of the flattest rock
    TALUS_BODIES,           ///< rocks and fragments that entered it, per event that entered it
    TALUS_CELL_VALUE_COUNT
} talus_cell_value;
TALUS_API const char *talus_quantity_name(talus_quantity quantity); ///< "kinetic_energy"
TALUS_API const char *talus_quantity_unit(talus_quantity quantity); ///< "J"

/// What the cells of a raster hold: NaN where no rock passed (counts, probability: 0).
typedef enum talus_raster_kind {
    TALUS_PASSAGES,
    TALUS_DEPOSITS,
    TALUS_REACH,     ///< probability that a released rock reaches the cell   [docs/theory.md 17]
    TALUS_REACH_LOW, ///< its 95 % interval, with the next two
    TALUS_REACH_HIGH,
    TALUS_REACH_HALFWIDTH,
    TALUS_STATISTIC,       ///< of a quantity: at = -2 maximum (exact), -1 mean, in (0, 1) quantile
    TALUS_STATISTIC_ERROR, ///< standard error of a quantile; NaN also for too few rocks
    TALUS_CELL_VALUE
} talus_raster_kind;
typedef struct talus_raster {
    talus_raster_kind kind;
    talus_quantity quantity;
    double at;
    talus_cell_value value;
} talus_raster;

/// A raster layer as it is written to files.
typedef struct talus_layer {
    size_t size;      ///< of this struct, set by the caller
    char name[96];    ///< "kinetic_energy_p95"
    char title[96];   ///< "Kinetic energy, 95th percentile"
    const char *unit; ///< of the file: "kJ", "m/s", "m", "rad/s", "rocks", "1", ...
    bool is_amount;   ///< counts, sums and probabilities: 0 means that there is no value
} talus_layer;
/// A layer by its name: one of talus_products_layer_names, or "<quantity>_exceeds_<number>_<unit>".
/// @return TALUS_ERROR_ARGUMENT: NULL, an unknown size or name
TALUS_API talus_status talus_layer_find(const char *name, talus_layer *layer, talus_error *error);

enum { TALUS_MOST_RATES = 8, TALUS_MOST_THRESHOLDS = 16 };
/// The zone of a cell, from the rates at which kinetic energies are exceeded in it: the table of a
/// rule pack as numbers. Zones are counted from 0 in ascending order of danger.  [docs/hazard.md 6]
typedef struct talus_zoning {
    bool is_annual; ///< rates are in 1/yr; false: probabilities, given a release
    size_t rate_count, threshold_count;       ///< 0 rates: no zones
    double rates[TALUS_MOST_RATES];           ///< > 0
    double thresholds[TALUS_MOST_THRESHOLDS]; ///< J, ascending
    /// Zone of an energy above thresholds[k], up to the next, exceeded at rates[r]; -1: none.
    int zones[TALUS_MOST_RATES][TALUS_MOST_THRESHOLDS];
    int residual; ///< zone of a cell that rocks reach and that has no other zone; -1: none
} talus_zoning;

/// Precision at which a run may end before all its rocks have run. A member that is 0 is not
/// requested; if all are 0, all rocks run.                                      [docs/theory.md 19]
typedef struct talus_precision {
    double reach_halfwidth;            ///< of the 95 % interval of the reach probability
    double cell_share;                 ///< share of the touched cells that must reach it, in (0, 1]
    double energy_error, height_error; ///< half-width / value of the 95th percentile, at each
                                       ///< screen that is not rare
    /// a screen is rare if the upper bound of its crossing probability is at most this
    double rare;
    uint64_t first_rocks; ///< approximate number of rocks before the first check, > 0
    double decided_share; ///< share of the reached cells whose zone must be decided, in [0, 1]
    talus_zoning zoning;  ///< the rules that decide it
} talus_precision;

/// Which bodies of an event collide; others pass through each other.          [docs/bodies.md, 5]
typedef enum talus_meeting {
    TALUS_MEET_RELEASED, ///< bodies that were released together, until they break
    TALUS_MEET_ALL,      ///< also the pieces of broken rocks
    TALUS_MEET_NONE
} talus_meeting;
/// Contact between two rocks.
typedef struct talus_rock_contact {
    talus_meeting meeting;
    double mu;      ///< friction >= 0
    double epsilon; ///< restitution, normal and tangential, 0 to 1
} talus_rock_contact;

/// m: the widest reference object.
#define TALUS_WIDEST_REFERENCE 200.0
/// Whose the reference width of a campaign is; changes no number.
typedef enum talus_width_source {
    TALUS_WIDTH_ASSUMED, ///< a house of 12 m x 12 m, perimeter / pi
    TALUS_WIDTH_OF_RULES,
    TALUS_WIDTH_OF_SCENARIO
} talus_width_source;

typedef struct talus_campaign {
    size_t size; ///< of this struct, by talus_campaign_default
    talus_site site;
    talus_step_options step;
    talus_pace pace; ///< of lone rocks on a still ground
    talus_stop_rule stop;
    double time_limit; ///< s
    uint64_t seed;
    const talus_rock_class *rocks; ///< (rock_class_count)
    size_t rock_class_count;
    const talus_release *releases; ///< (release_count); rock indices run through them in order
    size_t release_count;
    talus_cells cells;
    const talus_screen *screens; ///< (screen_count)
    size_t screen_count;
    const talus_object *objects; ///< (object_count)
    size_t object_count;
    const talus_dam *dams; ///< (dam_count) part of the terrain's heights; rocks are counted there
    size_t dam_count;
    /// Statistics of each release and rock class, as `frequency` needs.     [docs/theory.md 17]
    bool stratified;
    const double *frequency;  ///< (strata) rocks released per year; NULL: all rocks weigh the same
    uint32_t cell_quantities; ///< bit q: cells keep talus_quantity q, in any case the first four
    uint32_t cell_values;     ///< bit v: cells keep talus_cell_value v
    /// Diameter w of the disc in plan whose annual frequencies, levels and zones are asked for, m:
    /// a body of diameter d hits it when it comes within (w + d) / 2 of its centre, that of a cell.
    /// 0: those of rocks through the cell itself, which grow with it.      [docs/theory.md 17]
    double reference_width;
    talus_width_source width_source;
    talus_precision precision;
    bool pooled_outside_soil; ///< pooled statistics leave out the steps in compactable soil
    bool reports_free_falls;  ///< reports separate free falls off cliffs; changes no number
    uint64_t recorded_rocks;  ///< tracks and impacts are kept for rock indices below this
    double sample_time;       ///< s, and
    double sample_distance;   ///< m: a point of a track is kept after both have passed
    talus_base_motion base;   ///< record_count 0: no earthquake
    talus_breaking breaking;  ///< law NONE: no rock breaks
    talus_rock_contact contact;
    bool net_memory; ///< energy that a net took from a body is missing for the rest of the event
} talus_campaign;
/// Fill `size` bytes: no site; midpoint, 2 ms; stop 0.2 m/s, 0.5 rad/s, 0.2 s; 300 s; 1000
/// recorded; 0.05 s, 0.1 m; bodies released together meet with friction 0.6.
TALUS_API void talus_campaign_defaults(talus_campaign *campaign, size_t size);
static inline talus_campaign talus_campaign_default(void)
{
    talus_campaign campaign;
    talus_campaign_defaults(&campaign, sizeof campaign);
    return campaign;
}
/// Check the campaign and everything it points to: ranges, finite numbers, members that contradict
/// each other. Runs, merges and replays call it.
/// @return TALUS_ERROR_ARGUMENT and a sentence for the first fault
TALUS_API talus_status talus_campaign_check(const talus_campaign *campaign, talus_error *error);
/// Number of rocks of all releases; 0 for NULL.
TALUS_API uint64_t talus_campaign_rock_count(const talus_campaign *campaign);
/// Can an event have several bodies, released together or pieces of a rock? False for NULL.
TALUS_API bool talus_campaign_has_bodies(const talus_campaign *campaign);
#define TALUS_MOST_STRATA 64
/// Strata: release_count x rock_class_count, 1 when not stratified, 0 for NULL.
TALUS_API size_t talus_campaign_stratum_count(const talus_campaign *campaign);

// --- Records of a rock ---------------------------------------------------------------------------

/// X(enumerator, key): how a rock ended. Physics outcomes are data, never errors.
#define TALUS_OUTCOME_LIST(X)                                                                      \
    X(TALUS_STOPPED, "stopped")                                                                    \
    X(TALUS_LEFT_DOMAIN, "left_domain")                                                            \
    X(TALUS_ENTERED_NODATA, "nodata")                                                              \
    X(TALUS_TIME_LIMIT, "time_limit")                                                              \
    X(TALUS_DIVERGED, "diverged")                                                                  \
    X(TALUS_CAUGHT, "caught") /* by a net */                                                       \
    X(TALUS_BROKEN, "broken") /* its fragments move on */
typedef enum talus_outcome {
#define TALUS_OUTCOME_ENUM(name, key) name,
    TALUS_OUTCOME_LIST(TALUS_OUTCOME_ENUM)
#undef TALUS_OUTCOME_ENUM
        TALUS_OUTCOME_COUNT
} talus_outcome;
TALUS_API const char *talus_outcome_name(talus_outcome outcome);

/// One rock from release to stop.
typedef struct talus_rock_record {
    uint64_t rock;
    uint32_t release, rock_class;
    talus_outcome outcome;
    bool done;         ///< false: not run (interrupted)
    bool below_ground; ///< S was below the terrain at some step
    bool tunnelled;    ///< the path of S between two steps went below the terrain
    bool is_freed;     ///< released inside a stem or wall, without which it then moved
    bool is_held;      ///< stopped by wood, stumps or roots on the ground of a forest
    double mass, volume, scale;
    talus_state start, end; ///< local metres
    double time;            ///< s
    double path;            ///< m along the path of S
    double kinetic_energy_max, speed_max, jump_height_max, spin_max;
    uint64_t steps, contact_steps; ///< as long as steps of one tick
    uint64_t swept_steps;       ///< steps that acted before their midpoint      [docs/detection.md]
    double correction;          ///< J, potential energy given by moves that are not motion
    uint64_t soil_steps, scars; ///< steps in compactable soil; visits to it [docs/theory.md 14]
    double scar_depth_max, scar_length_max; ///< m, along the surface under S
    /// First touches of stems after a step without contact, and stems broken.  [docs/theory.md 16]
    uint64_t stem_impacts, stems_broken;
    double stem_energy; ///< J, taken by stems
    /// Free falls: flights of at least 0.06 s above ground that is steeper than 60 degrees on
    /// average.
    uint64_t free_falls, free_fall_steps;
    double jump_height_max_slope; ///< m, largest jump height outside free falls
    double base_work; ///< J, of the inertial force of shaking ground on the rock, relative to it
    /// If a rock broke, the record includes its fragments: steps, counts and energies are sums,
    /// maxima are over all bodies; `end`, `time` and `path` are those of the body that came to rest
    /// farthest from the release in plan; `outcome` is that of the rock itself. [docs/bodies.md, 5]
    uint32_t bodies;        ///< 1 + fragments that flew on
    uint32_t breaks;        ///< of the rock and of fragments
    uint64_t fragment_hash; ///< sum over the fragments, part of the run's hash
} talus_rock_record;

/// A point of a track: time, position of S, speed.
typedef struct talus_track_point {
    double t, x, y, z;
    float speed, spin, kinetic_energy, jump_height;
} talus_track_point;
/// A fragment from its birth to its end.
typedef struct talus_fragment {
    uint64_t rock;
    uint32_t body, parent, generation;
    talus_outcome outcome;
    double mass, volume;
    double birth, time; ///< s after the release
    double path;        ///< m, of the fragment alone
    double kinetic_energy_max, speed_max, jump_height_max;
    talus_vec3 start, end;     ///< m
    size_t count;              ///< points of its track
    talus_track_point *points; ///< owned by the results
} talus_fragment;

/// An impact lies between two flights (open steps for at least 0.06 s), lasts at most 0.5 s, and
/// begins with S moving towards the ground at more than 0.3 m/s along the normal. Successive
/// contacts, or a visit to compactable soil, are one impact: values `after` are those at the end of
/// its last closed step, and the impulses of its contacts are added.          [docs/validate.md, 3]
typedef struct talus_impact {
    uint64_t rock;
    double time;
    talus_vec3 r;                       ///< m, S at the end of the first closed step, at `time`
    talus_vec3 v_before, v_after;       ///< m/s
    double spin_before, spin_after;     ///< rad/s
    double energy_before, energy_after; ///< J, kinetic
    talus_vec3 impulse;                 ///< N s
    uint32_t contacts;
    uint32_t ground;                      ///< class index under S
    double scar_depth;                    ///< m, of the hard plane under the soil; 0: no soil
    double scar_length;                   ///< m, along the surface under S
    talus_vec3 omega_before, omega_after; ///< rad/s, world
    talus_vec3 normal;    ///< unit, of the terrain over the rock's diameter; NaN off the terrain
    double contact_time;  ///< s, from the first touch to the end of the last closed step
    double jump_time;     ///< s; this and the next four describe the flight before the impact
    double jump_length;   ///< m, of S, straight from its start to its end
    double jump_vertical; ///< m, largest height of S over the terrain
    double jump_normal;   ///< m, largest distance of S from that straight line
    double withheld;      ///< largest share of the restitution left out, see talus_step_report
    bool jump_falls_free; ///< a free fall: its ground falls by more than 60 degrees on average
} talus_impact;

typedef struct talus_track {
    uint64_t rock;
    size_t count;
    talus_track_point *points;
} talus_track;

/// X(enumerator, key, unit, screens, objects): quantities at gauges, and whether screens and
/// objects have them. Screens: value at the crossing, interpolated inside the step [docs/theory.md
/// 18]. Objects: largest value (height_min: lowest) while the rock is within reach.
#define TALUS_GAUGE_LIST(X)                                                                        \
    X(TALUS_GAUGE_ENERGY, "kinetic_energy", "J", true, true)                                       \
    X(TALUS_GAUGE_TRANSLATIONAL, "translational_energy", "J", true, false)                         \
    X(TALUS_GAUGE_ROTATIONAL, "rotational_energy", "J", true, false)                               \
    X(TALUS_GAUGE_SPEED, "speed", "m/s", true, true)                                               \
    X(TALUS_GAUGE_SPIN, "spin", "rad/s", true, true)                                               \
    X(TALUS_GAUGE_HEIGHT, "height", "m", true, true) /* vertical, of S over the terrain */         \
    X(TALUS_GAUGE_HEIGHT_NORMAL, "height_normal", "m", true, false) /* to the slope under S */     \
    X(TALUS_GAUGE_CLEARANCE, "clearance", "m", true, false) /* vertical, of the lowest point */    \
    X(TALUS_GAUGE_TOP, "top_height", "m", true, false)      /* vertical, of the highest point */   \
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

/// The name of a screen or object as part of a file name: only letters, digits, dots, minus signs
/// and UTF-8 characters of several bytes stay, others become underscores. 64 bytes of `out` suffice.
TALUS_API void talus_gauge_file_name(const char *name, char *out, size_t size);

/// A counted crossing of a screen, recorded for the first rocks.
typedef struct talus_crossing {
    uint64_t rock;
    uint32_t screen;
    uint32_t body;  ///< 0: the rock as released; else a fragment of it
    bool to_left;   ///< onto the left side of the line, seen along its points
    double time;    ///< s
    double x, y, z; ///< m, S
    double along;   ///< m, from the first point of the line
    double values[TALUS_GAUGE_QUANTITY_COUNT]; ///< 0 for what screens do not have
} talus_crossing;

#ifdef __cplusplus
}
#endif
#endif
