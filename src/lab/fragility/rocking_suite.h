// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_suite.h
/// A block of a rocking scenario under a suite of records: every record at every level of an
/// intensity measure with sampled impacts, one row a run; shares with the record as the unit,
/// lognormal curves, annual rates. It refuses to know the terminal.
#ifndef TALUS_SRC_LAB_FRAGILITY_ROCKING_SUITE_H
#define TALUS_SRC_LAB_FRAGILITY_ROCKING_SUITE_H

#include "io/directory/directory.h"
#include "lab/fragility/rocking_fragility.h"
#include "lab/scenario/rocking.h"

// --- Records ---

typedef struct rocking_suite_record {
    char name[96];
    talus_ground_motion x, y; ///< y without values = one component; the vertical one is that of x
    double weight;
    double magnitude, distance; ///< m=, r_km= of the list; NaN where not given
} rocking_suite_record;
typedef struct rocking_suite_list {
    rocking_suite_record *records;
    size_t count;
} rocking_suite_list;
/// A line each: X[,Y[,UP]] [unit=U] [dt=S] [name=N] [weight=W] [m=M] [r_km=R], # comments, files relative to the
/// list. The components of a record have one length and step. Clear it in any case.
/// @return TALUS_ERROR_INPUT with file and line
talus_status rocking_suite_list_read(const char *path, rocking_suite_list *list,
                                     talus_error *error);
void rocking_suite_list_clear(rocking_suite_list *list);
/// Weight of a record over the mean of all.
double rocking_suite_weight_of(const rocking_suite_list *list, size_t record);

// --- Runs ---

typedef enum rocking_suite_measure {
    ROCKING_SUITE_PGA,   ///< g
    ROCKING_SUITE_PGV,   ///< m/s
    ROCKING_SUITE_SA,    ///< g
    ROCKING_SUITE_PGD,   ///< m
    ROCKING_SUITE_ARIAS, ///< m/s
    ROCKING_SUITE_CAV,   ///< m/s
    ROCKING_SUITE_SI,    ///< m
    ROCKING_SUITE_D5_75, ///< s, of a cloud
    ROCKING_SUITE_D5_95, ///< s, of a cloud
    ROCKING_SUITE_MEASURES
} rocking_suite_measure;
typedef struct rocking_suite_measure_facts {
    const char *name; ///< in options: "pga"; "sa" goes with (T)
    const char *key;  ///< of tables: "pga_g"
    const char *unit; ///< "g"
    const char *axis; ///< "peak ground acceleration (g)"
    bool is_in_g;
    double power; ///< proportional to this power of a record's scale; 0 = the same at every scale
} rocking_suite_measure_facts;
const rocking_suite_measure_facts *rocking_suite_measure_of(rocking_suite_measure measure);
/// What of a pair the measure is of: over all directions, or one component.
typedef enum rocking_suite_component {
    ROCKING_SUITE_ROTD50,
    ROCKING_SUITE_ROTD0,
    ROCKING_SUITE_ROTD100,
    ROCKING_SUITE_X,
    ROCKING_SUITE_Y
} rocking_suite_component;
typedef enum rocking_suite_mode {
    ROCKING_SUITE_STRIPES, ///< every record at every level
    ROCKING_SUITE_CLOUD,   ///< records as they are, times a factor; each its own level
    ROCKING_SUITE_IDA      ///< capacities: the lowest level that exceeds, bisected
} rocking_suite_mode;
enum {
    ROCKING_SUITE_THRESHOLDS = 8,
    ROCKING_SUITE_ANGLES = 360,
    ROCKING_SUITE_DRAWN = 3,
    ROCKING_SUITE_REPLICATES = 100000
};
#define ROCKING_SUITE_OVERTURNED ((double)INFINITY) ///< as a threshold

typedef struct rocking_suite_options {
    const rocking_scenario *scenario; ///< block, impact, contact, gravity
    const rocking_suite_list *list;
    rocking_suite_mode mode;
    rocking_suite_measure measure;
    rocking_suite_component component; ///< of pairs
    double period, damping;            ///< s, of ROCKING_SUITE_SA
    double low, high;                  ///< first and last level
    size_t levels;
    double factor;                  ///< of a cloud
    size_t samples;                 ///< of each record at each level
    bool draws;                     ///< impacts are drawn, else those of the scenario
    rocking_impact impact;          ///< planar
    rocking_spatial_impact spatial; ///< lam, lat, lon of a spatial block
    double first_angle;             ///< deg, of the block's x axis from that of the records
    size_t angles;                  ///< each run at first_angle + i 360/angles
    bool draws_angles;              ///< instead: one direction a sample, even over 360 degrees
    double thresholds[ROCKING_SUITE_THRESHOLDS]; ///< peak / alpha; ROCKING_SUITE_OVERTURNED
    size_t threshold_count;
    const rocking_hazard_curve *hazard; ///< of the same measure; NULL = none
    double horizon;                     ///< s p after the record
    uint64_t seed;
    size_t bootstrap; ///< replicates of the curves over records; 0 = none
    unsigned threads;
} rocking_suite_options;
/// Stripes of PGA from 0.1 to 1 g in 10 levels, one sample, overturning, 30/p.
rocking_suite_options rocking_suite_options_default(void);

