// SPDX-License-Identifier: GPL-3.0-or-later
// YAML events into scenario nodes: the only file of the module that sees libfyaml.
// The event stream is taken, not libfyaml's documents: there the first duplicate key ends all.
#include "input/schema/tree.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

/// Deeper nesting is refused; this also bounds the stack below. A longer text would take minutes and
/// gigabytes.
enum { MAX_DEPTH = 16, MAX_BYTES = 8 << 20 };

typedef struct builder {
    scenario_tree *tree;
    const scenario_text *source;
    scenario_node *stack[MAX_DEPTH];
    scenario_node *keys[MAX_DEPTH]; ///< key of a map that waits for its value
    int depth;
    scenario_node *root;
    bool refused; ///< a problem was reported after which reading on makes no sense
} builder;

static void ignore_output(struct fy_diag *diag, void *user, const char *text, size_t size)
{
    (void)diag;
    (void)user;
    (void)text;
    (void)size;
}

/// A diag object that collects: the default one writes to stderr.
static struct fy_diag *create_diag(void)
{
    struct fy_diag_cfg config;
    fy_diag_cfg_default(&config);
    config.fp = NULL;
    config.output_fn = ignore_output;
    config.colorize = false;
    struct fy_diag *diag = fy_diag_create(&config);
    if (diag != NULL) {
        fy_diag_set_collect_errors(diag, true);
    }
    return diag;
}

static int shifted(const builder *b, int line, int column)
{
    return line == 1 ? column + b->source->shift : column;
}

static scenario_node *new_node(builder *b, struct fy_event *event, scenario_kind kind)
{
    int line = 1;
    int column = 1;
    const bool nothing = event->type == FYET_SCALAR && event->scalar.value == NULL;
    const struct fy_mark *mark = nothing ? NULL : fy_event_start_mark(event);
    if (mark != NULL) {
        line = mark->line + 1;
        column = mark->column + 1;
    } else if (b->depth > 0 && b->keys[b->depth - 1] != NULL) {
        // A key without a value: point at the key, which is shifted already.
        const scenario_node *key = b->keys[b->depth - 1];
        return scenario_node_new(b->tree, b->source, kind, key->line, key->column);
    }
    return scenario_node_new(b->tree, b->source, kind, line, shifted(b, line, column));
}

