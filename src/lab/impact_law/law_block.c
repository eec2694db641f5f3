// SPDX-License-Identifier: GPL-3.0-or-later
// Closed intervals of the restitution coefficients of a rocking block, a = height / width.
// docs/impact_laws.md section 6 derives them; law_apply.c gives the same case by case.
#include "talus/lab/impact_law.h"

#include <math.h>

typedef struct case_facts {
    const char *name;
    bool friction, half;
} case_facts;

static const case_facts facts[] = {
#define FACTS(enumerator, name, friction, half) {name, friction, half},
    TALUS_IMPACT_LAW_CASE_LIST(FACTS)
#undef FACTS
};

static const double infinite = (double)INFINITY;

static double max2(double a, double b)
{
    return a > b ? a : b;
}

static double min2(double a, double b)
{
    return a < b ? a : b;
}

/// Positive root of a^2 + 3 mu a - 2 = 0; mu < 0 stands for slip to the left.
static double critical_of_slip(double mu)
{
    return 0.5 * (-3.0 * mu + sqrt(9.0 * mu * mu + 8.0));
}

/// Energy: e (s + mu^2) <= s - mu^2 - 4 mu slide with s = (a^2 + 4) / 3; mu < 0: slip left.
static double highest_by_energy(double a, double mu, double slide)
{
    const double s = (a * a + 4.0) / 3.0;
    return (s - mu * mu - 4.0 * mu * slide) / (s + mu * mu);
}

/// p at A >= 0: the lower end of e_n21.
static double lowest_of_slip(double a, double mu)
{
    const double below = 4.0 + a * a - 3.0 * mu * a;
    return below > 0.0 ? max2(0.0, (a * a - 2.0 + 3.0 * mu * a) / below) : infinite;
}

/// p at B >= 0: bounds e_n21 from above when slip to the left unloads B.
static double highest_of_slip(double a, double mu)
{
    const double beside = a * a - 2.0 - 3.0 * mu * a;
    return beside > 0.0 ? (a * a + 4.0 + 3.0 * mu * a) / beside : infinite;
}

/// Half rocking while slipping: both percussions keep their sign for every e_n1.
static bool half_rocking_presses(double a, double mu)
{
    return a * a - 2.0 + 3.0 * mu * a <= 0.0 && a * a + 4.0 + 3.0 * mu * a >= 0.0;
}

static void slipping(double a, double mu, double slide, talus_impact_law_interval *interval)
{
    interval->critical_aspect = critical_of_slip(mu);
    interval->high = highest_by_energy(a, mu, slide); // may exceed 1: friction takes energy too
    if (interval->half) {
        interval->low = half_rocking_presses(a, mu) ? 0.0 : infinite;
    } else {
        interval->low = lowest_of_slip(a, mu);
        interval->high = min2(interval->high, highest_of_slip(a, mu));
    }
}

talus_impact_law_interval talus_impact_law_block_interval(talus_impact_law_case which,
                                                          double aspect, double mu, double slide)
{
    const double a = aspect, a2 = a * a;
    if ((unsigned)which >= TALUS_IMPACT_LAW_CASE_COUNT) {
        return (talus_impact_law_interval){
            .name = "unknown", .low = infinite, .critical_aspect = 0.0};
    }
    talus_impact_law_interval interval = {
        .name = facts[which].name, .half = facts[which].half, .low = 0.0, .high = 1.0};
    const double sticking = max2(0.0, (2.0 * a2 - 1.0) / (2.0 * (a2 + 1.0)));
    switch (which) {
    case TALUS_IMPACT_LAW_ROCKING_SLIDING:
        interval.low = max2(0.0, (a2 - 2.0) / (a2 + 4.0));
        interval.critical_aspect = sqrt(2.0);
        break;
    case TALUS_IMPACT_LAW_ROCKING_STICKING:
        interval.low = sticking;
        interval.critical_aspect = sqrt(0.5);
        break;
    case TALUS_IMPACT_LAW_HALF_ROCKING:
        interval.low = a2 <= 2.0 ? 0.0 : infinite;
        interval.critical_aspect = sqrt(2.0);
        break;
    case TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB:
        interval.low = max2(sticking, (a - mu) / (a + mu));
        interval.critical_aspect = min2(sqrt(0.5), mu);
        break;
    case TALUS_IMPACT_LAW_ROCKING_RIGHT:
    case TALUS_IMPACT_LAW_HALF_ROCKING_RIGHT:
        slipping(a, mu, slide, &interval);
        break;
    case TALUS_IMPACT_LAW_ROCKING_LEFT:
    case TALUS_IMPACT_LAW_HALF_ROCKING_LEFT:
        slipping(a, -mu, slide, &interval);
        break;
    case TALUS_IMPACT_LAW_CASE_COUNT:
        break;
    }
    return interval;
}
