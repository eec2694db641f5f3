// SPDX-License-Identifier: GPL-3.0-or-later
/// @file gauges.h
/// What is kept of screens and objects: per gauge and stratum counts, fixed-point sums, maxima and
/// bucket counts of each quantity; per gauge the release cells of the rocks that came; the counted
/// crossings of the first rocks. Integers and maxima only: the order in which rocks come does not
/// matter. It knows crossings and visits; it refuses to know how they were found.
#ifndef TALUS_SRC_RUNS_OBSERVE_GAUGES_H
#define TALUS_SRC_RUNS_OBSERVE_GAUGES_H

#include "runs/observe/counts.h"
#include "runs/observe/sketch.h"

#include <pthread.h>

/// Buckets of angles: 0.1 degrees from -90 degrees up.
#define OBSERVE_ANGLE_BUCKET (TALUS_PI / 1800.0)
/// Times are stored as heights are: floor 1 ms, cut at 10^6 s.
#define OBSERVE_TIME_AS TALUS_GAUGE_HEIGHT
enum {
    OBSERVE_COARSE_SHIFT = 3, ///< heights and energies together: 8 buckets an octave
    OBSERVE_COARSE_BUCKETS = (OBSERVE_BUCKETS >> OBSERVE_COARSE_SHIFT) + 1
};

/// Values are stored so that all are >= 0: angles from -90 degrees up.
typedef struct observe_tally_quantity {
    observe_sum sum, square; ///< observe_gauge_unit
    double max;
    observe_counts buckets;
} observe_tally_quantity;

/// A gauge in one stratum.
typedef struct observe_tally {
    uint64_t rocks;    ///< that crossed or hit
    uint64_t passages; ///< counted crossings; visits
    uint64_t to_left;
    uint64_t
        values; ///< counted in the quantities of a screen: crossings; one of an event of several
    /// Where events may have several bodies: energies of the bodies of an event together, and within
    /// the window; of each counted crossing (`passages` of them); time from the first of an event to
    /// the last, OBSERVE_TIME_AS.
    observe_tally_quantity event, window, hits, duration;
    uint64_t most_hits; ///< crossings of one event
    observe_tally_quantity quantities[TALUS_GAUGE_QUANTITY_COUNT];
    observe_counts height_energy; ///< of screens: coarse height x OBSERVE_COARSE_BUCKETS + energy
} observe_tally;

typedef struct observe_gauges {
    const talus_campaign *campaign;
    observe_units units;
    size_t screen_count, gauge_count, stratum_count;
    observe_tally *tallies;    ///< (gauge_count x stratum_count)
    observe_counts released;   ///< rocks by the statistics cell they were released in
    observe_counts *sources;   ///< (gauge_count) those of them that came
    talus_crossing *crossings; ///< of the first rocks; each rock's in order of time
    size_t crossing_count, crossing_capacity;
    pthread_mutex_t lock; ///< held while a rock is added
} observe_gauges;

/// Empty; nothing is allocated without gauges. @return false when out of memory
bool observe_gauges_init(observe_gauges *gauges, const talus_campaign *campaign,
                         const observe_units *units);
void observe_gauges_clear(observe_gauges *gauges);

/// What one rock did at one gauge.
typedef struct observe_gauge_visit {
    size_t gauge;
    uint64_t passages;
    double values[TALUS_GAUGE_QUANTITY_COUNT];
} observe_gauge_visit;
/// What one rock did at all of them.
typedef struct observe_gauge_rock {
    const talus_crossing *crossings; ///< (crossing_count) in order of time
    size_t crossing_count;
    const observe_gauge_visit *visits; ///< (visit_count) of objects
    size_t visit_count;
} observe_gauge_rock;
/// Add a complete rock. Safe from several threads. @return false when out of memory
bool observe_gauges_add(observe_gauges *gauges, const talus_rock_record *record,
                        const observe_gauge_rock *rock);
/// Record a crossing of one of the first rocks; the lock is the caller's. @return false when out of
/// memory
bool observe_gauges_record(observe_gauges *gauges, const talus_crossing *crossing);
/// Recorded crossings by rock, those of a rock by time.
void observe_gauges_order(observe_gauges *gauges);

/// Bucket of a value; its middle; fixed-point units per unit of the value; what is added to a
/// value before it is stored.
unsigned observe_gauge_bucket(talus_gauge_quantity quantity, double value);
double observe_gauge_bucket_value(talus_gauge_quantity quantity, unsigned bucket);
void observe_gauge_bucket_bounds(talus_gauge_quantity quantity, unsigned bucket, double *low,
                                 double *high);
double observe_gauge_unit(const observe_units *units, talus_gauge_quantity quantity);
double observe_gauge_offset(talus_gauge_quantity quantity);
/// Bounds of a coarse bucket.
void observe_coarse_bounds(talus_quantity quantity, unsigned coarse, double *low, double *high);

#endif
