// SPDX-License-Identifier: GPL-3.0-or-later
/// @file impacts.h
/// The four single impacts of [Lu19] on a tilted plane of compactable soil: measured scars, those
/// of the paper's model, ours. It knows these four; it refuses to know other measurements.
///
/// Measured and published are start states in flight, parameters, depth and length of the scars.
/// Not published here are slope, attitude and phase of the block: the plane falls along the block's
/// way, its axis is horizontal and across it, and results are taken over phases of the rotation.
#ifndef TOOLS_VALIDATION_IMPACTS_H
#define TOOLS_VALIDATION_IMPACTS_H

#include "talus/rotation.h"

/// One impact as measured and as modelled by the paper.
typedef struct study_impact {
    const char *name;
    talus_vec3 velocity;                      ///< m/s in flight, east, north, up
    double spin;                              ///< rad/s, about the major axis
    double touch_speed;                       ///< m/s, |v_z| at the first touch
    double modulus, drag;                     ///< Pa, M_E; C_s: the paper's fit
    double measured_depth, measured_length;   ///< m
    double published_depth, published_length; ///< m, the paper's model
} study_impact;
enum { STUDY_IMPACT_COUNT = 4 };
const study_impact *study_impacts(void);

typedef struct study_impact_options {
    double slope; ///< rad
    talus_scheme scheme;
    double time_step;  ///< s
    double rotational; ///< talus_soil.rotational
    size_t phases;     ///< 1 to 1024, over a quarter turn: the block has four-fold symmetry
} study_impact_options;
/// 30 degrees, midpoint, 2 ms, no rotational drag, 64 phases
study_impact_options study_impact_options_default(void);

/// Quartiles over the phases: order statistics.
typedef struct study_quartiles {
    double low, median, high;
} study_quartiles;

/// Of the first visit to the layer in which the block meets the hard plane; shorter touches by a
/// vertex that turns out again are passed over.
typedef struct study_impact_result {
    size_t reached;               ///< phases in which it does; the quartiles are over these
    study_quartiles depth;        ///< m, of the scar
    study_quartiles length;       ///< m, way of the point under S along the surface, in the layer
    study_quartiles trace;        ///< m, along the surface between the outermost vertices under it
    study_quartiles spin_after;   ///< rad/s, when the block leaves the layer
    study_quartiles speed_after;  ///< m/s
    study_quartiles energy_share; ///< kinetic energy, after / before
    double worst_ledger;          ///< J, largest energy balance of a step
} study_impact_result;

/// One impact by the stepper.
/// @return errors of the stepper; TALUS_ERROR_ARGUMENT for a slope outside [0, 75] degrees or no
/// phase
talus_status study_impact_run(const study_impact *impact, const study_impact_options *options,
                              study_impact_result *result, talus_error *error);

#endif
