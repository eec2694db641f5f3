// SPDX-License-Identifier: GPL-3.0-or-later
// Records of rocking tests and their fits.
#include "lab/study/rocking_fit.h"

#include "foundation/files/columns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TIME, WX, AX = WX + 3, THETA = AX + 3, COLUMNS };

/// All three columns of a vector, none of them, or a refusal.
static talus_status check_vector(const rocking_fit_case *one, const files_column *columns,
                                 bool *found, talus_error *error)
{
    const int count = columns[0].found + columns[1].found + columns[2].found;
    *found = count == 3;
    if (count == 1 || count == 2) {
        (void)talus_error_set(error, TALUS_ERROR_INPUT, "found %d of the columns %s, %s, %s", count,
                              columns[0].name, columns[1].name, columns[2].name);
        talus_error_locate(error, one->path, 1, 0);
        return TALUS_ERROR_INPUT;
    }
    return TALUS_OK;
}

/// Copy a vector of three columns; NULL where it is not there. @return false without memory
static bool read_vector(const double *values, size_t first, size_t count, int column, bool found,
                        talus_vec3 **out)
{
    *out = found ? malloc(count * sizeof **out) : NULL;
    for (size_t i = 0; *out && i < count; i++) {
        const double *row = values + (first + i) * COLUMNS + column;
        (*out)[i] = (talus_vec3){row[0], row[1], row[2]};
    }
    return *out || !found;
}

static talus_status take(const rocking_fit_case *one, const files_column *columns,
                         const double *values, size_t rows, rocking_record *record,
                         talus_error *error)
{
    bool rates, forces;
    talus_status status = check_vector(one, columns + WX, &rates, error);
    if (status == TALUS_OK) {
        status = check_vector(one, columns + AX, &forces, error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    size_t first = 0, last = rows;
    while (first < rows && values[first * COLUMNS] < one->from) {
        first++;
    }
    while (last > first && values[(last - 1) * COLUMNS] > one->to) {
        last--;
    }
    if ((!rates && !columns[THETA].found) || last - first < 8) {
        (void)talus_error_set(error, TALUS_ERROR_INPUT,
                              last - first < 8
                                  ? "fewer than 8 rows between the times asked for"
                                  : "found neither columns wx, wy, wz nor a column theta");
        talus_error_locate(error, one->path, 1, 0);
        return TALUS_ERROR_INPUT;
    }
    record->count = last - first;
    record->begin = values[first * COLUMNS];
    record->theta = columns[THETA].found ? malloc(record->count * sizeof *record->theta) : NULL;
    for (size_t i = 0; record->theta && i < record->count; i++) {
        record->theta[i] = values[(first + i) * COLUMNS + THETA];
    }
    const bool good = read_vector(values, first, record->count, WX, rates, &record->rate) &&
                      read_vector(values, first, record->count, AX, forces, &record->force) &&
                      (record->theta || !columns[THETA].found);
    return good ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
}

talus_status rocking_record_read(const rocking_fit_case *one, rocking_record *record,
                                 talus_error *error)
{
    files_column columns[COLUMNS] = {
        [TIME] = {.name = "t", .quantity = FILES_TIME, .needed = true},
        [THETA] = {.name = "theta", .quantity = FILES_ANGLE},
    };
    static const char *const names[6] = {"wx", "wy", "wz", "ax", "ay", "az"};
    for (int i = 0; i < 6; i++) {
        columns[WX + i] = (files_column){
            .name = names[i], .quantity = i < 3 ? FILES_ANGULAR_RATE : FILES_ACCELERATION};
    }
    double *values = NULL;
    size_t rows = 0;
    *record = (rocking_record){.count = 0};
    talus_status status =
        files_read_columns(one->path, columns, COLUMNS, &values, &rows, &record->interval, error);
    if (status == TALUS_OK) {
        status = take(one, columns, values, rows, record, error);
    }
    free(values);
    if (status != TALUS_OK) {
        rocking_record_clear(record);
    }
    return status;
}

void rocking_record_clear(rocking_record *record)
{
    free(record->rate);
    free(record->force);
    free(record->theta);
    *record = (rocking_record){.count = 0};
}

void rocking_fit_result_clear(rocking_fit_result *result)
{
    free(result->simulated);
    free(result->angles);
    *result = (rocking_fit_result){.fit_count = 0};
}

talus_planar_model rocking_fit_model(const rocking_fit_case *one)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, one->b1, one->h);
    talus_planar_model model = talus_planar_model_make(&block, TALUS_ROCKING_HOUSNER, 0.0);
    model.gravity = one->gravity;
    return model;
}

talus_status rocking_fit_rates(const rocking_fit_case *one, const rocking_record *record,
                               rocking_fit_result *result, talus_error *error)
{
    *result = (rocking_fit_result){.fit_count = 0};
    // tau = 0 and no friction: the mass cancels
    const talus_spatial_record fitted = {.block =
                                             talus_spatial_cuboid(1.0, one->b1, one->b2, one->h),
                                         .gravity = one->gravity,
                                         .measured = {.count = record->count,
                                                      .begin = record->begin,
                                                      .interval = record->interval,
                                                      .rate = record->rate,
                                                      .force = record->force}};
    result->simulated = calloc(record->count, sizeof *result->simulated);
    result->angles = calloc(record->count, sizeof *result->angles);
    if (!result->simulated || !result->angles) {
        rocking_fit_result_clear(result);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    talus_inertial_options options = talus_inertial_options_default(one->b1, one->h);
    options.still_count = record->force ? 1 : 0;
    talus_status status = talus_inertial_measure(&fitted.measured, &options, result->angles,
                                                 &result->measures, error);
    if (status == TALUS_OK) {
        status = talus_spatial_fit_search(&fitted, NULL, &one->search, result->fits,
                                          &result->fit_count, error);
    }
    if (status == TALUS_OK) {
        talus_spatial_fit_error(&fitted, result->fits[0].found, result->simulated);
    } else {
        talus_error_locate(error, one->path, 0, 0);
        rocking_fit_result_clear(result);
    }
    return status;
}
