// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters of a calibration: from text to bounds, and whether the scenario can have them.
#include "studies/calibration/calibrate_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Where a whole number differs from a real one: no bound, no half, no third.
static const double between = 0.6180339887498949;

static talus_status refuse(const char *text, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                           "--parameter: found \"%s\", expected KEY=LOW:HIGH or KEY=LOW:HIGH:log, "
                           "e.g. ground.0.mu_min=0.2:0.6",
                           text);
}

talus_status talus_calibrate_parameter_read(const char *text, talus_calibrate_parameter *parameter,
                                            talus_error *error)
{
    if (text == NULL || parameter == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the text or the parameter is NULL");
    }
    const char *equals = strchr(text, '=');
    const size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    *parameter = (talus_calibrate_parameter){.low = 0.0};
    if (length == 0 || length >= sizeof parameter->key) {
        return refuse(text, error);
    }
    memcpy(parameter->key, text, length);
    char *end = NULL;
    parameter->low = strtod(equals + 1, &end);
    if (end == equals + 1 || *end != ':') {
        return refuse(text, error);
    }
    const char *second = end + 1;
    parameter->high = strtod(second, &end);
    parameter->logarithmic = strcmp(end, ":log") == 0;
    if (end == second || (*end != '\0' && !parameter->logarithmic) || !isfinite(parameter->low) ||
        !isfinite(parameter->high)) {
        return refuse(text, error);
    }
    if (!(parameter->low < parameter->high)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--parameter %s: found the bounds %g and %g, expected the lower one "
                               "first and the other above it",
                               parameter->key, parameter->low, parameter->high);
    }
    if (parameter->logarithmic && !(parameter->low > 0.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--parameter %s: a logarithmic scale cannot begin at %g, expected a "
                               "bound above 0",
                               parameter->key, parameter->low);
    }
    return TALUS_OK;
}

double calibrate_value(const talus_calibrate_parameter *parameter, double u)
{
    const double low = parameter->low, high = parameter->high;
    if (!(u > 0.0)) {
        return low; // exact at both ends
    }
    if (u >= 1.0) {
        return high;
    }
    return parameter->logarithmic ? low * talus_exp(u * talus_log(high / low))
                                  : low + u * (high - low);
}

/// First error of a list, on one line.
static void first_error(const talus_diagnostics *list, char *why, size_t size)
{
    for (size_t i = 0; i < talus_diagnostics_count(list); i++) {
        const talus_diagnostic *item = talus_diagnostics_get(list, i);
        if (item->severity == TALUS_SEVERITY_ERROR) {
            snprintf(why, size, "%s", item->message);
            return;
        }
    }
}

talus_status calibrate_read(const calibrate_study *study, const double *values, char *why,
                            size_t size, talus_scenario **scenario, talus_error *error)
{
    const talus_calibrate_options *options = &study->options;
    const size_t base = options->override_count;
    const size_t count = base + (values != NULL ? options->parameter_count : 0);
    talus_override *overrides = malloc(count * sizeof *overrides + 1);
    talus_diagnostics *messages = talus_diagnostics_create();
    char texts[TALUS_MOST_PARAMETERS][32];
    talus_status status = TALUS_ERROR_MEMORY;
    *scenario = NULL;
    if (overrides == NULL || messages == NULL) {
        (void)talus_error_set(error, status, "out of memory for the scenario");
    } else {
        for (size_t i = 0; i < base; i++) {
            overrides[i] = options->overrides[i];
        }
        for (size_t d = 0; d < count - base; d++) {
            snprintf(texts[d], sizeof texts[d], "%.17g", values[d]);
            overrides[base + d] = (talus_override){study->parameters[d].key, texts[d]};
        }
        status =
            talus_scenario_read(options->scenario, overrides, count, messages, scenario, error);
        if (status == TALUS_ERROR_INPUT) {
            first_error(messages, why, size);
        }
        // a file that was read before and cannot be read now says nothing of the values
        if (status == TALUS_ERROR_INPUT && values != NULL &&
            talus_diagnostics_count_of(messages, TALUS_SEVERITY_ERROR) == 0) {
            status = TALUS_ERROR_IO;
            if (error != NULL) {
                error->status = status;
            }
        }
    }
    free(overrides);
    talus_diagnostics_destroy(messages);
    return status;
}