typedef enum rocking_suite_outcome {
    ROCKING_SUITE_STILL, ///< never left rest
    ROCKING_SUITE_STANDS,
    ROCKING_SUITE_FELL,
    ROCKING_SUITE_UNDECIDED
} rocking_suite_outcome;
typedef struct rocking_suite_run {
    size_t record, level, sample, angle;
    double intensity, factor;
    double degrees; ///< of the block's x axis from that of the record
    rocking_suite_outcome outcome;
    double peak_over_alpha, peak; ///< NaN once it has overturned; rad
    double peak_time, end_time;   ///< s; NaN where not known
    size_t impacts;
    double required_friction;          ///< NaN of a spatial block
    double drawn[ROCKING_SUITE_DRAWN]; ///< r_ab, r_ba; or lam, lat, lon of the first edge
} rocking_suite_run;

/// ln(peak / alpha) = a + b ln(intensity) of the runs of a cloud that moved and stand, by least squares
/// [Jalayer et al. 2017], and what is left of them against what the list says of the records.
typedef struct rocking_suite_demand {
    rocking_line line;                      ///< of all runs; residual: the efficiency
    rocking_line on_magnitude, on_distance; ///< mean residual of each record; slope: sufficiency
    rocking_lognormal falls;                ///< curve of overturning, every run for itself
    size_t runs, still, overturned, undecided;
} rocking_suite_demand;

/// A threshold at a level: runs of all records.
typedef struct rocking_suite_share {
    double intensity, runs, exceeded, undecided, share_low;
    rocking_share_interval interval;
    rocking_beta_binomial beta;
    double fitted, band_low, band_high; ///< NaN without a fit
    double regression; ///< of a cloud: share by the demand; NaN without, and for 0 and overturned
} rocking_suite_share;
/// A threshold: its curve and what follows from it.
typedef struct rocking_suite_curve {
    double threshold;
    rocking_clustered_fit fit; ///< of IDA the capacities' curve, without errors by records
    rocking_annual_rate rate, rate_low, rate_high; ///< at theta and at its limits; NaN without
    double *terms;                                 ///< (points of the hazard) deaggregation
    rocking_bootstrap bootstrap;                   ///< replicates 0 = none
    double boot_rate_low, boot_rate_high;          ///< 1/year; NaN without
    size_t survivors, capacities, resurrections;   ///< of IDA
} rocking_suite_curve;
typedef struct rocking_suite {
    rocking_suite_options options;
    size_t levels; ///< of the tables: of a cloud one for each record
    double *unit;  ///< (records) intensity of each record as it is
    rocking_suite_run *runs;
    size_t run_count;
    rocking_suite_share *shares; ///< (thresholds x levels)
    rocking_suite_curve curves[ROCKING_SUITE_THRESHOLDS];
    rocking_suite_demand demand; ///< of a cloud
    double alpha, p;             ///< of the nearest side: rad, rad/s
    size_t undecided;
} rocking_suite;
/// @return TALUS_ERROR_ARGUMENT, _INPUT or _MEMORY; how runs end is data
talus_status rocking_suite_make(const rocking_suite_options *options, rocking_suite *suite,
                                talus_error *error);
void rocking_suite_clear(rocking_suite *suite);
bool rocking_suite_exceeds(const rocking_suite_run *run, double threshold);
const char *rocking_suite_outcome_name(rocking_suite_outcome outcome);
/// Intensity of a record as it is, in the unit of the measure; the component of a pair.
double rocking_suite_intensity(const rocking_suite_record *record,
                               const rocking_suite_options *options);
/// The scale at which a record of intensity `unit` has another one.
double rocking_suite_factor(const rocking_suite_options *options, double unit, double intensity);
/// The intensity of a record of intensity `unit` times the factor of a cloud.
double rocking_suite_scaled(const rocking_suite_options *options, double unit);
/// @return TALUS_ERROR_INPUT for a measure that the mode or the component cannot have
talus_status rocking_suite_measure_check(const rocking_suite_options *options, talus_error *error);

extern const char *const rocking_suite_files[];
/// runs.csv, records.csv, levels.csv, fits.csv, deaggregation.csv, demand.csv, fragility.svg, demand.svg.
talus_status rocking_suite_write(talus_directory *directory, const rocking_suite *suite,
                                 talus_error *error);

#endif
