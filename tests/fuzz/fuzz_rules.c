// SPDX-License-Identifier: GPL-3.0-or-later
// Rule packs; one that is accepted answers any energies.
#include "fuzz.h"

#include "studies/hazard/hazard.h"

#include <stddef.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static void ask(const hazard_rules *rules)
{
    const talus_zoning zoning = hazard_zoning_of(rules);
    const int zones = (int)rules->zone_count;
    bool in_range = zoning.residual >= -1 && zoning.residual < zones &&
                    zoning.rate_count <= TALUS_MOST_RATES &&
                    zoning.threshold_count <= TALUS_MOST_THRESHOLDS;
    for (size_t r = 0; in_range && r < zoning.rate_count; r++) {
        in_range = zoning.rates[r] > 0.0;
        for (size_t k = 0; in_range && k < zoning.threshold_count; k++) {
            in_range = zoning.zones[r][k] >= -1 && zoning.zones[r][k] < zones &&
                       (k == 0 || zoning.thresholds[k] >= zoning.thresholds[k - 1]);
        }
    }
    if (!in_range) {
        fuzz_fail("a zone, a rate or a threshold that cannot be");
    }
    if (rules->keys.design.node != NULL) {
        const hazard_design design = hazard_design_of(rules, 1e5, 2.0);
        if (!(design.energy >= 1e5) || !(design.height >= 2.0) ||
            !(design.capacity >= design.energy)) {
            fuzz_fail("design values %g J, %g m, %g J", design.energy, design.height,
                      design.capacity);
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
    const talus_status status = talus_rules_read(path, list, &rules, &error);
    fuzz_expect_told(status, &error);
    if (rules != NULL) {
        ask(rules);
    }
    talus_rules_destroy(rules);
    talus_diagnostics_destroy(list);
    return 0;
}
