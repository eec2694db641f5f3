// SPDX-License-Identifier: GPL-3.0-or-later
// Files of cases: checked members, answers.
#include "lab/commands/json_cases.h"

#include "lab/commands/commands.h"

#include <stdarg.h>

void cli_reject(cli_reader *in, const files_json_node *node, const char *format, ...)
{
    if (in->failed) {
        return;
    }
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    (void)talus_error_set(in->error, TALUS_ERROR_INPUT, "%s", text);
    talus_error_locate(in->error, in->path, files_json_line(node), 0);
    in->failed = true;
}

const files_json_node *cli_need_member(cli_reader *in, const files_json_node *node, const char *key)
{
    const files_json_node *member = files_json_member(node, key);
    if (!member) {
        cli_reject(in, node, "the member \"%s\" is missing", key);
    }
    return member;
}

double cli_need_number(cli_reader *in, const files_json_node *node, const char *key, double least,
                       double most)
{
    double value = 0.0;
    const files_json_node *member = cli_need_member(in, node, key);
    if (member && (!files_json_number(member, &value) || !(value >= least && value <= most))) {
        cli_reject(in, member, "\"%s\" must be a number from %g to %g", key, least, most);
    }
    return value;
}

void cli_need_numbers(cli_reader *in, const files_json_node *node, const char *key, double *values,
                      size_t count)
{
    const files_json_node *member = cli_need_member(in, node, key);
    if (member && !files_json_numbers(member, values, count)) {
        cli_reject(in, member, "\"%s\" must be an array of %zu numbers", key, count);
    }
}

talus_vec3 cli_need_vec3(cli_reader *in, const files_json_node *node, const char *key)
{
    double v[3] = {0.0, 0.0, 0.0};
    cli_need_numbers(in, node, key, v, 3);
    return (talus_vec3){v[0], v[1], v[2]};
}

static talus_status answer_all(const char *path, const files_json *json, cli_answer *answer,
                               void *user, files_text *text, talus_error *error)
{
    // the cases stand in {"cases": [...]} or alone in an array
    const files_json_node *root = files_json_root(json);
    const files_json_node *cases = files_json_member(root, "cases");
    cases = cases ? cases : root;
    const size_t count = files_json_length(cases);
    if (count == 0) {
        (void)talus_error_set(error, TALUS_ERROR_INPUT,
                              "no cases found; expected {\"cases\": [...]} or an array of cases");
        talus_error_locate(error, path, files_json_line(root), 0);
        return TALUS_ERROR_INPUT;
    }
    files_json_begin(text, NULL, '[');
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < count && status == TALUS_OK; i++) {
        status = answer(path, files_json_item(cases, i), user, text, error);
    }
    files_json_end(text, ']');
    if (status == TALUS_OK && text->failed) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    return status;
}

cli_exit cli_answer_cases(const char *path, cli_answer *answer, void *user)
{
    files_json *json = NULL;
    files_text text = {0};
    talus_error error = {0};
    talus_status status = files_json_read(path, &json, &error);
    if (status == TALUS_OK) {
        status = answer_all(path, json, answer, user, &text, &error);
    }
    cli_exit result = CLI_OK;
    if (status == TALUS_OK) {
        printf("%s\n", text.data);
    } else {
        cli_print_error(&error);
        result = cli_exit_of(status);
    }
    files_text_clear(&text);
    files_json_destroy(json);
    return result;
}
