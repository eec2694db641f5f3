// SPDX-License-Identifier: GPL-3.0-or-later
// Files of cases: checked members, answers.
#include "lab/evaluate/json_cases.h"

#include "lab/evaluate/evaluate.h"

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
