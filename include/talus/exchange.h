// SPDX-License-Identifier: GPL-3.0-or-later
/// @file exchange.h
/// How the processes (ranks) of one run exchange messages. It knows bytes; it refuses to know
/// rocks.
///
/// threads: only the thread that called talus_campaign_run or talus_exchange_agree calls the
///          functions.
#ifndef TALUS_EXCHANGE_H
#define TALUS_EXCHANGE_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four functions between the ranks of a run; talus-mpi fills them with MPI. Only the thread that
/// called talus_campaign_run or talus_exchange_agree calls them.
/// After an error the other ranks cannot be reached; the caller must end them.
typedef struct talus_exchange {
    void *context;
    unsigned (*rank)(void *context); ///< of this process, 0 ... size - 1
    unsigned (*size)(void *context); ///< number of ranks
    /// Rank 0 sends to any other rank, the others send to rank 0; may wait until the message is
    /// received. Messages from one rank to another keep their order.
    talus_status (*send)(void *context, unsigned to, const uint8_t *bytes, size_t size,
                         talus_error *error);
    /// Never waits. @param bytes out: NULL if no message has come; else (size >= 1), for free()
    talus_status (*receive)(void *context, unsigned *from, uint8_t **bytes, size_t *size,
                            talus_error *error);
} talus_exchange;
typedef struct talus_agreement {
    unsigned code; ///< 0: nothing to report
    unsigned rank; ///< the rank that passed the code
    char message[1024];
} talus_agreement;
/// Every rank passes a code and a message; all receive those of the lowest rank whose code is not
/// 0. Blocks until every rank has called it.
/// @param exchange NULL: one process
TALUS_API talus_status talus_exchange_agree(const talus_exchange *exchange,
                                            talus_agreement *agreement, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
