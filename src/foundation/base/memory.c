// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is handed over to the caller of the library.
#include "talus/base.h"

#include <stdlib.h>

void talus_free(void *memory)
{
    free(memory);
}
