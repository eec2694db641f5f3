// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays and numbers of a copy, both ways.
#include "runs/campaign/copy_internal.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_ITEM = 640 };

/// Room that the copy owns. @return NULL: out of memory
void *copy_room(copy_carrier *c, size_t count, size_t size)
{
    campaign_copy *copy = c->copy;
    if (copy->block_count == copy->block_capacity) {
        const size_t capacity = copy->block_capacity > 0 ? 2 * copy->block_capacity : 64;
        void **larger = realloc(copy->blocks, capacity * sizeof *larger);
        if (larger == NULL) {
            c->is_out_of_memory = true;
            return NULL;
        }
        copy->blocks = larger;
        copy->block_capacity = capacity;
    }
    void *block = calloc(count > 0 ? count : 1, size);
    c->is_out_of_memory = c->is_out_of_memory || block == NULL;
    if (block != NULL) {
        copy->blocks[copy->block_count++] = block;
    }
    return block;
}

static size_t code_length(copy_carrier *c, size_t count, size_t least)
{
    if (copy_is_reading(c)) {
        return byte_read_length(c->coder.reader, least);
    }
    byte_write_count(c->coder.writer, count);
    return count;
}

/// An array of structs, one after the other.
/// @param items what is written; @return what was read, `items` when writing
const void *copy_list(copy_carrier *c, const void *items, size_t *count, size_t size,
                      copy_item *code)
{
    union {
        double aligned;
        void *pointer;
        unsigned char bytes[LARGEST_ITEM];
    } item;
    *count = code_length(c, *count, 1);
    if (*count == 0) {
        return NULL;
    }
    unsigned char *made = copy_is_reading(c) ? copy_room(c, *count, size) : NULL;
    if (size > sizeof item || (copy_is_reading(c) && made == NULL)) {
        c->is_out_of_memory = true;
        *count = 0;
        return NULL;
    }
    for (size_t k = 0; k < *count && !c->is_out_of_memory; k++) {
        if (copy_is_reading(c)) {
            code(c, made + k * size);
        } else {
            memcpy(item.bytes, (const unsigned char *)items + k * size, size);
            code(c, item.bytes);
        }
    }
    return copy_is_reading(c) ? made : items;
}

void copy_number(copy_carrier *c, void *value)
{
    byte_code_f64(c->coder, value);
}

void copy_single(copy_carrier *c, void *value)
{
    byte_code_f32(c->coder, value);
}

void copy_index(copy_carrier *c, void *value)
{
    byte_code_count32(c->coder, value);
}

/// A list of one item, or none for NULL.
const void *copy_optional(copy_carrier *c, const void *item, size_t size, copy_item *code)
{
    size_t count = item != NULL ? 1 : 0;
    const void *found = copy_list(c, item, &count, size, code);
    return count > 0 ? found : NULL;
}

uint32_t copy_choice(copy_carrier *c, uint32_t value)
{
    byte_code_count32(c->coder, &value);
    return value;
}

void copy_doubles(copy_carrier *c, double *const *values, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        byte_code_f64(c->coder, values[k]);
    }
}

void copy_vector(copy_carrier *c, talus_vec3 *v)
{
    COPY_DOUBLES(&v->x, &v->y, &v->z);
}

void copy_size(copy_carrier *c, size_t *value)
{
    uint64_t wide = *value;
    byte_code_count(c->coder, &wide);
    *value = (size_t)wide;
}

void copy_grid(copy_carrier *c, talus_grid *grid)
{
    COPY_DOUBLES(&grid->x0, &grid->y0, &grid->cell);
    copy_size(c, &grid->nx);
    copy_size(c, &grid->ny);
}

void copy_distribution(copy_carrier *c, void *item)
{
    talus_distribution *d = item;
    d->law = (talus_law)copy_choice(c, (uint32_t)d->law);
    COPY_DOUBLES(&d->a, &d->b, &d->min, &d->max);
    d->table = copy_list(c, d->table, &d->table_count, sizeof *d->table, copy_number);
}
