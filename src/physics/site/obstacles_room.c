// SPDX-License-Identifier: GPL-3.0-or-later
// Room for more items in the lists of obstacles.
#include "physics/site/obstacles_internal.h"
#include "physics/terrain/on_demand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool obstacles_reserve(talus_obstacles *o, size_t bodies, size_t pieces)
{
    obstacle_body *more_bodies =
        realloc(o->bodies, (o->body_count + bodies + 1) * sizeof *o->bodies);
    o->bodies = more_bodies != NULL ? more_bodies : o->bodies;
    obstacle_piece *more_pieces =
        realloc(o->pieces, (o->piece_count + pieces + 1) * sizeof *o->pieces);
    o->pieces = more_pieces != NULL ? more_pieces : o->pieces;
    return more_bodies != NULL && more_pieces != NULL;
}
