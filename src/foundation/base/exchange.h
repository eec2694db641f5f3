// SPDX-License-Identifier: GPL-3.0-or-later
/// @file exchange.h
/// Messages between ranks on top of the four functions of a talus_exchange. It knows bytes; it
/// refuses to know what they say, and MPI.
#ifndef TALUS_SRC_FOUNDATION_BASE_EXCHANGE_H
#define TALUS_SRC_FOUNDATION_BASE_EXCHANGE_H

#include "foundation/base/bytes.h"
#include "talus/exchange.h"

/// A message; to be cleared. `bytes` is NULL when none has come.
typedef struct exchange_message {
    unsigned from;
    uint8_t *bytes;
    byte_reader reader;
} exchange_message;
void exchange_clear(exchange_message *message);

/// Send what was written, and empty the writer. @return also TALUS_ERROR_MEMORY of the writer
talus_status exchange_send(const talus_exchange *exchange, unsigned to, byte_writer *writer,
                           talus_error *error);
/// What has come, without waiting.
talus_status exchange_look(const talus_exchange *exchange, exchange_message *message,
                           talus_error *error);
/// Wait for a message; the processor is left to others meanwhile.
talus_status exchange_wait(const talus_exchange *exchange, exchange_message *message,
                           talus_error *error);
/// Rank 0 sends it to all others, which wait for it.
talus_status exchange_share(const talus_exchange *exchange, talus_agreement *agreement,
                            talus_error *error);
/// Sleep for this time or until a signal comes. @param pause s, below 1
void exchange_sleep(double pause);

#endif
