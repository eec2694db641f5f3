// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: the generalised law on blocks and chains.
#include "cases/blocks/block_law.h"
#include "cases/evaluate/evaluate.h"
#include "talus/lab/impact_law.h"

#include <math.h>

enum { MOST_BALLS = 64 };

/// Relative distance within which an aspect counts as a critical one: it is given in decimals.
static const double critical_margin = 1e-12;

static bool not_above(double aspect, double critical)
{
    return aspect <= critical * (1.0 + critical_margin);
}

static talus_impact_law_interval interval_of(talus_impact_law_case which, double aspect, double mu)
{
    return talus_impact_law_block_interval(which, aspect, mu, 0.0);
}

static void answer_intervals(evaluate_case *c)
{
    static const double nothing[4] = {0.0, 0.0, 0.0, 0.0};
    static const double rest[2] = {0.0, 0.0};
    const double a = evaluate_positive(c, "aspect");
    rocking_norm_result metric;
    talus_error error = {0};
    if (!c->failed && rocking_norm_apply(a, nothing, rest, &metric, &error) != TALUS_OK) {
        evaluate_refuse(c, "\"aspect\": %s", error.message);
    }
    if (c->failed) {
        return;
    }
    // the classical ratios are -e_n21 of the ends before they are cut off at 0
    const double sliding = -metric.gram[1];
    evaluate_put(c, "kinetic_angle", metric.angle);
    evaluate_put(c, "e21_sliding", interval_of(TALUS_IMPACT_LAW_ROCKING_SLIDING, a, 0.0).low);
    evaluate_put(c, "e21_sticking", interval_of(TALUS_IMPACT_LAW_ROCKING_STICKING, a, 0.0).low);
    evaluate_put(c, "r_sli", sliding);
    evaluate_put(c, "r_H", -talus_rocking_eta(a, 1.0));
    files_json_add_bool(
        c->out, "half_rocking",
        not_above(a, interval_of(TALUS_IMPACT_LAW_HALF_ROCKING, a, 0.0).critical_aspect));
}

static void answer_coulomb(evaluate_case *c)
{
    const double a = evaluate_positive(c, "aspect"), mu = evaluate_number(c, "mu");
    if (mu < 0.0) {
        evaluate_refuse(c, "\"mu\" must be >= 0, found %.9g", mu);
    }
    if (c->failed) {
        return;
    }
    const talus_impact_law_interval stick =
        interval_of(TALUS_IMPACT_LAW_ROCKING_STICKING_COULOMB, a, mu);
    const talus_impact_law_interval right = interval_of(TALUS_IMPACT_LAW_ROCKING_RIGHT, a, mu);
    const talus_impact_law_interval left = interval_of(TALUS_IMPACT_LAW_ROCKING_LEFT, a, mu);
    if (right.low > right.high) {
        evaluate_warn(c, "slipping right: no e_n21 is admissible");
    }
    if (left.low > left.high) {
        evaluate_warn(c, "slipping left: no e_n21 is admissible");
    }
    evaluate_put(c, "e21_stick_low", stick.low);
    // the bound of (31) has no meaning once its denominator is not positive
    evaluate_put(c, "e21_right_low", isfinite(right.low) ? right.low : 0.0);
    evaluate_put(c, "e21_left_low", left.low);
    evaluate_put(c, "e_energy", right.high);
    // half rocking that slips right: no pull at A, and an energy bound e_E >= 0
    evaluate_put(c, "mu_half_max", fmin((2.0 - a * a) / (3.0 * a), sqrt((a * a + 4.0) / 3.0)));
    evaluate_put(c, "critical_right", right.critical_aspect);
    evaluate_put(c, "critical_left", left.critical_aspect);
}

