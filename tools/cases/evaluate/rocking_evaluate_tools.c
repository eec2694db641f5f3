// SPDX-License-Identifier: GPL-3.0-or-later
// Models of `talus-cases evaluate`: what goes with a test - edge contacts, the loss in the
// material, the regression of k, the rigid-body check. [C18 (16)-(19); L93 table 2]
#include "cases/evaluate/evaluate.h"
#include "talus/lab/rocking_spatial.h"

#include <math.h>
#include <stdlib.h>

/// k of a contact `l_c` wide at each edge, at its end and at its middle.
static void answer_k_edge(evaluate_case *c)
{
    const double width = evaluate_positive(c, "b_full"), foot = evaluate_positive(c, "l_c");
    if (!c->failed && !(foot < 0.5 * width)) {
        evaluate_refuse(c, "\"l_c\" is %g: expected less than half of b_full %g", foot, width);
    }
    evaluate_put(c, "k1", talus_rocking_k_edge(width, foot));
    evaluate_put(c, "k2", talus_rocking_k_edge(width, 0.5 * foot));
}

/// Loss in the material: the measured ratio over that of the contact.
static void answer_eta_mat(evaluate_case *c)
{
    const double aspect = evaluate_positive(c, "h_over_b"), k = evaluate_positive(c, "k");
    const double eta_m = talus_rocking_eta(aspect, k);
    evaluate_put(c, "eta_M", eta_m);
    evaluate_put(c, "eta_mat", evaluate_positive(c, "eta_e") / eta_m);
}

/// Coefficients of (19) for tests of one's own: h/b, full width in cm, k.
static void answer_k_regression(evaluate_case *c)
{
    size_t count = 0, widths = 0, ks = 0;
    double *aspect = evaluate_list(c, "h_over_b", &count);
    double *width = evaluate_list(c, "b_cm", &widths), *k = evaluate_list(c, "k", &ks);
    double coefficients[4];
    talus_error error = {0};
    if (!c->failed && (count != widths || count != ks)) {
        evaluate_refuse(c, "%zu, %zu and %zu values: expected lists of one length", count, widths,
                        ks);
    }
    for (size_t i = 0; i < count && !c->failed; i++) {
        width[i] *= 0.01;
    }
    if (!c->failed &&
        talus_rocking_k_regression(count, aspect, width, k, coefficients, &error) != TALUS_OK) {
        evaluate_refuse(c, "%s", error.message);
    }
    if (!c->failed) {
        evaluate_write_numbers(c, "coefficients", coefficients, 4);
    }
    free(aspect);
    free(width);
    free(k);
}

static void answer_rigid_check(evaluate_case *c)
{
    const double width = evaluate_positive(c, "width"), height = evaluate_positive(c, "height");
    const double speed = evaluate_positive(c, "wave_speed");
    const double contact = evaluate_positive(c, "contact_time");
    const talus_rigid_check r = talus_rigid_body_check(width, height, speed, contact);
    evaluate_put(c, "axial_period", r.axial_period);
    evaluate_put(c, "bending_period", r.bending_period);
    evaluate_put(c, "oscillations", r.oscillations);
    files_json_add_bool(c->out, "rigid", r.rigid);
}

const evaluate_model evaluate_tool_models[] = {
    {"k_edge", EVALUATE_INPUTS("b_full", "l_c"), answer_k_edge},
    {"eta_mat", EVALUATE_INPUTS("h_over_b", "k", "eta_e"), answer_eta_mat},
    {"k_regression", EVALUATE_INPUTS("h_over_b", "b_cm", "k"), answer_k_regression},
    {"rigid_check", EVALUATE_INPUTS("width", "height", "wave_speed", "contact_time"),
     answer_rigid_check},
    {.name = NULL},
};
