// SPDX-License-Identifier: GPL-3.0-or-later
// Velocity of shaking ground: exact integrals of records that are linear between their values.
#include "talus/campaign.h"

#include "foundation/math/linalg.h"

/// m/s, `time` s after the start of the record; constant beyond its end:
///   V = V_i + a_i s + (a_i+1 - a_i) s^2/(2 dt),  s = t - i dt
static double velocity_of(const talus_base_record *record, double time)
{
    const double place = time / record->time_step;
    if (!(time > 0.0)) {
        return 0.0;
    }
    if (!(place < (double)(record->count - 1))) {
        return record->velocity[record->count - 1];
    }
    const size_t i = (size_t)place;
    const double *a = record->acceleration + i;
    const double s = time - (double)i * record->time_step;
    return record->velocity[i] + s * (a[0] + 0.5 * s * (a[1] - a[0]) / record->time_step);
}

talus_vec3 talus_base_velocity(const talus_base_motion *base, double time)
{
    talus_vec3 sum = {0.0, 0.0, 0.0};
    for (size_t k = 0; base != NULL && k < base->record_count; k++) {
        const talus_base_record *record = &base->records[k];
        sum = vec3_axpy(sum, velocity_of(record, time - base->start), record->axis);
    }
    return sum;
}

talus_status talus_base_record_peaks(const talus_base_record *record, double *acceleration,
                                     double *velocity, talus_error *error)
{
    if (record == NULL || acceleration == NULL || velocity == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the record, or room for its peaks, is NULL");
    }
    *acceleration = *velocity = 0.0;
    for (size_t i = 0; i < record->count; i++) {
        *acceleration = fmax(*acceleration, fabs(record->acceleration[i]));
        *velocity = fmax(*velocity, fabs(record->velocity[i]));
    }
    return TALUS_OK;
}
