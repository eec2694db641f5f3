// SPDX-License-Identifier: GPL-3.0-or-later
// A design value in words.
#include "studies/hazard/products.h"

#include <stdio.h>

void hazard_word_design(const hazard_rules *rules, const hazard_design *design,
                        char sentence[HAZARD_SENTENCE])
{
    const hazard_nets *nets = &rules->keys.nets;
    const size_t count = nets->classes.count;
    int used = 0;
    sentence[0] = '\0';
    if (design->is_too_high) {
        used = snprintf(sentence, HAZARD_SENTENCE,
                        "no net is that high: %.3g m are needed, nets have at most %.3g m",
                        design->height, nets->highest);
    }
    if (design->is_too_strong) {
        snprintf(sentence + used, HAZARD_SENTENCE - (size_t)used,
                 "%sno net class is that strong: %.4g kJ are needed, the strongest class has %.4g "
                 "kJ",
                 used > 0 ? "; " : "", 1e-3 * design->capacity, nets->classes.values[count - 1]);
    }
}
