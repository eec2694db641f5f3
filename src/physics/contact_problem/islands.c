// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts that share moving bodies: union of bodies, then one number for each set.
#include "physics/contact_problem/rows.h"

#include <stdlib.h>

/// Representative of a body; paths are halved on the way.
static int32_t find_root(int32_t *parent, int32_t body)
{
    while (parent[body] != body) {
        parent[body] = parent[parent[body]];
        body = parent[body];
    }
    return body;
}

/// A moving body of a contact: the first one, else the second; the check has seen to it that one
/// is.
static int32_t moving_body(const int32_t *pair)
{
    return pair[0] != TALUS_BODY_FIXED ? pair[0] : pair[1];
}

static void number_islands(const talus_contact_problem *problem, int32_t *parent, size_t *number,
                           size_t *island, size_t *count)
{
    for (size_t b = 0; b < problem->body_count; b++) {
        parent[b] = (int32_t)b;
        number[b] = SIZE_MAX;
    }
    for (size_t k = 0; k < problem->contact_count; k++) {
        const int32_t *pair = problem->body + 2 * k;
        if (pair[0] != TALUS_BODY_FIXED && pair[1] != TALUS_BODY_FIXED) {
            parent[find_root(parent, pair[0])] = find_root(parent, pair[1]);
        }
    }
    *count = 0;
    for (size_t k = 0; k < problem->contact_count; k++) {
        const int32_t root = find_root(parent, moving_body(problem->body + 2 * k));
        if (number[root] == SIZE_MAX) {
            number[root] = (*count)++;
        }
        island[k] = number[root];
    }
}

talus_status problem_islands(const talus_contact_problem *problem, size_t *island, size_t *count,
                             talus_error *error)
{
    if (problem->body == NULL || problem->contact_count == 0) {
        *count = problem->contact_count > 0 ? 1 : 0;
        for (size_t k = 0; k < problem->contact_count; k++) {
            island[k] = 0;
        }
        return TALUS_OK;
    }
    int32_t *parent = malloc(problem->body_count * sizeof *parent);
    size_t *number = malloc(problem->body_count * sizeof *number);
    talus_status status = TALUS_OK;
    if (parent != NULL && number != NULL) {
        number_islands(problem, parent, number, island, count);
    } else {
        status = talus_error_set(error, TALUS_ERROR_MEMORY,
                                 "no memory for the islands of %zu bodies", problem->body_count);
    }
    free(parent);
    free(number);
    return status;
}

talus_status talus_contact_islands(const talus_contact_problem *problem, size_t *island,
                                   size_t *count, talus_error *error)
{
    if (count == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the place for the number of islands is NULL");
    }
    *count = 0;
    const talus_status status = talus_contact_problem_check(problem, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (problem->contact_count > 0 && island == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the array for the islands of %zu contacts is NULL",
                               problem->contact_count);
    }
    return problem_islands(problem, island, count, error);
}
