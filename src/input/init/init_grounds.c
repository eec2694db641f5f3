// SPDX-License-Identifier: GPL-3.0-or-later
// Ground, forest and objects of a first scenario: from the user's maps by their words, else by
// slope.                                                                    [docs/init.md]
#include "input/init/init.h"

#include "input/schema/fields.h"
#include "talus/site.h"

#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 900 };
#define UNKNOWN_GROUND "medium"
#define UNKNOWN_FOREST "medium"

/// "file: ..., layer: ..., crs: ..." of a layer.
static void add_source(talus_init *init, files_text *text, const init_layer *layer)
{
    files_text_add(text, "file: ");
    init_add_path(init, text, layer->file);
    files_text_add(text, ", layer: ");
    scenario_write_text(text, layer->facts.name);
    init_add_place(init, text, layer, ", ");
}

/// Append an entry that was put together in a buffer, which is cleared.
static void add_entry(talus_init *init, files_text *text, init_line line)
{
    init->failed = init->failed || text->failed || text->data == NULL;
    if (text->data != NULL) {
        line.line = text->data;
        init_add_line(init, &line);
    }
    files_text_clear(text);
}

static void describe_presets(talus_init *init)
{
    init_add_comment(init, 2,
                     "Which ground is it? (docs/ground.md; RAMMS category; Rockyfor3D type)");
    for (const talus_ground_field *field = talus_ground_preset_fields(); field->preset != NULL;
         field++) {
        init_add_comment(init, 2, "  %s: %s (%s; %s)", field->preset, field->looks, field->ramms,
                         field->rockyfor3d);
    }
}

/// At most 31 bytes of a name, cut between characters.
static void short_name(const char *name, char text[32])
{
    size_t length = strlen(name);
    if (length > 31) {
        length = 31;
        while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80) {
            length--;
        }
    }
    memcpy(text, name, length);
    text[length] = '\0';
}

/// "- file: ...", "layer: ..." and "crs: ..." of a layer, a key a line.
static void add_block(talus_init *init, const init_layer *layer)
{
    files_text *out = &init->scenario;
    files_text_add(out, "  - file: ");
    init_add_path(init, out, layer->file);
    files_text_add(out, "\n    layer: ");
    scenario_write_text(out, layer->facts.name);
    init_add_place(init, out, layer, "\n    ");
    files_text_add(out, "\n");
}

/// A table with a row for each value of the attribute that says the class.
static void add_classes(talus_init *init, const init_layer *layer, const char *section,
                        const char *(*preset_of)(const char *word), const char *unknown)
{
    files_text text = {0};
    char key[80], reason[LINE_SIZE];
    add_block(init, layer);
    files_text_add(&init->scenario, "    class_field: ");
    scenario_write_text(&init->scenario, layer->field);
    files_text_add(&init->scenario, "\n    others: below\n    classes:\n");
    for (size_t k = 0; k < layer->value_count; k++) {
        const char *value = layer->values[k], *preset = preset_of(value);
        if (value[0] == '\0') {
            continue; // others: below
        }
        char name[32];
        short_name(value, name);
        files_text_add(&text, "- {value: ");
        scenario_write_text(&text, value);
        files_text_add(&text, ", name: ");
        scenario_write_text(&text, name);
        files_text_add(&text, ", preset: %s}", preset != NULL ? preset : unknown);
        snprintf(key, sizeof key, "%s.%.60s", section, name);
        snprintf(reason, sizeof reason,
                 preset != NULL ? "the word '%.80s' of the map."
                                : "the word '%.80s' says nothing to talus; the ground between.",
                 value);
        add_entry(
            init, &text,
            (init_line){.indent = 6,
                        .key = key,
                        .value = preset != NULL ? preset : unknown,
                        .reason = preset != NULL && strcmp(preset, value) == 0 ? NULL : reason,
                        .instead = "what the ground is on site"});
    }
}

/// One class for all polygons of a layer; its name may say which.
static void add_plain(talus_init *init, const init_layer *layer, const char *section,
                      const char *preset, const char *reason)
{
    files_text text = {0};
    char name[32], key[200];
    short_name(layer->facts.name, name);
    files_text_add(&text, "- {name: ");
    scenario_write_text(&text, name);
    files_text_add(&text, ", preset: %s, ", preset);
    add_source(init, &text, layer);
    files_text_add(&text, "}");
    snprintf(key, sizeof key, "%s.%.120s", section, layer->facts.name);
    add_entry(init, &text,
              (init_line){.indent = 2,
                          .key = key,
                          .value = preset,
                          .reason = reason,
                          .instead = "what stands there on site, or an attribute of the polygons "
                                     "that says it (class_field)"});
}

static void add_ground_layer(talus_init *init, const init_layer *layer)
{
    char reason[LINE_SIZE];
    if (layer->field[0] != '\0') {
        add_classes(init, layer, "ground", init_ground_of, UNKNOWN_GROUND);
        return;
    }
    const char *preset = init_ground_of(layer->facts.name);
    snprintf(reason, sizeof reason,
             preset != NULL
                 ? "no attribute of layer '%.80s' names a ground; the layer's name does."
                 : "neither an attribute of layer '%.80s' nor its name says which ground it is.",
             layer->facts.name);
    add_plain(init, layer, "ground", preset != NULL ? preset : UNKNOWN_GROUND, reason);
}

