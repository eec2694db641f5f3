// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ensemble.h
/// A campaign: many rocks from many releases over one site, run on threads, and its results.
/// It knows plain models in memory; it refuses to know scenario files and output formats.
/// Contract: results are a function of the campaign, the same bits for any threads and ranks.
#ifndef TALUS_ENSEMBLE_H
#define TALUS_ENSEMBLE_H

#include "talus/stepper.h"
#ifdef __cplusplus
extern "C" {
#endif

/// X(enumerator, key): how a rock ended. Physics outcomes are data, never errors.
#define TALUS_OUTCOME_LIST(X)                                                                      \
    X(TALUS_STOPPED, "stopped")                                                                    \
    X(TALUS_LEFT_DOMAIN, "left_domain")                                                            \
    X(TALUS_ENTERED_NODATA, "nodata")                                                              \
    X(TALUS_TIME_LIMIT, "time_limit")                                                              \
    X(TALUS_DIVERGED, "diverged")                                                                  \
    X(TALUS_CAUGHT, "caught") /* by a net */
typedef enum talus_outcome {
#define TALUS_OUTCOME_ENUM(name, key) name,
    TALUS_OUTCOME_LIST(TALUS_OUTCOME_ENUM)
#undef TALUS_OUTCOME_ENUM
        TALUS_OUTCOME_COUNT
} talus_outcome;
TALUS_API const char *talus_outcome_name(talus_outcome outcome);

typedef enum talus_release_kind {
    TALUS_RELEASE_POINTS,    ///< at points
    TALUS_RELEASE_SEGMENTS,  ///< along polylines: n segments of two points each
    TALUS_RELEASE_TRIANGLES, ///< over areas: n triangles of three points each, uniform in each
    TALUS_RELEASE_CELLS      ///< in squares of side `cell` around the points, uniform in each
} talus_release_kind;

/// Where and how rocks start. Points are (x, y) pairs in local metres. The rocks of a release are
/// an even lattice over its running weights: each place has its expected number of rocks to within
/// one, and the first rocks lie spread over all of them.                       [docs/sources.md 3]
typedef struct talus_release {
    char name[64];
    talus_release_kind kind;
    size_t count;        ///< points, segments, triangles or cells
    double *xy;          ///< (count x k x 2), k = 1, 2, 3, 1 by kind; owned by the campaign's maker
    double *cumulative;  ///< (count) running length, area or weight; points, cells: NULL = equal
    double cell;         ///< m, side of a release cell
    uint64_t rocks;      ///< how many rocks start here, at most 2^40
    double height, z;    ///< m, lowest vertex over ground; with at_z the start of S
    talus_vec3 velocity; ///< m/s, world
    talus_vec3 spin;     ///< rad/s, body frame; in the world with spin_in_world
    bool random_orientation, spin_in_world, at_z;
    uint32_t rock;          ///< 1 + class of all its rocks; 0 = drawn by the classes' shares
    talus_quat orientation; ///< when not random
    double plan_area, area; ///< m^2, of the source on the map and on the slope; 0 = it has none
} talus_release;

typedef struct talus_stop_rule {
    double speed; ///< m/s
    double spin;  ///< rad/s
    double time;  ///< s: touching and below both thresholds for this long
} talus_stop_rule;

typedef struct talus_campaign {
    talus_site site;
    talus_step_options step;
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
    const talus_dam *dams; ///< (dam_count) that the heights of the terrain hold: only counted at
    size_t dam_count;
    /// Releases x rock classes are kept apart, as `frequency` needs it.      [docs/theory.md 17]
    bool stratified;
    const double *frequency;  ///< (strata) rocks released per year; NULL: all rocks weigh the same
    uint32_t cell_quantities; ///< bit q: talus_quantity q is kept in cells; the first ones always
    uint32_t cell_values;     ///< bit v: talus_cell_value v is kept in cells
    talus_precision precision;
    bool pooled_outside_soil; ///< pooled statistics leave out the steps in compactable soil
    uint64_t recorded_rocks;  ///< tracks and impacts are kept for rock indices below this
    double sample_time;       ///< s, thinning of tracks
    double sample_distance;   ///< m, likewise: a point is kept after both have passed
} talus_campaign;
/// NULL; midpoint, 2 ms; stop 0.2 m/s, 0.5 rad/s, 0.2 s; 300 s; 1000 recorded; 0.05 s, 0.1 m
TALUS_API talus_campaign talus_campaign_default(void);
/// Everything a campaign points to: ranges, finite numbers, what does not fit together. Runs,
/// merges and replays call it.
/// @return TALUS_ERROR_ARGUMENT and a sentence for the first fault
TALUS_API talus_status talus_campaign_check(const talus_campaign *campaign, talus_error *error);
/// 0 for NULL.
TALUS_API uint64_t talus_campaign_rock_count(const talus_campaign *campaign);
#define TALUS_MOST_STRATA 64
/// Strata, 1 when not stratified; stratum = release x rock_class_count + rock_class.
TALUS_API size_t talus_campaign_stratum_count(const talus_campaign *campaign);
TALUS_API size_t talus_campaign_stratum(const talus_campaign *campaign, uint32_t release,
                                        uint32_t rock_class);

/// One rock from release to stop.
typedef struct talus_rock_record {
    uint64_t rock;
    uint32_t release, rock_class;
    talus_outcome outcome;
    bool done, below_ground; ///< run to its end; S was under the terrain at some step
    bool tunnelled;          ///< the way of S between two steps went under the terrain
    bool is_freed;           ///< released in a stem or wall, see talus_stepper_free_release
    bool is_held;            ///< stopped by what lies in a forest
    double mass, volume, scale;
    talus_state start, end; ///< local metres
    double time;            ///< s
    double path;            ///< m along the path of S
    double kinetic_energy_max, speed_max, jump_height_max, spin_max;
    uint64_t steps, contact_steps;
    uint64_t swept_steps;       ///< acted before their midpoint                 [docs/detection.md]
    double correction;          ///< J, potential energy given by moves that are not motion
    uint64_t soil_steps, scars; ///< steps in compactable soil; visits to it [docs/theory.md 14]
    double scar_depth_max, scar_length_max; ///< m, along the surface under S
    uint64_t stem_impacts, stems_broken;    ///< first touches after a step without, and breaks
    double stem_energy;                     ///< J, taken by stems              [docs/theory.md 16]
} talus_rock_record;

/// First closed step after at least one open one. In compactable soil a visit to the layer is one
/// impact: what is `after` is so at its end, the impulses of its contacts are added up.
typedef struct talus_impact {
    uint64_t rock;
    double time;
    talus_vec3 r;                       ///< m, S at the end of the step
    talus_vec3 v_before, v_after;       ///< m/s
    double spin_before, spin_after;     ///< rad/s
    double energy_before, energy_after; ///< J, kinetic
    talus_vec3 impulse;                 ///< N s
    uint32_t contacts;
    uint32_t ground;    ///< class index under S
    double scar_depth;  ///< m, of the hard plane under the soil; 0: no soil
    double scar_length; ///< m, along the surface under S
} talus_impact;

/// A point of a track: time, position of S, speed.
typedef struct talus_track_point {
    double t, x, y, z;
    float speed, spin, kinetic_energy, jump_height;
} talus_track_point;
typedef struct talus_track {
    uint64_t rock;
    size_t count;
    talus_track_point *points;
} talus_track;

/// Quantities with per-cell statistics, and the layers.
typedef enum talus_quantity {
    TALUS_KINETIC_ENERGY, ///< J
    TALUS_SPEED,          ///< m/s
    TALUS_JUMP_HEIGHT,    ///< m
    TALUS_SPIN,           ///< rad/s
    TALUS_QUANTITY_COUNT, ///< of those that are kept always; of cells where wanted:
    TALUS_TRANSLATIONAL_ENERGY = TALUS_QUANTITY_COUNT,
    TALUS_ROTATIONAL_ENERGY,
    TALUS_MOMENTUM, ///< N s
    TALUS_CELL_QUANTITY_COUNT
} talus_quantity;
/// Values of a cell that are no distribution; kept where wanted.
typedef enum talus_cell_value {
    TALUS_DEPOSITED_VOLUME, ///< m^3, sum of the rocks that stopped there
    TALUS_IMPACTS,          ///< sum over the rocks, as the next
    TALUS_FOREST_ENERGY,    ///< J, taken by drag layers and stems
    TALUS_FIRST_ARRIVAL,    ///< s after its release, of the earliest rock
    TALUS_REACH_ANGLE,      ///< rad, energy line from release to S at the arrival, steepest rock
    TALUS_REACH_ANGLE_MIN,  ///< rad, of the flattest
    TALUS_CELL_VALUE_COUNT
} talus_cell_value;
TALUS_API const char *talus_quantity_name(talus_quantity quantity); ///< "kinetic_energy"
TALUS_API const char *talus_quantity_unit(talus_quantity quantity); ///< "J"
/// Time means of one rock over its steps (each step weighs the same); NaN for a rock without any.
typedef struct talus_rock_means {
    double mean[TALUS_QUANTITY_COUNT]; ///< in talus_quantity_unit
    double axis_share[4]; ///< minor, intermediate, major, equal pair; NaN where it has no such axis
    uint64_t steps;
    uint64_t spinning_steps; ///< with |omega| > 1 rad/s: the weight of axis_share
} talus_rock_means;
typedef struct talus_moments {
    double mean, std, p50, p90, p95, p99, max;
} talus_moments;
typedef struct talus_lower_tail {
    double min, p1, p5, p10; ///< where small values are the dangerous ones
} talus_lower_tail;
/// Order-free totals of a run.
typedef struct talus_totals {
    uint64_t rocks; ///< completed
    uint64_t outcomes[TALUS_OUTCOME_COUNT];
    uint64_t below_ground, tunnelled, freed, held;
    uint64_t steps, contact_steps, swept_steps;
    uint64_t soil_steps, scars;
    double scar_depth_max, scar_length_max;          ///< m
    uint64_t stem_impacts, stems_broken, stem_rocks; ///< the last: rocks that touched a stem
    double stem_energy;                              ///< J
    uint64_t contacts;                               ///< closed ones, of all steps together
    uint64_t problems, unsolved, retried_plastic, rotation_failures;
    uint64_t solver_iterations, rotation_iterations;
    double worst_residual;      ///< relative error of the contact solver
    double deepest_penetration; ///< m, >= 0, true distance
    double correction; ///< J, sum over rocks                              [docs/detection.md]
    double correction_relative;   ///< the same / potential energy lost by all rocks
    double worst_ledger_relative; ///< |ledger| / energy: kinetic + m g (z - z_min) >= m g 1 m
    double worst_gain_relative; ///< largest gain / max(½u_freeᵀM̂u_free, 1 J); <= 0 means none
    talus_moments largest[TALUS_QUANTITY_COUNT]; ///< of each completed rock
    talus_moments pooled[TALUS_QUANTITY_COUNT];  ///< over their steps: slow rocks count most
    double axis_share[3];         ///< minor, intermediate, major (NaN where a pair replaces them)
    double axis_share_equal_pair; ///< NaN unless two moments are equal
    talus_moments runout, path, drop, reach_angle; ///< m, m, m, rad: over completed rocks
    talus_lower_tail reach_angle_tail;             ///< rad, of the long run-outs
    uint64_t empty_strata;  ///< with a frequency > 0 and no completed rock: they are missing in all
    double empty_frequency; ///< annual values; 1/yr, their frequencies together
    uint64_t hash;
    double wall_time; ///< s; the only number here that differs between runs
    unsigned threads; ///< of all ranks
    unsigned ranks;   ///< processes of the run, 1 without an exchange
} talus_totals;

/// Results of a run; owned by the caller, see the accessors.
typedef struct talus_results talus_results;

/// Progress: called from the thread that called talus_campaign_run, about 5 times a second.
typedef void talus_progress(void *user, uint64_t rocks_done, uint64_t rocks_total,
                            double wall_time);
typedef struct talus_run_options {
    unsigned threads;         ///< 0 = all cores the process may use
    talus_progress *progress; ///< may be NULL
    void *progress_user;
    /// Asked before the first rock and then at least every 100 ms, by the thread that called
    /// talus_campaign_run. True: rocks in flight are dropped (each rock counts whole or not at all)
    /// and the run returns. NULL = never.
    bool (*should_stop)(void *user);
    void *stop_user;
    size_t hard_problems; ///< how many of the hardest contact problems are kept; 0 = none
    /// Directory for the state of the run, made when the first one is written; NULL = none. What an
    /// earlier run left there goes, unless `resume` is set. [docs/cluster.md]
    const char *checkpoint;
    double checkpoint_interval; ///< s between two states; they take 1 % of the time at most. 0: one
                                ///< at the end, if the run was interrupted or is a shard
    bool resume; ///< take up what is in `checkpoint`, and run the other rocks only; nothing there
                 ///< is a start from the beginning
    unsigned shard, shard_count; ///< run the rocks whose index modulo shard_count is shard - 1, and
                                 ///< write their state at the end; 0, 0 = all rocks
    const char *scratch; ///< directory in which the records of more than 10^6 rocks may lie, in a
                         ///< file without a name; NULL = they are in memory
    /// NULL = one process. Else all ranks call talus_campaign_run with the same campaign and
    /// options. Rank 0 has the results, checkpoint, scratch and progress. [docs/cluster.md]
    const talus_exchange *exchange;
} talus_run_options;

/// How many rocks a shard has; all of them when shard_count is 0.
TALUS_API uint64_t talus_shard_rock_count(const talus_campaign *campaign, unsigned shard,
                                          unsigned shard_count);

/// What states of a run were written or came from other ranks, and what they cost.
typedef struct talus_checkpoint_report {
    uint64_t resumed_rocks;                  ///< that were taken up at the start
    uint64_t count, rocks;                   ///< states written, and rocks in the last one
    uint64_t bytes;                          ///< written for all of them
    double time;                             ///< s, spent by the thread that called the run
    double processor_time;                   ///< s, of it on a processor
    double stopped_time;                     ///< s, during which finished rocks had to wait
    uint64_t received_rocks, received_bytes; ///< findings of other ranks
    double received_time;                    ///< s on a processor, to add them to the results
    char failure[1024];                      ///< why the last attempt failed; empty: it did not
} talus_checkpoint_report;

/// Run all rocks, or those of a shard, or those that are missing in a checkpoint.
/// @return TALUS_OK; TALUS_ERROR_INTERRUPTED with valid partial results; TALUS_ERROR_ARGUMENT for
///         an inconsistent campaign (sentence says which member) or a shard without rocks;
///         TALUS_ERROR_INPUT for a checkpoint that is damaged or of another campaign;
///         TALUS_ERROR_IO when the state of a shard cannot be written. With ranks, all return
///         what rank 0 does, and `results` is NULL on the others.
TALUS_API talus_status talus_campaign_run(const talus_campaign *campaign,
                                          const talus_run_options *options, talus_results **results,
                                          talus_error *error);
typedef struct talus_merge_options {
    bool allow_missing;  ///< rocks may be missing: totals.rocks tells; false: that is an error
    const char *scratch; ///< as talus_run_options.scratch
} talus_merge_options;
/// Add up the states that shards or interrupted runs of one campaign left, in any order: the
/// results of a run over all their rocks.
/// @param checkpoints (count) directories, as talus_run_options.checkpoint
/// @param options NULL = defaults
/// @return TALUS_ERROR_INPUT for a state that is missing, damaged, of another campaign, or holds
///         rocks of another one
TALUS_API talus_status talus_campaign_merge(const talus_campaign *campaign,
                                            const char *const *checkpoints, size_t count,
                                            const talus_merge_options *options,
                                            talus_results **results, talus_error *error);
/// Write the state of results, complete or not, for a later merge or resume.
TALUS_API talus_status talus_results_save(talus_results *results, const char *checkpoint,
                                          talus_error *error);
/// Is there a state in this directory?
TALUS_API bool talus_checkpoint_exists(const char *checkpoint);
/// Remove a state and its directory; nothing happens when there is none.
/// @return TALUS_ERROR_IO, also when another run is writing it
TALUS_API talus_status talus_checkpoint_remove(const char *checkpoint, talus_error *error);
TALUS_API const talus_checkpoint_report *talus_results_checkpoint(const talus_results *results);
TALUS_API void talus_results_destroy(talus_results *results);
TALUS_API const talus_totals *talus_results_totals(const talus_results *results);
/// (talus_campaign_rock_count) records by rock index; records with done = false were not run.
TALUS_API const talus_rock_record *talus_results_records(const talus_results *results);
/// (talus_campaign_rock_count) time means by rock index, of the rocks whose record is done.
/// Weighted with their steps they give the pooled means and axis shares of the totals.
TALUS_API const talus_rock_means *talus_results_means(const talus_results *results);
/// Tracks and impacts in order of rock index, completed rocks only.
TALUS_API const talus_track *talus_results_tracks(const talus_results *results, size_t *count);
TALUS_API const talus_impact *talus_results_impacts(const talus_results *results, size_t *count);
/// The hardest contact problems of the completed rocks: most iterations first, then the largest
/// relative error, then the lowest rock and step. The same for any number of threads.
TALUS_API const talus_hard_problem *talus_results_hard_problems(const talus_results *results,
                                                                size_t *count);
/// Counts by index of the net or wall of the campaign's obstacles, or of the campaign's dam.
/// [docs/theory.md 16]
TALUS_API const talus_net_counts *talus_results_nets(const talus_results *results, size_t *count);
TALUS_API const talus_wall_counts *talus_results_walls(const talus_results *results, size_t *count);
TALUS_API const talus_dam_counts *talus_results_dams(const talus_results *results, size_t *count);
/// Rocks whose statistics are kept apart, and what one of them weighs in probabilities, means and
/// quantiles: frequency / rocks (1/yr) where frequencies are known (0 without rocks); in a run that
/// may end early the rocks of the whole campaign in the mean / rocks; else 1.
typedef struct talus_stratum {
    uint32_t release, rock_class; ///< both 0 when the campaign is not stratified
    uint64_t rocks;               ///< completed ones
    double frequency, weight;     ///< 1/yr, NaN = unknown; of one rock
} talus_stratum;
/// Does it have a frequency > 0 and no rock? It is then missing in all annual values.
TALUS_API bool talus_stratum_is_empty(const talus_stratum *stratum);
TALUS_API const talus_stratum *talus_results_strata(const talus_results *results, size_t *count);
/// What the cells of a raster hold: NaN where no rock passed (counts, probability: 0).
typedef enum talus_raster_kind {
    TALUS_PASSAGES,
    TALUS_DEPOSITS,
    TALUS_REACH,     ///< probability that a released rock comes     [docs/theory.md 17]
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
/// @param window NULL = all cells, here and below; a window that leaves the cells is an error
/// @param out    (window->ny x window->nx), row 0 = south
/// @return TALUS_ERROR_ARGUMENT for a kind, quantity, value or window that does not exist; what was
///         not kept (talus_campaign.cell_quantities, cell_values) is NaN everywhere
TALUS_API talus_status talus_results_raster(const talus_results *results,
                                            const talus_raster *raster, const talus_window *window,
                                            float *out, talus_error *error);
/// Whether a rock may have been there. False is sure: no passage and no deposit in the window.
/// @param touched false also after an error
TALUS_API talus_status talus_results_touched(const talus_results *results,
                                             const talus_window *window, bool *touched,
                                             talus_error *error);
/// Sum over strata of weight (1/yr per rock) x rocks that bring more than `threshold` into the
/// cell. weights = NULL: the probability that a released rock does it, from the weights of the
/// strata.
/// @param threshold a number, in talus_quantity_unit
/// @param weights   (strata) >= 0, finite
TALUS_API talus_status talus_results_exceedance(const talus_results *results,
                                                talus_quantity quantity, double threshold,
                                                const double *weights, const talus_window *window,
                                                float *out, talus_error *error);
/// Its inverse: the value that is exceeded at this rate (1/yr > 0); 0 where more than 0 is rarer.
/// @param weights (strata) >= 0, finite; not NULL
TALUS_API talus_status talus_results_level(const talus_results *results, talus_quantity quantity,
                                           const double *weights, double rate,
                                           const talus_window *window, float *out,
                                           talus_error *error);
/// One step of one rock, as a full log has it.
typedef struct talus_log_entry {
    double time;
    talus_state state;
    talus_step_report report;
    double jump_height;
} talus_log_entry;
/// Called after every step (and once before the first, with an empty report). Return false to stop.
typedef bool talus_log_step(void *user, const talus_log_entry *entry);

/// Run rock `index` of a campaign alone, with a full log: bit-identical to the same rock in a run.
/// @param record may be NULL
TALUS_API talus_status talus_campaign_replay(const talus_campaign *campaign, uint64_t index,
                                             talus_log_step *log, void *user,
                                             talus_rock_record *record, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