static void answer_general_law(evaluate_case *c)
{
    const talus_impact_law_block block = {evaluate_positive_or(c, "m", 1.0),
                                          evaluate_positive(c, "L"), evaluate_positive(c, "l")};
    block_law law = {evaluate_number(c, "en1"), evaluate_number(c, "en21"),
                     evaluate_number(c, "et3")};
    const double omega = evaluate_number_or(c, "w_minus", -1.0);
    block_law_result r;
    talus_error error = {0};
    if (!c->failed && block_law_apply(&block, &law, omega, &r, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (c->failed) {
        return;
    }
    evaluate_put(c, "xd", r.velocity[0]);
    evaluate_put(c, "yd", r.velocity[1]);
    evaluate_put(c, "w", r.velocity[2]);
    evaluate_put(c, "pn1", r.percussion_b);
    evaluate_put(c, "pn2", r.percussion_a);
    evaluate_put(c, "pt", r.percussion_t);
    evaluate_put(c, "ellipsoid", r.energy_ratio);
    files_json_add_bool(c->out, "admissible",
                        r.verdict.kinematic && r.verdict.kinetic && r.verdict.energetic);
}

static void answer_contact_forces(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b"), h = evaluate_positive(c, "h");
    talus_rocking_block block =
        talus_rocking_block_rectangle(evaluate_positive_or(c, "m", 1.0), b, h);
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    const double theta = evaluate_number(c, "theta"), rate = evaluate_number(c, "theta_dot");
    const double gravity = evaluate_number_or(c, "g", 9.81);
    double a[4] = {0.0}, forces[2] = {0.0};
    talus_error error = {0};
    if (!c->failed && block_forces(&block, theta, rate, gravity, a, forces, &error) != TALUS_OK) {
        evaluate_refuse(c, "\"theta\": %s", error.message);
    }
    evaluate_write_matrix(c, "A", a, 2, 2);
    evaluate_write_numbers(c, "lam", forces, 2);
}

static void add_verdict(evaluate_case *c, const char *key, bool holds)
{
    files_json_add_bool(c->out, key, holds);
}

static void answer_law_norm(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "aspect");
    double e[4] = {0.0}, q[2] = {0.0};
    rocking_norm_result r;
    talus_error error = {0};
    evaluate_matrix(c, "E", e, 2, 2);
    evaluate_vector(c, "q_norm", q, 2);
    if (!c->failed && rocking_norm_apply(aspect, e, q, &r, &error) != TALUS_OK) {
        evaluate_refuse(c, "\"aspect\": %s", error.message);
    }
    if (c->failed) {
        return;
    }
    if (q[0] > 0.0 || q[1] > 0.0) {
        evaluate_warn(c, "a contact separates before the impact (q_norm > 0): no law for it");
    }
    evaluate_write_matrix(c, "A", r.gram, 2, 2);
    evaluate_write_numbers(c, "q_norm_plus", r.q_norm, 2);
    evaluate_write_numbers(c, "A_inv_jump", r.impulse, 2);
    evaluate_put(c, "dT", r.energy_change);
    files_json_begin(c->out, "ok", '[');
    add_verdict(c, NULL, r.verdict.kinematic);
    add_verdict(c, NULL, r.verdict.kinetic);
    add_verdict(c, NULL, r.verdict.energetic);
    files_json_end(c->out, ']');
    evaluate_put(c, "norm_test", r.norm);
}

static void answer_chain(evaluate_case *c)
{
    double v[MOST_BALLS], e[(MOST_BALLS - 1) * (MOST_BALLS - 1)];
    double after[MOST_BALLS], percussion[MOST_BALLS - 1], ratio = 0.0;
    const size_t n = evaluate_numbers(c, "v", v, MOST_BALLS);
    if (n < 2) {
        evaluate_refuse(c, "\"v\" must hold the velocities of two balls at least");
        return;
    }
    if (!evaluate_matrix(c, "E", e, n - 1, n - 1)) {
        return;
    }
    for (size_t j = 0; j + 1 < n; j++) {
        if (v[j + 1] > v[j]) {
            evaluate_warn(c, "gap %zu opens before the impact: no law for it", j + 1);
        }
    }
    const rocking_chain chain = {n, evaluate_positive_or(c, "m", 1.0), e, v};
    const block_verdict verdict = rocking_chain_impact(&chain, after, percussion, &ratio);
    evaluate_write_numbers(c, "v_plus", after, n);
    evaluate_write_numbers(c, "p", percussion, n - 1);
    evaluate_put(c, "energy_ratio", ratio);
    add_verdict(c, "kinematic", verdict.kinematic);
    add_verdict(c, "kinetic", verdict.kinetic);
    add_verdict(c, "energetic", verdict.energetic);
}

const evaluate_model evaluate_law_models[] = {
    {"intervals", EVALUATE_INPUTS("aspect"), answer_intervals},
    {"coulomb", EVALUATE_INPUTS("aspect", "mu"), answer_coulomb},
    {"general_law", EVALUATE_INPUTS("L", "l", "en1", "en21", "et3", "w_minus"), answer_general_law},
    {"contact_lcp", EVALUATE_INPUTS("I", "b", "h", "theta", "theta_dot"), answer_contact_forces},
    {"law_norm", EVALUATE_INPUTS("aspect", "E", "q_norm"), answer_law_norm},
    {"chain", EVALUATE_INPUTS("v", "E"), answer_chain},
    {.name = NULL},
};
