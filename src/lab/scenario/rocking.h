// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking.h
/// Scenarios of rocking blocks: one block, its impacts, its start, what shakes the base. It knows
/// keys, units and places in the file; it refuses to know how blocks move.  [docs/rocking.md 11]
#ifndef TALUS_SRC_LAB_SCENARIO_ROCKING_H
#define TALUS_SRC_LAB_SCENARIO_ROCKING_H

#include "input/schema/document.h"
#include "lab/scenario/rocking_statue.h"
#include "talus/lab/rocking_spatial.h"
#include "talus/schema.h"

typedef enum rocking_block_kind { ROCKING_PLANAR, ROCKING_SPATIAL } rocking_block_kind;
/// Lengths in m; NaN = not given.
typedef struct rocking_block_keys {
    const scenario_node *node;
    int kind;                     ///< rocking_block_kind
    double width, depth, height;  ///< full sizes; width along x
    double b, b1, b2;             ///< planar: centre of mass to the corners A, B
    double h;                     ///< height of the centre of mass
    scenario_points corners;      ///< spatial: facet from the centre of mass, counter-clockwise
    double mass, density;         ///< kg, kg/m3
    double inertia;               ///< planar, about the centre of mass, kg m2
    talus_vec3 principal_inertia; ///< spatial, about the body axes
    const char *mesh;             ///< spatial: closed mesh of a statue
    double base_tolerance;        ///< m, of the vertices that it stands on
    rocking_statue statue;        ///< read from the mesh by the check
} rocking_block_keys;

/// The maps of TALUS_ROCKING_MAP_LIST come first.
enum { ROCKING_MODEL_SEQUENCE = TALUS_ROCKING_MAP_COUNT, ROCKING_MODEL_RATIO, ROCKING_MODEL_FACET };
typedef struct rocking_impact_keys {
    const scenario_node *node;
    int model;
    double nu, lambda, k, e;  ///< lambda of edge impacts, too
    double ratio, ratio_back; ///< A then B, B then A
    scenario_numbers points;  ///< sequence, m
    scenario_points rolled;   ///< convex stretches between neighbouring points
    double lat, lon, edge_tau, facet_tau;
} rocking_impact_keys;

typedef struct rocking_bouncing_keys {
    const scenario_node *node;
    double e, e_t, mu, settle;
    int tangential; ///< talus_bounce_case - 1
    int flight;     ///< talus_bounce_flight
    bool free_y;
    bool every_impact; ///< later landings bounce, too
} rocking_bouncing_keys;

typedef struct rocking_contact_keys {
    const scenario_node *node;
    double mu; ///< friction of the base; NaN = not given
} rocking_contact_keys;

typedef struct rocking_start_keys {
    const scenario_node *node;
    double theta; ///< rad, whatever key gave it
    double theta_deg, theta_over_alpha, omega;
    uint64_t edge;       ///< spatial: i = corners i and i + 1
    double misalignment; ///< rad
    double misalignment_deg;
} rocking_start_keys;

/// One direction of the shaking: a record or a pulse.
typedef struct rocking_component_keys {
    const scenario_node *node;
    const char *file, *unit;
    double time_step; ///< s, of a file that does not say it
    int baseline;     ///< degree + 1; 0 = none, -1 = not given
    double pga, scale;
    int pulse; ///< talus_pulse_kind
    double amplitude, frequency_hz, frequency, cycles, rise;
} rocking_component_keys;
typedef struct rocking_ground_keys {
    const scenario_node *node;
    rocking_component_keys x, y, vertical;
    double rotate_deg;
} rocking_ground_keys;

typedef enum rocking_motion_kind {
    ROCKING_MOTION_ROCKING,
    ROCKING_MOTION_BOUNCING,
    ROCKING_MOTION_STEPPER ///< Moreau steps with friction
} rocking_motion;
typedef enum rocking_scheme { ROCKING_SCHEME_EVENTS, ROCKING_SCHEME_NEWMARK } rocking_scheme;
typedef struct rocking_simulation_keys {
    const scenario_node *node;
    int motion, scheme;
    double duration, time_step, gravity, tolerance;
    uint64_t impacts; ///< at most
} rocking_simulation_keys;

