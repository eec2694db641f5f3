// SPDX-License-Identifier: GPL-3.0-or-later
// A quantity that is one number or a distribution: {distribution: uniform, min: 1, max: 2}.
#include "input/schema/rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct law_values {
    const scenario_node *node;
    int law; ///< index into law_names
    double min, max, mean, std, median, sigma_log, exponent;
    const char *file;
} law_values;

static const char *const law_names[] = {"uniform",   "normal", "lognormal",
                                        "power_law", "table",  NULL};
static const talus_law laws[] = {TALUS_LAW_UNIFORM, TALUS_LAW_NORMAL, TALUS_LAW_LOGNORMAL,
                                 TALUS_LAW_POWER, TALUS_LAW_TABLE};

enum {
    LAW_KEY,
    MIN_KEY,
    MAX_KEY,
    MEAN_KEY,
    STD_KEY,
    MEDIAN_KEY,
    SIGMA_KEY,
    EXPONENT_KEY,
    FILE_KEY,
    KEYS
};

static const law_values law_defaults = {
    .law = -1,
    .min = SCENARIO_UNSET,
    .max = SCENARIO_UNSET,
    .mean = SCENARIO_UNSET,
    .std = SCENARIO_UNSET,
    .median = SCENARIO_UNSET,
    .sigma_log = SCENARIO_UNSET,
    .exponent = SCENARIO_UNSET,
};

static const scenario_field law_fields[KEYS] = {
    [LAW_KEY] = CHOICE(law_values, law, "distribution", .choices = law_names, REQUIRED,
                       RESULTS("Kind of distribution.")),
    [MIN_KEY] = NUMBER(law_values, min, "min", ABOVE(0.0, OPEN), RESULTS("Smallest value.")),
    [MAX_KEY] = NUMBER(law_values, max, "max", ABOVE(0.0, OPEN), RESULTS("Largest value.")),
    [MEAN_KEY] = NUMBER(law_values, mean, "mean", ABOVE(0.0, OPEN), RESULTS("Of `normal`.")),
    [STD_KEY] = NUMBER(law_values, std, "std", ABOVE(0.0, OPEN),
                       RESULTS("Of `normal`: standard deviation.")),
    [MEDIAN_KEY] =
        NUMBER(law_values, median, "median", ABOVE(0.0, OPEN), RESULTS("Of `lognormal`.")),
    [SIGMA_KEY] = NUMBER(law_values, sigma_log, "sigma_log", ABOVE(0.0, 10.0),
                         RESULTS("Of `lognormal`: standard deviation of the natural logarithm.")),
    [EXPONENT_KEY] = NUMBER(law_values, exponent, "exponent", ABOVE(0.0, 20.0),
                            RESULTS("Of `power_law`: N(> V) = k V^−exponent.")),
    [FILE_KEY] = FILENAME(law_values, file, "file", RESULTS("Of `table`: measured blocks.")),
};
const scenario_table scenario_law_table = {
    .name = "distribution",
    .size = sizeof(law_values),
    .defaults = &law_defaults,
    .fields = law_fields,
    .field_count = KEYS,
};

/// By law: 'r' required, 'o' optional, ' ' not used; in the order of the keys.
static const char *const usage[] = {
    "rrr      ", // uniform: min, max
    "rrorr    ", // normal: mean, std, min (a rock cannot weigh nothing), max
    "roo  rr  ", // lognormal: median, sigma_log
    "rrr    r ", // power_law: exponent, min, max
    "r       r", // table: file
};

static void check_usage(const scenario_tree *tree, const law_values *values)
{
    const char *use = usage[values->law];
    for (size_t i = 1; i < KEYS; i++) {
        const scenario_node *node = scenario_find(values->node, law_fields[i].key);
        if (node != NULL && use[i] == ' ') {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s: not used by a %s distribution, remove it", law_fields[i].key,
                            law_names[values->law]);
        } else if (node == NULL && use[i] == 'r') {
            scenario_report_missing(tree, values->node,
                                    "missing required key '%s' of a %s distribution",
                                    law_fields[i].key, law_names[values->law]);
        }
    }
}

