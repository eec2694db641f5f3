// SPDX-License-Identifier: GPL-3.0-or-later
// Single values: numbers with their unit and range, texts, flags, choices, vectors.
#include "input/schema/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void describe_found(const scenario_node *node, char *text, size_t size)
{
    if (node->kind == SCENARIO_MAP) {
        snprintf(text, size, "a map of keys");
    } else if (node->kind == SCENARIO_LIST) {
        snprintf(text, size, "a list of %zu", node->count);
    } else if (node->text[0] == '\0' && !node->quoted) {
        snprintf(text, size, "nothing");
    } else {
        snprintf(text, size, node->quoted ? "the text '%.80s'" : "'%.80s'", node->text);
    }
}

/// "time_step_s: found '2 ms', expected a number in s above 0 and at most 0.1"
static void report_expected(talus_diagnostics *diagnostics, const scenario_field *field,
                            const scenario_node *node, const char *expected, const char *advice)
{
    char found[128];
    describe_found(node, found, sizeof found);
    scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node, "%s: found %s, expected %s%s%s",
                    field->key, found, expected, advice[0] != '\0' ? ": " : "", advice);
}

/// "1,000" is a thousand to some and one to others; "9,81" and "0,125" have a decimal comma.
static const char *advise_on_comma(const char *text, char *advice, size_t size)
{
    char plain[40];
    size_t used = 0;
    const char *comma = strchr(text, ',');
    const bool is_thousands = comma != text && text[0] != '0' && strlen(comma) % 4 == 0 &&
                              strlen(text) < sizeof plain &&
                              text[strspn(text, "0123456789,")] == '\0';
    if (!is_thousands) {
        return "write the decimal point as '.'";
    }
    for (const char *c = text; *c != '\0'; c++) {
        plain[used] = *c;
        used += *c != ',';
    }
    plain[used] = '\0';
    snprintf(advice, size, "write %s without comma, or the decimal point as '.'", plain);
    return advice;
}

/// "20.000", "1.000.000", "1.000,5": points between thousands. @return false for other texts
static bool advise_on_points(const char *text, bool is_count, char *advice, size_t size)
{
    char plain[40];
    size_t digits = strspn(text, "0123456789"), groups = 0, used = 0;
    const char *at = text + digits;
    for (; at[0] == '.' && strspn(at + 1, "0123456789") == 3; at += 4) {
        groups++;
    }
    const bool has_comma = at[0] == ',' && at[1 + strspn(at + 1, "0123456789")] == '\0';
    if (digits < 1 || digits > 3 || text[0] == '0' || strlen(text) >= sizeof plain ||
        (at[0] != '\0' && !has_comma) || groups == 0 || (groups == 1 && !has_comma && !is_count)) {
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        plain[used] = *c == ',' ? '.' : *c;
        used += *c != '.';
    }
    plain[used] = '\0';
    snprintf(advice, size, "write %s, without points between thousands%s", plain,
             has_comma ? " and with the decimal point '.'" : "");
    return true;
}

static void report_number(talus_diagnostics *diagnostics, const scenario_field *field,
                          const scenario_node *node, const char *noun)
{
    char range[80];
    char expected[200];
    row_describe_range(&field->range, field->type == SCENARIO_COUNT, range, sizeof range);
    snprintf(expected, sizeof expected, "%s%s%s%s", noun, field->unit != NULL ? " in " : "",
             field->unit != NULL ? field->unit : "", range);
    const char *advice = "";
    char with_comma[120];
    if (node->kind == SCENARIO_SCALAR && advise_on_points(node->text, field->type == SCENARIO_COUNT,
                                                          with_comma, sizeof with_comma)) {
        advice = with_comma;
    } else if (node->kind == SCENARIO_SCALAR &&
               (strtod(node->text, NULL) != 0.0 || node->text[0] == '0')) {
        char *end = NULL;
        strtod(node->text, &end);
        if (*end == ',') {
            advice = advise_on_comma(node->text, with_comma, sizeof with_comma);
        } else if (*end != '\0') {
            advice = field->unit != NULL ? "write the number alone, its unit stands in the key"
                                         : "write the number alone";
        } else if (node->quoted) {
            advice = "write it without quotes";
        }
    }
    report_expected(diagnostics, field, node, expected, advice);
}

