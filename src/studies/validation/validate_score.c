// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of simulated against measured values.
#include "studies/validation/validate_score.h"

#include "foundation/base/array.h"
#include "foundation/base/sort.h"
#include "foundation/statistics/statistics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 4000 };

bool validate_ensemble_add(validate_ensemble *ensemble, size_t width, const double *value)
{
    if (!array_reserve(&ensemble->values, &ensemble->capacity, ensemble->count + 1,
                       width * sizeof *ensemble->values)) {
        return false;
    }
    memcpy(ensemble->values + width * ensemble->count++, value, width * sizeof *value);
    return true;
}

validate_row *validate_sample_add(validate_sample *sample)
{
    if (!array_reserve(&sample->rows, &sample->capacity, sample->count + 1, sizeof *sample->rows)) {
        return NULL;
    }
    validate_row *row = &sample->rows[sample->count++];
    *row = (validate_row){0};
    return row;
}

void validate_sample_clear(validate_sample *sample)
{
    for (size_t k = 0; k < sample->count; k++) {
        free(sample->rows[k].simulated.values);
        free(sample->rows[k].climatology.values);
        free(sample->rows[k].point_mass.values);
    }
    free(sample->rows);
    sample->rows = NULL;
    sample->count = sample->capacity = 0;
}

validate_observable validate_observable_none(const char *name)
{
    validate_observable none = {0};
    snprintf(none.name, sizeof none.name, "%s", name);
#define SET(type, member, unit, doc, value) none.member = (double)NAN;
    VALIDATE_FIGURES(SET)
#undef SET
    return none;
}

