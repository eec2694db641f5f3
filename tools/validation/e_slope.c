// SPDX-License-Identifier: GPL-3.0-or-later
// E. Whole slopes with compactable soil [Lu19, Table 5]: orders of magnitude on another slope.
#include "foundation/math/linalg.h"
#include "runs.h"
#include "talus/run.h"

#include <math.h>
#include <stdio.h>

enum { ZONE_COUNT = 2, VALUE_COUNT = 4 };

/// Running mean.
typedef struct slope_mean {
    double sum, count;
} slope_mean;

static void add(slope_mean *mean, double value)
{
    mean->sum += value;
    mean->count += 1.0;
}

/// Speed (m/s), spin (degrees/s), jump height (m), jump length (m) of two bands of height.
typedef struct slope_zones {
    double top[ZONE_COUNT], bottom[ZONE_COUNT]; ///< m, local
    slope_mean values[ZONE_COUNT][VALUE_COUNT];
    bool in_flight;
    talus_vec3 take_off; ///< m, where the rock left the ground
} slope_zones;

static int zone_of(const slope_zones *zones, double z)
{
    for (int k = 0; k < ZONE_COUNT; k++) {
        if (z <= zones->top[k] && z > zones->bottom[k]) {
            return k;
        }
    }
    return -1;
}

/// Every step counts but those in the scar layer; a jump counts where it began.
static bool count_step(void *user, const talus_log_entry *entry)
{
    slope_zones *zones = user;
    const talus_state *state = &entry->state;
    const bool in_soil = state->scar_depth > 0.0;
    const bool open = !in_soil && entry->report->contact_count == 0;
    const int zone = zone_of(zones, state->r.z);
    if (zone >= 0 && !in_soil) {
        add(&zones->values[zone][0], vec3_norm(state->v));
        add(&zones->values[zone][1], vec3_norm(state->omega) * 180.0 / TALUS_PI);
        add(&zones->values[zone][2], entry->jump_height);
    }
    if (open && !zones->in_flight) {
        zones->take_off = state->r;
    } else if (!open && zones->in_flight) {
        const int from = zone_of(zones, zones->take_off.z);
        if (from >= 0) {
            add(&zones->values[from][3], vec3_norm(vec3_sub(state->r, zones->take_off)));
        }
    }
    zones->in_flight = open;
    return true;
}

typedef struct slope_site {
    const char *scenario, *name;
    const char *reason;   ///< known reason of a failure, or NULL
    const char *velocity; ///< m/s, down the slope
    double upper, lower;  ///< m of fall below the release: ends of the two zones
} slope_site;

static bool only_start(void *user, const talus_log_entry *entry)
{
    (void)user;
    (void)entry;
    return false;
}

/// Height (m) of the first rock at its release.
static talus_status release_level(const run_case *c, double *level, talus_error *error)
{
    talus_rock_record record = {0};
    const talus_status status =
        talus_campaign_replay(&c->campaign, 0, only_start, NULL, &record, error);
    *level = record.start.r.z;
    return status;
}

static talus_status report_site(validation *v, const slope_site *site, talus_error *error)
{
    static const struct {
        const char *what;
        double published[ZONE_COUNT];
    } values[VALUE_COUNT] = {{"speed (m/s)", {10.53, 17.44}},
                             {"spin (°/s)", {922.9, 1745.3}},
                             {"jump height (m)", {1.34, 1.95}},
                             {"jump length (m)", {4.09, 9.92}}};
    const talus_override overrides[] = {
        {"ground.0", "{preset: hard, soil: {modulus_mn_m2: 15, drag: 1.5}}"},
        {"releases.0.height_m", "0.6"},
        {"releases.0.velocity_m_s", site->velocity}};
    const uint64_t rocks = v->full ? 400 : 20;
    char path[128];
    run_case c;
    double level;
    snprintf(path, sizeof path, "scenarios/%s.yaml", site->scenario);
    talus_status status = run_load_with(v, path, overrides, 3, &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    run_set_rocks(&c, rocks);
    status = release_level(&c, &level, error);
    slope_zones zones = {.top = {level + 50.0, level - site->upper},
                         .bottom = {level - site->upper, level - site->lower}};
    for (uint64_t i = 0; i < rocks && status == TALUS_OK; i++) {
        zones.in_flight = false;
        status = talus_campaign_replay(&c.campaign, i, count_step, &zones, NULL, error);
    }
    run_clear(&c);
    if (status != TALUS_OK) {
        return status;
    }
    report_text(v,
                "**%s** (`%s` with soil), %llu rocks. The upper zone is the first %g m of fall, "
                "the lower zone reaches from there to %g m.",
                site->name, path, (unsigned long long)rocks, site->upper, site->lower);
    report_table_as(v, "published", REPORT_BRIEF);
    for (int k = 0; k < ZONE_COUNT; k++) {
        for (int i = 0; i < VALUE_COUNT; i++) {
            char what[128];
            const slope_mean *mean = &zones.values[k][i];
            snprintf(what, sizeof what, "%s zone: %s", k == 0 ? "upper" : "lower", values[i].what);
            const validation_row row = {what, values[i].published[k], 0.5, 2.0, true, site->reason};
            report_row(v, &row, mean->sum / mean->count);
        }
    }
    return TALUS_OK;
}

talus_status validate_slope(validation *v, talus_error *error)
{
    static const slope_site sites[] = {
        {"kot_e", "Kot-E", NULL, "[-0.7, 0.7, 0]", 50.0, 120.0},
        {"arzler", "Arzler Alm B", "no cliff lies between the zones here", "[0.7, -0.7, 0]", 50.0,
         120.0},
    };
    report_heading(v, "E. Whole slope with compactable soil (Lu et al. 2019, Table 5)");
    report_text(v,
                "With compactable soil, speeds, spins and jumps are of the order that was "
                "published for another slope. The published values are for Chant Sura with M_E = "
                "15 MN/m², C_s = 1.5, a start at 1 m/s down the slope and 5000 runs; every step "
                "counts except those in the scar layer. The slopes here are **other slopes**, so a "
                "factor of 2 is accepted. The spin measured below the cliff was 1652.7 °/s.");
    talus_status status = TALUS_OK;
    for (size_t i = 0; i < sizeof sites / sizeof sites[0] && status == TALUS_OK; i++) {
        status = report_site(v, &sites[i], error);
    }
    return status;
}
