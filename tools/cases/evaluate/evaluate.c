// SPDX-License-Identifier: GPL-3.0-or-later
// Files of cases, answered one by one.
#include "cases/evaluate/evaluate.h"

#include "foundation/terminal/terminal.h"

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

static const evaluate_model *const block_models[] = {
    evaluate_map_models,    evaluate_law_models,
    evaluate_motion_models, evaluate_spatial_models,
    evaluate_suite_models,  evaluate_base_models,
    evaluate_bounce_models, evaluate_sliding_models,
    evaluate_tool_models,   NULL};
static const evaluate_model *const body_families[] = {
    evaluate_step_families, evaluate_manifold_families, evaluate_fracture_families,
    evaluate_stack_families, NULL};

static const evaluate_model *const hazard_kinds[] = {evaluate_width_kinds, NULL};

/// The member of a case that names its model, and the tables of these models.
typedef struct evaluate_kind {
    const char *word;
    bool has_labels; ///< cases may have the labels and defaults of rocking blocks
    const evaluate_model *const *tables;
} evaluate_kind;
static const evaluate_kind kinds[] = {
    {"model", true, block_models}, {"family", false, body_families}, {"kind", false, hazard_kinds}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

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

/// The model of a case that names none: it has the first input of one.
static const evaluate_model *find_plain(const files_json_node *node)
{
    static const evaluate_model *const plain[] = {&evaluate_plain_step, &evaluate_plain_spin};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (files_json_member(node, plain[i]->inputs[0]) != NULL) {
            return plain[i];
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

/// The model that a case names, its "inputs" ready; NULL and a refusal where there is none.
static const evaluate_model *choose_named(evaluate_case *c, const files_json_node *node,
                                          const evaluate_kind *kind)
{
    const char *name = files_json_text(files_json_member(node, kind->word));
    const evaluate_model *model = name ? find_model(kind->tables, name) : NULL;
    c->inputs = files_json_member(node, "inputs");
    if (!name) {
        evaluate_refuse(c, "the member \"%s\" must be the name of a %s", kind->word, kind->word);
    } else if (!model) {
        evaluate_refuse(c, "there is no %s \"%s\"", kind->word, name);
    } else if (!c->inputs || !files_json_is_object(c->inputs)) {
        evaluate_refuse(c, "the member \"inputs\" must be an object");
    } else {
        refuse_unknown_inputs(c, model, kind->has_labels);
    }
    return model;
}

static const evaluate_model *choose_model(evaluate_case *c, const files_json_node *node)
{
    for (size_t k = 0; k < KINDS; k++) {
        if (files_json_member(node, kinds[k].word) != NULL) {
            return choose_named(c, node, &kinds[k]);
        }
    }
    const evaluate_model *model = find_plain(node);
    c->inputs = node;
    if (!model) {
        evaluate_refuse(c, "what the case is of is missing: expected \"model\", \"family\" or "
                           "\"kind\" with \"inputs\", or \"terrain\" or \"inertia_kg_m2\"");
    }
    return model;
}

/// Write the member "outputs", or take it back if the case is refused.
static void answer_model(evaluate_case *c, const files_json_node *node)
{
    const evaluate_model *model = choose_model(c, node);
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

/// One entry of the answer; a refused case is one too. @return whether it is refused
static bool answer_case(const char *path, const files_json_node *node, files_text *text)
{
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
        answer_model(&c, node);
    }
    if (c.failed) {
        char sentence[1024];
        snprintf(sentence, sizeof sentence, "%s:%d: %s", path, files_json_line(node), c.sentence);
        files_json_add_text(text, "error", sentence);
    } else {
        write_warnings(&c);
    }
    files_json_end(text, '}');
    return c.failed;
}

static talus_status answer_all(const char *path, const files_json *json, files_text *text,
                               size_t *count, size_t *refused, talus_error *error)
{
    // the cases stand in {"cases": [...]} or alone in an array
    const files_json_node *root = files_json_root(json);
    const files_json_node *cases = files_json_member(root, "cases");
    cases = cases ? cases : root;
    *count = files_json_length(cases);
    if (*count == 0) {
        (void)talus_error_set(error, TALUS_ERROR_INPUT,
                              "no cases found; expected {\"cases\": [...]} or an array of cases");
        talus_error_locate(error, path, files_json_line(root), 0);
        return TALUS_ERROR_INPUT;
    }
    files_json_begin(text, NULL, '[');
    for (size_t i = 0; i < *count; i++) {
        *refused += answer_case(path, files_json_item(cases, i), text) ? 1 : 0;
    }
    files_json_end(text, ']');
    return text->failed ? talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory") : TALUS_OK;
}

cli_exit evaluate_file(const char *path)
{
    files_json *json = NULL;
    files_text text = {0};
    talus_error error = {0};
    size_t count = 0, refused = 0;
    talus_status status = files_json_read(path, &json, &error);
    if (status == TALUS_OK) {
        status = answer_all(path, json, &text, &count, &refused, &error);
    }
    if (status == TALUS_OK) {
        printf("%s\n", text.data);
    } else {
        cli_print_error(&error);
    }
    if (refused > 0) {
        fprintf(stderr, "%s: %zu of %zu cases refused, see their \"error\"\n", cli_program_name(),
                refused, count);
    }
    files_text_clear(&text);
    files_json_destroy(json);
    return cli_exit_of(status);
}
