// SPDX-License-Identifier: GPL-3.0-or-later
// Stems, walls, nets and dams on the terminal: what stands, and what rocks did there.
#include "app/cli/cli.h"

#include <inttypes.h>

static void print_dams(const talus_campaign *campaign)
{
    const double degrees = 180.0 / TALUS_PI;
    for (size_t k = 0; k < campaign->dam_count; k++) {
        const talus_dam *dam = &campaign->dams[k];
        printf("dam %-7zu %s: %.4g m long, %.3g m high, crest %.3g m, faces of %.3g deg\n", k,
               dam->line.name, talus_line_length(&dam->line), dam->height, dam->crest_width,
               degrees * dam->face_slope);
        printf("            the cells carry %.3g m and %.3g deg (medians along the line)\n",
               dam->built_height, degrees * dam->built_slope);
    }
}

void cli_print_standing(const talus_campaign *campaign)
{
    const talus_obstacles *obstacles = campaign->site.obstacles;
    print_dams(campaign);
    if (obstacles == NULL) {
        return;
    }
    const talus_obstacle_list *list = talus_obstacles_list(obstacles);
    if (list->stem_count > 0) {
        double sum = 0.0;
        for (size_t k = 0; k < list->stem_count; k++) {
            sum += list->stems[k].diameter;
        }
        printf("stems       %zu standing, mean diameter %.3g m, friction %.3g, restitution %.3g / "
               "%.3g\n",
               talus_obstacles_standing(obstacles), sum / (double)list->stem_count,
               list->stem_law.mu, list->stem_law.epsilon_n, list->stem_law.epsilon_t);
    }
    for (size_t k = 0; k < list->wall_count; k++) {
        const talus_wall *wall = &list->walls[k];
        double length = 0.0;
        (void)talus_obstacles_wall_length(obstacles, k, &length, NULL);
        printf("wall %-6zu %s: %.4g m long, %.3g m high, %.3g m wide, friction %.3g, restitution "
               "%.3g / %.3g\n",
               k, wall->line.name, length, wall->height, wall->width, wall->law.mu,
               wall->law.epsilon_n, wall->law.epsilon_t);
    }
    for (size_t k = 0; k < list->net_count; k++) {
        const talus_net *net = &list->nets[k];
        double length = 0.0;
        (void)talus_obstacles_net_length(obstacles, k, &length, NULL);
        printf("net %-7zu %s: %.4g m long, %.3g m high, capacity %.6g kJ\n", k, net->line.name,
               length, net->height, 1e-3 * net->capacity);
    }
}

void cli_print_obstacles(const talus_campaign *campaign, const talus_results *results)
{
    const talus_obstacles *obstacles = campaign->site.obstacles;
    size_t dam_count, wall_count, net_count;
    const talus_dam_counts *dams = NULL;
    const talus_wall_counts *walls = NULL;
    const talus_net_counts *nets = NULL;
    (void)talus_results_dams(results, &dams, &dam_count, NULL); // the results are there
    (void)talus_results_walls(results, &walls, &wall_count, NULL);
    (void)talus_results_nets(results, &nets, &net_count, NULL);
    for (size_t k = 0; k < dam_count; k++) {
        printf("dam              %s: reached by %" PRIu64 " rocks, overtopped by %" PRIu64
               ", stopped %" PRIu64 "\n",
               campaign->dams[k].line.name, dams[k].reached, dams[k].overtopped, dams[k].stopped);
    }
    if (obstacles == NULL) {
        return;
    }
    const talus_obstacle_list *list = talus_obstacles_list(obstacles);
    const talus_totals totals = cli_totals_of(results);
    if (list->stem_count > 0) {
        printf("stems            hit by %" PRIu64 " rocks, impacts %" PRIu64 ", broken %" PRIu64
               ", energy %.4g kJ\n",
               totals.stem_rocks, totals.stem_impacts, totals.stems_broken,
               1e-3 * totals.stem_energy);
    }
    for (size_t k = 0; k < wall_count; k++) {
        printf("wall             %s: hit by %" PRIu64 " rocks, impacts %" PRIu64
               ", energy %.4g kJ\n",
               list->walls[k].line.name, walls[k].rocks, walls[k].impacts, 1e-3 * walls[k].energy);
    }
    for (size_t k = 0; k < net_count; k++) {
        printf("net              %s: overtopped %" PRIu64 ", caught %" PRIu64 ", passed %" PRIu64
               ", energy %.4g kJ\n",
               list->nets[k].line.name, nets[k].overtopped, nets[k].caught, nets[k].passed,
               1e-3 * nets[k].energy);
    }
}
