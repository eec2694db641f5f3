// SPDX-License-Identifier: GPL-3.0-or-later
// Values of keys beyond what such things have, most likely in another unit: one row for each key.
//                                                                       [docs/plausibility.md]
#include "input/load/world.h"
#include "input/scenario/tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a key usually holds. 0 and the end of a key's range are taken as meant.
typedef struct usual {
    const char *section, *key, *unit;
    double low, high;          ///< ends included; low 0: no lower end
    const char *below, *above; ///< what the value may be instead
} usual;

#define ENERGY "are these MJ?", "are these J?"
#define FRICTION "is this an angle? mu is its tangent"
#define CENTIMETRES "are these cm?"
static const usual rows[] = {
    {"nets", "capacity_kj", "kJ", 15.0, 10000.0, ENERGY}, // tested: up to 10 MJ
    {"nets", "height_m", "m", 0.5, 12.0, "is this in another unit?", CENTIMETRES},
    {"walls", "height_m", "m", 0.0, 15.0, NULL, CENTIMETRES},
    {"walls", "width_m", "m", 0.0, 30.0, NULL, CENTIMETRES},
    {"walls", "mu", "", 0.0, 1.5, NULL, FRICTION},
    {"trees", "mu", "", 0.0, 1.5, NULL, FRICTION},
    {"rock_contact", "mu", "", 0.0, 1.5, NULL, FRICTION},
    {"ground", "mu_min", "", 0.0, 1.5, NULL, FRICTION},
    {"classes", "mu_min", "", 0.0, 1.5, NULL, FRICTION},
    {"ground", "mu_max", "", 0.0, 2.0, NULL, FRICTION}, // the presets have 2
    {"classes", "mu_max", "", 0.0, 2.0, NULL, FRICTION},
    {"soil", "modulus_mn_m2", "MN/m2", 0.5, 500.0, "are these GN/m2?", "are these kN/m2 (kPa)?"},
    {"soil", "density_kg_m3", "kg/m3", 500.0, 2500.0, "are these t/m3 (g/cm3)?",
     "is this in another unit?"},
    {"roughness", "amplitude_m", "m", 0.0, 3.0, NULL, CENTIMETRES},
    {"dams", "height_m", "m", 0.0, 15.0, NULL, CENTIMETRES},
    {"dams", "crest_width_m", "m", 0.0, 30.0, NULL, CENTIMETRES},
    {"dams", "face_slope_deg", "degrees", 10.0, 85.0,
     "is this a ratio or a tangent? 1:1.5 are 33.7 degrees", NULL},
    {"objects", "width_m", "m", 0.0, 60.0, NULL, CENTIMETRES},
    {"stands", "stems_per_ha", "1/ha", 1.0, 5000.0, "are these stems per m2?",
     "are these stems per km2, or on the whole area?"},
    {"stands", "diameter_cm", "cm", 2.0, 120.0, "are these metres?", "are these millimetres?"},
    {"stands", "height_m", "m", 0.5, 70.0, "are these in another unit?",
     "are these feet, dm or cm?"},
    {"forest", "height_m", "m", 0.5, 70.0, "is this in another unit?", "are these feet, dm or cm?"},
    {"classes", "height_m", "m", 0.5, 70.0, "is this in another unit?",
     "are these feet, dm or cm?"},
    {"rocks", "density_kg_m3", "kg/m3", 1500.0, 3500.0, "rock is heavier, is this in another unit?",
     "rock is lighter, is this in another unit?"},
    {"rocks", "mass_kg", "kg", 5.0, 1e6, "are these tonnes?", "are these grams?"},
    {"rocks", "volume_m3", "m3", 0.0, 300.0, NULL, "are these litres (dm3)?"},
    {"magnitude", "exponent", "", 0.1, 2.0, "is this the exponent of volumes?",
     "is this the exponent of diameters? That of volumes is a third of it"},
    {"releases", "height_m", "m", 0.0, 100.0, NULL,
     "is this an altitude? It is the height over the ground"},
    {"releases", "velocity_m_s", "m/s", 0.0, 35.0, NULL, "are these km/h?"},
    {"releases", "spin_rad_s", "rad/s", 0.0, 70.0, NULL, "are these degrees/s or rpm?"},
    {"releases", "slope_above_deg", "degrees", 10.0, 80.0, "is this a tangent?",
     "are these percent? 100 % are 45 degrees"},
    {"air", "density_kg_m3", "kg/m3", 0.5, 1.5, "are these t/m3 (g/cm3)?", "are these g/m3?"},
    {"exceedance", "kinetic_energy_kj", "kJ", 0.1, 20000.0, ENERGY},
    {"exceedance", "translational_energy_kj", "kJ", 0.1, 20000.0, ENERGY},
    {"exceedance", "rotational_energy_kj", "kJ", 0.0, 20000.0, ENERGY},
    {"exceedance", "hit_rate_kj", "kJ", 0.0, 20000.0, ENERGY},
    {"exceedance", "speed_m_s", "m/s", 0.0, 60.0, NULL, "are these km/h?"},
    {"exceedance", "jump_height_m", "m", 0.0, 50.0, NULL, CENTIMETRES},
    {"exceedance", "jump_height_normal_m", "m", 0.0, 50.0, NULL, CENTIMETRES},
    {"exceedance", "spin_rad_s", "rad/s", 0.0, 100.0, NULL, "are these degrees/s or rpm?"},
    {"hazard", "energies_kj", "kJ", 0.1, 20000.0, ENERGY},
    {"hazard", "hits_kj", "kJ", 0.0, 20000.0, ENERGY},
    {"hazard", "heights_m", "m", 0.0, 50.0, NULL, CENTIMETRES},
    {"lumped", "rg70_m", "m", 0.0, 5.0, NULL, CENTIMETRES},
    {"lumped", "rg20_m", "m", 0.0, 5.0, NULL, CENTIMETRES},
    {"lumped", "rg10_m", "m", 0.0, 5.0, NULL, CENTIMETRES},
};

