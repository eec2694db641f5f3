// SPDX-License-Identifier: GPL-3.0-or-later
/// @file results.h
/// Results of a run: totals, strata, records, gauges and rasters. It knows the results that were
/// kept; it refuses to know how rocks moved and how files are written.
///
/// threads: talus_results are const once the run or merge that made them has returned.
#ifndef TALUS_RESULTS_H
#define TALUS_RESULTS_H

#include "talus/observe.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Results of a run; owned by the caller and read by the functions below.
typedef struct talus_results talus_results;

TALUS_API void talus_results_destroy(talus_results *results);
/// @param totals out; its size is set by the caller: talus_totals totals = {.size = sizeof totals}
/// @return TALUS_ERROR_ARGUMENT for NULL or a size that is not known
TALUS_API talus_status talus_results_totals(const talus_results *results, talus_totals *totals,
                                            talus_error *error);

// Lists. Each is owned by the results and may be empty. NULL is TALUS_ERROR_ARGUMENT; after an
// error `count` is 0 and the list NULL.

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
/// Breaks and fragments of the recorded rocks, by rock, then by body. Errors as above.
TALUS_API talus_status talus_results_breaks(const talus_results *results,
                                            const talus_break **breaks, size_t *count,
                                            talus_error *error);
TALUS_API talus_status talus_results_fragments(const talus_results *results,
                                               const talus_fragment **fragments, size_t *count,
                                               talus_error *error);

/// A contact problem of a run, as it was given to the solver.
typedef struct talus_hard_problem {
    uint64_t rock, step; ///< step counts from 1
    uint32_t body; ///< of the rock's event, 0 the rock itself; of bodies in contact the lowest
    uint32_t part; ///< of the step, from 1: with bodies that may meet, a step has up to 16 parts
    talus_contact_problem problem; ///< dense; its arrays belong to the results
    const double *percussion;      ///< (3n, N s) used in the step; NULL with retried_plastic
    talus_solver_info solver;
    bool retried_plastic; ///< there was no solution: the step was solved again with epsilon = 0
} talus_hard_problem;
/// The hardest contact problems of the completed rocks: most iterations first, then the largest
/// relative error, then the lowest rock, body, step and part. The same for any number of threads.
/// Problems of more than 400 contacts (heaps of hundreds of bodies) are left out.
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

/// A raster of the cells.
/// @param window NULL = all cells, here and below; a window that leaves the cells is an error
/// @param out    (window->ny x window->nx), row 0 = south; NaN everywhere for a quantity or value
///               that was not kept (talus_campaign.cell_quantities, cell_values)
/// @return TALUS_ERROR_ARGUMENT for a kind, quantity, value or window that does not exist
TALUS_API talus_status talus_results_raster(const talus_results *results,
                                            const talus_raster *raster, const talus_window *window,
                                            float *out, talus_error *error);
/// A layer by its name (talus_layer_find), in the unit of files. NaN where no rock passed, or where
/// an amount is 0.
/// @param out (window->ny x window->nx), row 0 = south
/// @return TALUS_ERROR_ARGUMENT also for a layer whose quantity was not kept: the campaign's
///         cell_quantities and cell_values, outputs.layers of a scenario
TALUS_API talus_status talus_results_layer(const talus_results *results, const char *name,
                                           const talus_window *window, float *out,
                                           talus_error *error);
/// Can a rock have been in the window? False means that it certainly holds no passage and no
/// deposit.
/// @param touched false also after an error
TALUS_API talus_status talus_results_touched(const talus_results *results,
                                             const talus_window *window, bool *touched,
                                             talus_error *error);
/// Sum over strata of weight (1/yr per rock) x number of events that exceed `threshold` on an object of
/// talus_campaign.reference_width at the cell's centre; in the cell itself where that is 0.
/// With weights = NULL the probability that a released rock exceeds it in the cell, from the weights
/// of the strata.
/// @param threshold in talus_quantity_unit
/// @param weights   (strata) >= 0, finite
TALUS_API talus_status talus_results_exceedance(const talus_results *results,
                                                talus_quantity quantity, double threshold,
                                                const double *weights, const talus_window *window,
                                                float *out, talus_error *error);
/// Its inverse: the value that is exceeded at this rate (1/yr > 0); 0 where every value > 0 is
/// rarer.
/// @param weights (strata) >= 0, finite; not NULL
TALUS_API talus_status talus_results_level(const talus_results *results, talus_quantity quantity,
                                           const double *weights, double rate,
                                           const talus_window *window, float *out,
                                           talus_error *error);

/// Distribution of a quantity over the counted crossings of a screen or rocks of an object; NaN if
/// there are none. Quantiles are within 1 % (angles: 0.05 degrees) of the order statistic.
#define TALUS_GAUGE_QUANTILES                                                                      \
    {                                                                                              \
        0.50, 0.90, 0.95, 0.99                                                                     \
    }
typedef struct talus_gauge_moments {
    double mean, mean_error; ///< standard error std / sqrt(n_eff)
    double std, max;
    double quantile[4]; ///< TALUS_GAUGE_QUANTILES
    double low[4];      ///< 95 % interval from order statistics of n_eff; -infinity and infinity if
    double high[4];     ///< there are too few values to bound it
    double error[4];    ///< (high - low) / (2 x 1.96); infinity without a bound
} talus_gauge_moments;

