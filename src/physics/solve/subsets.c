// SPDX-License-Identifier: GPL-3.0-or-later
#include "physics/solve/subsets.h"

#include "physics/solve/active.h"

#include <math.h>
#include <string.h>

/// The rows and columns of four contacts.
typedef struct contact_subset {
    dense_problem problem;
    size_t contact[ACTIVE_CONTACTS]; ///< their numbers in the whole problem
    double a[9 * ACTIVE_CONTACTS * ACTIVE_CONTACTS];
    double c[3 * ACTIVE_CONTACTS];
    double mu[ACTIVE_CONTACTS];
} contact_subset;

static void extract(const dense_problem *whole, contact_subset *s)
{
    enum { SIZE = 3 * ACTIVE_CONTACTS };
    const size_t width = 3 * whole->contact_count;
    s->problem = (dense_problem){ACTIVE_CONTACTS, s->a, s->c, s->mu};
    for (size_t i = 0; i < SIZE; i++) {
        const size_t row = 3 * s->contact[i / 3] + i % 3;
        s->c[i] = whole->c[row];
        for (size_t j = 0; j < SIZE; j++) {
            s->a[SIZE * i + j] = whole->a[row * width + 3 * s->contact[j / 3] + j % 3];
        }
    }
    for (size_t k = 0; k < ACTIVE_CONTACTS; k++) {
        s->mu[k] = whole->mu[s->contact[k]];
    }
}

/// Contacts that press or sink in most first.
static void order_by_weight(const dense_problem *problem, const double *y, const double *xi,
                            size_t *order)
{
    double weight[SUBSETS_CONTACTS];
    for (size_t k = 0; k < problem->contact_count; k++) {
        const double w = fabs(y[3 * k]) + (xi[3 * k] < 0.0 ? -xi[3 * k] : 0.0);
        size_t at = k;
        for (; at > 0 && weight[at - 1] < w; at--) {
            weight[at] = weight[at - 1];
            order[at] = order[at - 1];
        }
        weight[at] = w;
        order[at] = k;
    }
}

/// The next four places of n in lexicographic order. @return false after the last
static bool next_places(size_t *places, size_t n)
{
    size_t k = ACTIVE_CONTACTS;
    while (k > 0 && places[k - 1] == n - ACTIVE_CONTACTS + k - 1) {
        k--;
    }
    if (k == 0) {
        return false;
    }
    places[k - 1]++;
    for (; k < ACTIVE_CONTACTS; k++) {
        places[k] = places[k - 1] + 1;
    }
    return true;
}

int dense_subsets(const dense_problem *problem, double target, double *y, double *error)
{
    const size_t n = problem->contact_count;
    double start[3 * SUBSETS_CONTACTS], xi[3 * SUBSETS_CONTACTS], part[3 * ACTIVE_CONTACTS];
    size_t order[SUBSETS_CONTACTS], places[ACTIVE_CONTACTS];
    contact_subset s;
    int count = 0;
    *error = (double)INFINITY;
    if (n <= ACTIVE_CONTACTS || n > SUBSETS_CONTACTS) {
        return 0;
    }
    dense_error(problem, y, xi);
    order_by_weight(problem, y, xi, order);
    memcpy(start, y, 3 * n * sizeof *y);
    for (size_t k = 0; k < ACTIVE_CONTACTS; k++) {
        places[k] = k;
    }
    do {
        double of_part;
        for (size_t k = 0; k < ACTIVE_CONTACTS; k++) {
            s.contact[k] = order[places[k]];
            memcpy(part + 3 * k, start + 3 * s.contact[k], 3 * sizeof *part);
        }
        extract(problem, &s);
        count += dense_active_search(&s.problem, target, part, &of_part);
        memset(y, 0, 3 * n * sizeof *y);
        for (size_t k = 0; k < ACTIVE_CONTACTS; k++) {
            memcpy(y + 3 * s.contact[k], part + 3 * k, 3 * sizeof *part);
        }
        *error = dense_error(problem, y, xi);
    } while (!(*error <= target) && next_places(places, n));
    return count;
}
