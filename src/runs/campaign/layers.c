// SPDX-License-Identifier: GPL-3.0-or-later
// The table of raster layers, and exceedances by name.
#include "runs/campaign/layers.h"

#include "foundation/base/sized.h"
#include "runs/campaign/campaign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES ((float)(180.0 / TALUS_PI))

// X(name, title, unit, group, is amount, factor, raster...)
#define STATISTICS(X, key, title, unit, group, factor, q)                                          \
    X(key "_max", title ", maximum", unit, group, false, factor, .kind = TALUS_STATISTIC,          \
      .quantity = q, .at = -2.0)                                                                   \
    X(key "_mean", title ", mean", unit, group, false, factor, .kind = TALUS_STATISTIC,            \
      .quantity = q, .at = -1.0)                                                                   \
    X(key "_p50", title ", median", unit, group, false, factor, .kind = TALUS_STATISTIC,           \
      .quantity = q, .at = 0.50)                                                                   \
    X(key "_p90", title ", 90th percentile", unit, group, false, factor, .kind = TALUS_STATISTIC,  \
      .quantity = q, .at = 0.90)                                                                   \
    X(key "_p95", title ", 95th percentile", unit, group, false, factor, .kind = TALUS_STATISTIC,  \
      .quantity = q, .at = 0.95)                                                                   \
    X(key "_p99", title ", 99th percentile", unit, group, false, factor, .kind = TALUS_STATISTIC,  \
      .quantity = q, .at = 0.99)
#define ERRORS(X, key, title, unit, group, factor, q)                                              \
    X(key "_p50_se", title ", standard error of the median", unit, group, false, factor,           \
      .kind = TALUS_STATISTIC_ERROR, .quantity = q, .at = 0.50)                                    \
    X(key "_p90_se", title ", standard error of the 90th percentile", unit, group, false, factor,  \
      .kind = TALUS_STATISTIC_ERROR, .quantity = q, .at = 0.90)                                    \
    X(key "_p95_se", title ", standard error of the 95th percentile", unit, group, false, factor,  \
      .kind = TALUS_STATISTIC_ERROR, .quantity = q, .at = 0.95)                                    \
    X(key "_p99_se", title ", standard error of the 99th percentile", unit, group, false, factor,  \
      .kind = TALUS_STATISTIC_ERROR, .quantity = q, .at = 0.99)
#define AMOUNT(X, name, title, unit, group, raster_kind)                                           \
    X(name, title, unit, group, true, 1.0F, .kind = raster_kind)
#define CELL_VALUE(X, name, title, unit, is_amount, factor, cell_value)                            \
    X(name, title, unit, ENSEMBLE_LAYERS_FURTHER, is_amount, factor, .kind = TALUS_CELL_VALUE,     \
      .value = cell_value)
#define STANDARD ENSEMBLE_LAYERS_STANDARD
#define FURTHER ENSEMBLE_LAYERS_FURTHER
#define ERROR ENSEMBLE_LAYERS_ERROR

#define STANDARD_LIST(X)                                                                           \
    AMOUNT(X, "passages", "Passages", "rocks", STANDARD, TALUS_PASSAGES)                           \
    AMOUNT(X, "deposits", "Deposits", "rocks", STANDARD, TALUS_DEPOSITS)                           \
    AMOUNT(X, "reach_probability", "Reach probability", "1", STANDARD, TALUS_REACH)                \
    STATISTICS(X, "kinetic_energy", "Kinetic energy", "kJ", STANDARD, 1e-3F, TALUS_KINETIC_ENERGY) \
    STATISTICS(X, "speed", "Speed", "m/s", STANDARD, 1.0F, TALUS_SPEED)                            \
    STATISTICS(X, "jump_height", "Jump height", "m", STANDARD, 1.0F, TALUS_JUMP_HEIGHT)            \
    STATISTICS(X, "spin", "Spin", "rad/s", STANDARD, 1.0F, TALUS_SPIN)
