// SPDX-License-Identifier: GPL-3.0-or-later
// Judges the JSON of `talus-cases contact solve` on its own: reads the problem files with a reader of its
// own, evaluates the natural map, and compares with what was claimed.
//   contact_check JSON TOLERANCE           every problem solved, error <= TOLERANCE, as claimed
//   contact_check JSON TOLERANCE OTHER     and so do OTHER's reactions; how many have other
//                                          velocities W r + q is printed
#include "foundation/files/files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct problem {
    size_t n;
    double *w; // (3n x 3n) row by row, dense whatever the file has
    double *q, *mu;
} problem;

static void stop_with(const char *path, const char *what)
{
    fprintf(stderr, "contact_check: %s: %s\n", path, what);
    exit(1);
}

static double next_number(gzFile file, const char *path)
{
    char word[64];
    size_t size = 0;
    int c = gzgetc(file);
    while (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        c = gzgetc(file);
    }
    for (; c > ' ' && size + 1 < sizeof word; c = gzgetc(file)) {
        word[size++] = (char)c;
    }
    word[size] = '\0';
    if (size == 0) {
        stop_with(path, "ends early");
    }
    return strtod(word, NULL);
}

static size_t next_count(gzFile file, const char *path)
{
    return (size_t)next_number(file, path);
}

static void read_blocks(gzFile file, const char *path, problem *p)
{
    const size_t size = 3 * p->n;
    next_number(file, path); // rows and columns
    next_number(file, path);
    const size_t count = next_count(file, path);
    for (size_t k = 0; k < 2 + 2 * p->n; k++) {
        next_number(file, path); // block rows and columns, their ends
    }
    const size_t starts = next_count(file, path);
    next_number(file, path);
    size_t *start = calloc(p->n + 2, sizeof *start), *column = calloc(count + 1, sizeof *column);
    for (size_t k = 0; k < starts; k++) {
        start[k] = next_count(file, path);
    }
    for (size_t k = 0; k < count; k++) {
        column[k] = next_count(file, path);
    }
    for (size_t row = 0; row + 1 < starts; row++) {
        for (size_t b = start[row]; b < start[row + 1]; b++) {
            next_number(file, path);
            for (size_t j = 0; j < 3; j++) {
                for (size_t i = 0; i < 3; i++) {
                    p->w[(3 * row + i) * size + 3 * column[b] + j] = next_number(file, path);
                }
            }
        }
    }
    free(start);
    free(column);
}

static problem read_problem(const char *path)
{
    gzFile file = gzopen(path, "rb");
    if (file == NULL) {
        stop_with(path, "cannot be opened");
    }
    next_number(file, path);
    problem p = {.n = next_count(file, path)};
    const size_t size = 3 * p.n;
    p.w = calloc(size * size, sizeof *p.w);
    p.q = calloc(size, sizeof *p.q);
    p.mu = calloc(p.n, sizeof *p.mu);
    if (next_count(file, path) == 1) {
        read_blocks(file, path, &p);
    } else {
        for (size_t k = 0; k < 4; k++) {
            next_number(file, path);
        }
        for (size_t k = 0; k < size * size; k++) {
            p.w[k] = next_number(file, path);
        }
    }
    for (size_t k = 0; k < size; k++) {
        p.q[k] = next_number(file, path);
    }
    for (size_t k = 0; k < p.n; k++) {
        p.mu[k] = next_number(file, path);
    }
    gzclose(file);
    return p;
}

static double norm(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++) {
        sum += x[k] * x[k];
    }
    return sqrt(sum);
}

static void fill_velocities(const problem *p, const double *r, double *u)
{
    const size_t size = 3 * p->n;
    for (size_t i = 0; i < size; i++) {
        u[i] = p->q[i];
        for (size_t j = 0; j < size; j++) {
            u[i] += p->w[i * size + j] * r[j];
        }
    }
}

/// | r - P_K(r - (u + mu |u_T| n)) | / |q|; the projection by the angle of the point to the axis.
static double natural_map(const problem *p, const double *r, const double *u)
{
    double sum = 0.0;
    for (size_t k = 0; k < p->n; k++) {
        const double mu = p->mu[k], *rk = r + 3 * k, *uk = u + 3 * k;
        const double n = rk[0] - uk[0] - mu * hypot(uk[1], uk[2]);
        const double t1 = rk[1] - uk[1], t2 = rk[2] - uk[2], t = hypot(t1, t2);
        double along = n, across = t; // point of the half plane (axis, radius)
        if (t > mu * n) {
            // foot on the ray (1, mu), or the tip
            const double foot = (n + mu * t) / (1.0 + mu * mu);
            along = foot > 0.0 ? foot : 0.0;
            across = mu * along;
        }
        const double scale = t > 0.0 ? across / t : 0.0;
        const double d[3] = {rk[0] - along, rk[1] - scale * t1, rk[2] - scale * t2};
        sum += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    }
    const double q = norm(p->q, 3 * p->n);
    return q > 0.0 ? sqrt(sum) / q : sqrt(sum);
}

