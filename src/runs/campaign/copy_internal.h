// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a copy share: a coder that makes room when reading.
#ifndef TALUS_SRC_RUNS_CAMPAIGN_COPY_INTERNAL_H
#define TALUS_SRC_RUNS_CAMPAIGN_COPY_INTERNAL_H

#include "runs/campaign/copy.h"

/// One description of a struct for both ways; its members are set when reading.
typedef struct copy_carrier {
    byte_coder coder;
    campaign_copy *copy; ///< when reading
    bool is_out_of_memory;
} copy_carrier;
typedef void copy_item(copy_carrier *c, void *item);

static inline bool copy_is_reading(const copy_carrier *c)
{
    return c->coder.writer == NULL;
}
/// Room that the copy owns, zeros. @return NULL: out of memory
void *copy_room(copy_carrier *c, size_t count, size_t size);
/// An array of structs of at most 640 bytes, one after the other.
/// @param items what is written
/// @return what was read, NULL for none; `items` when writing
const void *copy_list(copy_carrier *c, const void *items, size_t *count, size_t size,
                      copy_item *code);
/// A list of one item, or none for NULL.
const void *copy_optional(copy_carrier *c, const void *item, size_t size, copy_item *code);
/// Items of lists of double, float and uint32_t.
void copy_number(copy_carrier *c, void *value);
void copy_single(copy_carrier *c, void *value);
void copy_index(copy_carrier *c, void *value);

void copy_size(copy_carrier *c, size_t *value);
/// A member of an enumeration, as a number.
uint32_t copy_choice(copy_carrier *c, uint32_t value);
void copy_doubles(copy_carrier *c, double *const *values, size_t count);
#define COPY_DOUBLES(...)                                                                          \
    copy_doubles(c, (double *const[]){__VA_ARGS__},                                                \
                 sizeof((double *const[]){__VA_ARGS__}) / sizeof(double *))
void copy_vector(copy_carrier *c, talus_vec3 *v);
void copy_grid(copy_carrier *c, talus_grid *grid);
void copy_distribution(copy_carrier *c, void *distribution);

/// All of a site but its terrain. @return the obstacles that a copy has yet to be given
const talus_obstacle_list *copy_site(copy_carrier *c, talus_site *site);
/// Rocks, releases, options.
void copy_rest(copy_carrier *c, talus_campaign *campaign);

#endif
