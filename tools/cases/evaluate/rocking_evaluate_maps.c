// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: planar impact maps.
#include "cases/blocks/hinged_stack.h"
#include "cases/evaluate/evaluate.h"
#include "talus/lab/rocking.h"

#include <math.h>
#include <string.h>

enum { MOST_POINTS = 4096, MOST_STEPS = 10000000 };

static void warn_of_map(evaluate_case *c, talus_rocking_map map, double parameter, double ratio)
{
    talus_diagnostics *list = talus_diagnostics_create();
    talus_rocking_warn(map, parameter, ratio, list);
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        evaluate_warn(c, "%s", talus_diagnostics_get(list, i)->message);
    }
    talus_diagnostics_destroy(list);
}

/// m, I, h of a symmetric block of half width b; I defaults to that of the rectangle.
static talus_rocking_block read_body(evaluate_case *c, double b)
{
    const double m = evaluate_positive_or(c, "m", 1.0), h = evaluate_positive(c, "h");
    talus_rocking_block block = talus_rocking_block_rectangle(m, b, h);
    block.inertia = evaluate_positive_or(c, "I", block.inertia);
    return block;
}

static talus_rocking_block read_block(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b");
    return read_body(c, b);
}

static double answer_ratio(evaluate_case *c, const talus_rocking_block *block,
                           talus_rocking_map map, double parameter)
{
    const double r = talus_rocking_ratio(block, map, parameter);
    evaluate_put(c, "r", r);
    warn_of_map(c, map, parameter, r);
    return r;
}

static void answer_housner(evaluate_case *c)
{
    const talus_rocking_block block = read_block(c);
    answer_ratio(c, &block, TALUS_ROCKING_HOUSNER, 0.0);
}

static void answer_kalliontzis(evaluate_case *c)
{
    const talus_rocking_block block = read_block(c);
    answer_ratio(c, &block, TALUS_ROCKING_KALLIONTZIS, evaluate_number(c, "nu"));
}

static void answer_chatzis(evaluate_case *c)
{
    const talus_rocking_block block = read_block(c);
    const double r = answer_ratio(c, &block, TALUS_ROCKING_CHATZIS, evaluate_number(c, "lam"));
    evaluate_put(c, "lam_back", talus_rocking_lambda(&block, r));
}

static void answer_ther_kollar(evaluate_case *c)
{
    const talus_rocking_block block = read_block(c);
    const double r = answer_ratio(c, &block, TALUS_ROCKING_THER_KOLLAR, 0.0);
    evaluate_put(c, "lam", talus_rocking_lambda(&block, r));
}

static void answer_sequence(evaluate_case *c)
{
    double x[MOST_POINTS];
    talus_rocking_base_point points[MOST_POINTS] = {0};
    const size_t count = evaluate_numbers(c, "x", x, MOST_POINTS);
    for (size_t i = 0; i < count; i++) {
        points[i].x = x[i];
        if (i > 0 && !(x[i - 1] < x[i])) {
            evaluate_refuse(c,
                            "\"x\" must ascend from the old to the new pivot, found %.9g after "
                            "%.9g",
                            x[i], x[i - 1]);
        }
    }
    if (count < 2) {
        evaluate_refuse(c, "\"x\" must hold the old and the new pivot at least");
        return;
    }
    const talus_rocking_block block = read_body(c, 0.5 * (x[count - 1] - x[0]));
    if (!(x[0] < 0.0 && x[count - 1] > 0.0)) {
        evaluate_warn(c, "the centre of mass is not above the base from %.9g to %.9g", x[0],
                      x[count - 1]);
    }
    evaluate_put(c, "r", talus_rocking_base_ratio(&block, points, count));
}

static void answer_sequence_convex(evaluate_case *c)
{
    const talus_rocking_block block = read_block(c);
    evaluate_put(c, "r", talus_rocking_steps_ratio(&block, evaluate_count(c, "n", 1, MOST_STEPS)));
}

static void answer_eta_housner(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "h_over_b");
    evaluate_put(c, "eta_H", talus_rocking_eta(aspect, 1.0));
    evaluate_put(c, "alpha", talus_atan(1.0 / aspect));
}

/// eta_M of (14) with its warnings.
static double answer_eta(evaluate_case *c, double aspect, double k)
{
    const double eta = talus_rocking_eta(aspect, k);
    evaluate_put(c, "eta_M", eta);
    warn_of_map(c, TALUS_ROCKING_CEH, k, eta);
    return eta;
}

static void answer_eta_modified(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "h_over_b"), k = evaluate_number(c, "k");
    evaluate_put(c, "k_back", talus_rocking_k(aspect, answer_eta(c, aspect, k)));
}

static void answer_k_fit(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "h_over_b"), width_cm = evaluate_positive(c, "b_cm");
    const double k = talus_rocking_k_fit(aspect, 0.01 * width_cm);
    if (!(aspect >= 1.5 && aspect <= 9.75 && width_cm >= 3.0 && width_cm <= 9.0)) {
        evaluate_warn(c, "the fit of k rests on tests with h / b from 1.5 to 9.75 and b from 3 to "
                         "9 cm");
    }
    evaluate_put(c, "k", k);
    answer_eta(c, aspect, k);
}

static void answer_table1(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b_full"), h = evaluate_positive(c, "h_full");
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.5 * b, 0.5 * h);
    const talus_rocking_pivot pivot =
        talus_rocking_block_pivot(&block, true, evaluate_positive_or(c, "g", 9.81));
    evaluate_put(c, "alpha", pivot.alpha);
    evaluate_put(c, "R", pivot.radius);
    evaluate_put(c, "p", pivot.p);
    evaluate_put(c, "eta_H", talus_rocking_ratio(&block, TALUS_ROCKING_HOUSNER, 0.0));
}

