// SPDX-License-Identifier: GPL-3.0-or-later
// Messages between ranks, and what they agree on.
#include "foundation/base/exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SHORTEST_PAUSE 1e-4 ///< s between two looks for a message
#define LONGEST_PAUSE 2e-2

void exchange_clear(exchange_message *message)
{
    free(message->bytes);
    *message = (exchange_message){0};
}

talus_status exchange_send(const talus_exchange *exchange, unsigned to, byte_writer *writer,
                           talus_error *error)
{
    const talus_status status =
        writer->failed ? talus_error_set(error, TALUS_ERROR_MEMORY,
                                         "out of memory for a message to rank %u", to)
                       : exchange->send(exchange->context, to, writer->data, writer->size, error);
    byte_writer_clear(writer);
    return status;
}

talus_status exchange_look(const talus_exchange *exchange, exchange_message *message,
                           talus_error *error)
{
    size_t size = 0;
    *message = (exchange_message){0};
    const talus_status status =
        exchange->receive(exchange->context, &message->from, &message->bytes, &size, error);
    message->reader = (byte_reader){.data = message->bytes, .size = size};
    return status;
}

void exchange_sleep(double pause)
{
    nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * pause)}, NULL);
}

talus_status exchange_wait(const talus_exchange *exchange, exchange_message *message,
                           talus_error *error)
{
    double pause = SHORTEST_PAUSE;
    talus_status status = exchange_look(exchange, message, error);
    while (status == TALUS_OK && message->bytes == NULL) {
        exchange_sleep(pause);
        pause = 2.0 * pause < LONGEST_PAUSE ? 2.0 * pause : LONGEST_PAUSE;
        status = exchange_look(exchange, message, error);
    }
    return status;
}

static void code_agreement(byte_coder coder, talus_agreement *agreement)
{
    byte_code_count32(coder, &agreement->code);
    byte_code_count32(coder, &agreement->rank);
    byte_code_text(coder, agreement->message, sizeof agreement->message);
}

static talus_status send_agreement(const talus_exchange *exchange, unsigned to,
                                   const talus_agreement *agreement, talus_error *error)
{
    byte_writer writer = {0};
    talus_agreement copy = *agreement;
    code_agreement((byte_coder){.writer = &writer}, &copy);
    return exchange_send(exchange, to, &writer, error);
}

static talus_status wait_for_agreement(const talus_exchange *exchange, talus_agreement *agreement,
                                       talus_error *error)
{
    exchange_message message;
    talus_status status = exchange_wait(exchange, &message, error);
    if (status == TALUS_OK) {
        code_agreement((byte_coder){.reader = &message.reader}, agreement);
        if (message.reader.failed || message.reader.at != message.reader.size) {
            status = talus_error_set(error, TALUS_ERROR_INTERNAL,
                                     "rank %u does something else than this one; start all ranks "
                                     "with the same program and command line",
                                     message.from);
        }
    }
    exchange_clear(&message);
    return status;
}

talus_status exchange_share(const talus_exchange *exchange, talus_agreement *agreement,
                            talus_error *error)
{
    if (exchange->rank(exchange->context) != 0) {
        return wait_for_agreement(exchange, agreement, error);
    }
    talus_status status = TALUS_OK;
    const unsigned size = exchange->size(exchange->context);
    for (unsigned k = 1; k < size && status == TALUS_OK; k++) {
        status = send_agreement(exchange, k, agreement, error);
    }
    return status;
}

/// Rank 0: what each of the others brings.
static talus_status hear_all(const talus_exchange *exchange, talus_agreement *agreement,
                             talus_error *error)
{
    talus_status status = TALUS_OK;
    const unsigned size = exchange->size(exchange->context);
    for (unsigned k = 1; k < size && status == TALUS_OK; k++) {
        talus_agreement other = {0};
        status = wait_for_agreement(exchange, &other, error);
        if (other.code != 0 && (agreement->code == 0 || other.rank < agreement->rank)) {
            *agreement = other;
        }
    }
    return status;
}

static bool exchange_is_complete(const talus_exchange *exchange)
{
    return exchange->rank != NULL && exchange->size != NULL && exchange->send != NULL &&
           exchange->receive != NULL;
}

talus_status talus_exchange_agree(const talus_exchange *exchange, talus_agreement *agreement,
                                  talus_error *error)
{
    if (agreement == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the agreement is NULL");
    }
    if (exchange != NULL && !exchange_is_complete(exchange)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "a function of the exchange is NULL");
    }
    agreement->rank = 0;
    if (exchange == NULL) {
        return TALUS_OK;
    }
    agreement->rank = exchange->rank(exchange->context);
    const talus_status status = agreement->rank == 0
                                    ? hear_all(exchange, agreement, error)
                                    : send_agreement(exchange, 0, agreement, error);
    return status == TALUS_OK ? exchange_share(exchange, agreement, error) : status;
}
