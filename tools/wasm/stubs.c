// SPDX-License-Identifier: GPL-3.0-or-later
// What the module does without: threads, qhull, CHOLMOD. No rock is given other numbers for it: one that
// asks for the last two is not finished; core_lacks says so to its caller.
#include "core.h"
#include "foundation/base/pool.h"
#include "foundation/sparse/sparse.h"
#include "physics/shape/hull.h"

static bool lacks;

bool core_lacks(bool forget)
{
    const bool found = lacks;
    lacks = found && !forget;
    return found;
}

static talus_status refuse(const char *what, talus_error *error)
{
    lacks = true;
    return talus_error_set(
        error, TALUS_ERROR_UNSUPPORTED,
        "this rock needs %s, which a page does not have: run it with the program", what);
}

unsigned pool_core_count(void)
{
    return 1;
}

talus_status pool_run(unsigned threads, pool_work *work, void *context, pool_tick *tick,
                      unsigned *started, talus_error *error)
{
    (void)threads;
    (void)tick;
    (void)error;
    work(context, 0);
    if (started != NULL) {
        *started = 1;
    }
    return TALUS_OK;
}

talus_status shape_hull_make(const talus_vec3 *points, size_t count, shape_hull *hull,
                             talus_error *error)
{
    (void)points;
    (void)count;
    (void)hull;
    return refuse("a new hull", error);
}

void shape_hull_clear(shape_hull *hull)
{
    (void)hull;
}

#define SPARSE "the sparse solver for many contacts"

talus_status sparse_factor_create(const sparse_pattern *pattern, sparse_factor **factor,
                                  talus_error *error)
{
    (void)pattern;
    *factor = NULL;
    return refuse(SPARSE, error);
}

talus_status sparse_factor_create_portable(const sparse_pattern *pattern, sparse_factor **factor,
                                           talus_error *error)
{
    return sparse_factor_create(pattern, factor, error);
}

void sparse_factor_destroy(sparse_factor *factor)
{
    (void)factor;
}

talus_status sparse_factor_refactor(sparse_factor *factor, const double *value, talus_error *error)
{
    (void)factor;
    (void)value;
    return refuse(SPARSE, error);
}

talus_status sparse_factor_solve(sparse_factor *factor, size_t count, double *x, talus_error *error)
{
    (void)factor;
    (void)count;
    (void)x;
    return refuse(SPARSE, error);
}

talus_status sparse_order(const sparse_pattern *pattern, size_t *order, talus_error *error)
{
    (void)pattern;
    (void)order;
    return refuse(SPARSE, error);
}