/// Entries that are reported for one row: a list may hold thousands.
enum { ROWS = sizeof rows / sizeof *rows, MOST_REPORTED = 3 };

static size_t find_row(const char *section, const char *key)
{
    size_t k = 0;
    while (k < ROWS && (strcmp(rows[k].key, key) != 0 || strcmp(rows[k].section, section) != 0)) {
        k++;
    }
    return k;
}

/// @param what has the value: "", "a median of "
/// @return true after a warning
static bool check(scenario_loader *loader, const scenario_node *node, const usual *row,
                  const char *what, double value)
{
    char range[64];
    const bool is_low = value<row->low, is_high = value> row->high;
    if (value == 0.0 || (!is_low && !is_high)) {
        return false;
    }
    if (row->low > 0.0) {
        snprintf(range, sizeof range, "%g to %g", row->low, row->high);
    } else {
        snprintf(range, sizeof range, "at most %g", row->high);
    }
    scenario_warn(loader, node, "%s: found %s%.6g%s%s, usual are %s: %s", row->key, what, value,
                  row->unit[0] != '\0' ? " " : "", row->unit, range,
                  is_low ? row->below : row->above);
    return true;
}

void scenario_check_usual(scenario_loader *loader, const scenario_node *node, const char *section,
                          const char *key, const char *what, double value)
{
    const size_t k = find_row(section, key);
    if (k < ROWS) {
        (void)check(loader, node, &rows[k], what, value);
    }
}

/// "20.000": a decimal point to the program, twenty thousand to many people.
static bool is_grouped(const scenario_node *node)
{
    const char *text = node->kind == SCENARIO_SCALAR ? node->text : "";
    const size_t digits = strspn(text, "0123456789");
    return digits >= 1 && digits <= 3 && text[0] != '0' && strcmp(text + digits, ".000") == 0;
}

typedef struct visit {
    scenario_loader *loader;
    size_t reported[ROWS + 1]; ///< of each row; the last: of grouped numbers
} visit;

static void look_at_text(visit *v, const scenario_field *field, const scenario_node *node)
{
    if (is_grouped(node) && v->reported[ROWS] < MOST_REPORTED) {
        const int size = (int)strcspn(node->text, ".");
        v->reported[ROWS]++;
        scenario_warn(v->loader, node,
                      "%s: found '%s', which is read as %.*s, since '.' is the decimal point: "
                      "write %.*s, or %.*s000 for thousands",
                      field->key, node->text, size, node->text, size, node->text, size, node->text);
    }
}

static void look_at(visit *v, const scenario_field *field, const scenario_node *node, size_t row,
                    const char *what, double value)
{
    look_at_text(v, field, node);
    if (row < ROWS && v->reported[row] < MOST_REPORTED && value != field->range.max) {
        v->reported[row] += check(v->loader, node, &rows[row], what, value);
    }
}

static void visit_section(visit *v, const scenario_table *table, const void *section);

/// A value that the file gives.
static void visit_value(visit *v, const scenario_field *field, const scenario_node *node,
                        size_t row, const void *value)
{
    if (field->type == SCENARIO_NUMBER) {
        look_at(v, field, node, row, "", *(const double *)value);
    } else if (field->type == SCENARIO_NUMBERS && node->kind == SCENARIO_LIST) {
        const scenario_numbers *numbers = value;
        for (size_t i = 0; i < numbers->count && i < node->count; i++) {
            look_at(v, field, node->values[i], row, "", numbers->values[i]);
        }
    } else if (field->type == SCENARIO_VECTOR) {
        const talus_vec3 *u = value;
        if (row < ROWS && v->reported[row] < MOST_REPORTED) {
            v->reported[row] += check(v->loader, node, &rows[row], "",
                                      sqrt(u->x * u->x + u->y * u->y + u->z * u->z));
        }
    } else if (field->type == SCENARIO_QUANTITY) {
        const scenario_quantity *quantity = value;
        if (quantity->law.law == TALUS_LAW_FIXED) {
            look_at(v, field, node, row, "", quantity->law.a);
        } else if (quantity->law.law != TALUS_LAW_TABLE) { // its values are in a file
            look_at(v, field, node, row, "a median of ",
                    talus_distribution_at(&quantity->law, 0.5));
        }
    }
}

static void visit_section(visit *v, const scenario_table *table, const void *section)
{
    const scenario_node *map = *(const scenario_node *const *)section;
    for (size_t i = 0; i < table->field_count; i++) {
        const scenario_field *field = &table->fields[i];
        const scenario_node *node = scenario_find(map, field->key);
        const void *value = (const char *)section + field->offset;
        if (node == NULL) {
            continue;
        }
        if (field->type == SCENARIO_SECTION) {
            visit_section(v, field->table, value);
        } else if (field->type == SCENARIO_SECTIONS) {
            const scenario_list *list = value;
            for (size_t k = 0; k < list->count; k++) {
                visit_section(v, field->table, (const char *)list->items + k * field->table->size);
            }
        } else {
            visit_value(v, field, node, find_row(table->name, field->key), value);
        }
    }
}

void scenario_check_values(scenario_loader *loader)
{
    visit v = {.loader = loader};
    visit_section(&v, &scenario_top_table, &loader->scenario->model);
}
