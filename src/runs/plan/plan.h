// SPDX-License-Identifier: GPL-3.0-or-later
/// @file plan.h
/// Lines and areas in plan: which of them a straight path crosses, how near it comes, and how far
/// away all of them are. It knows segments, in boxes; it refuses to know rocks and heights.
///
/// A moving point keeps a disc that holds none of them, and asks again when it has left the disc.
/// Far away that costs two multiplications a step; among many items a tree of boxes leads to the
/// few that are near.
#ifndef TALUS_SRC_RUNS_PLAN_PLAN_H
#define TALUS_SRC_RUNS_PLAN_PLAN_H

#include "talus/base.h"

typedef struct plan_segment {
    double x0, y0, x1, y1; ///< m
    double along;          ///< m, of its first point from the start of the run
} plan_segment;

typedef enum plan_ring { PLAN_GOES_ON, PLAN_OUTER, PLAN_HOLE } plan_ring;

/// Some segments that follow each other, and the box around them.
typedef struct plan_chunk {
    double west, south, east, north;
    size_t first, count;
    plan_ring ring; ///< that begins here
} plan_chunk;

typedef struct plan_item {
    double west, south, east, north;
    size_t first, count; ///< chunks
    double margin;       ///< m >= 0, taken off every distance: half the width of a road
    bool is_area;        ///< inside the distance is 0
} plan_item;

/// A box over neighbouring items with their margins, or over neighbouring nodes.
typedef struct plan_node {
    double west, south, east, north;
    uint32_t first, count; ///< in `order` (leaves) or `nodes`
    bool is_leaf;
} plan_node;

/// Const after plan_finish; shared by all workers.
typedef struct plan_index {
    plan_segment *segments;
    plan_chunk *chunks;
    plan_item *items;
    size_t segment_count, segment_capacity, chunk_count, chunk_capacity, item_count, item_capacity;
    uint32_t *order;  ///< items, neighbours side by side; those without segments are left out
    plan_node *nodes; ///< (node_count) leaves first, the root last
    size_t node_count;
} plan_index;

void plan_clear(plan_index *plan);
/// Begin an item (fewer than 2^32 in all); runs follow. @return false when out of memory
bool plan_begin(plan_index *plan, double margin, bool is_area);
/// Add a run of points (count x 2) to the last item. @param closed with a segment back to the first
bool plan_add(plan_index *plan, const double *xy, size_t count, bool closed);
/// Add a closed run that is the outer ring of a polygon of an area, or a hole of the polygon before. Without
/// such, inside goes by the even-odd rule over all runs.
bool plan_add_ring(plan_index *plan, const double *xy, size_t count, bool is_hole);
/// After the last item, before the first question. @return false when out of memory
bool plan_finish(plan_index *plan);

/// Most nodes that wait in a search: 7 of each level that 2^32 items can have, and the last
/// one's 8.
enum { PLAN_FAN = 8, PLAN_WAITING = 80 };

/// Items under way whose box, grown by their margin, meets a rectangle.
typedef struct plan_search {
    const plan_index *plan;
    double west, south, east, north;
    size_t at, end; ///< in plan->order
    uint32_t waiting[PLAN_WAITING];
    unsigned waiting_count;
} plan_search;
/// Around the way from a to b, `reach` to every side.
plan_search plan_start_search(const plan_index *plan, const double a[2], const double b[2],
                              double reach);
/// The next item, in no particular order. @return false when there is none
bool plan_next(plan_search *search, size_t *item);

/// Where a way crosses an item.
typedef struct plan_hit {
    size_t item, segment;
    double fraction; ///< of the way, in [0, 1]
    double along;    ///< m, along the run
    bool to_left;    ///< of the segment, seen along it
} plan_hit;
typedef struct plan_hits {
    plan_hit *hits;
    size_t count, capacity;
} plan_hits;

/// Append the crossings of the way from a to b with the items that are not skipped. Points exactly
/// on a line count as if all ways were moved by (e, e^2), e > 0 and smaller than any number: a way
/// through a vertex crosses once, a way that ends on a line crosses in this step or in the next,
/// never in both or in none.
/// @param skip (item_count), may be NULL
/// @return false when out of memory
bool plan_cross(const plan_index *plan, const bool *skip, const double a[2], const double b[2],
                plan_hits *hits);

/// Lower bound, and within round-off the value, of the distance (m) less the margin from a point to
/// the nearest item that is not skipped; infinity without one. Negative or 0, but not how far,
/// within a margin or area.
double plan_clearance(const plan_index *plan, const bool *skip, double x, double y);

/// Does the way from a to b come within margin + reach of the item?
bool plan_is_near(const plan_index *plan, size_t item, const double a[2], const double b[2],
                  double reach);

#endif
