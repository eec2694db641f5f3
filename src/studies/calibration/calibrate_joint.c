// SPDX-License-Identifier: GPL-3.0-or-later
// Distances, summaries and scores of all kinds of observation at once.
#include "studies/calibration/calibrate_joint.h"

#include <math.h>
#include <stdlib.h>

#define KIND_NAME(name, key) key,
static const char *const kind_names[] = {CALIBRATE_CASE_KINDS(KIND_NAME)};

const char *calibrate_case_kind_name(calibrate_case_kind kind)
{
    return kind_names[kind];
}

enum { MOST_OF_A_KIND = 3 };
static const struct {
    size_t count;
    int samples[MOST_OF_A_KIND];
} kind_table[CALIBRATE_CASE_KIND_COUNT] = {
    [CALIBRATE_CASE_DEPOSITS] = {2, {VALIDATE_RUNOUT, VALIDATE_DEPOSIT}},
    [CALIBRATE_CASE_LINES] = {2, {VALIDATE_LINE_SPEED, VALIDATE_LINE_HEIGHT}},
    [CALIBRATE_CASE_MARKS] = {1, {VALIDATE_MARK_HEIGHT}},
    [CALIBRATE_CASE_IMPACTS] = {3, {VALIDATE_ENERGY_KEPT, VALIDATE_E_T, VALIDATE_SPIN_OUT}},
    [CALIBRATE_CASE_TRACKS] = {2, {VALIDATE_SPEED, VALIDATE_CONTACT_SHARE}},
};

/// A value as it is compared: energies by their logarithm.
static double shown(int sample, double value)
{
    return sample == VALIDATE_ENERGY_KEPT ? talus_log(value > 1e-6 ? value : 1e-6) : value;
}

/// A row's value in a data set. @return false: it has none
static bool value_of(const validate_sample *sample, int index, const validate_row *row,
                     size_t replicate, double out[2])
{
    const double *from = row->measured;
    if (replicate != SIZE_MAX) {
        if (row->simulated.count == 0) {
            return false;
        }
        from = row->simulated.values + sample->width * (replicate % row->simulated.count);
    }
    for (size_t k = 0; k < 2; k++) {
        out[k] = k < sample->width ? shown(index, from[k]) : 0.0;
    }
    return row->is_measured;
}

static double apart(const double a[2], const double b[2])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

/// Sums of distances over all pairs of rows.
typedef struct pairs {
    double cross, own, other;
    size_t rows, rows_other;
} pairs;

static pairs add_pairs(const validate_sample *sample, int index, size_t replicate)
{
    pairs p = {0};
    for (size_t i = 0; i < sample->count; i++) {
        double a[2], b[2], x[2];
        if (!value_of(sample, index, &sample->rows[i], SIZE_MAX, a)) {
            continue;
        }
        const bool has = value_of(sample, index, &sample->rows[i], replicate, x);
        p.rows++;
        p.rows_other += has;
        for (size_t k = 0; k < sample->count; k++) {
            if (value_of(sample, index, &sample->rows[k], SIZE_MAX, b)) {
                p.own += apart(a, b);
            }
            if (value_of(sample, index, &sample->rows[k], replicate, b)) {
                p.cross += apart(a, b);
                p.other += has ? apart(x, b) : 0.0;
            }
        }
    }
    return p;
}

double calibrate_joint_distance(const validate_sample *samples, size_t replicate)
{
    double sum = 0.0;
    size_t kinds = 0;
    for (int kind = 0; kind < CALIBRATE_CASE_KIND_COUNT; kind++) {
        double of_kind = 0.0;
        size_t count = 0;
        for (size_t k = 0; k < kind_table[kind].count; k++) {
            const int index = kind_table[kind].samples[k];
            const pairs p = add_pairs(&samples[index], index, replicate);
            const double n = (double)p.rows, m = (double)p.rows_other;
            if (p.rows < 2 || !(p.own > 0.0)) {
                continue;
            }
            if (p.rows_other == 0) {
                return (double)NAN;
            }
            const double unit = p.own / (n * (n - 1.0));
            of_kind += (2.0 * p.cross / (n * m) - p.own / (n * n) - p.other / (m * m)) / unit;
            count++;
        }
        if (count > 0) {
            sum += of_kind / (double)count;
            kinds++;
        }
    }
    // the distance of equal data sets is 0 except for round-off
    return kinds > 0 ? (sum > 0.0 ? sum / (double)kinds : 0.0) : (double)NAN;
}

