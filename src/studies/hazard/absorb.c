// SPDX-License-Identifier: GPL-3.0-or-later
// Patches that are too small for a map join a patch beside them. The rule, from docs/hazard.md:
//
//   a small patch         may join
//   without a zone        any patch
//   undecided             a zone that is not below the lower bound of any of its cells
//   of a zone             a more dangerous zone, or an undecided patch that may be as dangerous
//
// Of these it joins the one with which it shares the longest border; of equal ones the more
// dangerous, an undecided one first. A small patch that may join none stays. So no decided cell
// comes to a less dangerous zone. Of many undecided cells some seem decided by chance, each with
// 2.5 %: that is what a speck among them is worth.
#include "studies/hazard/assess.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS = 256 };

/// A patch that is flooded, and what lies around it.
typedef struct patch {
    uint8_t kind;
    size_t count;
    uint8_t low;           ///< largest lower bound of its cells
    size_t borders[KINDS]; ///< sides shared with cells of another kind
    uint8_t around_high;   ///< largest upper bound of the undecided cells beside it
} patch;

typedef struct absorber {
    hazard_assessment *a;
    uint32_t *queue; ///< (nx x ny) cells of the patch
    uint8_t *seen;   ///< (nx x ny)
    uint64_t joined;
} absorber;

static void look_beside(absorber *b, patch *p, size_t at)
{
    const uint8_t kind = b->a->mapped[at];
    if (kind != p->kind) {
        p->borders[kind]++;
        if (kind == HAZARD_UNDECIDED && b->a->high[at] > p->around_high) {
            p->around_high = b->a->high[at];
        }
    } else if (!b->seen[at]) {
        b->seen[at] = 1;
        b->queue[p->count++] = (uint32_t)at;
    }
}

/// Cells that are connected by sides with a first one and have its kind.
static void flood(absorber *b, size_t first, patch *p)
{
    const size_t nx = b->a->window.nx, ny = b->a->window.ny;
    *p = (patch){.kind = b->a->mapped[first], .count = 1};
    b->queue[0] = (uint32_t)first;
    b->seen[first] = 1;
    for (size_t k = 0; k < p->count; k++) {
        const size_t at = b->queue[k], i = at % nx, j = at / nx;
        p->low = b->a->low[at] > p->low ? b->a->low[at] : p->low;
        if (i > 0) {
            look_beside(b, p, at - 1);
        }
        if (i + 1 < nx) {
            look_beside(b, p, at + 1);
        }
        if (j > 0) {
            look_beside(b, p, at - nx);
        }
        if (j + 1 < ny) {
            look_beside(b, p, at + nx);
        }
    }
}

static bool may_join(const patch *p, int kind)
{
    if (p->borders[kind] == 0 || kind == 0) {
        return false;
    }
    if (kind == HAZARD_UNDECIDED) {
        return p->kind == 0 || p->around_high >= p->kind;
    }
    return p->kind == HAZARD_UNDECIDED ? kind >= p->low : kind > p->kind;
}

/// What a small patch becomes; its own kind when it stays.
static uint8_t choose(const patch *p)
{
    int chosen = p->kind;
    size_t longest = 0;
    for (int kind = 1; kind < KINDS; kind++) {
        if (may_join(p, kind) && p->borders[kind] >= longest) {
            longest = p->borders[kind];
            chosen = kind;
        }
    }
    return (uint8_t)chosen;
}

static void join(absorber *b, const patch *p, uint8_t kind)
{
    for (size_t k = 0; k < p->count; k++) {
        b->a->mapped[b->queue[k]] = kind;
    }
    b->joined++;
}

/// One walk over all patches, from the south-west. Each join leaves one patch less.
/// @param kept patches that stay though they are small
static void walk(absorber *b, size_t least_cells, uint64_t *kept)
{
    const size_t cells = b->a->window.nx * b->a->window.ny;
    patch p;
    memset(b->seen, 0, cells);
    *kept = 0;
    b->joined = 0;
    for (size_t first = 0; first < cells; first++) {
        if (b->seen[first]) {
            continue;
        }
        flood(b, first, &p);
        if (p.count < least_cells) {
            const uint8_t kind = choose(&p);
            if (kind != p.kind) {
                join(b, &p, kind);
            } else {
                *kept += p.kind != 0;
            }
        }
    }
}

/// What became of the cells.
static void count(hazard_assessment *a)
{
    hazard_tally *tally = &a->tally;
    for (size_t k = 0; k < a->window.nx * a->window.ny; k++) {
        const uint8_t from = a->zones[k], to = a->mapped[k];
        if (to == HAZARD_UNDECIDED) {
            tally->mapped_undecided++;
        } else if (to > 0) {
            tally->mapped[to - 1]++;
        }
        if (from != to) {
            tally->filled += from == 0;
            tally->settled += from == HAZARD_UNDECIDED;
            tally->deferred += from != 0 && to == HAZARD_UNDECIDED;
            tally->raised += from != 0 && from != HAZARD_UNDECIDED && to != HAZARD_UNDECIDED;
        }
    }
}

bool hazard_absorb(hazard_assessment *a, size_t least_cells)
{
    const size_t cells = a->window.nx * a->window.ny;
    absorber b = {.a = a,
                  .queue = malloc((cells + 1) * sizeof *b.queue),
                  .seen = malloc(cells + 1),
                  .joined = 1};
    const bool has_room = b.queue != NULL && b.seen != NULL;
    while (has_room && least_cells > 1 && b.joined > 0) {
        walk(&b, least_cells, &a->tally.kept_patches);
    }
    if (has_room) {
        count(a);
    }
    free(b.queue);
    free(b.seen);
    return has_room;
}
