// SPDX-License-Identifier: GPL-3.0-or-later
// Compare the answers of `talus-cases evaluate` with the reference: compare_spin ANSWERS CASES
// Angular velocities to 1e-9 of their size, quaternions to 1e-9 up to sign.
#include "cli/compare.h"

#include <math.h>
#include <string.h>

static const char *const schemes[] = {"explicit", "midpoint", "exact"};
enum { SCHEMES = 3, VALUES = 7 };

/// omega and orientation in a row; false when something is missing.
static bool read_end(const files_json_node *node, const char *scheme, double values[VALUES])
{
    const files_json_node *end = files_json_member(node, scheme);
    return files_json_numbers(files_json_member(end, "omega"), values, 3) &&
           files_json_numbers(files_json_member(end, "orientation"), values + 3, 4);
}

static double distance(const double *a, const double *b, int count, double sign)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (a[i] - sign * b[i]) * (a[i] - sign * b[i]);
    }
    return sqrt(sum);
}

static bool compare_case(const files_json_node *answer, const files_json_node *reference,
                         double worst[SCHEMES][2])
{
    const double zero[3] = {0.0, 0.0, 0.0};
    double a[VALUES], b[VALUES];
    const char *id = files_json_text(files_json_member(reference, "id"));
    const char *answered = files_json_text(files_json_member(answer, "id"));
    bool good = id && answered && strcmp(id, answered) == 0;
    for (int k = 0; k < SCHEMES && good; k++) {
        if (!read_end(files_json_member(answer, "outputs"), schemes[k], a) ||
            !read_end(reference, schemes[k], b)) {
            good = false;
            break;
        }
        const double dot = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6];
        const double found[2] = {distance(a, b, 3, 1.0) / distance(b, zero, 3, 1.0),
                                 distance(a + 3, b + 3, 4, dot < 0.0 ? -1.0 : 1.0)};
        for (int i = 0; i < 2; i++) {
            // NaN is far away
            good = good && found[i] <= 1e-9;
            worst[k][i] = found[i] <= worst[k][i] ? worst[k][i] : found[i];
        }
    }
    if (!good) {
        printf("%s: incomplete or too far from the reference\n", id ? id : "?");
    }
    return good;
}

static bool compare_all(const files_json_node *answers, const files_json_node *cases)
{
    const size_t count = files_json_length(cases);
    size_t good = 0;
    double worst[SCHEMES][2] = {{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}};
    for (size_t i = 0; i < count; i++) {
        good += compare_case(files_json_item(answers, i), files_json_item(cases, i), worst);
    }
    printf("%zu of %zu cases\n", good, count);
    for (int k = 0; k < SCHEMES; k++) {
        printf("%s: worst omega %.2g (relative), orientation %.2g\n", schemes[k], worst[k][0],
               worst[k][1]);
    }
    return count > 0 && good == count && files_json_length(answers) == count;
}

int main(int argc, char **argv)
{
    return compare_files(argc, argv, compare_all);
}
