// SPDX-License-Identifier: GPL-3.0-or-later
// Names and units of outcomes, quantities and gauges.
#include "talus/campaign.h"

static const char *const outcome_names[TALUS_OUTCOME_COUNT] = {
#define OUTCOME_NAME(name, key) key,
    TALUS_OUTCOME_LIST(OUTCOME_NAME)
#undef OUTCOME_NAME
};

const char *talus_outcome_name(talus_outcome outcome)
{
    return (unsigned)outcome < TALUS_OUTCOME_COUNT ? outcome_names[outcome] : "?";
}

static const struct {
    const char *name, *unit;
} quantities[TALUS_CELL_QUANTITY_COUNT] = {
    [TALUS_KINETIC_ENERGY] = {"kinetic_energy", "J"},
    [TALUS_SPEED] = {"speed", "m/s"},
    [TALUS_JUMP_HEIGHT] = {"jump_height", "m"},
    [TALUS_SPIN] = {"spin", "rad/s"},
    [TALUS_TRANSLATIONAL_ENERGY] = {"translational_energy", "J"},
    [TALUS_ROTATIONAL_ENERGY] = {"rotational_energy", "J"},
    [TALUS_MOMENTUM] = {"momentum", "N s"},
    [TALUS_JUMP_NORMAL] = {"jump_height_normal", "m"},
    [TALUS_HIT_ENERGY] = {"hit_energy", "J"}};

const char *talus_quantity_name(talus_quantity quantity)
{
    return (unsigned)quantity < TALUS_CELL_QUANTITY_COUNT ? quantities[quantity].name : "?";
}

const char *talus_quantity_unit(talus_quantity quantity)
{
    return (unsigned)quantity < TALUS_CELL_QUANTITY_COUNT ? quantities[quantity].unit : "?";
}

static const struct {
    const char *name, *unit;
    bool of_screens, of_objects;
} gauge_quantities[TALUS_GAUGE_QUANTITY_COUNT] = {
#define QUANTITY(name, key, unit, screens, objects) {key, unit, screens, objects},
    TALUS_GAUGE_LIST(QUANTITY)
#undef QUANTITY
};

const char *talus_gauge_quantity_name(talus_gauge_quantity quantity)
{
    return (unsigned)quantity < TALUS_GAUGE_QUANTITY_COUNT ? gauge_quantities[quantity].name : "?";
}

const char *talus_gauge_quantity_unit(talus_gauge_quantity quantity)
{
    return (unsigned)quantity < TALUS_GAUGE_QUANTITY_COUNT ? gauge_quantities[quantity].unit : "?";
}

bool talus_gauge_has(talus_gauge_quantity quantity, bool is_object)
{
    return (unsigned)quantity < TALUS_GAUGE_QUANTITY_COUNT &&
           (is_object ? gauge_quantities[quantity].of_objects
                      : gauge_quantities[quantity].of_screens);
}

void talus_gauge_file_name(const char *name, char *out, size_t size)
{
    size_t k = 0;
    if (out == NULL || size == 0) {
        return;
    }
    for (; name != NULL && k + 1 < size && name[k] != '\0'; k++) {
        const unsigned char c = (unsigned char)name[k];
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == '.' || c == '-' || c >= 0x80;
        out[k] = is_plain ? name[k] : '_';
    }
    out[k] = '\0';
}
