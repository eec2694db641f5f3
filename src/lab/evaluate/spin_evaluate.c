// SPDX-License-Identifier: GPL-3.0-or-later
// talus spin evaluate: free rotation under every scheme from a JSON file of cases.
#include "lab/evaluate/evaluate.h"
#include "lab/evaluate/json_cases.h"
#include "talus/linalg.h"

#include <math.h>

/// A minute or so for a case under all schemes.
#define MOST_STEPS 1e8

typedef struct spin_case {
    const char *id; ///< lives as long as the document
    talus_vec3 inertia, omega;
    talus_quat p;
    double time_step;
    uint64_t steps;
} spin_case;

/// End of a case under one scheme.
typedef struct spin_end {
    talus_vec3 omega;
    talus_quat p;
    uint64_t failures;
} spin_end;

/// A body whose moments break A + B >= C does not exist, but its equations of motion do.
static void warn_impossible(const files_json_reader *in, const files_json_node *node,
                            const spin_case *one)
{
    const talus_vec3 m = one->inertia;
    const double sum = m.x + m.y + m.z;
    const double largest = fmax(m.x, fmax(m.y, m.z));
    if (in->failed || largest <= (0.5 + 1e-12) * sum) {
        return;
    }
    talus_diagnostics *list = talus_diagnostics_create();
    char text[256];
    snprintf(text, sizeof text,
             "case \"%s\": moments %g, %g, %g: no body has one larger than the sum of the other "
             "two; answered all the same",
             one->id, m.x, m.y, m.z);
    talus_diagnostics_add(list, &(talus_diagnostic){.severity = TALUS_WARNING,
                                                    .file = in->path,
                                                    .line = files_json_line(node),
                                                    .message = text});
    if (list) {
        cli_print_diagnostics(list, 0, false);
    }
    talus_diagnostics_destroy(list);
}

static void read_steps(files_json_reader *in, const files_json_node *node, spin_case *one)
{
    one->time_step = files_json_need_number(in, node, "time_step_s", 1e-12, 1e6);
    const double time = files_json_need_number(in, node, "time_s", 0.0, 1e12);
    if (in->failed) {
        return;
    }
    // whole steps, as many as come nearest to the time
    const double steps = floor(time / one->time_step + 0.5);
    if (steps > MOST_STEPS) {
        files_json_reject(in, node,
                          "\"time_s\" is %g steps of \"time_step_s\"; at most %g are done", steps,
                          MOST_STEPS);
        return;
    }
    one->steps = (uint64_t)steps;
}

static void read_case(files_json_reader *in, const files_json_node *node, spin_case *one)
{
    double p[4] = {0.0, 0.0, 0.0, 0.0};
    const files_json_node *id = files_json_need(in, node, "id");
    one->id = files_json_text(id);
    if (id && !one->id) {
        files_json_reject(in, id, "\"id\" must be a text");
    }
    one->inertia = files_json_need_vec3(in, node, "inertia_kg_m2");
    one->omega = files_json_need_vec3(in, node, "omega0_rad_s");
    files_json_need_numbers(in, node, "orientation0", p, 4);
    if (in->failed) {
        return;
    }
    const talus_vec3 m = one->inertia, w = one->omega;
    if (!(m.x >= 1e-30 && m.y >= 1e-30 && m.z >= 1e-30 && fmax(m.x, fmax(m.y, m.z)) <= 1e30)) {
        files_json_reject(
            in, files_json_member(node, "inertia_kg_m2"),
            "\"inertia_kg_m2\" must hold three moments from 1e-30 to 1e30 kg m2, found %g, "
            "%g, %g",
            m.x, m.y, m.z);
    }
    if (!(fabs(w.x) <= 1e9 && fabs(w.y) <= 1e9 && fabs(w.z) <= 1e9)) {
        files_json_reject(in, files_json_member(node, "omega0_rad_s"),
                          "\"omega0_rad_s\" must hold three numbers from -1e9 to 1e9 rad/s");
    }
    const double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    if (!(length >= 1e-100 && length <= 1e100)) {
        files_json_reject(
            in, files_json_member(node, "orientation0"),
            "\"orientation0\" must be a quaternion (w, x, y, z) that is not zero; its "
            "length is %g",
            length);
    }
    one->p = talus_quat_normalised((talus_quat){p[0], p[1], p[2], p[3]});
    read_steps(in, node, one);
    warn_impossible(in, node, one);
}

static spin_end turn(const spin_case *one, talus_scheme scheme)
{
    spin_end end = {one->omega, one->p, 0};
    // the closed form takes the whole time in one step
    const bool whole = scheme == TALUS_SCHEME_EXACT && one->steps > 0;
    const uint64_t steps = whole ? 1 : one->steps;
    const double dt = whole ? one->time_step * (double)one->steps : one->time_step;
    for (uint64_t i = 0; i < steps; i++) {
        const talus_free_rotation free = talus_rotation_free(scheme, one->inertia, end.omega, dt);
        end.p = talus_rotation_orientation(scheme, end.p, end.omega, &free, free.omega, dt);
        end.omega = free.omega;
        end.failures += free.converged ? 0 : 1;
    }
    // p and -p are one orientation
    if (end.p.w < 0.0) {
        end.p = (talus_quat){-end.p.w, -end.p.x, -end.p.y, -end.p.z};
    }
    return end;
}

static void write_answer(files_text *text, const spin_case *one)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "id", one->id);
    files_json_add_unsigned(text, "steps", one->steps);
    files_json_add_number(text, "time_s", one->time_step * (double)one->steps);
    for (int i = 0; i < TALUS_SCHEME_COUNT; i++) {
        const spin_end end = turn(one, (talus_scheme)i);
        const double omega[] = {end.omega.x, end.omega.y, end.omega.z};
        const double p[] = {end.p.w, end.p.x, end.p.y, end.p.z};
        files_json_begin(text, talus_scheme_name((talus_scheme)i), '{');
        files_json_add_numbers(text, "omega", omega, 3);
        files_json_add_numbers(text, "orientation", p, 4);
        files_json_add_unsigned(text, "failures", end.failures);
        files_json_end(text, '}');
    }
    files_json_end(text, '}');
}

static talus_status answer_case(const char *path, const files_json_node *node, void *user,
                                files_text *text, talus_error *error)
{
    (void)user;
    files_json_reader in = {.path = path, .error = error};
    spin_case one = {0};
    read_case(&in, node, &one);
    if (in.failed) {
        return TALUS_ERROR_INPUT;
    }
    write_answer(text, &one);
    return TALUS_OK;
}

cli_exit cli_spin_evaluate(const cli_arguments *arguments)
{
    return cli_answer_cases(arguments->operands[0], answer_case, NULL);
}
