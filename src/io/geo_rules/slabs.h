// SPDX-License-Identifier: GPL-3.0-or-later
/// @file slabs.h
/// Rings cut into horizontal slabs, in which no two edges cross: trapezoids, and how often each place
/// is covered. It knows rings of polygons; it refuses to know layers.
#ifndef TALUS_SRC_IO_GEO_RULES_SLABS_H
#define TALUS_SRC_IO_GEO_RULES_SLABS_H

#include "io/geo_rules/geo_rules.h"

/// A non-horizontal edge, lower end first.
typedef struct slab_edge {
    double x0, y0, x1, y1;
    double x_mid; ///< in the current slab
    size_t index;
    size_t ring;
    int turn; ///< 1: the ring runs up here; -1: down
} slab_edge;
typedef struct slab_ring {
    size_t polygon; ///< number, from 0 on
    int winding;    ///< left of the current place
    bool is_hole;
} slab_ring;
typedef struct slab_polygon {
    int winding, holes; ///< of the outer ring; holes around the current place
} slab_polygon;

/// What lies in the rings, m^2.
typedef struct slab_areas {
    double covered; ///< inside an outer ring and in none of its holes
    double overlap; ///< covered once more, and more often as many times
    double
        stray; ///< holes in holes or outside their polygon: inside an odd number of rings, but not covered
    double differs;   ///< covered, but inside an even number of rings; or stray
    double sides[2];  ///< of the first polygon: to the left and to the right of its outer ring
    size_t crossings; ///< of edges of one ring
    double at[2];     ///< the first of them; else a place that the first polygon's ring runs around
                      ///< the other way, or twice
} slab_areas;

typedef struct slabs {
    double low, high,
        east; ///< only this part is looked at: rows, and what lies left of its eastern end
    slab_edge *edges, *active;
    size_t edge_count, edge_capacity, active_capacity;
    double *levels;
    size_t level_count, level_capacity;
    slab_ring *rings;
    size_t ring_count, ring_capacity;
    slab_polygon *polygons;
    size_t polygon_count, polygon_capacity;
    double *triangles; ///< (count x 3 x 2)
    size_t count, capacity;
    size_t work; ///< edges looked at in all cuts; more than SLABS_MOST_WORK ends them
} slabs;

/// Some seconds. Layers of a million vertices take a hundredth of it, a tangle of a few thousand edges
/// takes more.
#define SLABS_MOST_WORK ((size_t)300000000)

/// Forget the rings, keep the triangles.
void slabs_begin(slabs *cut);
/// Rings of one polygon: an outer one, then its holes. false = out of memory or too much work
bool slabs_add(slabs *cut, const geo_part *rings, size_t count);
/// By which rule triangles are made.
typedef enum slabs_rule {
    SLABS_ODD,     ///< places inside an odd number of rings
    SLABS_COVERED, ///< places that a polygon covers
    SLABS_NONE
} slabs_rule;
/// @param areas added to; NULL = not requested. false = out of memory or too much work
bool slabs_cut(slabs *cut, slabs_rule rule, slab_areas *areas);
/// Free all but the triangles.
void slabs_clear(slabs *cut);

#endif