/// Polygons of one class of the file that is written beside the scenario.
static void add_zone(talus_init *init, uint8_t class_, const char *preset, const char *reason)
{
    files_text text = {0};
    char key[80];
    files_text_add(&text, "- {name: %s, preset: %s, file: ", init_zone_names[class_], preset);
    init_add_path(init, &text, init->ground_path);
    files_text_add(&text, ", layer: ground, where: \"ground = '%s'\"}", init_zone_names[class_]);
    snprintf(key, sizeof key, "ground.%s", init_zone_names[class_]);
    add_entry(init, &text,
              (init_line){.indent = 2,
                          .key = key,
                          .value = preset,
                          .reason = reason,
                          .instead = "edit the polygons, or give a map of grounds (talus init "
                                     "--ground)"});
}

static void add_forest_floor(talus_init *init)
{
    for (size_t k = 0; k < init->forest.count; k++) {
        files_text text = {0};
        files_text_add(&text, "- {name: forest floor, preset: medium_soft, ");
        add_source(init, &text, &init->forest.items[k]);
        files_text_add(&text, "}");
        add_entry(init, &text,
                  (init_line){.indent = 2,
                              .key = "ground.forest floor",
                              .value = "medium_soft",
                              .reason = "the floor of a forest has more soil than open slopes.",
                              .instead = "medium_hard where blocks lie in the stand"});
    }
}

static void add_by_slope(talus_init *init)
{
    const init_zones *zones = &init->zones;
    char reason[LINE_SIZE];
    if (zones->foot_area > 0.0) {
        snprintf(reason, sizeof reason,
                 "ground flatter than %.0f degrees, seen on %.3g m, has more soil than the slope "
                 "above. No measurement says where the limit lies.",
                 zones->foot, zones->cell);
        add_zone(init, INIT_FOOT, "medium_soft", reason);
    }
    add_forest_floor(init);
    if (zones->rock_area > 0.0) {
        snprintf(reason, sizeof reason,
                 "ground steeper than %.1f degrees, seen on %.3g m, holds no soil: rock faces.",
                 zones->rock, zones->cell);
        add_zone(init, INIT_ROCK, "hard", reason);
    }
    if (init->site.dem.heights == NULL) {
        init_add_comment(init, 2,
                         "The DEM is too large for grounds by slope. Cut out the slope (gdalwarp "
                         "-te) and run talus init again, or give a map (--ground).");
    }
}

void init_add_ground(talus_init *init)
{
    const bool has_map = init->ground.count > 0;
    files_text_add(&init->scenario, "\nground: # later entries lie on top\n");
    init_add_line(
        init, &(init_line){
                  .indent = 2,
                  .key = "ground.0",
                  .line = has_map ? "- {name: unmapped, preset: medium}"
                                  : "- {name: slope, preset: medium}",
                  .value = "medium",
                  .reason = has_map ? "the ground between the polygons of the map."
                                    : "alpine meadow with stones, compact debris; of all grounds "
                                      "the one with most measured impacts behind it.",
                  .instead = "the ground that most of the slope has, from the list below"});
    for (size_t k = 0; k < init->ground.count; k++) {
        add_ground_layer(init, &init->ground.items[k]);
    }
    if (!has_map) {
        add_by_slope(init);
    }
    describe_presets(init);
}

void init_add_forest(talus_init *init)
{
    if (init->forest.count == 0) {
        files_text_add(&init->scenario, "\n");
        init_add_comment(
            init, 0,
            "No forest is taken into account: on wooded slopes rocks then run too far. "
            "talus init --forest takes polygons of stands.");
        return;
    }
    files_text_add(&init->scenario, "\nforest:\n");
    for (size_t k = 0; k < init->forest.count; k++) {
        const init_layer *layer = &init->forest.items[k];
        if (layer->field[0] != '\0') {
            add_classes(init, layer, "forest", init_forest_of, UNKNOWN_FOREST);
        } else {
            add_plain(
                init, layer, "forest", UNKNOWN_FOREST,
                "no attribute says how dense the stands are; medium is about 35 m2/ha of basal "
                "area (open 20, dense 50).");
        }
    }
    init_add_comment(
        init, 2,
        "Single stems (section trees) are the better way where diameters and stems per "
        "hectare are known: docs/scenario.md.");
}

void init_add_objects(talus_init *init)
{
    if (init->objects.count == 0) {
        return;
    }
    files_text_add(&init->scenario, "\nobjects:\n");
    for (size_t k = 0; k < init->objects.count; k++) {
        const init_layer *layer = &init->objects.items[k];
        files_text text = {0};
        const bool are_lines = layer->facts.kind == GEO_LINES;
        files_text_add(&text, "- {name: ");
        scenario_write_text(&text, layer->facts.name);
        files_text_add(&text, ", ");
        add_source(init, &text, layer);
        files_text_add(&text, "%s}", are_lines ? ", width_m: 6" : "");
        add_entry(init, &text,
                  (init_line){.indent = 2,
                              .key = "objects.width_m",
                              .value = "6",
                              .reason = are_lines ? "a road of two lanes." : NULL,
                              .instead = "its width"});
    }
}
