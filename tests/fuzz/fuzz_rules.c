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
    static const double samples[] = {0.0, 1e3, 3e4, 3e5, 1e9, -1.0};
    double energies[HAZARD_LEVELS];
    for (size_t k = 0; k <= sizeof samples / sizeof samples[0]; k++) {
        const double energy = k < 6 ? samples[k] : (double)NAN;
        for (size_t level = 0; level < HAZARD_LEVELS; level++) {
            energies[level] = level % 2 == 0 ? energy : 0.5 * energy;
        }
        const int class_ = hazard_class_of(rules, energy);
        const int zone = hazard_zone_of(rules, energies, k % 2 == 0);
        if (class_ < HAZARD_NONE || class_ >= (int)rules->class_count || zone < HAZARD_NONE ||
            zone >= (int)rules->zone_count) {
            fuzz_fail("class %d, zone %d", class_, zone);
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
