// SPDX-License-Identifier: GPL-3.0-or-later
/// @file exchange.h
/// The four functions of a talus_exchange on MPI. It knows ranks and bytes; it refuses to know what
/// they say. One thread calls MPI (MPI_THREAD_FUNNELED).
#ifndef TALUS_SRC_APP_MPI_EXCHANGE_H
#define TALUS_SRC_APP_MPI_EXCHANGE_H

#include "talus/exchange.h"

/// The context of the four functions.
typedef struct mpi_world {
    unsigned rank, size;
    bool is_broken; ///< one of the functions has failed: the others wait in vain
} mpi_world;

/// After MPI_Init. @return ranks of MPI_COMM_WORLD; `world` must outlive it
talus_exchange mpi_exchange(mpi_world *world);

#endif
