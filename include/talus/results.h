// SPDX-License-Identifier: GPL-3.0-or-later
/// @file results.h
/// Results of a run: totals, strata, records, gauges and rasters. It knows what was kept; it refuses to
/// know how rocks moved and how files are written.
///
/// threads: talus_results are const once the run or merge that made them has returned.
#ifndef TALUS_RESULTS_H
#define TALUS_RESULTS_H

#include "talus/observe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Results of a run; owned by the caller, see the accessors.
typedef struct talus_results talus_results;

TALUS_API void talus_results_destroy(talus_results *results);
/// @param totals out; its size is set by the caller: talus_totals totals = {.size = sizeof totals}
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known
TALUS_API talus_status talus_results_totals(const talus_results *results, talus_totals *totals,
                                            talus_error *error);

// Lists. Each is owned by the results and may be empty. `count` and the list are 0 and NULL after an
// error: TALUS_ERROR_ARGUMENT for NULL.

/// (talus_campaign_rock_count) records by rock index; records with done = false were not run.
TALUS_API talus_status talus_results_records(const talus_results *results,
                                             const talus_rock_record **records, size_t *count,
                                             talus_error *error);
/// (talus_campaign_rock_count) time means by rock index, of the rocks whose record is done.
/// Weighted with their steps they give the pooled means and axis shares of the totals.
TALUS_API talus_status talus_results_means(const talus_results *results,
                                           const talus_rock_means **means, size_t *count,
                                           talus_error *error);
/// Tracks and impacts in order of rock index, completed rocks only.
TALUS_API talus_status talus_results_tracks(const talus_results *results,
                                            const talus_track **tracks, size_t *count,
                                            talus_error *error);
TALUS_API talus_status talus_results_impacts(const talus_results *results,
                                             const talus_impact **impacts, size_t *count,
                                             talus_error *error);
/// Breaks and fragments of the recorded rocks, by rock, then by body; the points of a fragment's track
/// are the results'. Errors as above.
TALUS_API talus_status talus_results_breaks(const talus_results *results,
                                            const talus_break **breaks, size_t *count,
                                            talus_error *error);
TALUS_API talus_status talus_results_fragments(const talus_results *results,
                                               const talus_fragment **fragments, size_t *count,
                                               talus_error *error);

/// A contact problem that a run met, as it was posed.
typedef struct talus_hard_problem {
    uint64_t rock, step; ///< step counts from 1
    uint32_t body; ///< of the rock's event, 0 the rock itself; of bodies in contact the lowest
    uint32_t part; ///< of the step: bodies that may meet take it in up to 16; counts from 1
    talus_contact_problem problem; ///< dense; its arrays belong to the results
    const double *percussion;      ///< (3n, N s) that the step took; NULL: see retried_plastic
    talus_solver_info solver;
    bool retried_plastic; ///< it had no solution: the step went on with epsilon = 0
} talus_hard_problem;
/// The hardest contact problems of the completed rocks: most iterations first, then the largest
/// relative error, then the lowest rock, body, step and part. The same for any number of threads.
/// Problems of more than 400 contacts, of hundreds of bodies in one heap, are left out.
TALUS_API talus_status talus_results_hard_problems(const talus_results *results,
                                                   const talus_hard_problem **problems,
                                                   size_t *count, talus_error *error);

/// Counts by index of the net or wall of the campaign's obstacles, or of the campaign's dam.
/// [docs/theory.md 16]
TALUS_API talus_status talus_results_nets(const talus_results *results,
                                          const talus_net_counts **nets, size_t *count,
                                          talus_error *error);
TALUS_API talus_status talus_results_walls(const talus_results *results,
                                           const talus_wall_counts **walls, size_t *count,
                                           talus_error *error);
TALUS_API talus_status talus_results_dams(const talus_results *results,
                                          const talus_dam_counts **dams, size_t *count,
                                          talus_error *error);

TALUS_API talus_status talus_results_strata(const talus_results *results,
                                            const talus_stratum **strata, size_t *count,
                                            talus_error *error);