static talus_distribution to_distribution(const law_values *values)
{
    talus_distribution law = {
        .law = laws[values->law],
        .min = isnan(values->min) ? 0.0 : values->min,
        .max = isnan(values->max) ? HUGE_VAL : values->max,
    };
    switch (law.law) {
    case TALUS_LAW_UNIFORM:
        law.a = values->min;
        law.b = values->max;
        break;
    case TALUS_LAW_NORMAL:
        law.a = values->mean;
        law.b = values->std;
        break;
    case TALUS_LAW_LOGNORMAL:
        law.a = values->median;
        law.b = values->sigma_log;
        break;
    case TALUS_LAW_POWER:
        law.a = values->exponent;
        break;
    case TALUS_LAW_TABLE: // its values are read with the rocks
    case TALUS_LAW_FIXED:
        break;
    }
    return law;
}

static void read_law(const scenario_tree *reader, const scenario_field *field,
                     const scenario_node *node, scenario_section_reader *read,
                     scenario_quantity *quantity)
{
    talus_diagnostics *diagnostics = reader->diagnostics;
    scenario_field fields[KEYS];
    memcpy(fields, law_fields, sizeof fields);
    for (size_t i = MIN_KEY; i <= MEDIAN_KEY; i++) {
        fields[i].unit = field->unit;
        fields[i].range.max = field->range.max;
    }
    scenario_table table = scenario_law_table;
    table.name = field->key;
    table.fields = fields;
    law_values values;
    scenario_tree tree = {.diagnostics = diagnostics, .top = reader->top};
    const size_t before = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR);
    read(&tree, &table, node, &values);
    if (values.law < 0) {
        return;
    }
    check_usage(&tree, &values);
    if (before != talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR)) {
        return;
    }
    talus_error error = {0};
    const talus_distribution law = to_distribution(&values);
    if (law.law == TALUS_LAW_TABLE) {
        *quantity = (scenario_quantity){.given = true, .law = law, .file = values.file};
    } else if (values.min >= values.max) {
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node,
                        "%s: found min %.10g and max %.10g, expected min below max", field->key,
                        values.min, values.max);
    } else if (talus_distribution_check(&law, &error) != TALUS_OK) {
        scenario_report(diagnostics, TALUS_SEVERITY_ERROR, node, "%s: %s", field->key,
                        error.message);
    } else {
        *quantity = (scenario_quantity){.given = true, .law = law};
    }
}

void scenario_read_quantity(const scenario_tree *tree, const scenario_field *field,
                            const scenario_node *node, scenario_section_reader *read,
                            scenario_quantity *quantity)
{
    if (node->kind == SCENARIO_MAP) {
        read_law(tree, field, node, read, quantity);
        return;
    }
    double value = 0.0;
    if (scenario_read_number(tree->diagnostics, field, node, &value)) {
        *quantity = (scenario_quantity){
            .given = true,
            .law = {.law = TALUS_LAW_FIXED, .a = value, .min = 0.0, .max = HUGE_VAL}};
    }
}

void scenario_write_number(files_text *out, double value)
{
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (strtod(digits, NULL) == value) {
            break;
        }
    }
    files_text_add(out, "%s", digits);
}

static void write_key(files_text *text, size_t key, double value)
{
    files_text_add(text, ", %s: ", law_fields[key].key);
    scenario_write_number(text, value);
}

void scenario_write_quantity(files_text *text, const scenario_quantity *quantity)
{
    const talus_distribution *law = &quantity->law;
    size_t name = 0;
    if (law->law == TALUS_LAW_FIXED) {
        scenario_write_number(text, law->a);
        return;
    }
    while (laws[name] != law->law) {
        name++;
    }
    files_text_add(text, "{distribution: %s", law_names[name]);
    switch (law->law) {
    case TALUS_LAW_NORMAL:
        write_key(text, MEAN_KEY, law->a);
        write_key(text, STD_KEY, law->b);
        break;
    case TALUS_LAW_LOGNORMAL:
        write_key(text, MEDIAN_KEY, law->a);
        write_key(text, SIGMA_KEY, law->b);
        break;
    case TALUS_LAW_POWER:
        write_key(text, EXPONENT_KEY, law->a);
        break;
    case TALUS_LAW_UNIFORM:
    case TALUS_LAW_TABLE:
    case TALUS_LAW_FIXED:
        break;
    }
    if (law->min > 0.0) {
        write_key(text, MIN_KEY, law->min);
    }
    if (isfinite(law->max)) {
        write_key(text, MAX_KEY, law->max);
    }
    files_text_add(text, "}");
}
