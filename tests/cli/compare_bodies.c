// SPDX-License-Identifier: GPL-3.0-or-later
// Compare the answers of `talus-cases evaluate` with the reference: compare_bodies ANSWERS CASES
// Every member of "expected" to `tol` of its case, relative to max(1, |x|); text, truth values and
// null exactly; quaternions up to sign; points and gaps of a contact set, and contacts, in any order.
#include "cli/compare.h"

#include <math.h>
#include <string.h>

/// A comparison under way; the first difference is kept.
typedef struct comparison {
    double tolerance;
    double worst; ///< largest difference over the tolerance
    char difference[256];
    size_t numbers; ///< compared
} comparison;

static void differ(comparison *c, const char *key, const char *text)
{
    if (c->difference[0] == '\0') {
        snprintf(c->difference, sizeof c->difference, "%s %s", key, text);
    }
}

/// Keys whose values are round-off or stand for it.
static double tolerance_of(const comparison *c, const char *key)
{
    return strcmp(key, "spin_defect_end_N_m_s") == 0 ? fmax(c->tolerance, 1e-6) : c->tolerance;
}

static void compare_number(comparison *c, const char *key, double expected, double found)
{
    char text[128];
    const double distance = fabs(found - expected) / fmax(1.0, fabs(expected));
    const double share = distance / tolerance_of(c, key);
    c->numbers++;
    c->worst = share <= c->worst ? c->worst : share; // NaN counts
    if (!(share <= 1.0)) {
        snprintf(text, sizeof text, "differs: %.17g, expected %.17g", found, expected);
        differ(c, key, text);
    }
}

/// Largest difference of two points or numbers, or infinity.
static double distance(const files_json_node *expected, const files_json_node *found)
{
    double x, y, a[3], b[3], largest = 0.0;
    if (files_json_number(expected, &x) && files_json_number(found, &y)) {
        return fabs(x - y);
    }
    if (!files_json_numbers(expected, a, 3) || !files_json_numbers(found, b, 3)) {
        return (double)INFINITY;
    }
    for (int i = 0; i < 3; i++) {
        largest = fmax(largest, fabs(a[i] - b[i]));
    }
    return largest;
}

/// A contact as three numbers in an array of its own would be compared.
static double contact_distance(const files_json_node *expected, const files_json_node *found)
{
    static const char *const keys[] = {"body_a", "body_b", "gap_m"};
    double largest = 0.0;
    for (int i = 0; i < 3; i++) {
        const double d =
            distance(files_json_member(expected, keys[i]), files_json_member(found, keys[i]));
        largest = d <= largest ? largest : d;
    }
    return largest;
}

/// Lists in any order: every item has one of its own in the other list.
static void compare_set(comparison *c, const char *key, const files_json_node *expected,
                        const files_json_node *found)
{
    enum { MOST = 256 };
    bool used[MOST] = {false};
    const size_t count = files_json_length(expected);
    if (files_json_length(found) != count || count > MOST) {
        differ(c, key, "has another length");
        return;
    }
    const bool is_contacts = strcmp(key, "contacts") == 0;
    for (size_t i = 0; i < count; i++) {
        const files_json_node *own = files_json_item(expected, i);
        double least = (double)INFINITY;
        size_t best = count;
        for (size_t j = 0; j < count; j++) {
            const files_json_node *other = files_json_item(found, j);
            const double d = is_contacts ? contact_distance(own, other) : distance(own, other);
            if (!used[j] && d < least) {
                least = d;
                best = j;
            }
        }
        if (best < count) {
            used[best] = true;
        }
        compare_number(c, key, 0.0, least);
    }
}

static void compare_quaternion(comparison *c, const double a[4], const double b[4])
{
    const double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    for (int i = 0; i < 4; i++) {
        compare_number(c, "p", a[i], product < 0.0 ? -b[i] : b[i]);
    }
}

static void compare_values(comparison *c, const char *key, const files_json_node *expected,
                           const files_json_node *found);

static void compare_items(comparison *c, const char *key, const files_json_node *expected,
                          const files_json_node *found)
{
    double a[4], b[4];
    const size_t count = files_json_length(expected);
    if (!files_json_is_array(found) || files_json_length(found) != count) {
        differ(c, key, "has another length");
    } else if (strcmp(key, "p") == 0 && files_json_numbers(expected, a, 4) &&
               files_json_numbers(found, b, 4)) {
        compare_quaternion(c, a, b);
    } else {
        for (size_t i = 0; i < count; i++) {
            compare_values(c, key, files_json_item(expected, i), files_json_item(found, i));
        }
    }
}

