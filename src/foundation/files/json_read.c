// SPDX-License-Identifier: GPL-3.0-or-later
// JSON documents: libfyaml's events in JSON mode become a tree with arrays.
#include "foundation/base/array.h"
#include "foundation/files/files.h"
#include "foundation/files/json_node.h"

#include <libfyaml.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 }; // nested containers

/// One open container.
typedef struct frame {
    files_json_node node;
    size_t capacity;
    char *key; ///< of the next member, once it is read
} frame;

typedef struct builder {
    const char *path;
    frame open[DEEPEST];
    size_t depth;
    files_json_node root;
    talus_error *error;
} builder;

static talus_status refuse_at(builder *b, int line, int column)
{
    talus_error_locate(b->error, b->path, line, column);
    return TALUS_ERROR_INPUT;
}

static talus_status out_of_memory(builder *b)
{
    return talus_error_set(b->error, TALUS_ERROR_MEMORY, "%s: out of memory while reading it",
                           b->path);
}

/// Put a finished node where it belongs; on failure it is cleared.
static talus_status place(builder *b, files_json_node *node)
{
    if (b->depth == 0) {
        b->root = *node;
        return TALUS_OK;
    }
    frame *parent = &b->open[b->depth - 1];
    node->key = parent->key;
    parent->key = NULL;
    if (!array_reserve(&parent->node.value.items, &parent->capacity, parent->node.count + 1,
                       sizeof *parent->node.value.items)) {
        files_json_node_clear(node);
        return out_of_memory(b);
    }
    parent->node.value.items[parent->node.count++] = *node;
    return TALUS_OK;
}

static talus_status open_container(builder *b, files_json_kind kind, int line)
{
    if (b->depth == DEEPEST) {
        (void)talus_error_set(b->error, TALUS_ERROR_INPUT,
                              "containers are nested deeper than %d, the most that is supported",
                              DEEPEST);
        return refuse_at(b, line, 1);
    }
    b->open[b->depth++] = (frame){.node = {.kind = kind, .line = line}};
    return TALUS_OK;
}

static int compare_members(const void *a, const void *b)
{
    const files_json_node *const *left = a, *const *right = b;
    const int order = strcmp((*left)->key, (*right)->key);
    return order != 0 ? order : (*left > *right) - (*left < *right);
}

static talus_status refuse_duplicate_keys(builder *b, const files_json_node *object)
{
    const files_json_node **members = malloc((object->count + 1) * sizeof *members);
    if (members == NULL) {
        return out_of_memory(b);
    }
    for (size_t k = 0; k < object->count; k++) {
        members[k] = &object->value.items[k];
    }
    qsort(members, object->count, sizeof *members, compare_members);
    talus_status status = TALUS_OK;
    for (size_t k = 1; k < object->count && status == TALUS_OK; k++) {
        if (strcmp(members[k - 1]->key, members[k]->key) == 0) {
            (void)talus_error_set(
                b->error, TALUS_ERROR_INPUT,
                "the key \"%.60s\" appears twice in one object (first on line %d)", members[k]->key,
                members[k - 1]->line);
            status = refuse_at(b, members[k]->line, 1);
        }
    }
    free(members);
    return status;
}

static talus_status close_container(builder *b)
{
    files_json_node node = b->open[--b->depth].node;
    talus_status status = TALUS_OK;
    if (node.kind == NODE_OBJECT) {
        status = refuse_duplicate_keys(b, &node);
    }
    if (status != TALUS_OK) {
        files_json_node_clear(&node);
        return status;
    }
    return place(b, &node);
}

