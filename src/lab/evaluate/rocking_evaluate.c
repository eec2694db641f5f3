// SPDX-License-Identifier: GPL-3.0-or-later
// talus rocking evaluate: cases of the rocking models from a JSON file, answered one by one.
#include "lab/evaluate/rocking_evaluate.h"

#include "lab/evaluate/evaluate.h"
#include "lab/evaluate/json_cases.h"

#include <string.h>

/// Labels of a case that no model reads, and the defaults that every model accepts.
static const char *const accepted_everywhere[] = {"block", "fig", "scale", "order",
                                                  "note",  "m",   "g",     NULL};

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++) {
        if (strcmp(name, *names) == 0) {
            return true;
        }
    }
    return false;
}

static const evaluate_model *find_model(const evaluate_model *const *tables, const char *name)
{
    for (; *tables; tables++) {
        for (const evaluate_model *model = *tables; model->name; model++) {
            if (strcmp(name, model->name) == 0) {
                return model;
            }
        }
    }
    return NULL;
}

/// "a, b, c"
static void list_names(const char *const *names, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; names[i] && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", names[i]);
    }
}

static void refuse_unknown_inputs(evaluate_case *c, const evaluate_model *model, bool has_labels)
{
    const char *key;
    for (size_t i = 0; (key = files_json_key(c->inputs, i)) != NULL; i++) {
        if (!(has_labels && is_one_of(key, accepted_everywhere)) &&
            !is_one_of(key, model->inputs)) {
            char names[256];
            list_names(model->inputs, names, sizeof names);
            evaluate_refuse(c, "the model \"%s\" knows no input \"%s\"; it reads %s%s", model->name,
                            key, names, has_labels ? " (m and g have defaults)" : "");
            return;
        }
    }
}

/// Which models a file may ask for, and how many of its cases were refused.
typedef struct tally {
    const char *word; ///< the member of a case that names its model
    bool has_labels;  ///< cases may have the labels and defaults of rocking blocks
    const evaluate_model *const *tables;
    size_t count, refused;
} tally;

/// Write the member "outputs", or take it back if the case is refused.
static void answer_model(evaluate_case *c, const tally *cases, const files_json_node *node)
{
    const char *name = files_json_text(files_json_member(node, cases->word));
    const evaluate_model *model = name ? find_model(cases->tables, name) : NULL;
    c->inputs = files_json_member(node, "inputs");
    if (!name) {
        evaluate_refuse(c, "the member \"%s\" must be the name of a %s", cases->word, cases->word);
    } else if (!model) {
        evaluate_refuse(c, "there is no %s \"%s\"", cases->word, name);
    } else if (!c->inputs || !files_json_is_object(c->inputs)) {
        evaluate_refuse(c, "the member \"inputs\" must be an object");
    } else {
        refuse_unknown_inputs(c, model, cases->has_labels);
    }
    const files_text mark = *c->out;
    if (!c->failed) {
        files_json_begin(c->out, "outputs", '{');
        model->answer(c);
        files_json_end(c->out, '}');
    }
    if (c->failed) {
        files_text_rewind(c->out, &mark);
    }
}

static void write_warnings(evaluate_case *c)
{
    if (c->warning_count > 0) {
        files_json_begin(c->out, "warnings", '[');
        for (size_t i = 0; i < c->warning_count; i++) {
            files_json_add_text(c->out, NULL, c->warnings[i]);
        }
        files_json_end(c->out, ']');
    }
}

/// One entry of the answer; a refused case is one too.
static talus_status answer_case(const char *path, const files_json_node *node, void *user,
                                files_text *text, talus_error *error)
{
    tally *cases = user;
    (void)error;
    evaluate_case c = {.out = text};
    const files_json_node *id = files_json_member(node, "id");
    double number = 0.0;
    files_json_begin(text, NULL, '{');
    if (files_json_number(id, &number)) {
        files_json_add_number(text, "id", number);
    } else {
        files_json_add_text(text, "id", files_json_text(id));
        if (!files_json_text(id)) {
            evaluate_refuse(&c, "the member \"id\" must be a text");
        }
    }
    if (!c.failed) {
        answer_model(&c, cases, node);
    }
    if (c.failed) {
        char sentence[1024];
        snprintf(sentence, sizeof sentence, "%s:%d: %s", path, files_json_line(node), c.sentence);
        files_json_add_text(text, "error", sentence);
    } else {
        write_warnings(&c);
    }
    files_json_end(text, '}');
    cases->count++;
    cases->refused += c.failed;
    return TALUS_OK;
}

cli_exit evaluate_answer_file(const char *path, const char *word,
                              const evaluate_model *const *tables)
{
    tally cases = {.word = word, .has_labels = strcmp(word, "model") == 0, .tables = tables};
    const cli_exit result = cli_answer_cases(path, answer_case, &cases);
    if (cases.refused > 0) {
        fprintf(stderr, "talus: %zu of %zu cases refused, see their \"error\"\n", cases.refused,
                cases.count);
    }
    return result;
}

cli_exit cli_rocking_evaluate(const cli_arguments *arguments)
{
    static const evaluate_model *const tables[] = {evaluate_map_models,    evaluate_law_models,
                                                   evaluate_motion_models, evaluate_spatial_models,
                                                   evaluate_suite_models,  evaluate_base_models,
                                                   evaluate_bounce_models, evaluate_sliding_models,
                                                   evaluate_tool_models,   NULL};
    return evaluate_answer_file(arguments->operands[0], "model", tables);
}
