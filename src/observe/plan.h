// SPDX-License-Identifier: GPL-3.0-or-later
/// @file plan.h
/// Lines and areas in plan: which of them a straight way crosses, how near it comes, and how far
/// away all of them are. It knows segments, in boxes; it refuses to know rocks and heights.
///
/// Whoever moves keeps a disc that holds none of them and asks again when it has left the disc.
/// Far away that costs two multiplications a step.
#ifndef TALUS_SRC_OBSERVE_PLAN_H
#define TALUS_SRC_OBSERVE_PLAN_H

#include "talus/base.h"

typedef struct plan_segment {
    double x0, y0, x1, y1; ///< m
    double along;          ///< m, of its first point from the begin of the run
} plan_segment;

/// Some segments that follow each other, and the box around them.
typedef struct plan_chunk {
    double west, south, east, north;
    size_t first, count;
} plan_chunk;

typedef struct plan_item {
    double west, south, east, north;
    size_t first, count; ///< chunks
    double margin;       ///< m >= 0, taken off every distance: half the width of a road
    bool is_area;        ///< inside (even-odd over all its segments) the distance is 0
} plan_item;

/// Const after it was made; shared by all workers.
typedef struct observe_plan {
    plan_segment *segments;
    plan_chunk *chunks;
    plan_item *items;
    size_t segment_count, segment_capacity, chunk_count, chunk_capacity, item_count, item_capacity;
} observe_plan;

void observe_plan_clear(observe_plan *plan);
/// Begin an item; runs follow. @return false when out of memory
bool observe_plan_begin(observe_plan *plan, double margin, bool is_area);
/// Add a run of points (count x 2) to the last item. @param closed with a segment back to the first
bool observe_plan_add(observe_plan *plan, const double *xy, size_t count, bool closed);

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
bool observe_plan_cross(const observe_plan *plan, const bool *skip, const double a[2],
                        const double b[2], plan_hits *hits);

/// Lower bound, and within round-off the value, of the distance (m) less the margin from a point to
/// the nearest item that is not skipped; infinity without one. Negative or 0 within a margin or
/// area.
double observe_plan_clearance(const observe_plan *plan, const bool *skip, double x, double y);

/// Does the way from a to b come within margin + reach of the item?
bool observe_plan_is_near(const observe_plan *plan, size_t item, const double a[2],
                          const double b[2], double reach);

#endif
