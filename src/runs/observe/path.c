// SPDX-License-Identifier: GPL-3.0-or-later
// The walk through the grid, and the table of touched cells.
#include "runs/observe/path.h"

#include "foundation/math/lanes.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 512 };

bool observe_cell_at(const talus_cells *cells, double x, double y, int64_t *i, int64_t *j)
{
    const double u = floor((x - cells->x0) / cells->cell);
    const double v = floor((y - cells->y0) / cells->cell);
    *i = (int64_t)u;
    *j = (int64_t)v;
    return u >= 0.0 && v >= 0.0 && u < (double)cells->nx && v < (double)cells->ny;
}

/// Room for `capacity` visits; the slots are filled again.
static bool resize(observe_path *path, size_t capacity)
{
    observe_visit *visits = realloc(path->visits, capacity * sizeof *visits);
    if (visits == NULL) {
        return false;
    }
    path->visits = visits;
    if (path->more != NULL) {
        observe_more *more = realloc(path->more, capacity * sizeof *more);
        if (more == NULL) {
            return false;
        }
        path->more = more;
    }
    if (!observe_cell_index_resize(&path->index, 4 * capacity, visits, sizeof *visits,
                                   path->visit_count)) {
        return false;
    }
    path->visit_capacity = capacity;
    return true;
}

bool observe_path_init(observe_path *path, const talus_cells *cells)
{
    *path = (observe_path){.cells = *cells};
    if (!resize(path, FIRST_CAPACITY)) {
        observe_path_clear(path);
        return false;
    }
    return true;
}

bool observe_path_keep_more(observe_path *path)
{
    path->more = malloc(path->visit_capacity * sizeof *path->more);
    return path->more != NULL;
}

double observe_path_normal(const observe_path *path, double x, double y, double jump)
{
    double z, dzdx, dzdy;
    if (path->slopes == NULL || !(jump > 0.0) ||
        talus_terrain_surface(path->slopes, x, y, &z, &dzdx, &dzdy) != TALUS_INSIDE) {
        return 0.0;
    }
    return jump / sqrt(1.0 + dzdx * dzdx + dzdy * dzdy);
}

void observe_path_clear(observe_path *path)
{
    free(path->more);
    free(path->hits);
    free(path->visits);
    free(path->index.slots);
    *path = (observe_path){.is_lost = true};
}

/// The visit of a cell, new with zero maxima if need be; NULL when out of memory.
static observe_visit *find_visit(observe_path *path, uint64_t cell)
{
    if (path->visit_count == path->visit_capacity && !resize(path, 2 * path->visit_capacity)) {
        return NULL;
    }
    uint32_t *slot = observe_cell_slot(&path->index, path->visits, sizeof *path->visits, cell);
    if (*slot != 0) {
        return &path->visits[*slot - 1];
    }
    *slot = (uint32_t)path->visit_count + 1;
    observe_visit *visit = &path->visits[path->visit_count++];
    *visit = (observe_visit){.cell = cell};
    return visit;
}

/// What goes with the mass of the body under way.
static void raise_moving(const observe_path *path, observe_more *more)
{
    const double speed = path->max[TALUS_SPEED], momentum = path->mass * speed,
                 translational = 0.5 * path->mass * speed * speed;
    more->momentum = momentum > more->momentum ? momentum : more->momentum;
    more->translational = translational > more->translational ? translational : more->translational;
}

/// The body under way in a cell: one hit, with the largest energy of all its visits. Bodies come one
/// after another, so only the last hit of a cell can be of this body. @param is_back it is
static bool store_hit(observe_path *path, const observe_visit *visit, observe_more *more,
                      bool is_back)
{
    const double energy = path->max[TALUS_KINETIC_ENERGY];
    if (is_back) {
        observe_hit *hit = &path->hits[more->hit];
        hit->energy = energy > hit->energy ? energy : hit->energy;
        return true;
    }
    if (path->hit_count == path->hit_capacity) {
        const size_t capacity = path->hit_capacity > 0 ? 2 * path->hit_capacity : FIRST_CAPACITY;
        observe_hit *hits = realloc(path->hits, capacity * sizeof *hits);
        if (hits == NULL) {
            return false;
        }
        path->hits = hits;
        path->hit_capacity = capacity;
    }
    more->hit = (uint32_t)path->hit_count;
    path->hits[path->hit_count++] = (observe_hit){visit->cell, energy};
    return true;
}