/// JSON writes characters beyond U+FFFF as two \u escapes, which the parser leaves as two
/// three-byte halves (ED A0..AF xx ED B0..BF xx): join each pair into one four-byte character.
static void join_surrogates(char *text)
{
    const unsigned char *from = (const unsigned char *)text;
    unsigned char *to = (unsigned char *)text;
    while (*from != '\0') {
        if (from[0] == 0xed && (from[1] & 0xf0) == 0xa0 && from[2] != 0 && from[3] == 0xed &&
            (from[4] & 0xf0) == 0xb0 && from[5] != 0) {
            const unsigned high = ((from[1] & 0x0fU) << 6) | (from[2] & 0x3fU);
            const unsigned low = ((from[4] & 0x0fU) << 6) | (from[5] & 0x3fU);
            const unsigned code = 0x10000U + (high << 10) + low;
            *to++ = (unsigned char)(0xf0 | (code >> 18));
            *to++ = (unsigned char)(0x80 | ((code >> 12) & 0x3f));
            *to++ = (unsigned char)(0x80 | ((code >> 6) & 0x3f));
            *to++ = (unsigned char)(0x80 | (code & 0x3f));
            from += 6;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
}

/// A copy of the token's text; `*copy` is NULL on failure.
static talus_status copy_text(builder *b, struct fy_token *token, const struct fy_mark *mark,
                              char **copy)
{
    size_t size = 0;
    const char *text = fy_token_get_text(token, &size);
    *copy = NULL;
    if (text == NULL) {
        return out_of_memory(b);
    }
    if (memchr(text, '\0', size) != NULL) {
        (void)talus_error_set(b->error, TALUS_ERROR_INPUT,
                              "a text contains the character \\u0000, which is not supported");
        return refuse_at(b, mark->line + 1, mark->column + 1);
    }
    *copy = malloc(size + 1);
    if (*copy == NULL) {
        return out_of_memory(b);
    }
    memcpy(*copy, text, size);
    (*copy)[size] = '\0';
    join_surrogates(*copy);
    return TALUS_OK;
}

static talus_status read_scalar(builder *b, struct fy_token *token, const struct fy_mark *mark)
{
    char *text = NULL;
    talus_status status = copy_text(b, token, mark, &text);
    if (status != TALUS_OK) {
        return status;
    }
    frame *parent = b->depth > 0 ? &b->open[b->depth - 1] : NULL;
    if (parent != NULL && parent->node.kind == NODE_OBJECT && parent->key == NULL) {
        parent->key = text;
        return TALUS_OK;
    }
    files_json_node node = {.kind = NODE_TEXT, .line = mark->line + 1, .value.text = text};
    if (fy_token_scalar_style(token) == FYSS_PLAIN) {
        const bool is_number = text[0] == '-' || (text[0] >= '0' && text[0] <= '9');
        const bool is_bool = text[0] == 't' || text[0] == 'f';
        node.kind = is_number ? NODE_NUMBER : is_bool ? NODE_BOOL : NODE_OTHER; // or null
        node.value.number = is_number ? strtod(text, NULL) : text[0] == 't';
        if (!isfinite(node.value.number)) {
            (void)talus_error_set(b->error, TALUS_ERROR_INPUT,
                                  "the number %.60s is beyond the largest double", text);
            status = refuse_at(b, mark->line + 1, mark->column + 1);
        }
        free(text);
        if (status != TALUS_OK) {
            return status;
        }
    }
    return place(b, &node);
}

static talus_status add_event(builder *b, struct fy_event *event)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    const struct fy_mark nowhere = {0, 0, 0};
    mark = mark != NULL ? mark : &nowhere;
    if (event->type == FYET_SEQUENCE_START) {
        return open_container(b, NODE_ARRAY, mark->line + 1);
    }
    if (event->type == FYET_MAPPING_START) {
        return open_container(b, NODE_OBJECT, mark->line + 1);
    }
    if (event->type == FYET_SEQUENCE_END || event->type == FYET_MAPPING_END) {
        return close_container(b);
    }
    if (event->type == FYET_SCALAR) {
        return read_scalar(b, fy_event_get_token(event), mark);
    }
    return TALUS_OK;
}

/// What libfyaml found first, as our error; TALUS_OK when it found nothing.
static talus_status first_complaint(builder *b, struct fy_parser *parser, struct fy_diag *diag)
{
    void *position = NULL;
    const struct fy_diag_error *found = fy_diag_errors_iterate(diag, &position);
    if (found != NULL) {
        (void)talus_error_set(b->error, TALUS_ERROR_INPUT, "this is not JSON: %s", found->msg);
        return refuse_at(b, found->line, found->column);
    }
    if (fy_parser_get_stream_error(parser)) {
        return talus_error_set(b->error, TALUS_ERROR_INPUT, "%s: this is not JSON", b->path);
    }
    return TALUS_OK;
}

static talus_status parse(builder *b, const char *text, size_t size)
{
    struct fy_diag_cfg diag_options;
    fy_diag_cfg_default(&diag_options);
    diag_options.fp = NULL; // nothing is printed
    struct fy_diag *diag = fy_diag_create(&diag_options);
    if (diag == NULL) {
        return out_of_memory(b);
    }
    fy_diag_set_collect_errors(diag, true);
    const struct fy_parse_cfg options = {
        .flags = FYPCF_JSON_FORCE | FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag};
    struct fy_parser *parser = fy_parser_create(&options);
    talus_status status = TALUS_OK;
    if (parser == NULL || fy_parser_set_string(parser, text, size) != 0) {
        status = out_of_memory(b);
    }
    struct fy_event *event = NULL;
    while (status == TALUS_OK && (event = fy_parser_parse(parser)) != NULL) {
        status = add_event(b, event);
        fy_parser_event_free(parser, event);
    }
    if (status == TALUS_OK) {
        status = first_complaint(b, parser, diag);
    }
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return status;
}

talus_status files_json_read(const char *path, files_json **json, talus_error *error)
{
    *json = NULL;
    char *text = NULL;
    size_t size = 0;
    talus_status status = files_read_text(path, &text, &size, NULL, error);
    if (status != TALUS_OK) {
        return status;
    }
    files_json *document = calloc(1, sizeof *document);
    builder *b = calloc(1, sizeof *b);
    if (document == NULL || b == NULL) {
        status =
            talus_error_set(error, TALUS_ERROR_MEMORY, "%s: out of memory while reading it", path);
    } else {
        b->path = path;
        b->error = error;
        const files_locale locale = files_locale_enter();
        status = parse(b, text, size);
        files_locale_leave(&locale);
        while (b->depth > 0) {
            frame *unfinished = &b->open[--b->depth];
            free(unfinished->key);
            files_json_node_clear(&unfinished->node);
        }
        document->root = b->root;
    }
    free(b);
    free(text);
    if (status != TALUS_OK) {
        files_json_destroy(document);
        return status;
    }
    *json = document;
    return TALUS_OK;
}
