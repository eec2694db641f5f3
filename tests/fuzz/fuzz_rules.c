// SPDX-License-Identifier: GPL-3.0-or-later
// Rule packs; one that is accepted answers any energies.
#include "fuzz.h"

#include "hazard/hazard.h"

#include <math.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static void ask(const hazard_rules *rules)
{
    const talus_zoning zoning = hazard_zoning_of(rules);
    if (zoning.rate_count > TALUS_MOST_RATES || zoning.threshold_count > TALUS_MOST_THRESHOLDS) {
        fuzz_fail("%zu rates, %zu thresholds", zoning.rate_count, zoning.threshold_count);
        return;
    }
    for (size_t r = 0; r < zoning.rate_count; r++) {
        for (size_t k = 0; k < zoning.threshold_count; k++) {
            if (zoning.zones[r][k] < -1 || zoning.zones[r][k] >= (int)rules->zone_count ||
                (k > 0 && !(zoning.thresholds[k] >= zoning.thresholds[k - 1]))) {
                fuzz_fail("rate %zu, threshold %zu: zone %d", r, k, zoning.zones[r][k]);
            }
        }
    }
    for (size_t level = 0; level < rules->level_count; level++) {
        if (!(hazard_level_rate(rules, level) > 0.0)) {
            fuzz_fail("level %zu without a rate", level);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    talus_diagnostics *list = talus_diagnostics_create();
    hazard_rules *rules = NULL;
    talus_error error = {0};
    const char *path = fuzz_file("rules.yaml", data, size);
    const talus_status status = hazard_rules_read(path, list, &rules, &error);
    fuzz_expect_told(status, &error);
    if (rules != NULL) {
        ask(rules);
    }
    hazard_rules_destroy(rules);
    talus_diagnostics_destroy(list);
    return 0;
}