static const files_json_node *find_file(const files_json_node *list, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    for (size_t k = 0; k < files_json_length(list); k++) {
        const files_json_node *item = files_json_item(list, k);
        const char *other = files_json_text(files_json_member(item, "file"));
        if (other && strcmp(base, other) == 0) {
            return item;
        }
    }
    return NULL;
}

/// Does the other reaction solve the problem too, and with the same velocities? Coulomb friction
/// can have several solutions with different velocities: those are counted, not refused.
/// @return 1 if the other reaction is no solution
static int compare_solutions(const char *path, const problem *p, const double *u,
                             const files_json_node *other, double tolerance, size_t *others)
{
    const size_t size = 3 * p->n;
    double *r = calloc(size, sizeof *r), *v = calloc(size, sizeof *v);
    if (!other || !files_json_numbers(files_json_member(other, "reaction"), r, size)) {
        stop_with(path, "no other reaction");
    }
    fill_velocities(p, r, v);
    const double error = natural_map(p, r, v);
    for (size_t k = 0; k < size; k++) {
        v[k] -= u[k];
    }
    const double difference = norm(v, size) / norm(p->q, size);
    printf("%s: other error %.3g, velocities differ by %.3g of |q|\n", path, error, difference);
    *others += difference > 100.0 * tolerance;
    free(r);
    free(v);
    return error <= tolerance ? 0 : 1;
}

/// @return number of claims that do not hold
static int judge(const files_json_node *item, double tolerance, const files_json_node *list,
                 size_t *others)
{
    const char *path = files_json_text(files_json_member(item, "file"));
    const char *status = files_json_text(files_json_member(item, "status"));
    double claimed = (double)NAN, contacts = 0.0;
    problem p = read_problem(path);
    double *r = calloc(3 * p.n, sizeof *r), *u = calloc(3 * p.n, sizeof *u);
    int bad = 0;
    files_json_number(files_json_member(item, "error"), &claimed);
    files_json_number(files_json_member(item, "contacts"), &contacts);
    if (contacts != (double)p.n ||
        !files_json_numbers(files_json_member(item, "reaction"), r, 3 * p.n)) {
        stop_with(path, "contacts or reaction do not fit the problem");
    }
    fill_velocities(&p, r, u);
    const double error = natural_map(&p, r, u);
    printf("%s: %s, error %.3g, claimed %.3g\n", path, status, error, claimed);
    // the claim rests on another order of summation: round-off of W r against |q|
    if (strcmp(status, "solved") != 0 || !(error <= tolerance * (1.0 + 1e-3)) ||
        !(fabs(error - claimed) <= 1e-3 * error + 1e-12)) {
        fprintf(stderr, "contact_check: %s: status %s, error %.6g, claimed %.6g\n", path, status,
                error, claimed);
        bad++;
    }
    if (list) {
        bad += compare_solutions(path, &p, u, find_file(list, path), tolerance, others);
    }
    free(p.w);
    free(p.q);
    free(p.mu);
    free(r);
    free(u);
    return bad;
}

int main(int argc, char **argv)
{
    talus_error error = {0};
    files_json *json = NULL, *other = NULL;
    if (argc < 3 || files_json_read(argv[1], &json, &error) != TALUS_OK ||
        (argc > 3 && files_json_read(argv[3], &other, &error) != TALUS_OK)) {
        fprintf(stderr, "contact_check: %s\n", argc < 3 ? "JSON TOLERANCE [OTHER]" : error.message);
        return 1;
    }
    const files_json_node *root = files_json_root(json);
    const size_t count = files_json_length(root);
    int bad = count == 0;
    size_t others = 0;
    for (size_t k = 0; k < count; k++) {
        bad += judge(files_json_item(root, k), strtod(argv[2], NULL),
                     other ? files_json_root(other) : NULL, &others);
    }
    if (other) {
        printf("other velocities: %zu of %zu\n", others, count);
    }
    files_json_destroy(json);
    files_json_destroy(other);
    return bad ? 1 : 0;
}
