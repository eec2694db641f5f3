// SPDX-License-Identifier: GPL-3.0-or-later
// Wilson's interval, and ranks from sums of binomial terms.
#include "foundation/statistics/interval.h"

#include <math.h>

#define TAIL 0.025
#define NEGLIGIBLE 1e-20 ///< of the largest term: what lies beyond sums to less than 1e-14

void statistics_wilson(double p, double n, double *low, double *high)
{
    const double z2 = STATISTICS_Z95 * STATISTICS_Z95;
    const double middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    const double half =
        STATISTICS_Z95 / (1.0 + z2 / n) * sqrt(p * (1.0 - p) / n + z2 / (4.0 * n * n));
    *low = middle > half && p > 0.0 ? middle - half : 0.0;
    *high = middle + half < 1.0 && p < 1.0 ? middle + half : 1.0;
}

void statistics_weighted_add(statistics_weighted *share, double weight, double hits, double rocks)
{
    if (rocks > 0.0 && weight > 0.0) {
        share->strata++;
        share->hits += weight * hits;
        share->released += weight * rocks;
        share->squares += weight * weight * rocks;
        share->variance += weight * weight * hits * ((rocks - hits) / rocks);
    }
}

double statistics_weighted_share(const statistics_weighted *share)
{
    return share->released > 0.0 ? share->hits / share->released : (double)NAN;
}

double statistics_weighted_size(const statistics_weighted *share)
{
    const double all = share->released * share->released;
    const double kish = share->squares > 0.0 ? all / share->squares : 0.0;
    const double p = statistics_weighted_share(share);
    // one stratum: the same number except for round-off
    const bool is_alone = share->strata < 2 || !(share->variance > 0.0);
    const double size = is_alone ? kish : p * (1.0 - p) * all / share->variance;
    return size < kish ? size : kish;
}

/// Terms of the binomial distribution from `first` on, as multiples of the largest one.
typedef struct binomial_terms {
    double n, odds; ///< odds = q / (1 - q)
    uint64_t first;
    double first_term, total;
} binomial_terms;

static double next_term(const binomial_terms *b, uint64_t k, double term)
{
    return term * ((b->n - (double)k) / ((double)k + 1.0)) * b->odds;
}

static double previous_term(const binomial_terms *b, uint64_t k, double term)
{
    return term * ((double)k / (b->n - (double)k + 1.0)) / b->odds;
}

/// From the mode both ways until the terms no longer count.
static binomial_terms sum_terms(uint64_t n, double q)
{
    binomial_terms b = {.n = (double)n, .odds = q / (1.0 - q), .total = 1.0};
    const uint64_t mode = (uint64_t)floor(((double)n + 1.0) * q);
    double term = 1.0;
    for (b.first = mode < n ? mode : n; b.first > 0 && term > NEGLIGIBLE; b.first--) {
        term = previous_term(&b, b.first, term);
        b.total += term;
    }
    b.first_term = term;
    term = 1.0;
    for (uint64_t k = mode < n ? mode : n; k < n && term > NEGLIGIBLE; k++) {
        term = next_term(&b, k, term);
        b.total += term;
    }
    return b;
}

bool statistics_quantile_ranks(uint64_t n, double q, uint64_t *low, uint64_t *high)
{
    const binomial_terms b = sum_terms(n, q);
    double running = 0.0, term = b.first_term;
    *low = b.first; // all below `first` sum to nothing
    *high = 0;
    for (uint64_t k = b.first; k < n && *high == 0; k++) {
        running += term / b.total; // P(B <= k)
        term = next_term(&b, k, term);
        *low = running <= TAIL ? k + 1 : *low;
        *high = running >= 1.0 - TAIL ? k + 1 : 0;
    }
    return *low >= 1 && *high >= 1;
}