/// @param window NULL = all cells, here and below; a window that leaves the cells is an error
/// @param out    (window->ny x window->nx), row 0 = south
/// @return TALUS_ERROR_ARGUMENT for a kind, quantity, value or window that does not exist; what was
///         not kept (talus_campaign.cell_quantities, cell_values) is NaN everywhere
TALUS_API talus_status talus_results_raster(const talus_results *results,
                                            const talus_raster *raster, const talus_window *window,
                                            float *out, talus_error *error);
/// A layer by its name (talus_layer_find), in the unit of files. NaN where no rock passed, or where an
/// amount is 0.
/// @param out (window->ny x window->nx), row 0 = south
/// @return TALUS_ERROR_ARGUMENT also for a layer whose quantity was not kept: the campaign's
///         cell_quantities and cell_values, outputs.layers of a scenario
TALUS_API talus_status talus_results_layer(const talus_results *results, const char *name,
                                           const talus_window *window, float *out,
                                           talus_error *error);
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
    /// Of screens, where events may have several bodies: kinetic energies of the bodies of an event
    /// together, and of those that cross within the window (J); time from its first crossing to its
    /// last (s); one value per event that crosses. NaN elsewhere.
    talus_gauge_moments event_energy, window_energy, event_duration;
    /// There: counted crossings per event that crosses, by weight, and the most of one event; NaN, 0
    /// elsewhere.
    double hits_per_event;
    uint64_t most_hits;
} talus_gauge_result;

/// A box of the histogram of heights and energies at a screen.
typedef struct talus_height_energy {
    double height_low, height_high; ///< m
    double energy_low, energy_high; ///< J
    double share;                   ///< of the crossings, by weight
} talus_height_energy;

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
/// Hits of a screen above each of the levels: expected number of counted crossings with more kinetic
/// energy, for a released event and per year. Every body counts, so the number may exceed 1: it is
/// no probability. Where all events have one body and `recross` is off it is one, that of
/// talus_results_gauge_exceedance. Bucketed as the quantiles.                [docs/bodies.md, 5]
/// @param levels    (count) J, finite
/// @param per_event (count) out, 1; NaN before a rock has run
/// @param per_year  (count) out, 1/yr; NaN where frequencies are not known
/// @return TALUS_ERROR_ARGUMENT for NULL, a level that is not finite, an object, a screen or stratum
/// that is not there; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_results_hit_rate(const talus_results *results, size_t screen,
                                              size_t stratum, const double *levels, size_t count,
                                              double *per_event, double *per_year,
                                              talus_error *error);
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
TALUS_API talus_status talus_results_crossings(const talus_results *results,
                                               const talus_crossing **crossings, size_t *count,
                                               talus_error *error);

/// Share of the touched cells whose TALUS_REACH_HALFWIDTH is <= delta; NaN when none is touched.
TALUS_API talus_status talus_results_convergence(const talus_results *results, double delta,
                                                 double *share, talus_error *error);
/// What a check of the results found, and how many rocks had run. NaN: not requested.
typedef struct talus_round {
    uint64_t rocks;
    double cell_share;                 ///< of the touched cells, narrow enough
    double reach_halfwidth;            ///< of the cell at the requested share
    double energy_error, height_error; ///< of the worst screen; infinity: too few crossings
    double decided_share;              ///< of the reached cells: their zone is decided
    bool is_precise;
} talus_round;
/// All looks of a run with talus_campaign.precision, resumed ones included; 0 of any other.
TALUS_API talus_status talus_results_rounds(const talus_results *results,
                                            const talus_round **rounds, size_t *count,
                                            talus_error *error);

/// What states of a run were written or came from other ranks, and what they cost.
typedef struct talus_checkpoint_report {
    size_t size;                             ///< of this struct, set by the caller
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
/// @param report out: as the totals
TALUS_API talus_status talus_results_checkpoint(const talus_results *results,
                                                talus_checkpoint_report *report,
                                                talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