/// Maxima and sums over all visits of the bodies; the arrival is the earliest.
static void store_more(const observe_path *path, observe_more *more, bool is_new)
{
    const observe_more *here = &path->here;
    if (is_new) {
        *more = *here;
        more->bodies = 1;
        more->body = path->body;
        raise_moving(path, more);
        return;
    }
    raise_moving(path, more);
    more->bodies += more->body != path->body;
    more->body = path->body;
    if (here->arrival < more->arrival) {
        more->arrival = here->arrival;
        more->tangent = here->tangent;
    }
    more->rotational = here->rotational > more->rotational ? here->rotational : more->rotational;
    more->normal = here->normal > more->normal ? here->normal : more->normal;
    more->forest += here->forest;
    more->impacts += here->impacts;
}

static void store_current(observe_path *path)
{
    if (!path->is_counted) {
        return;
    }
    const size_t known = path->visit_count;
    observe_visit *visit = find_visit(path, (uint64_t)path->j * path->cells.nx + (uint64_t)path->i);
    if (visit == NULL) {
        path->is_lost = true;
        return;
    }
    observe_raise(visit->max, path->max);
    if (path->more != NULL) {
        const bool is_new = path->visit_count > known;
        observe_more *more = &path->more[visit - path->visits];
        const bool is_back = !is_new && more->body == path->body;
        store_more(path, more, is_new);
        if (path->keeps_hits && !store_hit(path, visit, more, is_back)) {
            path->is_lost = true;
        }
    }
}

/// Drop over horizontal distance from the release to (x, y, path->step.z).
static double energy_line(const observe_path *path, double x, double y)
{
    const double east = x - path->start.x, north = y - path->start.y;
    const double distance = sqrt(east * east + north * north);
    return distance > 0.0 ? (path->start.z - path->step.z) / distance : (double)NAN;
}

/// Into cell (i, j), in a step that ends at (x, y).
static void enter_cell(observe_path *path, int64_t i, int64_t j, double x, double y,
                       const double values[TALUS_QUANTITY_COUNT])
{
    path->i = i;
    path->j = j;
    path->is_counted =
        i >= 0 && j >= 0 && (uint64_t)i < path->cells.nx && (uint64_t)j < path->cells.ny;
    memcpy(path->max, values, sizeof path->max);
    if (path->more != NULL) {
        path->here = (observe_more){.rotational = path->step.rotational,
                                    .normal = path->step.normal,
                                    .arrival = path->step.time,
                                    .tangent = energy_line(path, x, y)};
    }
}

/// Bounds of the fast path: the cell less a millionth of its side, so that round-off cannot put a
/// point into the wrong cell.
static void set_bounds(observe_path *path)
{
    const talus_cells *c = &path->cells;
    path->west = c->x0 + ((double)path->i + 1e-6) * c->cell;
    path->east = c->x0 + ((double)path->i + (1.0 - 1e-6)) * c->cell;
    path->south = c->y0 + ((double)path->j + 1e-6) * c->cell;
    path->north = c->y0 + ((double)path->j + (1.0 - 1e-6)) * c->cell;
}

void observe_path_start(observe_path *path, double x, double y,
                        const double values[TALUS_QUANTITY_COUNT])
{
    int64_t i, j;
    observe_cell_index_empty(&path->index);
    path->visit_count = path->hit_count = 0;
    path->is_lost = false;
    observe_cell_at(&path->cells, x, y, &i, &j);
    path->start = (talus_vec3){x, y, path->step.z};
    path->body = 0;
    enter_cell(path, i, j, x, y, values);
    set_bounds(path);
    path->x = x;
    path->y = y;
}

void observe_path_continue(observe_path *path, double x, double y,
                           const double values[TALUS_QUANTITY_COUNT])
{
    int64_t i, j;
    observe_cell_at(&path->cells, x, y, &i, &j);
    enter_cell(path, i, j, x, y, values);
    set_bounds(path);
    path->x = x;
    path->y = y;
}

/// Position along the segment (0..1) at which it leaves cell index `from` in one coordinate, all in
/// cells; infinity when it does not have to any more.
static double next_crossing(int64_t from, int64_t to, double start, double end)
{
    if (from == to) {
        return (double)INFINITY;
    }
    return ((double)(to > from ? from + 1 : from) - start) / (end - start);
}