#define FURTHER_LIST(X)                                                                            \
    STATISTICS(X, "translational_energy", "Translational energy", "kJ", FURTHER, 1e-3F,            \
               TALUS_TRANSLATIONAL_ENERGY)                                                         \
    STATISTICS(X, "rotational_energy", "Rotational energy", "kJ", FURTHER, 1e-3F,                  \
               TALUS_ROTATIONAL_ENERGY)                                                            \
    STATISTICS(X, "momentum", "Momentum", "kN s", FURTHER, 1e-3F, TALUS_MOMENTUM)                  \
    CELL_VALUE(X, "deposited_volume", "Deposited volume", "m^3", true, 1.0F,                       \
               TALUS_DEPOSITED_VOLUME)                                                             \
    CELL_VALUE(X, "impacts", "Impacts", "impacts", true, 1.0F, TALUS_IMPACTS)                      \
    CELL_VALUE(X, "forest_energy", "Energy taken by forest", "kJ", true, 1e-3F,                    \
               TALUS_FOREST_ENERGY)                                                                \
    CELL_VALUE(X, "first_arrival_time", "First arrival", "s", false, 1.0F, TALUS_FIRST_ARRIVAL)    \
    CELL_VALUE(X, "reach_angle", "Energy-line angle, steepest", "deg", false, DEGREES,             \
               TALUS_REACH_ANGLE)                                                                  \
    CELL_VALUE(X, "reach_angle_min", "Energy-line angle, flattest", "deg", false, DEGREES,         \
               TALUS_REACH_ANGLE_MIN)
#define ERROR_LIST(X)                                                                              \
    AMOUNT(X, "reach_probability_low", "Reach probability, lower 95 % bound", "1", ERROR,          \
           TALUS_REACH_LOW)                                                                        \
    AMOUNT(X, "reach_probability_high", "Reach probability, upper 95 % bound", "1", ERROR,         \
           TALUS_REACH_HIGH)                                                                       \
    X("reach_probability_halfwidth", "Reach probability, half-width of the 95 % interval", "1",    \
      ERROR, false, 1.0F, .kind = TALUS_REACH_HALFWIDTH)                                           \
    ERRORS(X, "kinetic_energy", "Kinetic energy", "kJ", ERROR, 1e-3F, TALUS_KINETIC_ENERGY)        \
    ERRORS(X, "speed", "Speed", "m/s", ERROR, 1.0F, TALUS_SPEED)                                   \
    ERRORS(X, "jump_height", "Jump height", "m", ERROR, 1.0F, TALUS_JUMP_HEIGHT)                   \
    ERRORS(X, "spin", "Spin", "rad/s", ERROR, 1.0F, TALUS_SPIN)                                    \
    ERRORS(X, "translational_energy", "Translational energy", "kJ", 0, 1e-3F,                      \
           TALUS_TRANSLATIONAL_ENERGY)                                                             \
    ERRORS(X, "rotational_energy", "Rotational energy", "kJ", 0, 1e-3F, TALUS_ROTATIONAL_ENERGY)   \
    ERRORS(X, "momentum", "Momentum", "kN s", 0, 1e-3F, TALUS_MOMENTUM)
// of no group
#define OTHER_LIST(X)                                                                              \
    X("bodies_per_event", "Bodies per event", "1/event", 0, true, 1.0F, .kind = TALUS_CELL_VALUE,  \
      .value = TALUS_BODIES)                                                                       \
    STATISTICS(X, "jump_height_normal", "Jump height normal to the slope", "m", 0, 1.0F,           \
               TALUS_JUMP_NORMAL)                                                                  \
    ERRORS(X, "jump_height_normal", "Jump height normal to the slope", "m", 0, 1.0F,               \
           TALUS_JUMP_NORMAL)
#define LAYER_LIST(X) STANDARD_LIST(X) FURTHER_LIST(X) ERROR_LIST(X) OTHER_LIST(X)

#define ROW(name_, title_, unit_, group_, is_amount_, factor_, ...)                                \
    {.name = name_,                                                                                \
     .title = title_,                                                                              \
     .unit = unit_,                                                                                \
     .group = group_,                                                                              \
     .raster = {__VA_ARGS__},                                                                      \
     .is_amount = is_amount_,                                                                      \
     .factor = factor_},
static const campaign_layer layers[] = {LAYER_LIST(ROW)};
enum { LAYER_COUNT = sizeof layers / sizeof layers[0] };

#define NAME(name_, ...) name_,
const char *const campaign_layer_names[] = {LAYER_LIST(NAME) NULL};
const char *const ensemble_standard_layers[] = {STANDARD_LIST(NAME) NULL};
const char *const campaign_layer_choices[] = {"standard", "further", "error",
                                              LAYER_LIST(NAME) NULL};

unsigned campaign_layer_group_named(const char *name)
{
    static const unsigned groups[] = {STANDARD, FURTHER, ERROR};
    for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++) {
        if (strcmp(name, campaign_layer_choices[k]) == 0) {
            return groups[k];
        }
    }
    return 0;
}

/// How a threshold is named, and its unit in SI.
static const struct {
    const char *suffix, *title, *unit;
    double factor;
} thresholds[TALUS_CELL_QUANTITY_COUNT] = {
#define THRESHOLD(quantity, key, suffix, title, unit, factor)                                      \
    [quantity] = {suffix, title, unit, factor},
    ENSEMBLE_THRESHOLD_LIST(THRESHOLD)
#undef THRESHOLD
};

