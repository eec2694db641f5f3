// SPDX-License-Identifier: GPL-3.0-or-later
// Two sections of one table, field by field.
#include "input/schema/fields.h"

#include <string.h>

static bool are_same_numbers(const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(a[i] == b[i] || (isnan(a[i]) && isnan(b[i])))) {
            return false;
        }
    }
    return true;
}

static bool are_same_texts(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool are_same_laws(const scenario_quantity *a, const scenario_quantity *b)
{
    const talus_distribution *p = &a->law, *q = &b->law;
    return p->law == q->law && are_same_texts(a->file, b->file) &&
           are_same_numbers((const double[]){p->a, p->b, p->min, p->max},
                            (const double[]){q->a, q->b, q->min, q->max}, 4);
}

static bool are_same_lists(const scenario_table *table, const scenario_list *a,
                           const scenario_list *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = scenario_sections_equal(table, (const char *)a->items + i * table->size,
                                       (const char *)b->items + i * table->size);
    }
    return same;
}

static bool are_same_lists_of_texts(const scenario_texts *a, const scenario_texts *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = strcmp(a->values[i], b->values[i]) == 0;
    }
    return same;
}

static bool are_same_orientations(const scenario_orientation *a, const scenario_orientation *b)
{
    const talus_quat p = a->p, q = b->p;
    return a->random == b->random &&
           (a->random || are_same_numbers((const double[]){p.w, p.x, p.y, p.z},
                                          (const double[]){q.w, q.x, q.y, q.z}, 4));
}

/// Both values are set.
static bool are_same(const scenario_field *field, const void *a, const void *b)
{
    switch (field->type) {
    case SCENARIO_TEXT:
    case SCENARIO_PATH:
    case SCENARIO_FILE:
    case SCENARIO_SHAPE:
        return are_same_texts(*(const char *const *)a, *(const char *const *)b);
    case SCENARIO_NUMBER:
        return are_same_numbers(a, b, 1);
    case SCENARIO_VECTOR:
        return are_same_numbers(a, b, 3);
    case SCENARIO_BOX:
        return are_same_numbers(a, b, 4);
    case SCENARIO_COUNT:
        return *(const uint64_t *)a == *(const uint64_t *)b;
    case SCENARIO_FLAG:
        return *(const bool *)a == *(const bool *)b;
    case SCENARIO_CHOICE:
        return *(const int *)a == *(const int *)b;
    case SCENARIO_POINTS: {
        const scenario_points *p = a, *q = b;
        return p->count == q->count && are_same_numbers(p->xy, q->xy, 2 * p->count);
    }
    case SCENARIO_NUMBERS: {
        const scenario_numbers *p = a, *q = b;
        return p->count == q->count && are_same_numbers(p->values, q->values, p->count);
    }
    case SCENARIO_TEXTS:
    case SCENARIO_FILE_LIST:
        return are_same_lists_of_texts(a, b);
    case SCENARIO_QUANTITY:
        return are_same_laws(a, b);
    case SCENARIO_ORIENTATION:
        return are_same_orientations(a, b);
    case SCENARIO_LAYERS: {
        const scenario_names *p = a, *q = b;
        return p->all == q->all && p->chosen[0] == q->chosen[0] && p->chosen[1] == q->chosen[1];
    }
    case SCENARIO_SECTION:
        return scenario_sections_equal(field->table, a, b);
    case SCENARIO_SECTIONS:
        return are_same_lists(field->table, a, b);
    }
    return false;
}

bool scenario_sections_equal(const scenario_table *table, const void *a, const void *b)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        const void *p = (const char *)a + field->offset, *q = (const char *)b + field->offset;
        const bool is_set = scenario_is_set(field, p);
        if (is_set != scenario_is_set(field, q) || (is_set && !are_same(field, p, q))) {
            return false;
        }
    }
    return true;
}
