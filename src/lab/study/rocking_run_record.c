// SPDX-License-Identifier: GPL-3.0-or-later
// What a rocking run keeps: samples, impacts, the motion of the ground.
#include "lab/study/rocking_run_internal.h"

#include "foundation/base/array.h"

#include <stdio.h>
#include <stdlib.h>

void rocking_run_add_sample(rocking_run *run, const rocking_run_sample *sample)
{
    if (!array_reserve(&run->samples, &run->sample_capacity, run->sample_count + 1,
                       sizeof *sample)) {
        run->failed = true;
        return;
    }
    run->samples[run->sample_count++] = *sample;
}

void rocking_run_add_impact(rocking_run *run, const rocking_run_impact *impact)
{
    if (!array_reserve(&run->impacts, &run->impact_capacity, run->impact_count + 1,
                       sizeof *impact)) {
        run->failed = true;
        return;
    }
    run->impacts[run->impact_count++] = *impact;
}

void rocking_run_corner_name(const rocking_run *run, int corner, char name[8])
{
    const bool planar = run->scenario->keys.block.kind == ROCKING_PLANAR;
    if (corner < 0) {
        name[0] = '\0';
    } else if (planar) {
        (void)snprintf(name, 8, "%c", corner == 0 ? 'A' : 'B');
    } else {
        (void)snprintf(name, 8, "V%d", (corner + 1) % 100);
    }
}

bool rocking_run_is_shaken(const rocking_run *run)
{
    return rocking_is_shaken(&run->scenario->keys.ground);
}

talus_vec3 rocking_run_ground(const rocking_run *run, double time)
{
    return talus_spatial_shaking_at(&run->shaking.shaking, time);
}

talus_vec3 rocking_run_body_rate(const rocking_run_sample *sample)
{
    const talus_quat p = sample->attitude, back = {p.w, -p.x, -p.y, -p.z};
    return talus_quat_rotate(back, sample->w);
}
