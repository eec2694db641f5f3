// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_wrench_study.h
/// The wrench law in the step against the maps and the motion of section 6 and 7 of
/// docs/rocking.md: single impacts under every scheme, runs of vertex rocking. It refuses to know
/// the terminal.
#ifndef TALUS_CASES_FIGURES_ROCKING_WRENCH_STUDY_H
#define TALUS_CASES_FIGURES_ROCKING_WRENCH_STUDY_H

#include "cases/figures/rocking_stepper.h"

/// One impact in one step without gravity, and the map's answer to it.
typedef struct rocking_wrench_hit {
    bool facet;                ///< the facet about V1V2; else the edge V3V4, V3 before
    double b1, b2, h;          ///< m, half sizes
    double tilt;               ///< rad about V3V4, of an edge impact
    double lam, lat, lon, tau; ///< lam and tau of an edge; lat and lon of the facet
    talus_scheme scheme;
    double slope;                ///< rad
    talus_vec3 w_minus;          ///< rad/s, in the axes of the plane
    talus_vec3 w_plus, expected; ///< rad/s
    double ledger;               ///< J, over the kinetic energy
    bool refused;                ///< the law admits no pivot; w_plus is the usual step's
    double difference;           ///< largest of w_plus, rad/s
} rocking_wrench_hit;
/// Fill in the answer.
/// @return TALUS_ERROR_ARGUMENT or _MEMORY
talus_status rocking_wrench_hit_make(rocking_wrench_hit *hit, talus_error *error);

enum { ROCKING_WRENCH_HITS = 15 + 20 };

typedef struct rocking_wrench_options {
    rocking_stepper_options block;
    double lam, lat, lon, tau; ///< of the run; tau of edges (N m s)
} rocking_wrench_options;
/// 0.9, 0.5, 0.8, 0
rocking_wrench_options rocking_wrench_options_default(void);

typedef struct rocking_wrench_study {
    rocking_wrench_options options;
    talus_spatial_law law;
    rocking_wrench_hit hits[ROCKING_WRENCH_HITS]; ///< each the worst of all schemes and slopes
    size_t tried, refused;                        ///< of all these impacts
    rocking_spatial_case run;
} rocking_wrench_study;
/// @return TALUS_ERROR_ARGUMENT for a block that does not rock or a law beyond its limits, _MEMORY
talus_status rocking_wrench_study_make(const rocking_wrench_options *options,
                                       rocking_wrench_study *study, talus_error *error);
/// wrench_impacts.csv, wrench_runs.csv, wrench.svg
extern const char *const rocking_wrench_files[];
talus_status rocking_wrench_write(talus_directory *directory, const rocking_wrench_study *study,
                                  talus_error *error);

#endif
