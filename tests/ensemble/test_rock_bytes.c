// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a rock goes into a state and comes back with every member.
#include "foundation/base/bytes.h"
#include "runs/ensemble/rock_bytes.h"

#include <criterion/criterion.h>
#include <string.h>

#define SAME(member) cr_expect(memcmp(&a.member, &b.member, sizeof a.member) == 0, #member)

Test(rock_bytes, every_member_comes_back)
{
    talus_rock_record a, b;
    talus_rock_means means_a, means_b;
    memset(&a, 1, sizeof a); // true, and numbers that are not 0
    memset(&means_a, 1, sizeof means_a);
    memset(&b, 0, sizeof b);
    a.outcome = TALUS_CAUGHT;
    byte_writer writer = {0};
    rock_bytes_put(&writer, &a, &means_a);
    cr_assert(!writer.failed);
    byte_reader reader = {.data = writer.data, .size = writer.size};
    cr_assert(rock_bytes_get(&reader, &b, &means_b));
    cr_expect_eq(reader.at, writer.size, "all bytes are read");
    SAME(rock);
    SAME(release);
    SAME(rock_class);
    SAME(outcome);
    SAME(done);
    SAME(below_ground);
    SAME(tunnelled);
    SAME(is_freed);
    SAME(is_held);
    SAME(mass);
    SAME(volume);
    SAME(scale);
    SAME(start);
    SAME(end);
    SAME(time);
    SAME(path);
    SAME(kinetic_energy_max);
    SAME(speed_max);
    SAME(jump_height_max);
    SAME(spin_max);
    SAME(steps);
    SAME(contact_steps);
    SAME(swept_steps);
    SAME(correction);
    SAME(soil_steps);
    SAME(scars);
    SAME(scar_depth_max);
    SAME(scar_length_max);
    SAME(stem_impacts);
    SAME(stems_broken);
    SAME(stem_energy);
    SAME(free_falls);
    SAME(free_fall_steps);
    SAME(jump_height_max_slope);
    SAME(base_work);
    SAME(bodies);
    SAME(breaks);
    SAME(fragment_hash);
    cr_expect(memcmp(&means_a, &means_b, sizeof means_a) == 0, "means");
    byte_writer_clear(&writer);
}