/// Full width in metres: b_full, b_cm, or the scale S, M, L of C18.
static double read_width(evaluate_case *c)
{
    if (evaluate_has(c, "b_full")) {
        return evaluate_positive(c, "b_full");
    }
    if (evaluate_has(c, "b_cm")) {
        return 0.01 * evaluate_positive(c, "b_cm");
    }
    const char *scale = evaluate_text(c, "scale");
    const char *found =
        scale && scale[0] != '\0' && scale[1] == '\0' ? strchr("SML", *scale) : NULL;
    if (scale && !found) {
        evaluate_refuse(c, "\"scale\" must be S, M or L (or give b_full), found \"%.60s\"", scale);
    }
    return found ? (*found == 'S' ? 0.03 : *found == 'M' ? 0.045 : 0.06) : (double)NAN;
}

static void answer_table5(evaluate_case *c)
{
    const double width = read_width(c), aspect = evaluate_positive(c, "h_over_b");
    const double measured = evaluate_number(c, "eta_e");
    const double material = evaluate_positive(c, "eta_mat");
    const double rigid = measured / material; // (17)
    if (!(rigid > -1.0 && rigid <= 1.0)) {
        evaluate_refuse(c, "eta_e / eta_mat = %.9g has no k; expected above -1 and up to 1", rigid);
    }
    const double k = talus_rocking_k(aspect, rigid);
    warn_of_map(c, TALUS_ROCKING_CEH, k, rigid);
    evaluate_put(c, "k", k);
    evaluate_put(c, "b_bar", 0.5 * width * k);
}

static void answer_rebound(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "h_over_b"), e = evaluate_number(c, "e");
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 1.0, aspect);
    answer_ratio(c, &block, TALUS_ROCKING_LIPSCOMBE, e);
    files_json_add_bool(c->out, "a_lifts", talus_rocking_a_lifts(&block, e));
}

/// Blocks of L93: h / b is that of the feet, the wider body decides the inertia.
static void answer_feet(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "h_over_b");
    const double base = evaluate_positive(c, "base_mm"), body = evaluate_positive(c, "body_mm");
    const double b = 0.0005 * base;
    talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.0005 * body, aspect * b);
    block.b1 = block.b2 = b;
    evaluate_put(c, "r", talus_rocking_ratio(&block, TALUS_ROCKING_LIPSCOMBE, 0.0));
    evaluate_put(c, "r9", talus_rocking_ratio(&block, TALUS_ROCKING_LIPSCOMBE, 0.9));
}

static void answer_two_block(evaluate_case *c)
{
    const double b = evaluate_positive(c, "b");
    const double h1 = evaluate_positive(c, "h1"), h2 = evaluate_positive(c, "h2");
    const double m = evaluate_positive_or(c, "m", 1.0); // both together, equal density
    const hinged_stack stack = {b, h1, h2, m * h1 / (h1 + h2), m * h2 / (h1 + h2)};
    const hinged_stack_ratios r = hinged_stack_impact(&stack);
    evaluate_put(c, "r_lower", r.lower);
    evaluate_put(c, "r_upper", r.upper);
    evaluate_put(c, "r_energy", r.energy);
    evaluate_put(c, "r_rigid", r.rigid);
}

static void answer_avrf(evaluate_case *c)
{
    double peaks[MOST_POINTS], avrf = 0.0;
    const double b = evaluate_positive(c, "b1"), h = evaluate_positive(c, "h");
    const size_t count = evaluate_numbers(c, "peaks", peaks, MOST_POINTS);
    talus_error error = {0};
    if (!c->failed && talus_rocking_avrf(b, h, peaks, count, &avrf, &error) != TALUS_OK) {
        evaluate_refuse(c, "\"peaks\": %s", error.message);
    }
    evaluate_put(c, "avrf", avrf);
}

const evaluate_model evaluate_map_models[] = {
    {"housner", EVALUATE_INPUTS("m", "I", "b", "h"), answer_housner},
    {"kalliontzis", EVALUATE_INPUTS("m", "I", "b", "h", "nu"), answer_kalliontzis},
    {"chatzis", EVALUATE_INPUTS("m", "I", "b", "h", "lam"), answer_chatzis},
    {"ther_kollar", EVALUATE_INPUTS("m", "I", "b", "h"), answer_ther_kollar},
    {"sequence", EVALUATE_INPUTS("m", "I", "h", "x"), answer_sequence},
    {"sequence_convex", EVALUATE_INPUTS("m", "I", "b", "h", "n"), answer_sequence_convex},
    {"eta_H", EVALUATE_INPUTS("h_over_b"), answer_eta_housner},
    {"eta_M", EVALUATE_INPUTS("h_over_b", "k"), answer_eta_modified},
    {"k_fit", EVALUATE_INPUTS("h_over_b", "b_cm"), answer_k_fit},
    {"table1", EVALUATE_INPUTS("b_full", "h_full"), answer_table1},
    {"table5", EVALUATE_INPUTS("h_over_b", "eta_e", "eta_mat", "b_full", "b_cm"), answer_table5},
    {"r_of_e", EVALUATE_INPUTS("h_over_b", "e"), answer_rebound},
    {"r_geometry", EVALUATE_INPUTS("h_over_b", "base_mm", "body_mm"), answer_feet},
    {"two_block", EVALUATE_INPUTS("b", "h1", "h2"), answer_two_block},
    {"avrf", EVALUATE_INPUTS("b1", "h", "peaks"), answer_avrf},
    {.name = NULL},
};
