// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls and nets: checks, copies, and stems on the ground.
#include "physics/site/obstacles_internal.h"
#include "physics/terrain/on_demand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Energy a silver fir of 1 cm takes, J, and the power of its diameter in cm.     [Do06]
#define FIR_ENERGY 38.7
#define FIR_POWER 2.31

double talus_stem_energy(double diameter, double relative_to_fir)
{
    return diameter > 0.0
               ? relative_to_fir * FIR_ENERGY * talus_exp(FIR_POWER * talus_log(100.0 * diameter))
               : 0.0;
}

static bool is_positive(double x)
{
    return x > 0.0 && isfinite(x);
}

static talus_status check_law(const talus_obstacle_law *law, const char *what, talus_error *error)
{
    if (!(law->mu >= 0.0) || !isfinite(law->mu) ||
        !(law->epsilon_n >= 0.0 && law->epsilon_n <= 1.0) ||
        !(law->epsilon_t >= 0.0 && law->epsilon_t <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "%s: friction %g and restitution %g, %g: expected a friction >= 0 "
                               "and restitution from 0 to 1",
                               what, law->mu, law->epsilon_n, law->epsilon_t);
    }
    return TALUS_OK;
}

static talus_status check_stems(const talus_obstacle_list *list, talus_error *error)
{
    for (size_t k = 0; k < list->stem_count; k++) {
        const talus_stem *stem = &list->stems[k];
        if (!isfinite(stem->x) || !isfinite(stem->y) || !is_positive(stem->diameter) ||
            !is_positive(stem->height) || !(stem->energy >= 0.0)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "stem %zu at (%g, %g): diameter %g m, height %g m, energy %g J: "
                                   "expected a place, positive sizes and an energy >= 0",
                                   k, stem->x, stem->y, stem->diameter, stem->height, stem->energy);
        }
        if (list->species_count > 0 && stem->species >= list->species_count) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "stem %zu is of species %u, there are %zu", k, stem->species,
                                   list->species_count);
        }
    }
    return list->stem_count > 0 ? check_law(&list->stem_law, "stems", error) : TALUS_OK;
}

static talus_status check_walls(const talus_obstacle_list *list, talus_error *error)
{
    char what[96];
    for (size_t k = 0; k < list->wall_count; k++) {
        const talus_wall *wall = &list->walls[k];
        snprintf(what, sizeof what, "wall %zu ('%.63s')", k + 1, wall->line.name);
        if (!is_positive(wall->height) || !is_positive(wall->width)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "%s has the height %g m and the width %g m, expected positive "
                                   "numbers",
                                   what, wall->height, wall->width);
        }
        talus_status status = line_check(&wall->line, what, error);
        status = status == TALUS_OK ? check_law(&wall->law, what, error) : status;
        if (status != TALUS_OK) {
            return status;
        }
    }
    return TALUS_OK;
}

static talus_status check_nets(const talus_obstacle_list *list, talus_error *error)
{
    char what[96];
    for (size_t k = 0; k < list->net_count; k++) {
        const talus_net *net = &list->nets[k];
        snprintf(what, sizeof what, "net %zu ('%.63s')", k + 1, net->line.name);
        if (!is_positive(net->height) || !(net->capacity >= 0.0)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "%s has the height %g m and the capacity %g J, expected a "
                                   "positive number and a number >= 0",
                                   what, net->height, net->capacity);
        }
        const talus_status status = line_check(&net->line, what, error);
        if (status != TALUS_OK) {
            return status;
        }
    }
    return TALUS_OK;
}

static void *copy_array(const void *items, size_t count, size_t size)
{
    void *copy = calloc(count + 1, size);
    if (copy != NULL && count > 0) {
        memcpy(copy, items, count * size);
    }
    return copy;
}

/// What is copied so far can be destroyed at any point.
static bool copy_list(const talus_obstacle_list *list, talus_obstacles *o)
{
    talus_wall *walls = copy_array(list->walls, list->wall_count, sizeof *walls);
    talus_net *nets = copy_array(list->nets, list->net_count, sizeof *nets);
    o->list = (talus_obstacle_list){
        .stem_law = list->stem_law,
        .stems = copy_array(list->stems, list->stem_count, sizeof *list->stems),
        .species = copy_array(list->species, list->species_count, sizeof *list->species),
        .walls = walls,
        .nets = nets};
    o->wall_lengths = calloc(list->wall_count + 1, sizeof *o->wall_lengths);
    o->net_lengths = calloc(list->net_count + 1, sizeof *o->net_lengths);
    bool is_whole = o->list.stems != NULL && o->list.species != NULL && walls != NULL &&
                    nets != NULL && o->wall_lengths != NULL && o->net_lengths != NULL;
    o->list.stem_count = is_whole ? list->stem_count : 0;
    o->list.species_count = is_whole ? list->species_count : 0;
    for (size_t k = 0; is_whole && k < list->wall_count; k++) {
        is_whole = line_copy(&list->walls[k].line, &walls[k].line);
        o->list.wall_count = k + 1;
    }
    for (size_t k = 0; is_whole && k < list->net_count; k++) {
        is_whole = line_copy(&list->nets[k].line, &nets[k].line);
        o->list.net_count = k + 1;
    }
    return is_whole;
}

