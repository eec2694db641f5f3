// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks send each other outside of a campaign: go on, or with which exit code to end.
#include "foundation/terminal/ranks.h"

#include "foundation/terminal/terminal.h"

enum { GO = 1000 }; ///< no exit code

bool cli_ranks_leads(const talus_exchange *exchange)
{
    return exchange == NULL || exchange->rank(exchange->context) == 0;
}

/// @return false when the other ranks are lost, which is reported
static bool agree(const talus_exchange *exchange, talus_agreement *agreement)
{
    talus_error error = {0};
    if (talus_exchange_agree(exchange, agreement, &error) == TALUS_OK) {
        return true;
    }
    cli_print_error(&error);
    return false;
}

bool cli_ranks_wait(const talus_exchange *exchange, cli_exit *result)
{
    talus_agreement agreement = {0};
    if (cli_ranks_leads(exchange)) {
        return true;
    }
    const bool is_sent = agree(exchange, &agreement);
    *result = is_sent ? (cli_exit)agreement.code : CLI_FAILED;
    return is_sent && agreement.code == GO;
}

bool cli_ranks_go(const talus_exchange *exchange)
{
    return !cli_ranks_leads(exchange) || agree(exchange, &(talus_agreement){.code = GO});
}

cli_exit cli_ranks_agree(const talus_exchange *exchange, cli_exit own, const talus_error *error)
{
    talus_agreement agreement = {.code = (unsigned)own};
    snprintf(agreement.message, sizeof agreement.message, "%s", error->message);
    if (!agree(exchange, &agreement)) {
        return CLI_FAILED;
    }
    if (exchange != NULL && cli_ranks_leads(exchange) && agreement.rank != 0) {
        fprintf(stderr, "talus: error: rank %u of %u: %s\n", agreement.rank,
                exchange->size(exchange->context), agreement.message);
    }
    return (cli_exit)agreement.code;
}

cli_exit cli_ranks_end(const talus_exchange *exchange, cli_exit own)
{
    talus_agreement agreement = {.code = cli_ranks_leads(exchange) ? (unsigned)own : 0};
    return agree(exchange, &agreement) ? (cli_exit)agreement.code : CLI_FAILED;
}
