// SPDX-License-Identifier: GPL-3.0-or-later
// GSL ends the program at an error unless its handler is off.
#include "foundation/statistics/statistics.h"

#include <gsl/gsl_errno.h>
#include <pthread.h>

static void turn_handler_off(void)
{
    (void)gsl_set_error_handler_off();
}

void statistics_open_library(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, turn_handler_off);
}