static double distance(const double *a, const double *b, size_t width)
{
    double sum = 0.0;
    for (size_t i = 0; i < width; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

/// Sum of |X_i - X_j| over i < j.
static double spread_of(validate_ensemble *e, size_t width)
{
    double sum = 0.0;
    if (width == 1) {
        sort_numbers(e->values, e->count);
        for (size_t i = 0; i < e->count; i++) {
            sum += (2.0 * (double)i + 1.0 - (double)e->count) * e->values[i];
        }
        return sum;
    }
    for (size_t i = 0; i < e->count; i++) {
        for (size_t k = 0; k < i; k++) {
            sum += distance(e->values + width * i, e->values + width * k, width);
        }
    }
    return sum;
}

double validate_energy_score(validate_ensemble *ensemble, size_t width, const double *measured)
{
    const double m = (double)ensemble->count;
    double sum = 0.0;
    if (ensemble->count == 0) {
        return (double)NAN;
    }
    for (size_t i = 0; i < ensemble->count; i++) {
        sum += distance(ensemble->values + width * i, measured, width);
    }
    const double spread = ensemble->count > 1 ? spread_of(ensemble, width) / (m * (m - 1.0)) : 0.0;
    return sum / m - spread;
}

/// Share of the values below the measured one; equal ones count half.
static double transform(const validate_ensemble *e, double measured)
{
    double below = 0.0;
    for (size_t i = 0; i < e->count; i++) {
        below += e->values[i] < measured ? 1.0 : e->values[i] == measured ? 0.5 : 0.0;
    }
    return below / (double)e->count;
}

/// Mean, standard deviation (n - 1) and median; NaN for none.
static talus_status describe(const double *values, size_t count, double *mean, double *sd,
                             double *median, talus_error *error)
{
    double sum = 0.0, square = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    *mean = count > 0 ? sum / (double)count : (double)NAN;
    for (size_t i = 0; i < count; i++) {
        square += (values[i] - *mean) * (values[i] - *mean);
    }
    *sd = count > 1 ? sqrt(square / (double)(count - 1)) : (double)NAN;
    return statistics_quantile(values, count, 0.5, median, error);
}

/// Scores of the rows: the model, and a reference.
typedef struct scores {
    size_t count;
    double *own, *other;
} scores;

/// 1 - own / other, and its interval.
static void bootstrap(const scores *s, uint64_t seed, double skill[3], double *draws)
{
    double own = 0.0, other = 0.0;
    for (size_t k = 0; k < s->count; k++) {
        own += s->own[k];
        other += s->other[k];
    }
    skill[0] = skill[1] = skill[2] = (double)NAN;
    if (s->count == 0 || !(other > 0.0)) {
        return;
    }
    skill[0] = 1.0 - own / other;
    talus_random random = {.seed = talus_mix64(seed + UINT64_C(0x626f6f7473747261)), .stream = 0};
    size_t kept = 0;
    for (size_t d = 0; d < DRAWS; d++) {
        random.stream = d;
        random.draw = 0;
        own = other = 0.0;
        for (size_t k = 0; k < s->count; k++) {
            const size_t at = (size_t)(talus_random_uniform(&random) * (double)s->count);
            own += s->own[at];
            other += s->other[at];
        }
        if (other > 0.0) {
            draws[kept++] = 1.0 - own / other;
        }
    }
    sort_numbers(draws, kept);
    if (kept > 0) {
        skill[1] = draws[kept / 20];
        skill[2] = draws[kept - 1 - kept / 20];
    }
}

/// What scoring needs for a while.
typedef struct scratch {
    double *measured, *simulated; ///< pooled
    double *own, *other, *draws;
    size_t room; ///< of the first two; NaN where nothing is pooled
    size_t measured_count, simulated_count;
} scratch;

static void scratch_clear(scratch *s)
{
    free(s->measured);
    free(s->simulated);
    free(s->own);
    free(s->other);
    free(s->draws);
}

static bool scratch_make(const validate_sample *sample, scratch *s)
{
    size_t values = 0;
    for (size_t k = 0; k < sample->count; k++) {
        values += sample->rows[k].simulated.count;
    }
    s->room = values + sample->count + 1;
    *s = (scratch){.room = s->room,
                   .measured = malloc(s->room * sizeof(double)),
                   .simulated = malloc(s->room * sizeof(double)),
                   .own = malloc((sample->count + 1) * sizeof(double)),
                   .other = malloc((sample->count + 1) * sizeof(double)),
                   .draws = malloc(DRAWS * sizeof(double))};
    return s->measured != NULL && s->simulated != NULL && s->own != NULL && s->other != NULL &&
           s->draws != NULL;
}

/// Pooled values, or distances from the measured ones.
static void pool(const validate_sample *sample, scratch *s)
{
    for (size_t k = 0; k < s->room; k++) {
        s->measured[k] = s->simulated[k] = (double)NAN;
    }
    for (size_t k = 0; k < sample->count; k++) {
        const validate_row *row = &sample->rows[k];
        if (row->is_measured && sample->width == 1) {
            s->measured[s->measured_count++] = row->measured[0];
        }
        for (size_t i = 0; i < row->simulated.count; i++) {
            const double *x = row->simulated.values + sample->width * i;
            if (sample->width == 1) {
                s->simulated[s->simulated_count++] = x[0];
            } else if (sample->is_error && row->is_measured) {
                s->simulated[s->simulated_count++] = distance(x, row->measured, sample->width);
            }
        }
    }
}

/// Skill against one of the other ensembles of the rows.
/// @param offset of it in validate_row
static void find_skill(validate_sample *sample, size_t offset, uint64_t seed, scratch *s,
                       double skill[3])
{
    scores both = {.own = s->own, .other = s->other};
    for (size_t k = 0; k < sample->count; k++) {
        validate_row *row = &sample->rows[k];
        validate_ensemble *other = (validate_ensemble *)(void *)((char *)row + offset);
        if (row->is_measured && row->simulated.count > 0 && other->count > 0) {
            both.own[both.count] =
                validate_energy_score(&row->simulated, sample->width, row->measured);
            both.other[both.count++] = validate_energy_score(other, sample->width, row->measured);
        }
    }
    bootstrap(&both, seed, skill, s->draws);
}

static void find_scores(validate_sample *sample, validate_observable *out)
{
    double sum = 0.0, pit = 0.0, inside = 0.0;
    size_t count = 0;
    for (size_t k = 0; k < sample->count; k++) {
        validate_row *row = &sample->rows[k];
        if (!row->is_measured || row->simulated.count == 0) {
            continue;
        }
        sum += validate_energy_score(&row->simulated, sample->width, row->measured);
        count++;
        if (sample->width == 1) {
            const double u = transform(&row->simulated, row->measured[0]);
            pit += u;
            inside += u >= 0.1 && u <= 0.9 ? 1.0 : 0.0;
        }
    }
    out->n = count > 0 ? count : sample->count;
    if (count == 0) {
        return;
    }
    if (sample->width == 1) {
        out->crps = sum / (double)count;
        out->pit_mean = pit / (double)count;
        out->inside_10_90 = inside / (double)count;
    } else {
        out->energy_score = sum / (double)count;
    }
}

static talus_status score(validate_sample *sample, uint64_t seed, scratch *s,
                          validate_observable *out, talus_error *error)
{
    double skill[3];
    statistics_ks ks = {0};
    pool(sample, s);
    find_scores(sample, out);
    talus_status status = describe(s->measured, s->measured_count, &out->measured_mean,
                                   &out->measured_sd, &out->measured_median, error);
    if (status == TALUS_OK) {
        status = describe(s->simulated, s->simulated_count, &out->simulated_mean,
                          &out->simulated_sd, &out->simulated_median, error);
    }
    if (status == TALUS_OK && s->measured_count > 0 && s->simulated_count > 0) {
        out->bias = out->simulated_mean - out->measured_mean;
        status = statistics_kolmogorov_smirnov(s->simulated, s->measured, s->room, &ks, error);
        out->ks = ks.distance;
        out->ks_p = ks.p;
    }
    find_skill(sample, offsetof(validate_row, climatology), seed, s, skill);
    out->skill = skill[0];
    out->skill_low = skill[1];
    out->skill_high = skill[2];
    out->reference = isnan(skill[0]) ? NULL : "climatology";
    find_skill(sample, offsetof(validate_row, point_mass), seed, s, skill);
    out->skill_point_mass = skill[0];
    out->skill_point_mass_low = skill[1];
    out->skill_point_mass_high = skill[2];
    return status;
}

talus_status validate_score(validate_sample *sample, uint64_t seed, validate_observable *out,
                            talus_error *error)
{
    scratch s;
    *out = validate_observable_none(sample->name);
    talus_status status = TALUS_ERROR_MEMORY;
    if (scratch_make(sample, &s)) {
        status = score(sample, seed, &s, out, error);
    } else {
        (void)talus_error_set(error, status, "out of memory for the scores");
    }
    scratch_clear(&s);
    return status;
}