/// Decimal numbers of YAML 1.2: [-+] digits [. digits] [e [-+] digits], nothing else.
static bool parse_number(const char *text, double *value)
{
    if (text[strspn(text, "+-.eE0123456789")] != '\0' || strpbrk(text, "0123456789") == NULL) {
        return false;
    }
    char *end = NULL;
    *value = strtod(text, &end);
    return *end == '\0';
}

bool scenario_read_number(talus_diagnostics *diagnostics, const scenario_field *field,
                          const scenario_node *node, double *value)
{
    double number = 0.0;
    if (node->kind != SCENARIO_SCALAR || node->quoted || !parse_number(node->text, &number) ||
        !isfinite(number) || !row_holds(&field->range, number)) {
        report_number(diagnostics, field, node, "a number");
        return false;
    }
    *value = number + 0.0; // -0 becomes 0
    return true;
}

/// "20.000" is twenty to YAML and twenty thousand to many people.
static bool is_grouped(const char *text)
{
    char advice[120];
    return advise_on_points(text, true, advice, sizeof advice);
}

static void read_count(talus_diagnostics *diagnostics, const scenario_field *field,
                       const scenario_node *node, uint64_t *value)
{
    if (node->kind == SCENARIO_SCALAR && !node->quoted && node->text[0] != '\0') {
        double number = 0.0;
        uint64_t count = SCENARIO_NO_COUNT;
        if (strspn(node->text, "0123456789") == strlen(node->text)) {
            count = strtoull(node->text, NULL, 10); // overflow gives SCENARIO_NO_COUNT
        } else if (!is_grouped(node->text) && parse_number(node->text, &number) && number >= 0.0 &&
                   number <= 0x1p53 && floor(number) == number) {
            count = (uint64_t)number;
        }
        if (count != SCENARIO_NO_COUNT && row_holds(&field->range, (double)count)) {
            *value = count;
            return;
        }
    }
    report_number(diagnostics, field, node, "a whole number");
}

static void read_text(talus_diagnostics *diagnostics, const scenario_field *field,
                      const scenario_node *node, const char **value)
{
    const bool file = field->type == SCENARIO_PATH || field->type == SCENARIO_FILE;
    if (node->kind != SCENARIO_SCALAR || node->text[0] == '\0') {
        report_expected(diagnostics, field, node, file ? "a file name" : "a text", "");
    } else if (strcmp(field->key, "name") == 0 && !files_is_printable(node->text)) {
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node,
                        "name: found a line break, tab or other control character, expected text "
                        "in one line");
    } else {
        *value = node->text;
    }
    if (field->most_bytes > 0 && node->kind == SCENARIO_SCALAR &&
        strlen(node->text) > field->most_bytes) {
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found %zu bytes, expected at most %zu", field->key, strlen(node->text),
                        field->most_bytes);
    }
}

static void read_flag(talus_diagnostics *diagnostics, const scenario_field *field,
                      const scenario_node *node, bool *value)
{
    const bool plain = node->kind == SCENARIO_SCALAR && !node->quoted;
    if (plain && strcmp(node->text, "true") == 0) {
        *value = true;
    } else if (plain && strcmp(node->text, "false") == 0) {
        *value = false;
    } else {
        report_expected(diagnostics, field, node, "true or false", "");
    }
}

/// Index of a name among the choices; -1 after a report.
static int find_choice(talus_diagnostics *diagnostics, const scenario_field *field,
                       const scenario_node *node)
{
    char list[512] = "one of:";
    size_t used = strlen(list), left_out = 0;
    for (int i = 0; field->choices[i] != NULL; i++) {
        if (node->kind == SCENARIO_SCALAR && strcmp(node->text, field->choices[i]) == 0) {
            return i;
        }
        if (left_out == 0 && used + strlen(field->choices[i]) + 32 < sizeof list) {
            used += (size_t)snprintf(list + used, sizeof list - used, "%s %s", i > 0 ? "," : "",
                                     field->choices[i]);
        } else {
            left_out++;
        }
    }
    if (left_out > 0) {
        snprintf(list + used, sizeof list - used, ", and %zu more", left_out);
    }
    const char *nearest =
        node->kind == SCENARIO_SCALAR ? scenario_nearest(field->choices, node->text) : NULL;
    char advice[96] = "";
    if (nearest != NULL) {
        snprintf(advice, sizeof advice, "did you mean '%s'?", nearest);
    }
    report_expected(diagnostics, field, node, list, advice);
    return -1;
}

