// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the keys of `walls`, `nets` and `terrain.dams`: each runs along one line.
#include "input/scenario/model.h"

#include <string.h>

static void complain(scenario_tree *tree, const scenario_node *node, const char *sentence)
{
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
}

static void check_course(scenario_tree *tree, const char *directory, const scenario_node *map,
                         const scenario_course *course)
{
    const scenario_node *line = scenario_find(map, "line_m"), *file = scenario_find(map, "file");
    if (map == NULL) {
        return;
    }
    if ((line != NULL) == (file != NULL)) {
        complain(tree, map, "its line stands in 'line_m' or in a 'file': expected one of them");
    }
    if (course->points.count == 1) {
        complain(tree, line, "line_m: found 1 point, expected at least 2");
    }
    scenario_check_area(tree, directory, map, &course->area);
    scenario_check_name(tree, map, sizeof((talus_line *)0)->name);
}

void scenario_check_obstacles(scenario_tree *tree, const char *directory,
                              const scenario_model *model)
{
    const scenario_dam *dams = model->terrain.dams.items;
    for (size_t i = 0; i < model->terrain.dams.count; i++) {
        check_course(tree, directory, dams[i].node, &dams[i].course);
    }
    const scenario_wall *walls = model->walls.items;
    for (size_t i = 0; i < model->walls.count; i++) {
        check_course(tree, directory, walls[i].node, &walls[i].course);
    }
    const scenario_net *nets = model->nets.items;
    for (size_t i = 0; i < model->nets.count; i++) {
        check_course(tree, directory, nets[i].node, &nets[i].course);
    }
}