typedef struct rocking_output_keys {
    const scenario_node *node;
    const char *dir;
    double sample; ///< s
    bool replay;
} rocking_output_keys;

typedef struct rocking_keys {
    const scenario_node *node;
    const char *title;
    rocking_block_keys block;
    rocking_impact_keys impact;
    rocking_bouncing_keys bouncing;
    rocking_contact_keys contact;
    rocking_start_keys start;
    rocking_ground_keys ground;
    rocking_simulation_keys simulation;
    rocking_output_keys outputs;
} rocking_keys;

/// The table of a file (rocking_schema.c), those of its sections that other scenarios have, and the
/// names behind its choices.
extern const scenario_table rocking_top_table, rocking_ground_table, rocking_outputs_table;
/// The keys, as talus_schema_print prints those of a scenario of rocks.
talus_status rocking_schema_print(const char *key, talus_schema_form form, char **text,
                                  talus_error *error);
extern const char *const rocking_model_names[], *const rocking_motion_names[];
extern const char *const rocking_scheme_names[];

typedef struct rocking_scenario {
    scenario_document document;
    rocking_keys keys;
} rocking_scenario;
/// As talus_scenario_read: all problems with their places in one go. Limits of the theory that
/// parameters leave become warnings.
/// @return TALUS_ERROR_INPUT if a diagnostic is an error; *scenario is then NULL
talus_status rocking_scenario_read(const char *path, const talus_override *overrides,
                                   size_t override_count, talus_diagnostics *diagnostics,
                                   rocking_scenario **scenario, talus_error *error);
void rocking_scenario_destroy(rocking_scenario *scenario);
/// The resolved scenario as YAML, file names relative to `directory`. malloc'd, NULL without
/// memory.
char *rocking_scenario_resolved(const rocking_scenario *scenario, const char *directory);

/// What the keys of a checked block and its impacts mean.
talus_planar_model rocking_planar_model(const rocking_keys *keys);
talus_spatial_block rocking_spatial_block(const rocking_keys *keys);
talus_spatial_law rocking_spatial_law(const rocking_keys *keys);
/// Height of the upper face above the centre of mass (m), for drawings.
double rocking_block_top(const rocking_keys *keys);
/// Full extent along y (m) of a planar block, for its mass and drawings.
double rocking_block_depth(const rocking_keys *keys);
/// Angle at which the centre of mass stands over the corner or edge that the start turns about.
double rocking_start_alpha(const rocking_keys *keys);
/// Edge of the start, from 0: joins corners i and i + 1.
size_t rocking_start_edge(const rocking_keys *keys);
/// Angle of the start and how far the edge is out of level (rad).
double rocking_start_theta(const rocking_keys *keys);
double rocking_start_misalignment(const rocking_keys *keys);
/// Where a spatial block begins: at rest, on its edge or on the lower end of it.
talus_spatial_state rocking_spatial_start(const rocking_keys *keys);
/// Does anything shake the base?
bool rocking_is_shaken(const rocking_ground_keys *ground);

/// What shakes the base, loaded; `shaking` points to the motions.
typedef struct rocking_shaking {
    talus_ground_motion motions[2]; ///< x with the vertical, y; count 0 = a pulse or nothing
    talus_spatial_shaking shaking;
    double duration;  ///< s
    double time_step; ///< s, the samples or 1/200 of a period; 0 = still
} rocking_shaking;
/// Read the records, take out baselines, scale and rotate. Planar blocks use shaking.x.
/// Problems go to the diagnostics with the scenario's line.
/// @param directory of the scenario
/// @param gravity   m/s^2: a base that falls faster is refused
/// @param loaded    must stay where it is; clear it whatever comes back
talus_status rocking_shaking_load(const rocking_ground_keys *ground, const char *directory,
                                  double gravity, talus_diagnostics *diagnostics,
                                  rocking_shaking *loaded, talus_error *error);
/// Warn at `node` where the largest acceleration comes after the `end` (s) of a run.
void rocking_warn_of_cut(const rocking_shaking *loaded, double end, const scenario_node *node,
                         talus_diagnostics *diagnostics);
void rocking_shaking_clear(rocking_shaking *loaded);

#endif