/// Does the scenario take `at` for parameter d with the others somewhere? The bounds of two
/// parameters may exclude each other, which is not a mistake.
static talus_status try_value(const calibrate_study *study, size_t d, double at, bool *taken,
                              char *why, size_t size, talus_error *error)
{
    static const double others[] = {0.0, 1.0, 0.5, 0.25, 0.75};
    const size_t count = study->options.parameter_count;
    talus_status status = TALUS_OK;
    *taken = false;
    for (size_t k = 0; k < sizeof others / sizeof others[0] && !*taken; k++) {
        double values[TALUS_MOST_PARAMETERS];
        talus_scenario *scenario;
        for (size_t i = 0; i < count; i++) {
            values[i] = calibrate_value(&study->parameters[i], i == d ? at : others[k]);
        }
        status = calibrate_read(study, values, why, size, &scenario, error);
        *taken = status == TALUS_OK;
        talus_scenario_destroy(scenario);
        if (status != TALUS_OK && status != TALUS_ERROR_INPUT) {
            return status;
        }
    }
    return TALUS_OK;
}

/// Keys of a scenario that no deposit depends on.
static bool is_no_parameter(const char *key)
{
    static const char *const names[] = {"title", "seed", "outputs", "simulation.threads",
                                        "fragmentation.window_s"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i]);
        if (strncmp(key, names[i], length) == 0 && (key[length] == '\0' || key[length] == '.')) {
            return true;
        }
    }
    return false;
}

talus_status calibrate_check_parameters(const calibrate_study *study, talus_error *error)
{
    static const double places[3] = {0.0, 1.0, between};
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        const talus_calibrate_parameter *parameter = &study->parameters[d];
        for (size_t i = 0; i < d; i++) {
            if (strcmp(parameter->key, study->parameters[i].key) == 0) {
                return talus_error_set(error, TALUS_ERROR_ARGUMENT, "--parameter %s is given twice",
                                       parameter->key);
            }
        }
        if (is_no_parameter(parameter->key)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "--parameter %s: where rocks stop does not depend on it, "
                                   "expected a number of terrain, ground, forest, rocks, releases, "
                                   "fragmentation or simulation",
                                   parameter->key);
        }
        if (strcmp(parameter->key, "fragmentation.least_volume_m3") == 0) {
            return talus_error_set(
                error, TALUS_ERROR_ARGUMENT,
                "--parameter %s: it says which pieces are simulated, and deposits "
                "are compared from there on: set it to the smallest volume that "
                "was surveyed",
                parameter->key);
        }
        for (size_t k = 0; k < 3; k++) {
            char why[512] = "";
            bool taken;
            const talus_status status =
                try_value(study, d, places[k], &taken, why, sizeof why, error);
            if (status != TALUS_OK) {
                return status;
            }
            if (!taken) {
                return talus_error_set(error, TALUS_ERROR_INPUT,
                                       "--parameter %s: the scenario refuses %g: %s",
                                       parameter->key, calibrate_value(parameter, places[k]), why);
            }
        }
    }
    return TALUS_OK;
}

talus_status calibrate_check_options(size_t parameter_count, double hold_out, size_t evaluations,
                                     size_t least_evaluations, talus_error *error)
{
    if (parameter_count < 1 || parameter_count > TALUS_MOST_PARAMETERS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%zu parameters, expected 1 to %d: name them with --parameter "
                               "KEY=LOW:HIGH",
                               parameter_count, TALUS_MOST_PARAMETERS);
    }
    if (!(hold_out >= 0.0 && hold_out < 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--hold-out: found %g, expected a share from 0 to below 1",
                               hold_out);
    }
    if (evaluations < least_evaluations) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "--evaluations: found %zu, expected at least %zu", evaluations,
                               least_evaluations);
    }
    return TALUS_OK;
}
