// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases contact cubes: the contact problem of a heap as large as one likes. N x N x N cubes of
// unit size and mass lie face on face, four contacts on each common face, the lowest ones on the
// ground; W = H M^-1 H', and c is what 1 ms of gravity does to the gaps at the ground.
#include "cases/problem_files/contact_problem.h"
#include "cases/program/contact.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CUBES = 16 };

/// A contact of body `body` with body `other`, SIZE_MAX for the ground, on the face of `axis`.
typedef struct cube_contact {
    size_t body, other;
    int axis;
    double at[2][3]; ///< from the centres of both
} cube_contact;

static size_t list_contacts(size_t n, cube_contact *list)
{
    size_t count = 0;
    for (size_t body = 0; body < n * n * n; body++) {
        const size_t place[3] = {body % n, body / n % n, body / n / n}, step[3] = {1, n, n * n};
        for (int axis = 0; axis < 3; axis++) {
            if (place[axis] == 0 && axis < 2) {
                continue;
            }
            for (int corner = 0; corner < 4; corner++) {
                cube_contact *c = list + count++;
                c->body = body;
                c->other = place[axis] > 0 ? body - step[axis] : SIZE_MAX;
                c->axis = axis;
                c->at[0][axis] = -0.5;
                c->at[0][(axis + 1) % 3] = corner % 2 - 0.5;
                c->at[0][(axis + 2) % 3] = corner / 2 - 0.5;
                memcpy(c->at[1], c->at[0], sizeof c->at[1]);
                c->at[1][axis] = 0.5;
            }
        }
    }
    return count;
}

/// Component k of a contact points along axis (axis + k) % 3. w += sign e_i'e_j + 6 (r_i x e_i)'(r_j x e_j)
static void add_body(const cube_contact *a, int side_a, const cube_contact *b, int side_b,
                     double *w)
{
    const double sign = side_a == side_b ? 1.0 : -1.0, *r = a->at[side_a], *s = b->at[side_b];
    const double product = r[0] * s[0] + r[1] * s[1] + r[2] * s[2];
    for (int k = 0; k < 9; k++) {
        const int e = (a->axis + k / 3) % 3, f = (b->axis + k % 3) % 3;
        // (r x e)'(s x f) = (r's)(e'f) - (r'f)(e's)
        const double turn = (e == f ? product : 0.0) - r[f] * s[e];
        w[k] += sign * ((e == f ? 1.0 : 0.0) + 6.0 * turn);
    }
}

static bool shares_body(const cube_contact *a, const cube_contact *b)
{
    return a->body == b->body || a->body == b->other || a->other == b->body ||
           (a->other == b->other && a->other != SIZE_MAX);
}

static void fill_block(const cube_contact *a, const cube_contact *b, double *w)
{
    const size_t bodies[2][2] = {{a->body, a->other}, {b->body, b->other}};
    for (int k = 0; k < 4; k++) {
        if (bodies[0][k / 2] == bodies[1][k % 2] && bodies[0][k / 2] != SIZE_MAX) {
            add_body(a, k / 2, b, k % 2, w);
        }
    }
}

/// @return NULL: out of memory
static problem_rows *make_rows(const cube_contact *list, size_t count, talus_error *error)
{
    const double mu = 0.5, gravity = 9.81, step = 1e-3;
    problem_rows *rows = NULL;
    size_t blocks = 0;
    for (size_t k = 0; k < count * count; k++) {
        blocks += shares_body(&list[k / count], &list[k % count]);
    }
    if (problem_rows_create(count, blocks, &rows, error) != TALUS_OK) {
        return NULL;
    }
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            if (shares_body(&list[i], &list[j])) {
                rows->column[used] = (uint32_t)j;
                fill_block(&list[i], &list[j], rows->blocks + 9 * used++);
            }
        }
        rows->row_start[i + 1] = used;
        rows->mu[i] = mu;
        rows->c[3 * i] = list[i].other == SIZE_MAX ? -gravity * step : 0.0;
    }
    return rows;
}

cli_exit cli_contact_cubes(const cli_arguments *arguments)
{
    const char *const path = arguments->operands[1];
    const cli_exit target = cli_check_target(arguments, path);
    if (target != CLI_OK) {
        return target;
    }
    const size_t n = strtoul(arguments->operands[0], NULL, 10);
    if (n < 1 || n > MOST_CUBES) {
        fprintf(stderr, "talus-cases contact cubes: N is %s, expected 1 to %d\n",
                arguments->operands[0], MOST_CUBES);
        return CLI_USAGE;
    }
    talus_error error = {0};
    talus_status status = TALUS_ERROR_MEMORY;
    cube_contact *list = malloc(12 * n * n * n * sizeof *list);
    problem_rows *rows = list ? make_rows(list, list_contacts(n, list), &error) : NULL;
    if (rows) {
        const talus_contact_problem problem = problem_rows_view(rows);
        status = files_write_contact_problem(path, &problem, &error);
    }
    problem_rows_destroy(rows);
    free(list);
    if (status != TALUS_OK) {
        cli_print_error(&error);
    }
    return status == TALUS_OK ? CLI_OK : cli_exit_of(status);
}
