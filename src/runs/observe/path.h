// SPDX-License-Identifier: GPL-3.0-or-later
/// @file path.h
/// The cells that one rock touches and the largest value of each quantity in each of them. Steps
/// mostly stay in one cell: its maxima wait in the struct, and the table is only met when the rock
/// changes cells. No allocation while stepping, unless a rock touches more cells than any before.
#ifndef TALUS_SRC_RUNS_OBSERVE_PATH_H
#define TALUS_SRC_RUNS_OBSERVE_PATH_H

#include "runs/observe/cell_index.h"
#include "runs/observe/sketch.h"
#include "runs/trajectory/trajectory.h"

/// One touched cell.
typedef struct observe_visit {
    uint64_t cell; ///< j nx + i
    double max[TALUS_QUANTITY_COUNT];
} observe_visit;

/// What is kept of a touched cell beyond that, where it is requested.
typedef struct observe_more {

    double rotational; ///< J, largest rotational energy
    double normal;     ///< m, largest height normal to the slope; 0 where it is not requested

    double arrival; ///< s, end of the step that touched the cell first
    double tangent; ///< of the energy line then; NaN: S is where it was released
    double forest;  ///< J, taken by forest
    uint64_t impacts;
    uint32_t bodies;      ///< of the event that touched it
    uint32_t body;        ///< the last of them
    uint32_t hit;         ///< its index among the hits, where they are kept
    double translational; ///< J, largest of the bodies; where there are fragments
    double momentum;      ///< N s, likewise
} observe_more;

/// A body in a cell that it touched.
typedef struct observe_hit {
    uint64_t cell;
    double energy; ///< J, largest kinetic energy of the body there
} observe_hit;

typedef struct observe_path {
    talus_cells cells;
    double x, y;                      ///< m, last position of S
    int64_t i, j;                     ///< its cell, on or off the raster
    double west, east, south, north;  ///< m: cell (i, j) is certain inside these
    bool is_counted;                  ///< cell (i, j) is on the raster
    double max[TALUS_QUANTITY_COUNT]; ///< maxima of this visit to (i, j), not yet in the table
    observe_visit *visits;            ///< (visit_count) in order of first touch
    size_t visit_count, visit_capacity;
    observe_more *more; ///< (visit_count) beside the visits; NULL: not requested
    observe_more here;  ///< of this visit to (i, j)
    bool keeps_hits;    ///< hits are requested; with `more` only
    observe_hit *hits;  ///< (hit_count) bodies one after another
    size_t hit_count, hit_capacity;
    struct {
        double time, z, rotational, normal; ///< at the end of the step under way, set by the caller
    } step;
    const talus_terrain *slopes; ///< of the heights normal to it; NULL: they are not requested
    talus_vec3 start;            ///< m, S at the release
    double mass;                 ///< kg, of the body under way
    uint32_t body;               ///< its number in the event
    observe_cell_index index;    ///< of the visits
    bool is_lost;                ///< out of memory: the visits are incomplete
} observe_path;

/// Cell of a point, floor((x - x0) / cell); false off the raster.
bool observe_cell_at(const talus_cells *cells, double x, double y, int64_t *i, int64_t *j);

/// @return false when out of memory
bool observe_path_init(observe_path *path, const talus_cells *cells);
/// Keep observe_more too. @return false when out of memory
bool observe_path_keep_more(observe_path *path);
void observe_path_clear(observe_path *path);
/// Forget the last rock and start at (x, y) with these values.
void observe_path_start(observe_path *path, double x, double y,
                        const double values[TALUS_QUANTITY_COUNT]);
/// Go on with a fragment that starts at (x, y): the cells of the bodies before it stay. The caller
/// has set its mass, its step and the number of the body.
void observe_path_continue(observe_path *path, double x, double y,
                           const double values[TALUS_QUANTITY_COUNT]);
/// Move on to a point outside the current cell: traverse the segment cell by cell.
void observe_path_cross(observe_path *path, double x, double y,
                        const double values[TALUS_QUANTITY_COUNT]);
/// Put the current cell into the table; visits are then complete.
void observe_path_finish(observe_path *path);

/// Rotational energy of a step: the kinetic energy less the translational one.
static inline double observe_rotational(double kinetic_energy, double mass, double speed)
{
    const double rotational = kinetic_energy - 0.5 * mass * speed * speed;
    return rotational > 0.0 ? rotational : 0.0;
}

static inline void observe_raise(double max[TALUS_QUANTITY_COUNT],
                                 const double values[TALUS_QUANTITY_COUNT])
{
    for (int k = 0; k < TALUS_QUANTITY_COUNT; k++) {
        max[k] = values[k] > max[k] ? values[k] : max[k];
    }
}

/// Raise what is kept beyond the values by the step under way.
static inline void observe_path_raise(observe_path *path)
{
    observe_more *here = &path->here;
    here->rotational =
        path->step.rotational > here->rotational ? path->step.rotational : here->rotational;
    here->normal = path->step.normal > here->normal ? path->step.normal : here->normal;
}
/// Height normal to the slope (m, >= 0) of S at (x, y), `jump` over the terrain; 0 where that is
/// not requested and off the terrain.
double observe_path_normal(const observe_path *path, double x, double y, double jump);

/// The rock moved on to (x, y) in a straight line; the values (>= 0) are those at its end.
static inline void observe_path_add(observe_path *path, double x, double y,
                                    const double values[TALUS_QUANTITY_COUNT])
{
    if (x > path->west && x < path->east && y > path->south && y < path->north) {
        observe_raise(path->max, values);
        if (path->more != NULL) {
            observe_path_raise(path);
        }
        path->x = x;
        path->y = y;
        return;
    }
    observe_path_cross(path, x, y, values);
}

/// The same for the steps of a flight, whose horizontal way is straight.
void observe_path_add_many(observe_path *path, const trajectory *t);

#endif
