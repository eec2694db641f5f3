// SPDX-License-Identifier: GPL-3.0-or-later
// Questions to a JSON tree: members, items and values.
#include "foundation/files/json_node.h"

#include <stdlib.h>
#include <string.h>

void files_json_node_clear(files_json_node *node)
{
    free(node->key);
    if (node->kind == NODE_TEXT) {
        free(node->value.text);
    } else if (node->kind == NODE_ARRAY || node->kind == NODE_OBJECT) {
        for (size_t k = 0; k < node->count; k++) {
            files_json_node_clear(&node->value.items[k]);
        }
        free(node->value.items);
    }
    *node = (files_json_node){0};
}

void files_json_destroy(files_json *json)
{
    if (json != NULL) {
        files_json_node_clear(&json->root);
        free(json);
    }
}

const files_json_node *files_json_root(const files_json *json)
{
    return &json->root;
}

const files_json_node *files_json_member(const files_json_node *node, const char *key)
{
    if (node == NULL || node->kind != NODE_OBJECT) {
        return NULL;
    }
    for (size_t k = 0; k < node->count; k++) {
        if (strcmp(node->value.items[k].key, key) == 0) {
            return &node->value.items[k];
        }
    }
    return NULL;
}

bool files_json_is_array(const files_json_node *node)
{
    return node != NULL && node->kind == NODE_ARRAY;
}

bool files_json_is_object(const files_json_node *node)
{
    return node != NULL && node->kind == NODE_OBJECT;
}

const char *files_json_key(const files_json_node *node, size_t index)
{
    return files_json_is_object(node) && index < node->count ? node->value.items[index].key : NULL;
}

size_t files_json_length(const files_json_node *node)
{
    return node != NULL && node->kind == NODE_ARRAY ? node->count : 0;
}

const files_json_node *files_json_item(const files_json_node *node, size_t index)
{
    return index < files_json_length(node) ? &node->value.items[index] : NULL;
}

bool files_json_number(const files_json_node *node, double *value)
{
    if (node == NULL || node->kind != NODE_NUMBER) {
        return false;
    }
    *value = node->value.number;
    return true;
}

bool files_json_bool(const files_json_node *node, bool *value)
{
    if (node == NULL || node->kind != NODE_BOOL) {
        return false;
    }
    *value = node->value.number != 0.0;
    return true;
}

const char *files_json_text(const files_json_node *node)
{
    return node != NULL && node->kind == NODE_TEXT ? node->value.text : NULL;
}

bool files_json_numbers(const files_json_node *node, double *values, size_t count)
{
    if (node == NULL || node->kind != NODE_ARRAY || node->count != count) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        if (!files_json_number(&node->value.items[k], &values[k])) {
            return false;
        }
    }
    return true;
}

int files_json_line(const files_json_node *node)
{
    return node != NULL ? node->line : 0;
}
