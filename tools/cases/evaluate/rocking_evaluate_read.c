// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the inputs of a rocking case and writing its outputs.
#include "cases/evaluate/evaluate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void evaluate_refuse(evaluate_case *c, const char *format, ...)
{
    if (!c->failed) {
        va_list list;
        va_start(list, format);
        vsnprintf(c->sentence, sizeof c->sentence, format, list);
        va_end(list);
        c->failed = true;
    }
}

void evaluate_warn(evaluate_case *c, const char *format, ...)
{
    if (!c->failed && c->warning_count < EVALUATE_WARNINGS) {
        va_list list;
        va_start(list, format);
        vsnprintf(c->warnings[c->warning_count], sizeof c->warnings[0], format, list);
        va_end(list);
        c->warning_count++;
    }
}

bool evaluate_has(const evaluate_case *c, const char *key)
{
    return files_json_member(c->inputs, key) != NULL;
}

/// The member, or NULL and a refusal.
static const files_json_node *need(evaluate_case *c, const char *key)
{
    const files_json_node *member = files_json_member(c->inputs, key);
    if (!member) {
        evaluate_refuse(c, "the input \"%s\" is missing", key);
    }
    return c->failed ? NULL : member;
}

double evaluate_number(evaluate_case *c, const char *key)
{
    const files_json_node *member = need(c, key);
    double value = 0.0;
    if (member && !(files_json_number(member, &value) && isfinite(value))) {
        const char *text = files_json_text(member);
        evaluate_refuse(c, "\"%s\" must be a finite number%s%.60s%s", key,
                        text ? ", found the text \"" : "", text ? text : "", text ? "\"" : "");
    }
    return c->failed ? (double)NAN : value;
}

double evaluate_number_or(evaluate_case *c, const char *key, double fallback)
{
    return evaluate_has(c, key) ? evaluate_number(c, key) : fallback;
}

double evaluate_positive(evaluate_case *c, const char *key)
{
    const double value = evaluate_number(c, key);
    if (value <= 0.0) {
        evaluate_refuse(c, "\"%s\" must be > 0, found %.9g", key, value);
    }
    return c->failed ? (double)NAN : value;
}

double evaluate_positive_or(evaluate_case *c, const char *key, double fallback)
{
    return evaluate_has(c, key) ? evaluate_positive(c, key) : fallback;
}

size_t evaluate_count(evaluate_case *c, const char *key, size_t least, size_t most)
{
    const double value = evaluate_number(c, key);
    if (!c->failed && !(value >= (double)least && value <= (double)most && value == floor(value))) {
        evaluate_refuse(c, "\"%s\" must be a whole number from %zu to %zu, found %.9g", key, least,
                        most, value);
    }
    return c->failed ? 0 : (size_t)value;
}

/// `count` finite numbers of an array node.
static bool read_numbers(const files_json_node *node, double *values, size_t count)
{
    bool good = files_json_numbers(node, values, count);
    for (size_t i = 0; i < count && good; i++) {
        good = isfinite(values[i]);
    }
    return good;
}

size_t evaluate_numbers(evaluate_case *c, const char *key, double *values, size_t most)
{
    const files_json_node *member = need(c, key);
    const size_t count = files_json_length(member);
    if (member && (count == 0 || count > most || !read_numbers(member, values, count))) {
        evaluate_refuse(c, "\"%s\" must be an array of 1 to %zu finite numbers", key, most);
    }
    return c->failed ? 0 : count;
}

size_t evaluate_length(evaluate_case *c, const char *key)
{
    const files_json_node *member = need(c, key);
    const size_t count = files_json_length(member);
    if (member && count == 0) {
        evaluate_refuse(c, "\"%s\" must be an array that is not empty", key);
    }
    return c->failed ? 0 : count;
}

double *evaluate_list(evaluate_case *c, const char *key, size_t *count)
{
    *count = evaluate_length(c, key);
    double *values = c->failed ? NULL : malloc(*count * sizeof *values);
    if (!c->failed && !values) {
        evaluate_refuse(c, "out of memory for \"%s\"", key);
    } else if (!c->failed && !read_numbers(files_json_member(c->inputs, key), values, *count)) {
        evaluate_refuse(c, "\"%s\" must be an array of finite numbers", key);
        free(values);
        values = NULL;
    }
    return values;
}

bool evaluate_vector(evaluate_case *c, const char *key, double *values, size_t count)
{
    const files_json_node *member = need(c, key);
    if (member && !read_numbers(member, values, count)) {
        evaluate_refuse(c, "\"%s\" must be an array of %zu finite numbers", key, count);
    }
    return !c->failed;
}

bool evaluate_matrix(evaluate_case *c, const char *key, double *values, size_t rows, size_t columns)
{
    const files_json_node *member = need(c, key);
    bool good = files_json_length(member) == rows;
    for (size_t i = 0; i < rows && good; i++) {
        good = read_numbers(files_json_item(member, i), values + i * columns, columns);
    }
    if (!good) {
        evaluate_refuse(c, "\"%s\" must be a matrix of %zu rows with %zu finite numbers each", key,
                        rows, columns);
    }
    return !c->failed;
}

const char *evaluate_text(evaluate_case *c, const char *key)
{
    const files_json_node *member = need(c, key);
    const char *text = files_json_text(member);
    if (member && !text) {
        evaluate_refuse(c, "\"%s\" must be a text", key);
    }
    return c->failed ? NULL : text;
}

/// Overflow of extreme inputs.
static void refuse_not_finite(evaluate_case *c, const char *key, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            evaluate_refuse(c, "\"%s\" has no finite value: it is %s", key,
                            isnan(values[i]) ? "undefined" : "infinite");
        }
    }
}

void evaluate_put(evaluate_case *c, const char *key, double value)
{
    refuse_not_finite(c, key, &value, 1);
    files_json_add_number(c->out, key, value);
}

void evaluate_write_numbers(evaluate_case *c, const char *key, const double *values, size_t count)
{
    refuse_not_finite(c, key, values, count);
    files_json_add_numbers(c->out, key, values, count);
}

void evaluate_write_matrix(evaluate_case *c, const char *key, const double *values, size_t rows,
                           size_t columns)
{
    files_json_begin(c->out, key, '[');
    for (size_t i = 0; i < rows; i++) {
        refuse_not_finite(c, key, values + i * columns, columns);
        files_json_add_numbers(c->out, NULL, values + i * columns, columns);
    }
    files_json_end(c->out, ']');
}
