// SPDX-License-Identifier: GPL-3.0-or-later
// Lines over the terrain.
#include "io/products/gauges.h"

#include <math.h>

talus_status output_add_line(const talus_products_context *context, const double *xy, size_t count,
                             double height, table_points *points, talus_error *error)
{
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < count && status == TALUS_OK; k++) {
        const double *p = xy + 2 * k;
        double ground = -height;
        (void)talus_terrain_height(context->campaign->site.terrain, p[0], p[1], &ground);
        status = table_points_add(points, context->east + p[0], context->north + p[1],
                                  ground + height, 0.0, error);
    }
    return status;
}