static void compare_members(comparison *c, const files_json_node *expected,
                            const files_json_node *found)
{
    const char *key;
    for (size_t i = 0; (key = files_json_key(expected, i)) != NULL; i++) {
        const files_json_node *other = files_json_member(found, key);
        if (other == NULL) {
            differ(c, key, "is missing");
        } else {
            compare_values(c, key, files_json_member(expected, key), other);
        }
    }
    for (size_t i = 0; (key = files_json_key(found, i)) != NULL; i++) {
        if (files_json_member(expected, key) == NULL) {
            differ(c, key, "is not asked for");
        }
    }
}

static void compare_values(comparison *c, const char *key, const files_json_node *expected,
                           const files_json_node *found)
{
    double x, y;
    bool p, q;
    const char *text = files_json_text(expected), *other = files_json_text(found);
    const bool is_set = strcmp(key, "points_m") == 0 || strcmp(key, "contacts") == 0 ||
                        (strcmp(key, "gaps_m") == 0);
    if (files_json_is_object(expected)) {
        compare_members(c, expected, found);
    } else if (files_json_is_array(expected)) {
        (is_set ? compare_set : compare_items)(c, key, expected, found);
    } else if (files_json_number(expected, &x)) {
        if (files_json_number(found, &y)) {
            compare_number(c, key, x, y);
        } else {
            differ(c, key, "is not a number");
        }
    } else if (files_json_bool(expected, &p)) {
        if (!files_json_bool(found, &q) || p != q) {
            differ(c, key, "differs");
        }
    } else if (text != NULL) {
        if (other == NULL || strcmp(text, other) != 0) {
            differ(c, key, "differs");
        }
    } else if (other != NULL || files_json_number(found, &y) || files_json_is_array(found) ||
               files_json_is_object(found)) {
        differ(c, key, "is not null");
    }
}

/// Answer and case of one number. @return whether they agree
static bool compare_case(const files_json_node *answer, const files_json_node *reference,
                         double *worst)
{
    comparison c = {.tolerance = 0.0};
    const char *id = files_json_text(files_json_member(reference, "id"));
    const char *answered = files_json_text(files_json_member(answer, "id"));
    const char *error = files_json_text(files_json_member(answer, "error"));
    const files_json_node *outputs = files_json_member(answer, "outputs");
    const files_json_node *expected = files_json_member(reference, "expected");
    if (!files_json_number(files_json_member(reference, "tol"), &c.tolerance) || id == NULL ||
        answered == NULL || strcmp(id, answered) != 0 || expected == NULL) {
        printf("%s: the answer is of another case\n", id ? id : "?");
        return false;
    }
    if (outputs == NULL) {
        printf("%s: %s\n", id, error ? error : "there is no answer");
        return false;
    }
    compare_members(&c, expected, outputs);
    if (c.numbers == 0) {
        differ(&c, "expected", "holds no number");
    }
    *worst = c.worst <= *worst ? *worst : c.worst;
    if (c.difference[0] != '\0') {
        printf("%s: %s\n", id, c.difference);
    }
    return c.difference[0] == '\0';
}

enum { FAMILIES = 32 };
/// How many cases of a family agree.
typedef struct family {
    const char *name;
    size_t good, count;
    double worst;
} family;

static family *find_family(family families[FAMILIES], const files_json_node *reference)
{
    const char *name = files_json_text(files_json_member(reference, "family"));
    for (size_t k = 0; name != NULL && k < FAMILIES; k++) {
        if (families[k].name == NULL || strcmp(families[k].name, name) == 0) {
            families[k].name = name;
            return &families[k];
        }
    }
    return NULL;
}

static bool compare_all(const files_json_node *answers, const files_json_node *cases)
{
    family families[FAMILIES] = {{0}};
    const size_t count = files_json_length(cases);
    bool all = count > 0 && files_json_length(answers) == count;
    for (size_t i = 0; i < count; i++) {
        const files_json_node *reference = files_json_item(cases, i);
        family *own = find_family(families, reference);
        if (own == NULL) {
            return false;
        }
        const bool good = compare_case(files_json_item(answers, i), reference, &own->worst);
        own->count++;
        own->good += good;
        all = all && good;
    }
    for (size_t k = 0; k < FAMILIES && families[k].name != NULL; k++) {
        printf("%s: %zu of %zu, worst difference %.2g tolerances\n", families[k].name,
               families[k].good, families[k].count, families[k].worst);
    }
    return all;
}

int main(int argc, char **argv)
{
    return compare_files(argc, argv, compare_all);
}