static bool read_numbers(talus_diagnostics *diagnostics, const scenario_field *field,
                         const scenario_node *node, double *values, size_t count)
{
    if (node->kind != SCENARIO_LIST || node->count != count) {
        char expected[96];
        snprintf(expected, sizeof expected, "a list of %zu numbers%s%s", count,
                 field->unit != NULL ? " in " : "", field->unit != NULL ? field->unit : "");
        const char *advice = "";
        for (size_t i = 1; node->kind == SCENARIO_LIST && i < node->count; i++) {
            if (scenario_is_comma_number(node->values[i - 1], node->values[i])) {
                advice = "a comma separates entries, write numbers without comma and the decimal "
                         "point as '.'";
            }
        }
        report_expected(diagnostics, field, node, expected, advice);
        return false;
    }
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        good &= scenario_read_number(diagnostics, field, node->values[i], &values[i]);
    }
    return good;
}

static void read_vector(talus_diagnostics *diagnostics, const scenario_field *field,
                        const scenario_node *node, talus_vec3 *value)
{
    double v[3];
    if (read_numbers(diagnostics, field, node, v, 3)) {
        *value = (talus_vec3){v[0], v[1], v[2]};
    }
}

static void read_box(talus_diagnostics *diagnostics, const scenario_field *field,
                     const scenario_node *node, scenario_box *value)
{
    double v[4];
    if (read_numbers(diagnostics, field, node, v, 4)) {
        if (v[0] >= v[2] || v[1] >= v[3]) {
            const bool x = v[0] >= v[2];
            scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s: found %s minimum %.10g and maximum %.10g, expected [xmin, ymin, "
                            "xmax, ymax] with the minimum below the maximum",
                            field->key, x ? "x" : "y", v[x ? 0 : 1], v[x ? 2 : 3]);
            return;
        }
        *value = (scenario_box){v[0], v[1], v[2], v[3]};
    }
}

static void read_points(scenario_tree *tree, const scenario_field *field, const scenario_node *node,
                        scenario_points *points)
{
    if (node->kind != SCENARIO_LIST || node->count == 0 || node->values[0]->kind != SCENARIO_LIST) {
        report_expected(tree->diagnostics, field, node,
                        field->unit != NULL ? "a list of points [[x, y], [x, y], ...] in m"
                                            : "a list of pairs [[a, b], [a, b], ...]",
                        "");
        return;
    }
    points->xy = calloc(node->count, 2 * sizeof *points->xy);
    if (points->xy == NULL) {
        tree->failed = true;
        return;
    }
    points->count = node->count;
    for (size_t i = 0; i < node->count; i++) {
        read_numbers(tree->diagnostics, field, node->values[i], points->xy + 2 * i, 2);
    }
}

static void read_list_of_numbers(scenario_tree *tree, const scenario_field *field,
                                 const scenario_node *node, scenario_numbers *numbers)
{
    if (node->kind != SCENARIO_LIST || node->count == 0) {
        report_expected(tree->diagnostics, field, node, "a list of numbers [a, b, ...]", "");
        return;
    }
    numbers->values = calloc(node->count, sizeof *numbers->values);
    if (numbers->values == NULL) {
        tree->failed = true;
        return;
    }
    numbers->count = node->count;
    read_numbers(tree->diagnostics, field, node, numbers->values, node->count);
}

/// A scalar, or a list of scalars, as texts.
static void read_list_of_texts(scenario_tree *tree, const scenario_field *field,
                               const scenario_node *node, scenario_texts *texts)
{
    const bool is_single = node->kind == SCENARIO_SCALAR;
    const size_t count = is_single ? 1 : node->kind == SCENARIO_LIST ? node->count : 0;
    bool good = count > 0;
    for (size_t i = 0; i < count; i++) {
        const scenario_node *item = is_single ? node : node->values[i];
        good = good && item->kind == SCENARIO_SCALAR && item->text[0] != '\0';
    }
    if (!good) {
        report_expected(tree->diagnostics, field, node, "a text or number, or a list of them", "");
        return;
    }
    texts->values = malloc(count * sizeof *texts->values);
    if (texts->values == NULL) {
        tree->failed = true;
        return;
    }
    texts->count = count;
    for (size_t i = 0; i < count; i++) {
        texts->values[i] = is_single ? node->text : node->values[i]->text;
    }
}

