// SPDX-License-Identifier: GPL-3.0-or-later
// What is process-wide, once.
#include "talus/library.h"

#include "foundation/statistics/statistics.h"
#include "io/geo/geo.h"

void talus_library_init(void)
{
    statistics_open_library();
    geo_open_library();
}
