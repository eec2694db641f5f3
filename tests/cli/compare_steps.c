// SPDX-License-Identifier: GPL-3.0-or-later
// Compare the answers of `talus-cases evaluate` with the reference: compare_steps ANSWERS CASES
// Velocities and spins to 1e-8 m/s and rad/s, positions and slippage to 1e-9 m, quaternions to 1e-9
// up to sign, contacts exactly.
#include "cli/compare.h"

#include <math.h>
#include <string.h>

enum { VALUES = 15 };

/// r, p, v, omega, slippage, contacts in a row; false when something is missing.
static bool read_state(const files_json_node *node, double values[VALUES])
{
    return files_json_numbers(files_json_member(node, "r"), values, 3) &&
           files_json_numbers(files_json_member(node, "p"), values + 3, 4) &&
           files_json_numbers(files_json_member(node, "v"), values + 7, 3) &&
           files_json_numbers(files_json_member(node, "omega"), values + 10, 3) &&
           files_json_number(files_json_member(node, "slippage_m"), values + 13) &&
           files_json_number(files_json_member(node, "contacts"), values + 14);
}

static double worst_difference(const double *a, const double *b, int count, double sign)
{
    double worst = 0.0;
    for (int i = 0; i < count; i++) {
        const double difference = fabs(a[i] - sign * b[i]);
        // NaN counts as far away
        worst = difference <= worst ? worst : difference;
    }
    return worst;
}

static bool compare_case(const files_json_node *answer, const files_json_node *reference,
                         double worst[4])
{
    double a[VALUES], b[VALUES];
    const char *id = files_json_text(files_json_member(reference, "id"));
    const char *answered = files_json_text(files_json_member(answer, "id"));
    if (!id || !answered || strcmp(id, answered) != 0 ||
        !read_state(files_json_member(answer, "outputs"), a) ||
        !read_state(files_json_member(reference, "expected"), b)) {
        printf("%s: the answer is incomplete\n", id ? id : "?");
        return false;
    }
    const double sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0.0 ? -1.0 : 1.0;
    const double found[] = {worst_difference(a, b, 3, 1.0), worst_difference(a + 3, b + 3, 4, sign),
                            worst_difference(a + 7, b + 7, 6, 1.0),
                            worst_difference(a + 13, b + 13, 1, 1.0)};
    const double allowed[] = {1e-9, 1e-9, 1e-8, 1e-9};
    bool good = a[14] == b[14];
    for (int i = 0; i < 4; i++) {
        good = good && found[i] <= allowed[i];
        worst[i] = found[i] <= worst[i] ? worst[i] : found[i];
    }
    if (!good) {
        printf("%s: r %.2g m, p %.2g, u %.2g, slippage %.2g m, contacts %g for %g\n", id, found[0],
               found[1], found[2], found[3], a[14], b[14]);
    }
    return good;
}

static bool compare_all(const files_json_node *answers, const files_json_node *cases)
{
    const size_t count = files_json_length(cases);
    size_t good = 0;
    double worst[4] = {0.0, 0.0, 0.0, 0.0};
    for (size_t i = 0; i < count; i++) {
        good += compare_case(files_json_item(answers, i), files_json_item(cases, i), worst);
    }
    printf("%zu of %zu cases; worst r %.2g m, p %.2g, u %.2g m/s, slippage %.2g m\n", good, count,
           worst[0], worst[1], worst[2], worst[3]);
    return count > 0 && good == count && files_json_length(answers) == count;
}

int main(int argc, char **argv)
{
    return compare_files(argc, argv, compare_all);
}