static bool stand_stems(talus_obstacles *o, const talus_terrain *terrain, terrain_reader *reader)
{
    if (!obstacles_reserve(o, o->list.stem_count, 0)) {
        return false;
    }
    for (size_t k = 0; k < o->list.stem_count; k++) {
        const talus_stem *stem = &o->list.stems[k];
        double ground;
        terrain_reader_rest(reader);
        if (terrain_height(terrain, stem->x, stem->y, &ground) == TALUS_INSIDE) {
            o->bodies[o->body_count++] = (obstacle_body){.x = stem->x,
                                                         .y = stem->y,
                                                         .reach = 0.5 * stem->diameter,
                                                         .top = ground + stem->height,
                                                         .index = (uint32_t)k,
                                                         .kind = TALUS_OBSTACLE_STEM};
            o->standing++;
        }
    }
    return true;
}

static talus_status check_list(const talus_obstacle_list *list, const talus_terrain *terrain,
                               talus_error *error)
{
    if (list == NULL || terrain == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the %s NULL",
                               terrain == NULL ? "terrain is" : "obstacles are");
    }
    if ((list->stem_count > 0 && list->stems == NULL) ||
        (list->wall_count > 0 && list->walls == NULL) ||
        (list->net_count > 0 && list->nets == NULL) ||
        (list->species_count > 0 && list->species == NULL)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "%zu stems of %zu species, %zu walls and %zu nets are announced, and "
            "an array of them is NULL",
            list->stem_count, list->species_count, list->wall_count, list->net_count);
    }
    return TALUS_OK;
}

talus_status talus_obstacles_create(const talus_obstacle_list *list, const talus_terrain *terrain,
                                    talus_obstacles **obstacles, talus_error *error)
{
    if (obstacles == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the place for the obstacles is NULL");
    }
    *obstacles = NULL;
    talus_status status = check_list(list, terrain, error);
    status = status == TALUS_OK ? check_stems(list, error) : status;
    status = status == TALUS_OK ? check_walls(list, error) : status;
    status = status == TALUS_OK ? check_nets(list, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    talus_obstacles *o = calloc(1, sizeof *o);
    terrain_reader reader;
    terrain_reader_enter(terrain, &reader);
    bool has_room = o != NULL && list->stem_count < UINT32_MAX / 2 && copy_list(list, o) &&
                    stand_stems(o, terrain, &reader);
    if (has_room) {
        status = obstacles_cut_lines(o, terrain, error);
        has_room = status != TALUS_OK || obstacles_build_grid(o);
    }
    terrain_reader_leave(&reader);
    if (status != TALUS_OK || !has_room) {
        talus_obstacles_destroy(o);
        return status != TALUS_OK
                   ? status
                   : talus_error_set(error, TALUS_ERROR_MEMORY,
                                     "out of memory for %zu stems, %zu walls and %zu nets",
                                     list->stem_count, list->wall_count, list->net_count);
    }
    *obstacles = o;
    return TALUS_OK;
}

/// The list is const for its readers; its arrays are our own.
static void free_own(const void *items)
{
    union {
        const void *shown;
        void *owned;
    } either = {.shown = items};
    free(either.owned);
}

void talus_obstacles_destroy(talus_obstacles *o)
{
    if (o == NULL) {
        return;
    }
    for (size_t k = 0; k < o->list.wall_count; k++) {
        free(o->list.walls[k].line.xy);
    }
    for (size_t k = 0; k < o->list.net_count; k++) {
        free(o->list.nets[k].line.xy);
    }
    free_own(o->list.stems);
    free_own(o->list.species);
    free_own(o->list.walls);
    free_own(o->list.nets);
    free(o->bodies);
    free(o->pieces);
    free(o->wall_lengths);
    free(o->net_lengths);
    free(o->starts);
    free(o->items);
    free(o->tops);
    free(o->block_tops);
    free(o);
}

const talus_obstacle_list *talus_obstacles_list(const talus_obstacles *o)
{
    if (o == NULL) {
        return NULL;
    }
    return &o->list;
}

size_t talus_obstacles_standing(const talus_obstacles *o)
{
    if (o == NULL) {
        return 0;
    }
    return o->standing;
}

static talus_status give_length(const char *what, const double *lengths, size_t count, size_t index,
                                double *length, talus_error *error)
{
    if (length == NULL || index >= count) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "found %s %zu of %zu, or no room for its length: expected an index "
                               "in the list",
                               what, index, count);
    }
    *length = lengths[index];
    return TALUS_OK;
}

talus_status talus_obstacles_wall_length(const talus_obstacles *o, size_t index, double *length,
                                         talus_error *error)
{
    return give_length("wall", o != NULL ? o->wall_lengths : NULL,
                       o != NULL ? o->list.wall_count : 0, index, length, error);
}

talus_status talus_obstacles_net_length(const talus_obstacles *o, size_t index, double *length,
                                        talus_error *error)
{
    return give_length("net", o != NULL ? o->net_lengths : NULL, o != NULL ? o->list.net_count : 0,
                       index, length, error);
}
