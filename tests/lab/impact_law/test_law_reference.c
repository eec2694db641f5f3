// SPDX-License-Identifier: GPL-3.0-or-later
// The impact laws against tests/data/reference/rocking.json, model by model. Tolerance of a
// case: its "tol" times max(1, |x|).
#include "foundation/files/files.h"
#include "solve/solve_calls.h"
#include "talus/lab/impact_law.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { BALLS = 8 };

static files_json *json;
static double mass[64], normals[64], tangents[64];
static talus_impact_law_metric metric;
static talus_impact_law_result result;

/// One case: inputs, expected values and how to name it.
typedef struct reference {
    const char *id;
    const files_json_node *in, *out;
    double tol;
} reference;

static double number(const files_json_node *node, const char *key)
{
    double value = (double)NAN;
    cr_assert(files_json_number(files_json_member(node, key), &value), "no number %s", key);
    return value;
}

/// @return how many
static size_t numbers(const files_json_node *node, const char *key, double *values)
{
    const files_json_node *list = files_json_member(node, key);
    const size_t count = files_json_length(list);
    cr_assert(count > 0 && count <= BALLS && files_json_numbers(list, values, count));
    return count;
}

static void matrix(const files_json_node *node, const char *key, size_t size, double *values)
{
    const files_json_node *rows = files_json_member(node, key);
    for (size_t i = 0; i < size; i++) {
        cr_assert(files_json_numbers(files_json_item(rows, i), values + i * size, size));
    }
}

static void expect(const reference *c, const char *key, double found)
{
    const double wanted = number(c->out, key);
    cr_expect(fabs(found - wanted) <= c->tol * fmax(1.0, fabs(wanted)),
              "%s: %s is %.15g, not %.15g", c->id, key, found, wanted);
}

static void expect_list(const reference *c, const char *key, const double *found)
{
    double wanted[BALLS];
    const size_t count = numbers(c->out, key, wanted);
    for (size_t i = 0; i < count; i++) {
        cr_expect(fabs(found[i] - wanted[i]) <= c->tol * fmax(1.0, fabs(wanted[i])),
                  "%s: %s[%zu] is %.15g, not %.15g", c->id, key, i, found[i], wanted[i]);
    }
}

static void expect_matrix(const reference *c, const char *key, size_t size, const double *found)
{
    double wanted[BALLS * BALLS];
    matrix(c->out, key, size, wanted);
    for (size_t i = 0; i < size * size; i++) {
        cr_expect(fabs(found[i] - wanted[i]) <= c->tol * fmax(1.0, fabs(wanted[i])),
                  "%s: %s entry %zu is %.15g, not %.15g", c->id, key, i, found[i], wanted[i]);
    }
}

static void expect_flag(const reference *c, const char *key, bool found)
{
    bool wanted = !found;
    cr_expect(files_json_bool(files_json_member(c->out, key), &wanted) && found == wanted,
              "%s: %s is %d", c->id, key, found);
}

/// Run `check` on every case of a model. @return how many
static size_t for_each(const char *model, void (*check)(const reference *c))
{
    size_t count = 0;
    talus_error error = {0};
    cr_assert(files_json_read(TALUS_SOURCE_DIR "/tests/data/reference/rocking.json", &json,
                              &error) == TALUS_OK,
              "%s", error.message);
    const files_json_node *cases = files_json_member(files_json_root(json), "cases");
    for (size_t i = 0; i < files_json_length(cases); i++) {
        const files_json_node *node = files_json_item(cases, i);
        if (strcmp(files_json_text(files_json_member(node, "model")), model) == 0) {
            const reference c = {files_json_text(files_json_member(node, "id")),
                                 files_json_member(node, "inputs"),
                                 files_json_member(node, "expected"), number(node, "tol")};
            check(&c);
            count++;
        }
    }
    files_json_destroy(json);
    return count;
}

static talus_impact_law_system block_system(double m, double width, double height)
{
    const talus_impact_law_block block = {m, width, height};
    talus_impact_law_block_matrices(&block, mass, normals, tangents);
    return (talus_impact_law_system){3, 2, 2, mass, normals, tangents, NULL};
}