/// What the name of an exceedance begins with.
static const char *stem_of(talus_quantity quantity)
{
    return quantity == TALUS_HIT_ENERGY ? "hit_rate" : talus_quantity_name(quantity);
}

void ensemble_exceedance_name(talus_quantity quantity, double threshold,
                              char name[ENSEMBLE_LAYER_TEXT])
{
    snprintf(name, ENSEMBLE_LAYER_TEXT, "%s_exceeds_%.10g_%s", stem_of(quantity), threshold,
             thresholds[quantity].suffix);
}

/// Read "kinetic_energy_exceeds_30_kj".
static bool find_exceedance(const char *name, campaign_layer *layer)
{
    char own[ENSEMBLE_LAYER_TEXT];
    for (unsigned q = 0; q < TALUS_CELL_QUANTITY_COUNT; q++) {
        const char *key = stem_of((talus_quantity)q);
        const bool is_hits = q == TALUS_HIT_ENERGY;
        const size_t length = strlen(key);
        if (strncmp(name, key, length) != 0 || strncmp(name + length, "_exceeds_", 9) != 0) {
            continue;
        }
        const double threshold = strtod(name + length + 9, NULL);
        ensemble_exceedance_name((talus_quantity)q, threshold, own);
        if (!(threshold >= 0.0) || strcmp(own, name) != 0) {
            return false;
        }
        *layer = (campaign_layer){
            .unit = is_hits ? "1/event" : "1",
            .group = q < TALUS_QUANTITY_COUNT ? STANDARD : FURTHER,
            .raster = {.kind = TALUS_STATISTIC,
                       .quantity = (talus_quantity)q,
                       .at = threshold * thresholds[q].factor},
            .is_exceedance = true,
            .is_amount = true,
            .factor = 1.0F,
        };
        snprintf(layer->name, sizeof layer->name, "%s", own);
        snprintf(layer->title, sizeof layer->title, "%s over %.10g %s, %s", thresholds[q].title,
                 threshold, thresholds[q].unit, is_hits ? "per event" : "probability");
        return true;
    }
    return false;
}

bool campaign_layer_find(const char *name, campaign_layer *layer)
{
    for (size_t k = 0; k < LAYER_COUNT; k++) {
        if (strcmp(layers[k].name, name) == 0) {
            *layer = layers[k];
            return true;
        }
    }
    return find_exceedance(name, layer);
}

talus_status campaign_layer_unknown(const char *name, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                           "there is no layer '%.80s'; expected a name like kinetic_energy_p95 or "
                           "speed_exceeds_10_m_s (talus_products_layer_names)",
                           name);
}

talus_status talus_layer_find(const char *name, talus_layer *out, talus_error *error)
{
    campaign_layer layer;
    const talus_status status = sized_check(out, sizeof *out, "talus_layer", error);
    if (status != TALUS_OK) {
        return status;
    }
    *out = (talus_layer){.size = sizeof *out};
    if (name == NULL || !campaign_layer_find(name, &layer)) {
        return campaign_layer_unknown(name != NULL ? name : "", error);
    }
    snprintf(out->name, sizeof out->name, "%s", layer.name);
    snprintf(out->title, sizeof out->title, "%s", layer.title);
    out->unit = layer.unit;
    out->is_amount = layer.is_amount;
    return TALUS_OK;
}

/// Bits of talus_campaign that a layer needs.
static uint32_t quantity_bit(const campaign_layer *layer)
{
    const talus_raster_kind kind = layer->raster.kind;
    return (kind == TALUS_STATISTIC || kind == TALUS_STATISTIC_ERROR) &&
                   layer->raster.quantity >= TALUS_QUANTITY_COUNT
               ? UINT32_C(1) << layer->raster.quantity
               : 0;
}

static uint32_t value_bit(const campaign_layer *layer)
{
    return layer->raster.kind == TALUS_CELL_VALUE ? UINT32_C(1) << layer->raster.value : 0;
}

void campaign_layer_keep(const campaign_layer *layer, talus_campaign *campaign)
{
    campaign->cell_quantities |= quantity_bit(layer);
    campaign->cell_values |= value_bit(layer);
}

bool campaign_layer_is_kept(const campaign_layer *layer, const talus_campaign *campaign)
{
    const uint32_t quantity = quantity_bit(layer), value = value_bit(layer);
    return (campaign->cell_quantities & quantity) == quantity &&
           (campaign_cell_values(campaign) & value) == value;
}
