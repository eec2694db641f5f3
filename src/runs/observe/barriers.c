// SPDX-License-Identifier: GPL-3.0-or-later
// Counts at nets, walls and dams.
#include "runs/observe/barriers.h"

#include <math.h>
#include <stdlib.h>

enum { NET_ENERGY = 3, WALL_ROCKS = 0, WALL_IMPACTS = 1, WALL_ENERGY = 2 };
enum { DAM_REACHED = 0, DAM_OVERTOPPED = 1, DAM_STOPPED = 2 };

bool observe_barriers_init(observe_barriers *b, const talus_campaign *campaign)
{
    const talus_obstacles *obstacles = campaign->site.obstacles;
    *b = (observe_barriers){.dam_count = campaign->dam_count};
    if (obstacles != NULL) {
        const talus_obstacle_list *list = talus_obstacles_list(obstacles);
        b->net_count = list->net_count;
        b->wall_count = list->wall_count;
    }
    b->sum_count = OBSERVE_NET_SUMS * b->net_count + OBSERVE_WALL_SUMS * b->wall_count +
                   OBSERVE_DAM_SUMS * b->dam_count;
    b->sums = calloc(b->sum_count + 1, sizeof *b->sums);
    return b->sums != NULL;
}

void observe_barriers_clear(observe_barriers *b)
{
    free(b->sums);
    *b = (observe_barriers){0};
}

/// Millijoules; sums of a wall may fall for a while, so negative ones wrap and come back.
static uint64_t in_millijoules(double energy)
{
    return (uint64_t)(int64_t)floor(1e3 * energy + 0.5);
}

static double in_joules(uint64_t sum)
{
    return 1e-3 * (double)(int64_t)sum;
}

static size_t wall_at(const observe_barriers *b, size_t index)
{
    return OBSERVE_NET_SUMS * b->net_count + OBSERVE_WALL_SUMS * index;
}

static size_t dam_at(const observe_barriers *b, size_t index)
{
    return wall_at(b, b->wall_count) + OBSERVE_DAM_SUMS * index;
}

void observe_barriers_see(const observe_barriers *b, const trajectory *t, uint64_t *own)
{
    size_t count = 0;
    const talus_obstacle_event *events = trajectory_obstacle_events(t, &count);
    for (size_t k = 0; k < count; k++) {
        if (events[k].kind == TALUS_OBSTACLE_WALL) {
            uint64_t *sums = own + wall_at(b, events[k].index);
            sums[WALL_ROCKS] = 1;
            sums[WALL_IMPACTS] += events[k].is_impact;
            sums[WALL_ENERGY] += in_millijoules(events[k].energy);
        }
    }
    for (size_t k = 0; k < t->net_event_count; k++) {
        const trajectory_net_event *event = &t->net_events[k];
        uint64_t *sums = own + OBSERVE_NET_SUMS * (size_t)event->net;
        sums[event->verdict]++;
        sums[NET_ENERGY] += in_millijoules(event->energy);
    }
}

void observe_barriers_see_dams(const observe_barriers *b, const observe_dams *dams,
                               talus_outcome outcome, uint64_t *own)
{
    for (size_t k = 0; k < b->dam_count; k++) {
        uint64_t *sums = own + dam_at(b, k);
        const bool is_reached = dams->is_reached[k] || dams->is_crossed[k];
        sums[DAM_REACHED] = is_reached;
        sums[DAM_OVERTOPPED] = dams->is_crossed[k];
        sums[DAM_STOPPED] = is_reached && !dams->is_crossed[k] && outcome == TALUS_STOPPED;
    }
}

void observe_barriers_add(observe_barriers *b, const uint64_t *own)
{
    for (size_t k = 0; k < b->sum_count; k++) {
        if (own[k] != 0) {
            atomic_fetch_add_explicit(&b->sums[k], own[k], memory_order_relaxed);
        }
    }
}

static uint64_t sum_of(const observe_barriers *b, size_t at)
{
    return atomic_load_explicit(&b->sums[at], memory_order_relaxed);
}

talus_net_counts observe_barriers_net(const observe_barriers *b, size_t index)
{
    const size_t at = OBSERVE_NET_SUMS * index;
    return (talus_net_counts){.overtopped = sum_of(b, at + TRAJECTORY_OVERTOPPED),
                              .caught = sum_of(b, at + TRAJECTORY_CAUGHT),
                              .passed = sum_of(b, at + TRAJECTORY_PASSED),
                              .energy = in_joules(sum_of(b, at + NET_ENERGY))};
}

talus_wall_counts observe_barriers_wall(const observe_barriers *b, size_t index)
{
    const size_t at = wall_at(b, index);
    return (talus_wall_counts){.rocks = sum_of(b, at + WALL_ROCKS),
                               .impacts = sum_of(b, at + WALL_IMPACTS),
                               .energy = in_joules(sum_of(b, at + WALL_ENERGY))};
}

talus_dam_counts observe_barriers_dam(const observe_barriers *b, size_t index)
{
    const size_t at = dam_at(b, index);
    return (talus_dam_counts){.reached = sum_of(b, at + DAM_REACHED),
                              .overtopped = sum_of(b, at + DAM_OVERTOPPED),
                              .stopped = sum_of(b, at + DAM_STOPPED)};
}

void observe_barriers_put(const observe_barriers *b, byte_writer *writer)
{
    byte_write_count(writer, b->sum_count);
    for (size_t k = 0; k < b->sum_count; k++) {
        byte_write_count(writer, sum_of(b, k));
    }
}

bool observe_barriers_take(observe_barriers *b, byte_reader *reader)
{
    if (byte_read_length(reader, 1) != b->sum_count) {
        return false;
    }
    for (size_t k = 0; k < b->sum_count; k++) {
        atomic_fetch_add_explicit(&b->sums[k], byte_read_count(reader), memory_order_relaxed);
    }
    return !reader->failed;
}