static void check_intervals(const reference *c)
{
    const double a = number(c->in, "aspect");
    const talus_impact_law_system system = block_system(1.0, 1.0, a);
    cr_assert(talus_impact_law_metric_init(&system, &metric, NULL) == TALUS_OK);
    const double angle = talus_impact_law_kinetic_angle(&metric, 0, 1);
    expect(c, "kinetic_angle", angle);
    expect(c, "r_sli", -metric.gram[1]); // cos of the kinetic angle
    expect(c, "e21_sliding",
           talus_impact_law_block_interval(TALUS_IMPACT_LAW_ROCKING_SLIDING, a, 0.0, 0.0).low);
    const double sticking =
        talus_impact_law_block_interval(TALUS_IMPACT_LAW_ROCKING_STICKING, a, 0.0, 0.0).low;
    expect(c, "e21_sticking", sticking);
    // the sticking interval begins at max(0, -r_H)
    cr_expect(fabs(sticking - fmax(0.0, -number(c->out, "r_H"))) < 1e-14);
    const talus_impact_law_interval half =
        talus_impact_law_block_interval(TALUS_IMPACT_LAW_HALF_ROCKING, a, 0.0, 0.0);
    // at a = sqrt(2) to 14 digits round-off decides
    if (fabs(a - half.critical_aspect) > 1e-12) {
        expect_flag(c, "half_rocking", half.low <= half.high);
    }
}

static double low_of(talus_impact_law_case which, double a, double mu)
{
    return talus_impact_law_block_interval(which, a, mu, 0.0).low;
}

/// Slip to the right; never below mu = 0.
static bool any_half_rocking(double a, double mu)
{
    const talus_impact_law_interval row =
        talus_impact_law_block_interval(TALUS_IMPACT_LAW_HALF_ROCKING_RIGHT, a, mu, 0.0);
    return mu >= 0.0 && row.low <= row.high;
}

static void check_coulomb(const reference *c)
{
    const double a = number(c->in, "aspect"), mu = number(c->in, "mu");
    const talus_impact_law_interval right =
        talus_impact_law_block_interval(TALUS_IMPACT_LAW_ROCKING_RIGHT, a, mu, 0.0);
    const talus_impact_law_interval left =
        talus_impact_law_block_interval(TALUS_IMPACT_LAW_ROCKING_LEFT, a, mu, 0.0);
    const double housner = low_of(TALUS_IMPACT_LAW_ROCKING_STICKING, a, mu);
    const double stick = low_of(TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB, a, mu);
    // the reference gives the bound of friction alone where it is the weaker one
    cr_expect(fabs(stick - fmax(housner, number(c->out, "e21_stick_low"))) <= c->tol, "%s", c->id);
    expect(c, "e21_right_low", right.low);
    expect(c, "e21_left_low", left.low);
    expect(c, "e_energy", right.high);
    expect(c, "critical_right", right.critical_aspect);
    expect(c, "critical_left", left.critical_aspect);
    const double most = number(c->out, "mu_half_max");
    cr_expect(any_half_rocking(a, most - 1e-9) == (most > 1e-8));
    cr_expect(!any_half_rocking(a, fmax(most, 0.0) + 1e-9));
}

static void check_general(const reference *c)
{
    const double m = number(c->in, "m"), width = number(c->in, "L"), height = number(c->in, "l");
    const double en1 = number(c->in, "en1"), en21 = number(c->in, "en21");
    const double w = number(c->in, "w_minus"), et3 = number(c->in, "et3");
    const double e[4] = {en1, en21, en21, en1};
    const talus_impact_law_system system = block_system(m, width, height);
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED,
                                  .restitution = e,
                                  .tangential = TALUS_IMPACT_LAW_TANGENT_COORDINATE,
                                  .restitution_tan = &et3};
    const double u[3] = {-0.5 * height * w, 0.5 * width * w, w}; // rests on A, which sticks
    cr_assert(talus_impact_law_apply(&system, &law, u, &result, NULL) == TALUS_OK);
    expect(c, "xd", result.velocity_after[0]);
    expect(c, "yd", result.velocity_after[1]);
    expect(c, "w", result.velocity_after[2]);
    expect(c, "pn1", result.percussion_n[0]);
    expect(c, "pn2", result.percussion_n[1]);
    expect(c, "pt", result.percussion_t[0] + result.percussion_t[1]);
    expect(c, "ellipsoid", result.energy_after / result.energy_before);
    expect_flag(c, "admissible", result.admissible);
}

static void check_chain(const reference *c)
{
    double v[BALLS], e[BALLS * BALLS], masses[BALLS];
    const size_t n = numbers(c->in, "v", v);
    const double m = number(c->in, "m");
    matrix(c->in, "E", n - 1, e);
    for (size_t i = 0; i < n; i++) {
        masses[i] = m;
    }
    talus_impact_law_chain_matrices(n, masses, mass, normals);
    const talus_impact_law_system system = {n, n - 1, 0, mass, normals, NULL, NULL};
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
    cr_assert(talus_impact_law_apply(&system, &law, v, &result, NULL) == TALUS_OK);
    expect_list(c, "v_plus", result.velocity_after);
    expect_list(c, "p", result.percussion_n);
    expect(c, "energy_ratio", result.energy_after / result.energy_before);
    expect_flag(c, "kinematic", result.kinematic.holds);
    expect_flag(c, "kinetic", result.kinetic.holds);
    expect_flag(c, "energetic", result.energetic.holds);
}