/// Amanatides and Woo's walk. A point on an edge belongs to the upper cell; so through a corner the
/// walk is diagonal when both indices grow or both fall, else the growing one changes first.
void observe_path_cross(observe_path *path, double x, double y,
                        const double values[TALUS_QUANTITY_COUNT])
{
    const talus_cells *c = &path->cells;
    const double u0 = (path->x - c->x0) / c->cell, u1 = (x - c->x0) / c->cell;
    const double v0 = (path->y - c->y0) / c->cell, v1 = (y - c->y0) / c->cell;
    int64_t i = path->i, j = path->j, i_end, j_end;
    observe_cell_at(c, x, y, &i_end, &j_end);
    observe_raise(path->max, values);
    if (path->more != NULL) {
        observe_path_raise(path);
    }
    while (i != i_end || j != j_end) {
        const double at_i = next_crossing(i, i_end, u0, u1);
        const double at_j = next_crossing(j, j_end, v0, v1);
        const bool grows_i = i_end > i, grows_j = j_end > j;
        const bool is_corner = at_i == at_j;
        const bool step_i = at_i < at_j || (is_corner && (grows_i || !grows_j));
        const bool step_j = at_j < at_i || (is_corner && (grows_j || !grows_i));
        i += step_i ? (grows_i ? 1 : -1) : 0;
        j += step_j ? (grows_j ? 1 : -1) : 0;
        store_current(path);
        enter_cell(path, i, j, x, y, values);
    }
    set_bounds(path);
    path->x = x;
    path->y = y;
}

static void read_step(const trajectory_airborne *air, size_t k, double values[TALUS_QUANTITY_COUNT])
{
    values[TALUS_KINETIC_ENERGY] = air->kinetic_energy[k];
    values[TALUS_SPEED] = air->speed[k];
    values[TALUS_JUMP_HEIGHT] = air->jump_height[k] > 0.0 ? air->jump_height[k] : 0.0;
    values[TALUS_SPIN] = air->spin[air->is_turning_evenly ? 0 : k];
}

static bool is_inside(const observe_path *path, double x, double y)
{
    return x > path->west && x < path->east && y > path->south && y < path->north;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void raise_more(observe_path *path, const trajectory_airborne *air, size_t first, size_t end)
{
    double most = path->here.rotational;
    for (size_t k = first; k < end; k++) {
        most = larger(observe_rotational(air->kinetic_energy[k], path->mass, air->speed[k]), most);
    }
    path->here.rotational = most;
    for (size_t k = first; path->slopes != NULL && k < end; k++) {
        path->here.normal =
            larger(observe_path_normal(path, air->x[k], air->y[k], air->jump_height[k]),
                   path->here.normal);
    }
    for (size_t k = first; air->is_drifting && k < end; k++) {
        path->here.forest += air->forest_energy[k];
    }
}

/// First step from `first` on that is not in the current cell. The way is straight: between two
/// steps inside all are inside.
static size_t find_exit(const observe_path *path, const trajectory_airborne *air, size_t first)
{
    size_t low = first, high = air->count - 1;
    if (!is_inside(path, air->x[low], air->y[low])) {
        return first;
    }
    if (is_inside(path, air->x[high], air->y[high])) {
        return air->count;
    }
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (is_inside(path, air->x[middle], air->y[middle])) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

/// Steps from `first` on that lie in the current cell raise its maxima. @return the first that does
/// not
static size_t stay_in_cell(observe_path *path, const trajectory_airborne *air, size_t first)
{
    const size_t k = first < air->count ? find_exit(path, air, first) : first;
    if (k > first) {
        double *max = path->max;
        max[TALUS_KINETIC_ENERGY] =
            larger(trajectory_highest_energy(air, first, k), max[TALUS_KINETIC_ENERGY]);
        max[TALUS_SPEED] = larger(trajectory_highest_speed(air, first, k), max[TALUS_SPEED]);
        max[TALUS_JUMP_HEIGHT] =
            k - first == air->count
                ? larger(air->highest_jump, max[TALUS_JUMP_HEIGHT])
                : lanes_largest(air->jump_height + first, k - first, max[TALUS_JUMP_HEIGHT]);
        max[TALUS_SPIN] = air->is_turning_evenly
                              ? larger(air->spin[0], max[TALUS_SPIN])
                              : lanes_largest(air->spin + first, k - first, max[TALUS_SPIN]);
        if (path->more != NULL) {
            raise_more(path, air, first, k);
        }
        path->x = air->x[k - 1];
        path->y = air->y[k - 1];
    }
    return k;
}

void observe_path_add_many(observe_path *path, const trajectory *t)
{
    const trajectory_airborne *air = &t->airborne;
    size_t k = 0;
    while ((k = stay_in_cell(path, air, k)) < air->count) {
        double values[TALUS_QUANTITY_COUNT];
        read_step(air, k, values);
        if (path->more != NULL) {
            path->step.time = trajectory_airborne_time(t, k);
            path->step.z = air->z[k];
            path->step.rotational =
                observe_rotational(air->kinetic_energy[k], path->mass, air->speed[k]);
            path->step.normal =
                observe_path_normal(path, air->x[k], air->y[k], air->jump_height[k]);
        }
        observe_path_cross(path, air->x[k], air->y[k], values);
        if (path->more != NULL && air->is_drifting) {
            path->here.forest += air->forest_energy[k];
        }
        k++;
    }
}

void observe_path_finish(observe_path *path)
{
    store_current(path);
}