static void read_orientation(talus_diagnostics *diagnostics, const scenario_field *field,
                             const scenario_node *node, scenario_orientation *value)
{
    if (node->kind == SCENARIO_SCALAR && strcmp(node->text, "random") == 0) {
        value->random = true;
        return;
    }
    if (node->kind != SCENARIO_LIST || node->count != 4) {
        report_expected(diagnostics, field, node, "random or a quaternion [w, x, y, z]", "");
        return;
    }
    double v[4];
    if (!read_numbers(diagnostics, field, node, v, 4)) {
        return;
    }
    const double norm2 = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3];
    if (!(norm2 > 1e-12)) {
        report_expected(diagnostics, field, node, "a quaternion [w, x, y, z] other than zero", "");
        return;
    }
    value->random = false;
    value->p = (talus_quat){v[0], v[1], v[2], v[3]};
    // A quaternion that is unit to round-off stays as it is, so that rewriting keeps its bits.
    if (fabs(norm2 - 1.0) > 1e-14) {
        const double scale = 1.0 / sqrt(norm2);
        value->p = (talus_quat){scale * v[0], scale * v[1], scale * v[2], scale * v[3]};
    }
}

static void read_layers(talus_diagnostics *diagnostics, const scenario_field *field,
                        const scenario_node *node, scenario_names *names)
{
    const bool is_name = node->kind == SCENARIO_SCALAR;
    *names = (scenario_names){0};
    if (is_name && strcmp(node->text, "all") == 0) {
        names->all = true;
        return;
    }
    if (!is_name && node->kind != SCENARIO_LIST) {
        report_expected(diagnostics, field, node, "all or a list of layer names",
                        "layers: [passages, kinetic_energy_max]");
        return;
    }
    for (size_t i = 0; i < (is_name ? 1 : node->count); i++) {
        const int choice = find_choice(diagnostics, field, is_name ? node : node->values[i]);
        if (choice >= 0) {
            names->chosen[choice / 64] |= UINT64_C(1) << (choice % 64);
        }
    }
}

void scenario_read_value(scenario_tree *tree, const scenario_field *field,
                         const scenario_node *node, void *value)
{
    talus_diagnostics *const diagnostics = tree->diagnostics;
    switch (field->type) {
    case SCENARIO_TEXT:
    case SCENARIO_PATH:
    case SCENARIO_FILE:
    case SCENARIO_SHAPE:
        read_text(diagnostics, field, node, value);
        break;
    case SCENARIO_NUMBER:
        scenario_read_number(diagnostics, field, node, value);
        break;
    case SCENARIO_COUNT:
        read_count(diagnostics, field, node, value);
        break;
    case SCENARIO_FLAG:
        read_flag(diagnostics, field, node, value);
        break;
    case SCENARIO_VECTOR:
        read_vector(diagnostics, field, node, value);
        break;
    case SCENARIO_BOX:
        read_box(diagnostics, field, node, value);
        break;
    case SCENARIO_POINTS:
        read_points(tree, field, node, value);
        break;
    case SCENARIO_CHOICE: {
        const int choice = find_choice(diagnostics, field, node);
        if (choice >= 0) {
            *(int *)value = choice;
        }
        break;
    }
    case SCENARIO_NUMBERS:
        read_list_of_numbers(tree, field, node, value);
        break;
    case SCENARIO_TEXTS:
        read_list_of_texts(tree, field, node, value);
        break;
    case SCENARIO_FILE_LIST:
        scenario_read_files(tree, field, node, value);
        break;
    case SCENARIO_ORIENTATION:
        read_orientation(diagnostics, field, node, value);
        break;
    case SCENARIO_LAYERS:
        read_layers(diagnostics, field, node, value);
        break;
    case SCENARIO_SECTION: // sections.c
    case SCENARIO_SECTIONS:
    case SCENARIO_QUANTITY:
        break;
    }
}