static void check_norm(const reference *c)
{
    double e[4], q_norm[2], u[3], impulse[2];
    const double q_tan = 0.0;
    const talus_impact_law_system system = block_system(1.0, 1.0, number(c->in, "aspect"));
    const talus_impact_law law = {.kind = TALUS_IMPACT_LAW_GENERALISED, .restitution = e};
    matrix(c->in, "E", 2, e);
    (void)numbers(c->in, "q_norm", q_norm);
    cr_assert(talus_impact_law_metric_init(&system, &metric, NULL) == TALUS_OK);
    talus_impact_law_velocity(&metric, q_norm, &q_tan, u);
    cr_assert(talus_impact_law_apply(&system, &law, u, &result, NULL) == TALUS_OK);
    for (size_t i = 0; i < 2; i++) {
        impulse[i] = result.percussion_n[i] * metric.sigma[i]; // A^-1 (q_norm+ - q_norm-)
    }
    expect_matrix(c, "A", 2, metric.gram);
    expect_list(c, "q_norm_plus", result.q_norm_after);
    expect_list(c, "A_inv_jump", impulse);
    expect(c, "dT", result.energy_after - result.energy_before);
    expect(c, "norm_test", talus_impact_law_margins_of(&metric, e).norm);
    const bool found[3] = {result.kinematic.holds, result.kinetic.holds, result.energetic.holds};
    for (size_t i = 0; i < 3; i++) {
        const files_json_node *ok = files_json_item(files_json_member(c->out, "ok"), i);
        bool wanted = !found[i];
        cr_expect(files_json_bool(ok, &wanted) && found[i] == wanted, "%s: test %zu", c->id, i);
    }
}

static void check_forces(const reference *c)
{
    const double m = number(c->in, "m"), inertia = number(c->in, "I"), b = number(c->in, "b");
    const double h = number(c->in, "h"), theta = number(c->in, "theta");
    const double rate = number(c->in, "theta_dot"), g = number(c->in, "g");
    const double cosine = talus_cos(theta), sine = talus_sin(theta);
    const double body[9] = {m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, inertia};
    const double gradients[6] = {0.0, 1.0, h * sine + b * cosine, 0.0, 1.0, h * sine - b * cosine};
    const talus_impact_law_system system = {3, 2, 0, body, gradients, NULL, NULL};
    double a[4], d[36] = {0.0}, p[6] = {0.0}, mu[2] = {0.0};
    double rhs[6] = {-g + rate * rate * (h * cosine - b * sine), 0.0, 0.0,
                     -g + rate * rate * (h * cosine + b * sine)};
    cr_assert(talus_impact_law_metric_init(&system, &metric, NULL) == TALUS_OK);
    for (size_t i = 0; i < 4; i++) {
        a[i] = metric.gram[i] * metric.sigma[i / 2] * metric.sigma[i % 2];
        d[i / 2 * 18 + i % 2 * 3] = a[i];
    }
    d[7] = d[14] = d[28] = d[35] = a[0]; // tangents that nothing pushes
    const talus_contact_problem problem = talus_contact_problem_dense(2, d, rhs, mu);
    talus_contact_solver *solver;
    talus_solver_info info;
    cr_assert(talus_contact_solver_create(2, &solver, NULL) == TALUS_OK);
    cr_assert(solve_to(solver, &problem, 1e-13, p, &info) == TALUS_OK);
    talus_contact_solver_destroy(solver);
    expect_matrix(c, "A", 2, a);
    expect_list(c, "lam", (double[]){p[0], p[3]});
}

Test(law_reference, intervals_of_the_block)
{
    cr_expect(for_each("intervals", check_intervals) == 6);
}

Test(law_reference, intervals_of_the_block_with_friction)
{
    cr_expect(for_each("coulomb", check_coulomb) == 11);
}

Test(law_reference, block_with_restitution_of_q_tan)
{
    cr_expect(for_each("general_law", check_general) == 4);
}

Test(law_reference, chains_of_balls)
{
    cr_expect(for_each("chain", check_chain) == 11);
}

Test(law_reference, tests_of_a_matrix)
{
    cr_expect(for_each("law_norm", check_norm) == 6);
}

Test(law_reference, contact_forces_of_a_block)
{
    cr_expect(for_each("contact_lcp", check_forces) == 3);
}
