// SPDX-License-Identifier: GPL-3.0-or-later
// JSON documents through libfyaml's JSON mode; its messages become one talus_error.
#include "files/files.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

/// A copied tree: libfyaml's nodes are looked up linearly and mix kinds we do not want to show.
struct files_json_node {
    enum { JSON_SCALAR, JSON_TEXT, JSON_LIST, JSON_MAP } kind;
    int line;
    const char *key;  ///< in a map
    const char *text; ///< scalars, zero-terminated
    size_t count;
    struct files_json_node *children;
};

struct files_json {
    files_json_node root;
};

static void drop_output(struct fy_diag *diag, void *user, const char *text, size_t size)
{
    (void)diag;
    (void)user;
    (void)text;
    (void)size;
}

static void clear_node(files_json_node *node)
{
    char *strings[2];
    memcpy(&strings[0], &node->key, sizeof strings[0]);
    memcpy(&strings[1], &node->text, sizeof strings[1]);
    free(strings[0]);
    free(strings[1]);
    for (size_t i = 0; i < node->count; i++) {
        clear_node(&node->children[i]);
    }
    free(node->children);
}

static char *copy_scalar(struct fy_node *node)
{
    size_t size = 0;
    const char *text = fy_node_get_scalar(node, &size);
    char *copy = malloc(size + 1);
    if (copy != NULL) {
        if (size > 0) {
            memcpy(copy, text, size);
        }
        copy[size] = '\0';
    }
    return copy;
}

static int line_of(struct fy_node *node)
{
    struct fy_token *token = fy_node_is_scalar(node) ? fy_node_get_scalar_token(node) : NULL;
    const struct fy_mark *mark = token == NULL ? NULL : fy_token_start_mark(token);
    return mark == NULL ? 0 : mark->line + 1;
}

static bool copy_node(struct fy_node *source, files_json_node *node);

static bool copy_list(struct fy_node *source, files_json_node *node)
{
    const int count = fy_node_sequence_item_count(source);
    void *at = NULL;
    node->kind = JSON_LIST;
    node->children = calloc(count > 0 ? (size_t)count : 1, sizeof *node->children);
    if (node->children == NULL) {
        return false;
    }
    for (struct fy_node *item; (item = fy_node_sequence_iterate(source, &at)) != NULL;) {
        if (!copy_node(item, &node->children[node->count++])) {
            return false;
        }
    }
    return true;
}

static bool copy_map(struct fy_node *source, files_json_node *node)
{
    const int count = fy_node_mapping_item_count(source);
    void *at = NULL;
    node->kind = JSON_MAP;
    node->children = calloc(count > 0 ? (size_t)count : 1, sizeof *node->children);
    if (node->children == NULL) {
        return false;
    }
    for (struct fy_node_pair *pair; (pair = fy_node_mapping_iterate(source, &at)) != NULL;) {
        files_json_node *child = &node->children[node->count++];
        struct fy_node *key = fy_node_pair_key(pair);
        child->key = copy_scalar(key);
        if (child->key == NULL || !copy_node(fy_node_pair_value(pair), child)) {
            return false;
        }
        child->line = line_of(key);
    }
    return true;
}

static bool copy_node(struct fy_node *source, files_json_node *node)
{
    if (source == NULL) {
        return true;
    }
    if (fy_node_is_sequence(source)) {
        const bool good = copy_list(source, node);
        node->line = node->count > 0 ? node->children[0].line : 0;
        return good;
    }
    if (fy_node_is_mapping(source)) {
        const bool good = copy_map(source, node);
        node->line = node->count > 0 ? node->children[0].line : 0;
        return good;
    }
    node->line = line_of(source);
    node->kind = fy_node_get_style(source) == FYNS_DOUBLE_QUOTED ? JSON_TEXT : JSON_SCALAR;
    node->text = copy_scalar(source);
    return node->text != NULL;
}

static talus_status report(struct fy_diag *diag, const char *path, talus_error *error)
{
    void *at = NULL;
    const struct fy_diag_error *first = fy_diag_errors_iterate(diag, &at);
    if (first == NULL) {
        talus_error_set(error, TALUS_ERROR_INPUT, "'%s' is no JSON document", path);
        talus_error_locate(error, path, 0, 0);
        return TALUS_ERROR_INPUT;
    }
    talus_error_set(error, TALUS_ERROR_INPUT, "not valid JSON: %s", first->msg);
    talus_error_locate(error, path, first->line, first->column);
    return TALUS_ERROR_INPUT;
}

static talus_status parse(const char *path, const char *data, size_t size, files_json *json,
                          talus_error *error)
{
    struct fy_diag_cfg config;
    fy_diag_cfg_default(&config);
    config.fp = NULL;
    config.output_fn = drop_output;
    config.colorize = false;
    struct fy_diag *diag = fy_diag_create(&config);
    if (diag == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to read '%s'", path);
    }
    fy_diag_set_collect_errors(diag, true);
    const struct fy_parse_cfg parser = {.flags = FYPCF_JSON_FORCE | FYPCF_COLLECT_DIAG,
                                        .diag = diag};
    struct fy_document *document = fy_document_build_from_string(&parser, data, size);
    struct fy_node *root = document == NULL ? NULL : fy_document_root(document);
    talus_status status = TALUS_OK;
    if (root == NULL) {
        status = report(diag, path, error);
    } else if (!copy_node(root, &json->root)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to read '%s'", path);
    }
    fy_document_destroy(document);
    fy_diag_destroy(diag);
    return status;
}

talus_status files_json_read(const char *path, files_json **json, talus_error *error)
{
    char *data;
    size_t size;
    *json = NULL;
    talus_status status = files_read_all(path, &data, &size, error);
    if (status != TALUS_OK) {
        return status;
    }
    files_json *document = calloc(1, sizeof *document);
    if (document == NULL) {
        free(data);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory to read '%s'", path);
    }
    status = parse(path, data, size, document, error);
    free(data);
    if (status != TALUS_OK) {
        files_json_destroy(document);
        return status;
    }
    *json = document;
    return TALUS_OK;
}

void files_json_destroy(files_json *json)
{
    if (json != NULL) {
        clear_node(&json->root);
        free(json);
    }
}

const files_json_node *files_json_root(const files_json *json)
{
    return &json->root;
}

const files_json_node *files_json_member(const files_json_node *node, const char *key)
{
    for (size_t i = 0; node != NULL && node->kind == JSON_MAP && i < node->count; i++) {
        if (strcmp(node->children[i].key, key) == 0) {
            return &node->children[i];
        }
    }
    return NULL;
}

size_t files_json_length(const files_json_node *node)
{
    return node != NULL && node->kind == JSON_LIST ? node->count : 0;
}

const files_json_node *files_json_item(const files_json_node *node, size_t index)
{
    return index < files_json_length(node) ? &node->children[index] : NULL;
}

bool files_json_number(const files_json_node *node, double *value)
{
    if (node == NULL || node->kind != JSON_SCALAR || node->text == NULL) {
        return false;
    }
    char *end;
    const double number = strtod(node->text, &end);
    if (end == node->text || *end != '\0') {
        return false;
    }
    *value = number;
    return true;
}

const char *files_json_text(const files_json_node *node)
{
    return node != NULL && node->kind == JSON_TEXT ? node->text : NULL;
}

bool files_json_numbers(const files_json_node *node, double *values, size_t count)
{
    if (files_json_length(node) != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!files_json_number(&node->children[i], &values[i])) {
            return false;
        }
    }
    return true;
}

int files_json_line(const files_json_node *node)
{
    return node == NULL ? 0 : node->line;
}
