// SPDX-License-Identifier: GPL-3.0-or-later
// `talus schema` against the scenarios: every default that it states is the one that a scenario
// gets, and every default that a scenario gets is stated there. docs/scenario.md repeats it.
#include "input/scenario/model.h"
#include "scenario/support.h"

#include <ctype.h>

/// A section of the schema, and the sections of tests/data/scenarios/sections.yaml that it speaks of.
typedef struct doc_table {
    const char *heading;
    const char *section; ///< or several with a space between, the first that has a key counts
    bool seen;
} doc_table;

static doc_table tables[] = {
    {"Top level", "", false},
    {"terrain", "terrain", false},
    {"terrain.roughness", "terrain.roughness", false},
    {"terrain.dams", "terrain.dams.0", false},
    {"ground", "ground.1 ground.3", false},
    {"ground.parameter_rasters", "ground.0.parameter_rasters.0", false},
    {"ground.variation", "ground.0.variation", false},
    {"ground.soil", "ground.2.soil", false},
    {"ground.roughness", "ground.2.roughness", false},
    {"ground.impact", "ground.2.impact", false},
    {"forest", "forest.0", false},
    {"trees", "trees", false},
    {"trees.stands", "trees.stands.0 trees.stands.1", false},
    {"walls", "walls.0", false},
    {"nets", "nets.0", false},
    {"rocks", "rocks.0 rocks.1", false},
    {"releases", "releases.0", false},
    {"releases.frequency", "releases.0.frequency", false},
    {"screens", "screens.0", false},
    {"objects", "objects.0", false},
    {"hazard", "hazard", false},
    {"air", "air", false},
    {"shaking", "shaking", false},
    {"lumped", "lumped", false},
    {"fragmentation", "fragmentation", false},
    {"rock_contact", "rock_contact", false},
    {"simulation", "simulation", false},
    {"simulation.stop", "simulation.stop", false},
    {"stop_when", "stop_when", false},
    {"outputs", "outputs", false},
};
enum { TABLES = sizeof tables / sizeof tables[0], MOST_CELLS = 8, MOST_STATED = 400 };

/// Places of the tree whose default is stated, to find those that are not.
static const scenario_node *stated[MOST_STATED];
static size_t stated_count;

static char *trim(char *text)
{
    while (*text == ' ') {
        text++;
    }
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\n')) {
        text[--size] = '\0';
    }
    return text;
}

/// Cut a row "| a | b |" into cells. @return their number
static size_t cut_row(char *line, char *cells[MOST_CELLS])
{
    size_t count = 0;
    char *at = line + 1;
    while (count < MOST_CELLS) {
        char *bar = at;
        while (*bar != '\0' && (*bar != '|' || bar[-1] == '\\')) {
            bar++;
        }
        if (*bar == '\0') {
            return count;
        }
        *bar = '\0';
        cells[count++] = trim(at);
        at = bar + 1;
    }
    return count;
}

/// Node at a path "a.0.b" below a node; NULL if there is none.
static const scenario_node *find_path(const scenario_node *node, const char *path)
{
    char part[64];
    while (node != NULL && *path != '\0') {
        const size_t size = strcspn(path, ".");
        cr_assert_lt(size, sizeof part);
        memcpy(part, path, size);
        part[size] = '\0';
        path += size + (path[size] == '.');
        if (node->kind == SCENARIO_LIST) {
            const size_t index = strtoul(part, NULL, 10);
            node = index < node->count ? node->values[index] : NULL;
        } else {
            node = scenario_find(node, part);
        }
    }
    return node;
}

/// "-3", "1e-10", "[0, 0, 0]", "true", "`midpoint`", "preset, else 0" are defaults; what else
/// stands in the column describes one. @return false for a description
static bool state_default(const char *cell, char *value, size_t size)
{
    const char *otherwise = strstr(cell, ", else ");
    const char *from = otherwise != NULL ? otherwise + strlen(", else ") : cell;
    from += *from == '`';
    const size_t length = strcspn(from, "`");
    cr_assert_lt(length, size);
    memcpy(value, from, length);
    value[length] = '\0';
    const bool is_number = value[0] == '-' || isdigit((unsigned char)value[0]);
    if (strstr(cell, "...") != NULL) {
        return false; // numbered names, given when the entries are loaded
    }
    return cell[0] == '`' || value[0] == '[' ||
           (is_number && value[strspn(value, "-+.eE0123456789")] == '\0');
}

/// The first of the sections that has the key; the last one if none has.
static const scenario_node *find_section(const scenario_node *root, const char *sections,
                                         const char *key)
{
    char copy[64];
    snprintf(copy, sizeof copy, "%s", sections);
    const scenario_node *section = copy[0] == '\0' ? root : NULL;
    for (char *path = strtok(copy, " "); path != NULL; path = strtok(NULL, " ")) {
        section = find_path(root, path);
        cr_assert_not_null(section, "%s", path);
        if (find_path(section, key) != NULL) {
            return section;
        }
    }
    return section;
}

static void expect_scalar(const scenario_node *node, const char *value, const char *name)
{
    char *end = NULL;
    const double number = strtod(value, &end);
    if (*value != '\0' && *end == '\0') {
        cr_expect_eq(strtod(node->text, NULL), number, "%s: %s in the schema, %s in the scenario",
                     name, value, node->text);
    } else {
        cr_expect_str_eq(node->text, value, "%s: other defaults in schema and scenario", name);
    }
}

/// Keys that stay unset in the resolved scenario, so that it is known what the user gave: their
/// defaults are put in where they are used.
static const char *const later[] = {"frequency_share",
                                    "drawn",
                                    "others",
                                    "diameter_field",
                                    "height_field",
                                    "species_field",
                                    "return_periods_yr",
                                    "width_m",
                                    "weight",
                                    "volume_exponent",
                                    "reference_volume_m3",
                                    NULL};

