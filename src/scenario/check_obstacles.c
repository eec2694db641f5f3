// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the keys of `walls`, `nets` and `terrain.dams`: each runs along one line.
#include "scenario/model.h"

#include <string.h>

static void complain(scenario_tree *tree, const scenario_node *node, const char *sentence)
{
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
}

static void check_course(scenario_tree *tree, const char *directory, const scenario_node *map,
                         const scenario_course *course)
{
    static const char *const partners[] = {"layer", "where"};
    const scenario_node *line = scenario_find(map, "line_m"), *file = scenario_find(map, "file");
    if (map == NULL) {
        return;
    }
    if ((line != NULL) == (file != NULL)) {
        complain(tree, map, "its line stands in 'line_m' or in a 'file': expected one of them");
    }
    for (size_t i = 0; i < 2; i++) {
        const scenario_node *node = scenario_find(map, partners[i]);
        if (node != NULL && file == NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                            "%s: it chooses from a file, but there is no key 'file'", partners[i]);
        }
    }
    if (course->points.count == 1) {
        complain(tree, line, "line_m: found 1 point, expected at least 2");
    }
    if (course->file != NULL) {
        scenario_check_file(tree, directory, file, "file", course->file);
    }
    const scenario_node *name = scenario_find(map, "name");
    const size_t room = sizeof((talus_line *)0)->name;
    if (name != NULL && name->kind == SCENARIO_SCALAR && strlen(name->text) >= room) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, name,
                        "name: found %zu bytes, expected at most %zu", strlen(name->text),
                        room - 1);
    }
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
