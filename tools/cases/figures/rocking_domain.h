// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_domain.h
/// Which restitution a block may have at its impact, over its slenderness [B12, Figs 2 to 5]: the
/// intervals of talus/lab/impact_law.h as a table and a chart. It refuses to know the terminal.
#ifndef TALUS_CASES_FIGURES_ROCKING_DOMAIN_H
#define TALUS_CASES_FIGURES_ROCKING_DOMAIN_H

#include "io/directory/directory.h"
#include "talus/lab/impact_law.h"

enum { ROCKING_DOMAIN_POINTS_MOST = 10000 };

typedef struct rocking_domain_options {
    double aspect0, aspect1; ///< range of height / width
    size_t points;
    double friction; ///< of the cases with friction; NaN = those without alone
} rocking_domain_options;
/// Aspects from 0 to 6 at 301 points, no friction.
rocking_domain_options rocking_domain_options_default(void);

/// A case at an aspect.
typedef struct rocking_domain_row {
    talus_impact_law_case which;
    double aspect;
    talus_impact_law_interval e; ///< of e_n21, or of e_n1 of half rocking
} rocking_domain_row;
typedef struct rocking_domain {
    rocking_domain_options options;
    rocking_domain_row *rows; ///< (cases x points), case by case; owned
    size_t cases;
} rocking_domain;
/// @return TALUS_ERROR_ARGUMENT for a range, a number of points or a friction that cannot be; _MEMORY
talus_status rocking_domain_make(const rocking_domain_options *options, rocking_domain *domain,
                                 talus_error *error);
void rocking_domain_clear(rocking_domain *domain);
/// domain.csv, domain.svg.
extern const char *const rocking_domain_files[];
talus_status rocking_domain_write(talus_directory *directory, const rocking_domain *domain,
                                  talus_error *error);

#endif
