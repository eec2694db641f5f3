// SPDX-License-Identifier: GPL-3.0-or-later
// Weighted histograms of one cell, and what is read off them.
#include "runs/observe/distribution.h"

#include "foundation/statistics/interval.h"

/// Take the buckets of one stratum into an empty distribution.
static void copy_buckets(const histogram *h, double weight, observe_distribution *d)
{
    for (unsigned k = 0; k < h->used; k++) {
        d->bucket[k] = buckets_of(h)[k];
        d->weight[k] = weight * (double)h->counts[k];
    }
    d->count = h->used;
}

/// Both lists ascend: the sum of a distribution and the buckets of one stratum.
static void merge_buckets(const observe_distribution *a, const histogram *h, double weight,
                          observe_distribution *sum)
{
    unsigned i = 0, k = 0, n = 0;
    for (; i < a->count || k < h->used; n++) {
        const unsigned from_a = i < a->count ? a->bucket[i] : OBSERVE_BUCKETS;
        const unsigned from_h = k < h->used ? buckets_of(h)[k] : OBSERVE_BUCKETS;
        sum->bucket[n] = (uint16_t)(from_a < from_h ? from_a : from_h);
        sum->weight[n] = from_a <= from_h ? a->weight[i++] : 0.0;
        sum->weight[n] += from_h <= from_a ? weight * (double)h->counts[k++] : 0.0;
    }
    sum->count = n;
}

bool observe_gather(const observe_strata *set, const double *weights, talus_quantity quantity,
                    size_t i, size_t j, observe_distribution *d, observe_distribution *scratch)
{
    d->quantity = quantity;
    d->count = 0;
    d->total = d->squares = d->max = 0.0;
    for (size_t g = 0; g < set->count; g++) {
        const cell *c = observe_cell_find(set->cells[g], i, j);
        const double weight = weights == NULL ? set->strata[g].weight : weights[g];
        if (c == NULL || c->passages == 0 || !(weight > 0.0)) {
            continue;
        }
        const cell_statistic s = observe_cell_statistic(set->cells[g], c, quantity);
        if (s.histogram.used == 0) {
            continue; // not kept
        }
        const double count = (double)observe_histogram_total(&s.histogram);
        d->total += weight * count;
        d->squares += weight * weight * count;
        d->max = s.max > d->max ? s.max : d->max;
        if (d->count == 0) {
            copy_buckets(&s.histogram, weight, d);
        } else {
            merge_buckets(d, &s.histogram, weight, scratch);
            d->count = scratch->count;
            memcpy(d->bucket, scratch->bucket, scratch->count * sizeof *d->bucket);
            memcpy(d->weight, scratch->weight, scratch->count * sizeof *d->weight);
        }
    }
    return d->count > 0;
}

double observe_quantile(const observe_distribution *d, double q)
{
    const double rank = q * d->total * (1.0 - 8.9e-16); // as observe_rank
    double running = 0.0;
    unsigned k = 0;
    while (k + 1 < d->count && (running += d->weight[k]) < rank) {
        k++;
    }
    const double value = observe_bucket_value(d->quantity, d->bucket[k]);
    return value < d->max ? value : d->max;
}

/// The values of a bucket lie between these.
static void edges_of(const observe_distribution *d, unsigned k, double *low, double *high)
{
    *low = observe_bucket_edge(d->quantity, d->bucket[k]);
    *high = observe_bucket_edge(d->quantity, d->bucket[k] + 1U);
    *high = *high < d->max ? *high : d->max;
}

/// Value at a cumulated weight, those of a bucket spread evenly over it.
static double value_at_weight(const observe_distribution *d, double weight)
{
    double below = 0.0, low = 0.0, high = 0.0;
    unsigned k = 0;
    while (k + 1 < d->count && below + d->weight[k] < weight) {
        below += d->weight[k++];
    }
    edges_of(d, k, &low, &high);
    const double part = (weight - below) / d->weight[k];
    return low + (part < 1.0 ? part : 1.0) * (high - low);
}

double observe_weight_above(const observe_distribution *d, double threshold)
{
    double above = 0.0, low = 0.0, high = 0.0;
    if (threshold < 0.0) {
        return d->total;
    }
    for (unsigned k = d->count; k-- > 0 && d->bucket[k] > 0;) { // bucket 0 stands for 0
        edges_of(d, k, &low, &high);
        if (threshold >= high) {
            break;
        }
        above +=
            threshold <= low ? d->weight[k] : d->weight[k] * ((high - threshold) / (high - low));
    }
    return above;
}

double observe_value_with_above(const observe_distribution *d, double weight)
{
    double above = 0.0, low = 0.0, high = 0.0;
    for (unsigned k = d->count; k-- > 0 && d->bucket[k] > 0;) {
        edges_of(d, k, &low, &high);
        if (above + d->weight[k] >= weight * (1.0 - 1e-12)) {
            const double part = (weight - above) / d->weight[k];
            return part < 1.0 ? high - part * (high - low) : low;
        }
        above += d->weight[k];
    }
    return 0.0;
}

bool observe_quantile_interval(const observe_distribution *d, double q, double *low, double *high)
{
    // 1e-9: a number of rocks that is whole except for round-off counts as whole
    const uint64_t n = (uint64_t)(d->total * d->total / d->squares * (1.0 + 1e-9));
    uint64_t from = 0, to = 0;
    if (!statistics_quantile_ranks(n, q, &from, &to)) {
        return false;
    }
    const double each = d->total / (double)n;
    *low = value_at_weight(d, ((double)from - 0.5) * each);
    *high = value_at_weight(d, ((double)to - 0.5) * each);
    return true;
}