/// All strata together, by their weights.
#define TALUS_ALL_STRATA SIZE_MAX

typedef struct talus_gauge_result {
    uint64_t released;          ///< rocks completed in the strata
    uint64_t rocks;             ///< rocks that crossed or hit
    uint64_t passages;          ///< counted crossings; visits of an object
    uint64_t to_left, to_right; ///< of the passages of a screen
    double probability;         ///< weighted share of the released rocks that crossed or hit, 1
    double low, high;           ///< its 95 % Wilson interval with n_eff of the released rocks
    double annual_frequency;    ///< rocks per year that cross or hit; NaN: frequencies unknown
    double n_eff;               ///< effective number of counted crossings or hits
    talus_gauge_moments moments[TALUS_GAUGE_QUANTITY_COUNT];
    /// At screens, if events may have several bodies, one value per event that crosses: kinetic
    /// energies of all its bodies, and of those that cross within the window (J); time from its
    /// first to its last crossing (s). NaN otherwise.
    talus_gauge_moments event_energy, window_energy, event_duration;
    /// In the same case: mean number of counted crossings of such an event, by weight, and the
    /// largest number. NaN and 0 otherwise.
    double hits_per_event;
    uint64_t most_hits;
} talus_gauge_result;

/// A box of the histogram of heights and energies at a screen.
typedef struct talus_height_energy {
    double height_low, height_high; ///< m
    double energy_low, energy_high; ///< J
    double share;                   ///< of the crossings, by weight
} talus_height_energy;

/// Counts and distributions at a gauge, in one stratum or in TALUS_ALL_STRATA by weights (frequency
/// / completed rocks, else 1). Gauge k is screen k, from screen_count on object k - screen_count.
///                                                                         [docs/theory.md 18]
/// @return TALUS_ERROR_ARGUMENT for a gauge or stratum that is not there; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_results_gauge(const talus_results *results, size_t gauge,
                                           size_t stratum, talus_gauge_result *out,
                                           talus_error *error);
/// Weighted share of the counted crossings or hits with a quantity above each of the levels
/// (count). Multiplied by probability or annual_frequency it is an exceedance curve (screens with
/// `recross` count every crossing). Values are rounded to buckets, as for the quantiles. Errors as
/// above.
TALUS_API talus_status talus_results_gauge_exceedance(const talus_results *results, size_t gauge,
                                                      size_t stratum, talus_gauge_quantity quantity,
                                                      const double *levels, size_t count,
                                                      double *out, talus_error *error);
/// Expected number of counted crossings of a screen with more kinetic energy than each of the
/// levels, per released event and per year. Every body counts, so the number may exceed 1 and is
/// not a probability. If all events have one body and `recross` is off, it is the probability of
/// talus_results_gauge_exceedance. Rounded to buckets, as the quantiles.     [docs/bodies.md, 5]
/// @param levels    (count) J, finite
/// @param per_event (count) out, 1; NaN before a rock has run
/// @param per_year  (count) out, 1/yr; NaN where frequencies are not known
/// @return TALUS_ERROR_ARGUMENT for NULL, a level that is not finite, an object, a screen or
///         stratum
/// that is not there; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_results_hit_rate(const talus_results *results, size_t screen,
                                              size_t stratum, const double *levels, size_t count,
                                              double *per_event, double *per_year,
                                              talus_error *error);
/// Occupied boxes of the histogram of a screen, all strata together.
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
/// A check of the precision after some rocks had run. NaN: not requested.
typedef struct talus_round {
    uint64_t rocks;                    ///< rocks that had run
    double cell_share;                 ///< share of the touched cells that are precise enough
    double reach_halfwidth;            ///< of the cell at the requested share
    double energy_error, height_error; ///< of the worst screen; infinity: too few crossings
    double decided_share;              ///< share of the reached cells whose zone is decided
    bool is_precise;
} talus_round;
/// All checks of a run with talus_campaign.precision, also those before a resumption; none
/// otherwise.
TALUS_API talus_status talus_results_rounds(const talus_results *results,
                                            const talus_round **rounds, size_t *count,
                                            talus_error *error);

/// States of a run that were written or came from other ranks, and their cost.
typedef struct talus_checkpoint_report {
    size_t size;                             ///< of this struct, set by the caller
    uint64_t resumed_rocks;                  ///< rocks read from a state at the start
    uint64_t count, rocks;                   ///< states written, and rocks in the last one
    uint64_t bytes;                          ///< of all of them
    double time;                             ///< s, of the thread that called the run
    double processor_time;                   ///< s, the part of it on a processor
    double stopped_time;                     ///< s, during which finished rocks had to wait
    uint64_t received_rocks, received_bytes; ///< results of other ranks
    double received_time;                    ///< s on a processor, to add them to the results
    char failure[1024];                      ///< why the last attempt failed; "" if it succeeded
} talus_checkpoint_report;
/// @param report out; its size is set by the caller
TALUS_API talus_status talus_results_checkpoint(const talus_results *results,
                                                talus_checkpoint_report *report,
                                                talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
