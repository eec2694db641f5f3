// SPDX-License-Identifier: GPL-3.0-or-later
// Paired differences with sign and signed-rank test; the Kolmogorov-Smirnov test.
#include "foundation/statistics/statistics.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_EXACT = 50 }; ///< pairs of an exact signed-rank test; 2^50 sums fit a double

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/// Probability of at most min(less, more) heads in less + more throws of a fair coin, both sides.
static double sign_test(size_t less, size_t more)
{
    const size_t n = less + more, few = less < more ? less : more;
    if (n == 0 || n > 1u << 30) {
        return (double)NAN;
    }
    return smaller(1.0, 2.0 * gsl_cdf_binomial_P((unsigned)few, 0.5, (unsigned)n));
}

/// A difference by size; `sign` is its side.
typedef struct ranked {
    double size;
    bool is_positive;
} ranked;

static int compare_sizes(const void *a, const void *b)
{
    const double x = ((const ranked *)a)->size, y = ((const ranked *)b)->size;
    return (x > y) - (x < y);
}

/// Two-sided p of the rank sum w among n ranks 1..n: counts of subsets by their sum.
static double exact_signed_rank(double w, size_t n)
{
    enum { MOST_SUM = MOST_EXACT * (MOST_EXACT + 1) / 2 };
    double ways[MOST_SUM + 1] = {1.0};
    const size_t top = n * (n + 1) / 2;
    for (size_t rank = 1; rank <= n; rank++) {
        for (size_t sum = top; sum >= rank; sum--) {
            ways[sum] += ways[sum - rank];
        }
    }
    const double low = smaller(w, (double)top - w);
    double tail = 0.0;
    for (size_t sum = 0; (double)sum <= low; sum++) {
        tail += ways[sum];
    }
    return smaller(1.0, 2.0 * ldexp(tail, -(int)n));
}

/// Wilcoxon's test on n differences, none of them 0; sorts them.
static double signed_rank_test(ranked *d, size_t n)
{
    double w = 0.0, ties = 0.0;
    qsort(d, n, sizeof *d, compare_sizes);
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && !(d[end].size > d[begin].size); end++) {
        }
        const double t = (double)(end - begin), rank = 0.5 * (double)(begin + end + 1);
        for (size_t k = begin; k < end; k++) {
            w += d[k].is_positive ? rank : 0.0;
        }
        ties += t * t * t - t;
    }
    if (n == 0) {
        return (double)NAN;
    }
    if (n <= MOST_EXACT && !(ties > 0.0)) {
        return exact_signed_rank(w, n);
    }
    const double m = (double)n, mean = m * (m + 1.0) / 4.0;
    const double variance = m * (m + 1.0) * (2.0 * m + 1.0) / 24.0 - ties / 48.0;
    return erfc(fabs(w - mean) / sqrt(2.0 * variance));
}

/// Differences of the complete pairs, and their correlation.
static size_t collect_differences(const double *of, const double *to, size_t count, double *d,
                                  double *correlation)
{
    double mean[2] = {0.0, 0.0}, products[3] = {0.0, 0.0, 0.0};
    size_t n = 0;
    for (size_t k = 0; k < count; k++) {
        if (isfinite(of[k]) && isfinite(to[k])) {
            d[n++] = of[k] - to[k];
            mean[0] += of[k];
            mean[1] += to[k];
        }
    }
    mean[0] /= (double)n;
    mean[1] /= (double)n;
    for (size_t k = 0; k < count; k++) {
        if (isfinite(of[k]) && isfinite(to[k])) {
            const double a = of[k] - mean[0], b = to[k] - mean[1];
            products[0] += a * a;
            products[1] += b * b;
            products[2] += a * b;
        }
    }
    const double norm = sqrt(products[0]) * sqrt(products[1]);
    *correlation = norm > 0.0 ? products[2] / norm : (double)NAN;
    return n;
}

/// Both tests on differences that are not 0.
static void test_differences(const double *d, size_t n, ranked *scratch, statistics_paired *result)
{
    size_t more = 0, used = 0;
    for (size_t k = 0; k < n; k++) {
        if (d[k] > 0.0 || d[k] < 0.0) {
            scratch[used++] = (ranked){fabs(d[k]), d[k] > 0.0};
            more += d[k] > 0.0;
        }
    }
    result->sign_p = sign_test(used - more, more);
    result->wilcoxon_p = signed_rank_test(scratch, used);
}

static double median_of(const double *sorted, size_t n)
{
    return n == 0 ? (double)NAN : 0.5 * (sorted[(n - 1) / 2] + sorted[n / 2]);
}

talus_status statistics_paired_differences(const double *of, const double *to, size_t count,
                                           double confidence, statistics_paired *result,
                                           talus_error *error)
{
    double *d = calloc(count + 1, sizeof *d), *sorted = NULL;
    ranked *scratch = malloc((count + 1) * sizeof *scratch);
    size_t n = 0, finite = 0;
    if (d != NULL) {
        n = collect_differences(of, to, count, d, &result->correlation);
        sorted = statistics_sorted(d, n, &finite);
    }
    const bool ok = sorted != NULL && scratch != NULL;
    if (ok) {
        result->mean = statistics_mean(d, n, confidence);
        double squares = 0.0;
        for (size_t k = 0; k < n; k++) {
            squares += (d[k] - result->mean.value) * (d[k] - result->mean.value);
        }
        result->std = n > 1 ? sqrt(squares / (double)(n - 1)) : (double)NAN;
        result->median = median_of(sorted, n);
        test_differences(d, n, scratch, result);
    }
    free(d);
    free(sorted);
    free(scratch);
    return ok ? TALUS_OK
              : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu pairs", count);
}

/// Q(lambda) = 2 sum (-1)^(j-1) exp(-2 j^2 lambda^2), the tail of Kolmogorov's distribution.
static double kolmogorov_tail(double lambda)
{
    if (lambda < 0.3) {
        return 1.0; // to 1e-5
    }
    double sum = 0.0, sign = 1.0;
    for (int j = 1; j <= 100; j++) {
        const double term = exp(-2.0 * j * j * lambda * lambda);
        sum += sign * term;
        sign = -sign;
        if (term < 1e-17) {
            break;
        }
    }
    return smaller(1.0, 2.0 * sum);
}

static double largest_distance(const double *a, size_t n, const double *b, size_t m)
{
    double largest = 0.0;
    size_t i = 0, j = 0;
    while (i < n && j < m) {
        const double x = smaller(a[i], b[j]);
        for (; i < n && a[i] <= x; i++) {
        }
        for (; j < m && b[j] <= x; j++) {
        }
        const double distance = fabs((double)i / (double)n - (double)j / (double)m);
        largest = distance > largest ? distance : largest;
    }
    return largest;
}

talus_status statistics_kolmogorov_smirnov(const double *of, const double *to, size_t count,
                                           statistics_ks *result, talus_error *error)
{
    size_t n = 0, m = 0;
    double *a = statistics_sorted(of, count, &n), *b = statistics_sorted(to, count, &m);
    const bool ok = a != NULL && b != NULL;
    *result = (statistics_ks){n, m, (double)NAN, (double)NAN};
    if (ok && n > 0 && m > 0) {
        const double root = sqrt((double)n * (double)m / (double)(n + m));
        result->distance = largest_distance(a, n, b, m);
        result->p = kolmogorov_tail((root + 0.12 + 0.11 / root) * result->distance);
    }
    free(a);
    free(b);
    return ok ? TALUS_OK
              : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu values", count);
}