void calibrate_joint_summarise(const validate_sample *samples, size_t replicate,
                               double summaries[CALIBRATE_JOINT_SUMMARIES])
{
    static const struct {
        int sample;
        bool is_spread;
    } requested[CALIBRATE_JOINT_SUMMARIES] = {
        {VALIDATE_RUNOUT, false},      {VALIDATE_RUNOUT, true},
        {VALIDATE_LATERAL, true},      {VALIDATE_LINE_SPEED, false},
        {VALIDATE_LINE_SPEED, true},   {VALIDATE_LINE_HEIGHT, false},
        {VALIDATE_MARK_HEIGHT, false}, {VALIDATE_ENERGY_KEPT, false},
        {VALIDATE_ENERGY_KEPT, true},  {VALIDATE_E_T, false},
        {VALIDATE_SPEED, false},       {VALIDATE_CONTACT_SHARE, false}};
    for (size_t s = 0; s < CALIBRATE_JOINT_SUMMARIES; s++) {
        const validate_sample *sample = &samples[requested[s].sample];
        double sum = 0.0, square = 0.0, x[2];
        size_t count = 0, measured = 0;
        for (size_t k = 0; k < sample->count; k++) {
            measured += sample->rows[k].is_measured;
            if (value_of(sample, requested[s].sample, &sample->rows[k], replicate, x)) {
                sum += x[0];
                square += x[0] * x[0];
                count++;
            }
        }
        const double n = (double)count, rest = square - sum * sum / n;
        summaries[s] = measured < 2 || count < 2 ? (double)NAN
                       : requested[s].is_spread  ? sqrt(rest > 0.0 ? rest / (n - 1.0) : 0.0)
                                                 : sum / n;
    }
}

/// Mean score of the measured rows over half the mean distance of two of them, which is what the
/// others would score; NaN where there are fewer than two.
static double score_sample(validate_sample *sample, int index)
{
    const pairs p = add_pairs(sample, index, SIZE_MAX);
    double sum = 0.0;
    size_t count = 0;
    for (size_t k = 0; k < sample->count; k++) {
        validate_row *row = &sample->rows[k];
        double measured[2];
        if (row->simulated.count < 2 || !value_of(sample, index, row, SIZE_MAX, measured)) {
            continue;
        }
        for (size_t i = 0; i < row->simulated.count && index == VALIDATE_ENERGY_KEPT; i++) {
            row->simulated.values[i] = shown(index, row->simulated.values[i]);
        }
        sum += validate_energy_score(&row->simulated, sample->width, measured);
        count++;
    }
    const double n = (double)p.rows;
    return p.rows > 1 && p.own > 0.0 && count > 0
               ? sum / (double)count / (0.5 * p.own / (n * (n - 1.0)))
               : (double)NAN;
}

double calibrate_joint_score(validate_sample *samples, double kinds[CALIBRATE_CASE_KIND_COUNT])
{
    double sum = 0.0;
    size_t known = 0;
    for (int kind = 0; kind < CALIBRATE_CASE_KIND_COUNT; kind++) {
        double of_kind = 0.0;
        size_t count = 0;
        for (size_t k = 0; k < kind_table[kind].count; k++) {
            const int index = kind_table[kind].samples[k];
            const double score = score_sample(&samples[index], index);
            of_kind += isnan(score) ? 0.0 : score;
            count += isnan(score) ? 0 : 1;
        }
        kinds[kind] = count > 0 ? of_kind / (double)count : (double)NAN;
        sum += count > 0 ? kinds[kind] : 0.0;
        known += count > 0;
    }
    return known > 0 ? sum / (double)known : (double)NAN;
}