static void expect_default(const scenario_node *section, const char *key, const char *value)
{
    const scenario_node *node = find_path(section, key);
    for (size_t i = 0; later[i] != NULL; i++) {
        if (strcmp(key, later[i]) == 0) {
            return;
        }
    }
    if (node == NULL) {
        cr_expect(false, "%s: default %s in the schema, none in the scenario", key, value);
        return;
    }
    if (node->kind == SCENARIO_LIST) {
        char copy[64];
        size_t count = 0;
        snprintf(copy, sizeof copy, "%s", value);
        const bool is_list = copy[0] == '[';
        for (char *item = strtok(copy, "[], "); item != NULL; item = strtok(NULL, "[], ")) {
            cr_assert_lt(count, node->count, "%s", key);
            expect_scalar(node->values[count++], item, key);
        }
        cr_expect(count == node->count && (is_list || count == 1), "%s: %zu values", key, count);
    } else {
        expect_scalar(node, value, key);
    }
}

/// @return NULL for a section of which the scenario of the test has none
static doc_table *find_table(const char *heading)
{
    for (size_t i = 0; i < TABLES; i++) {
        if (strcmp(tables[i].heading, heading) == 0) {
            tables[i].seen = true;
            return &tables[i];
        }
    }
    return NULL;
}

/// One row: every key in backquotes of its first cell. @return defaults compared
static size_t compare_row(const scenario_node *root, const doc_table *table, char *keys,
                          const char *cell)
{
    size_t compared = 0;
    char value[64];
    const bool is_stated = state_default(cell, value, sizeof value);
    for (char *key = strchr(keys, '`'); key != NULL; key = strchr(key, '`')) {
        char *end = strchr(++key, '`');
        cr_assert_not_null(end, "%s", keys);
        *end = '\0';
        const scenario_node *section = find_section(root, table->section, key);
        const scenario_node *node = find_path(section, key);
        if (node != NULL && cell[0] != '\0') {
            cr_assert_lt(stated_count, MOST_STATED);
            stated[stated_count++] = node;
        }
        if (is_stated) {
            expect_default(section, key, value);
            compared++;
        }
        key = end + 1;
    }
    return compared;
}

/// The tables of the schema: | key | value | unit | default | meaning |, below "### section".
static size_t compare_schema(const scenario_node *root)
{
    enum { DEFAULT = 3 };
    char *text = NULL;
    cr_assert_eq(talus_schema_print(NULL, TALUS_SCHEMA_MARKDOWN, &text, NULL), TALUS_OK);
    const doc_table *table = NULL;
    size_t compared = 0;
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        char *cells[MOST_CELLS];
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (strncmp(line, "### ", 4) == 0) {
            table = find_table(trim(line + 4));
        } else if (table != NULL && strncmp(line, "| `", 3) == 0 &&
                   cut_row(line, cells) > DEFAULT) {
            compared += compare_row(root, table, cells[0], cells[DEFAULT]);
        }
    }
    free(text);
    return compared;
}

/// The resolved scenario as a tree.
static void read_resolved(const char *path, scenario_tree *tree, talus_diagnostics *list)
{
    talus_scenario *scenario = read_good(path, NULL, 0);
    char *text = NULL;
    (void)talus_scenario_resolved(scenario, SCENARIO_DATA, &text, NULL);
    scenario_tree_init(tree, "resolved", text, strlen(text), "", list);
    cr_assert_not_null(tree->root);
    free(text);
    talus_scenario_destroy(scenario);
}

/// What the resolved scenario says beyond the given one must be stated in the schema.
static void expect_stated(const scenario_node *resolved, const scenario_node *given,
                          const char *name)
{
    for (size_t i = 0; i < stated_count; i++) {
        if (stated[i] == resolved) {
            return;
        }
    }
    if (resolved->kind == SCENARIO_SCALAR || (given == NULL && resolved->kind == SCENARIO_LIST)) {
        cr_expect_not_null(given, "%s has a default that the schema does not state", name);
        return;
    }
    for (size_t i = 0; i < resolved->count; i++) {
        const char *key = resolved->kind == SCENARIO_MAP ? resolved->keys[i]->text : name;
        const scenario_node *below = NULL;
        if (given != NULL && resolved->kind == SCENARIO_MAP) {
            below = scenario_find(given, key);
        } else if (given != NULL && i < given->count) {
            below = given->values[i];
        }
        expect_stated(resolved->values[i], below, key);
    }
}

Test(scenario_documented, defaults_are_those_of_the_schema)
{
    static const char path[] = SCENARIO_DATA "sections.yaml";
    talus_diagnostics *list = talus_diagnostics_create();
    scenario_tree resolved, given;
    read_resolved(path, &resolved, list);
    char *text = NULL;
    size_t size = 0;
    cr_assert_eq(files_read_all(path, &text, &size, NULL), TALUS_OK);
    scenario_tree_init(&given, path, text, size, "", list);
    free(text);
    const size_t compared = compare_schema(resolved.root);
    cr_expect_geq(compared, 90, "%zu defaults compared", compared); // measured 98
    for (size_t i = 0; i < TABLES; i++) {
        cr_expect(tables[i].seen, "the schema has no section '%s'", tables[i].heading);
    }
    expect_stated(resolved.root, given.root, "");
    print_diagnostics(list);
    cr_expect_eq(talus_diagnostics_count(list), 0);
    scenario_tree_clear(&resolved);
    scenario_tree_clear(&given);
    talus_diagnostics_destroy(list);
}
