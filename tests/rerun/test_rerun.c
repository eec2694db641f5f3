// SPDX-License-Identifier: GPL-3.0-or-later
// Which rocks are shown.
#include "studies/rerun/rerun.h"
#include "talus/run.h"

#include <criterion/criterion.h>

Test(rerun, largest_of_each_key_come_first_then_the_first_ones)
{
    static const double keys[6][RERUN_KEYS] = {{1, 1, 1}, {1, 1, 9}, {2, 1, 1},
                                               {9, 1, 1}, {1, 9, 1}, {1, 1, 1}};
    bool chosen[6] = {false};
    rerun_choose(&keys[0][0], 6, 4, chosen);
    static const bool expected[6] = {true, true, false, true, true, false};
    for (int k = 0; k < 6; k++) {
        cr_expect_eq(chosen[k], expected[k], "rock %d", k);
    }
}

/// Two rocks fall as far at first and have one largest energy; one of them rolls on.
Test(rerun, a_rock_is_known_by_its_energy_and_its_runout)
{
    talus_rock_record record = {.kinetic_energy_max = 18033.25};
    record.start.r = (talus_vec3){100, 200, 50};
    record.end.r = (talus_vec3){103, 204, 47};
    cr_expect(rerun_is_same(&record, &(rerun_mark){18.03325, 5}));
    cr_expect_not(rerun_is_same(&record, &(rerun_mark){18.03325, 5.001}));
    cr_expect_not(rerun_is_same(&record, &(rerun_mark){18.0333, 5}));
}

Test(rerun, no_more_are_chosen_than_asked_for_or_there)
{
    static const double keys[3][RERUN_KEYS] = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
    for (size_t most = 0; most < 6; most++) {
        bool chosen[3] = {false};
        rerun_choose(&keys[0][0], 3, most, chosen);
        cr_expect_eq((size_t)chosen[0] + chosen[1] + chosen[2], most < 3 ? most : 3);
    }
}