static void refuse(builder *b, const scenario_node *node, const char *sentence)
{
    scenario_report(b->tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
    b->refused = true;
}

/// Put a finished or just opened node where it belongs: root, list item, key or value.
static void place(builder *b, scenario_node *node)
{
    if (b->depth == 0) {
        b->root = node;
        return;
    }
    scenario_node *parent = b->stack[b->depth - 1];
    scenario_node **key = &b->keys[b->depth - 1];
    if (parent->kind == SCENARIO_LIST) {
        scenario_node_append(b->tree, parent, NULL, node);
    } else if (*key == NULL) {
        if (node->kind != SCENARIO_SCALAR) {
            refuse(b, node, "found a list or map where a key was expected");
            return;
        }
        *key = node;
    } else {
        scenario_node_append(b->tree, parent, *key, node);
        *key = NULL;
    }
}

/// A key of a map and where it stands among its keys.
typedef struct place_of_key {
    const scenario_node *key;
    size_t index;
} place_of_key;

static int compare_keys(const void *a, const void *b)
{
    const place_of_key *p = a;
    const place_of_key *q = b;
    const int order = strcmp(p->key->text, q->key->text);
    return order != 0 ? order : (p->index > q->index) - (p->index < q->index);
}

/// Report keys that a finished map has twice and keep the first of each. Sorting takes n log n
/// comparisons, whatever the keys are.
static void remove_duplicates(builder *b, scenario_node *map)
{
    place_of_key *sorted = calloc(map->count + 1, sizeof *sorted);
    if (sorted == NULL) {
        b->tree->failed = true;
        return;
    }
    for (size_t i = 0; i < map->count; i++) {
        sorted[i] = (place_of_key){map->keys[i], i};
    }
    qsort(sorted, map->count, sizeof *sorted, compare_keys);
    size_t first = 0;
    for (size_t i = 1; i < map->count; i++) {
        if (strcmp(sorted[first].key->text, sorted[i].key->text) != 0) {
            first = i;
            continue;
        }
        scenario_report(b->tree->diagnostics, TALUS_SEVERITY_ERROR, sorted[i].key,
                        "duplicate key '%.70s': it stands in line %d already, keep one",
                        sorted[i].key->text, sorted[first].key->line);
        map->keys[sorted[i].index] = NULL;
    }
    size_t kept = 0;
    for (size_t i = 0; i < map->count; i++) {
        if (map->keys[i] != NULL) {
            map->keys[kept] = map->keys[i];
            map->values[kept++] = map->values[i];
        }
    }
    map->count = kept;
    free(sorted);
}

static void add_scalar(builder *b, struct fy_event *event)
{
    scenario_node *node = new_node(b, event, SCENARIO_SCALAR);
    if (node == NULL) {
        return;
    }
    size_t size = 0;
    const char *text = NULL;
    if (event->scalar.value != NULL) {
        text = fy_token_get_text(event->scalar.value, &size);
        const enum fy_scalar_style style = fy_token_scalar_style(event->scalar.value);
        node->quoted = style != FYSS_PLAIN;
        // libfyaml's mark stands behind the quote.
        node->column -= style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
    }
    if (event->scalar.tag != NULL || event->scalar.anchor != NULL) {
        refuse(b, node, "tags and anchors (!name, &name) are not supported: write plain values");
    }
    if (text != NULL && memchr(text, '\0', size) != NULL) {
        refuse(b, node, "found a zero byte in a text: remove it");
    }
    if (scenario_node_set_text(b->tree, node, text != NULL ? text : "", text != NULL ? size : 0)) {
        place(b, node);
    }
}

static void open_container(builder *b, struct fy_event *event, scenario_kind kind)
{
    scenario_node *node = new_node(b, event, kind);
    if (node == NULL) {
        return;
    }
    const bool marked = kind == SCENARIO_MAP
                            ? event->mapping_start.anchor != NULL || event->mapping_start.tag
                            : event->sequence_start.anchor != NULL || event->sequence_start.tag;
    if (marked) {
        refuse(b, node, "tags and anchors (!name, &name) are not supported: write plain values");
    }
    place(b, node);
    if (b->depth == MAX_DEPTH) {
        refuse(b, node, "the lists and maps are nested too deeply for a scenario");
        return;
    }
    b->keys[b->depth] = NULL;
    b->stack[b->depth++] = node;
}

static void add_event(builder *b, struct fy_event *event)
{
    switch (event->type) {
    case FYET_SCALAR:
        add_scalar(b, event);
        break;
    case FYET_MAPPING_START:
        open_container(b, event, SCENARIO_MAP);
        break;
    case FYET_SEQUENCE_START:
        open_container(b, event, SCENARIO_LIST);
        break;
    case FYET_MAPPING_END:
        remove_duplicates(b, b->stack[--b->depth]);
        break;
    case FYET_SEQUENCE_END:
        b->depth--;
        break;
    case FYET_ALIAS: {
        const scenario_node *node = new_node(b, event, SCENARIO_SCALAR);
        refuse(b, node, "aliases (*name) are not supported: write the value again");
        break;
    }
    case FYET_DOCUMENT_START:
        if (b->root != NULL) {
            const scenario_node *node = new_node(b, event, SCENARIO_SCALAR);
            refuse(b, node, "found a second document ('---'): a scenario is one document");
        }
        break;
    case FYET_NONE:
    case FYET_STREAM_START:
    case FYET_STREAM_END:
    case FYET_DOCUMENT_END:
        break;
    }
}

/// An error at the end of the text stands behind its last line that holds anything.
static scenario_node syntax_place(const builder *b, int line, int column)
{
    const scenario_text *source = b->source;
    scenario_node node = {.source = source, .line = line, .column = shifted(b, line, column)};
    size_t last = source->line_count;
    while (last > 1 && source->lines[last - 1][0] == '\0') {
        last--;
    }
    if (line > (int)last) {
        node.line = (int)last;
        node.column = (int)strlen(source->lines[last - 1]) + 1;
    }
    return node;
}

/// Syntax errors that libfyaml collected; its lines and columns count from 1.
static void report_syntax(builder *b, struct fy_diag *diag)
{
    void *previous = NULL;
    const struct fy_diag_error *error;
    while ((error = fy_diag_errors_iterate(diag, &previous)) != NULL) {
        if (error->type >= FYET_ERROR) {
            const scenario_node place_of_error = syntax_place(b, error->line, error->column);
            scenario_report(b->tree->diagnostics, TALUS_SEVERITY_ERROR, &place_of_error,
                            "not valid YAML: %s", error->msg);
            b->refused = true;
        }
    }
}

scenario_node *scenario_parse_yaml(scenario_tree *tree, const scenario_text *source, size_t offset)
{
    builder b = {.tree = tree, .source = source};
    const char *text = source->text + offset;
    if (strlen(text) > MAX_BYTES) {
        const scenario_node start = {.source = source, .line = 1, .column = 1};
        refuse(&b, &start,
               "found more than 8 MiB of text, expected a scenario: keep data in files "
               "that it names");
        return NULL;
    }
    struct fy_parse_cfg config = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG};
    config.diag = create_diag();
    struct fy_parser *parser = config.diag != NULL ? fy_parser_create(&config) : NULL;
    if (parser == NULL || fy_parser_set_string(parser, text, strlen(text)) != 0) {
        tree->failed = true;
    } else {
        bool ended = false;
        struct fy_event *event;
        while (!b.refused && !tree->failed && (event = fy_parser_parse(parser)) != NULL) {
            ended = event->type == FYET_STREAM_END;
            add_event(&b, event);
            fy_parser_event_free(parser, event);
        }
        report_syntax(&b, config.diag);
        // libfyaml says of every wrong text what is wrong with it
        tree->failed |= !ended && !b.refused;
    }
    fy_parser_destroy(parser);
    fy_diag_destroy(config.diag);
    return b.refused || tree->failed ? NULL : b.root;
}
