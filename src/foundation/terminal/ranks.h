// SPDX-License-Identifier: GPL-3.0-or-later
/// @file ranks.h
/// The program on several ranks: rank 0 reads the command line, prints, writes; the others wait
/// until it comes to a campaign, load the same scenario and run rocks. All end with its exit code.
/// Without an exchange (NULL) there is rank 0 alone and nothing to say.
#ifndef TALUS_SRC_FOUNDATION_TERMINAL_RANKS_H
#define TALUS_SRC_FOUNDATION_TERMINAL_RANKS_H

#include "foundation/terminal/options.h"

bool cli_ranks_leads(const talus_exchange *exchange);
/// Ranks other than 0: wait for what rank 0 does.
/// @return true when there is a campaign to run; false when rank 0 has ended, with its exit code
bool cli_ranks_wait(const talus_exchange *exchange, cli_exit *result);
/// Rank 0: the others are to follow with the same command. @return false when they are lost
bool cli_ranks_go(const talus_exchange *exchange);
/// All ranks come with what loading came to; none goes on unless all are CLI_OK. What failed
/// elsewhere is reported on rank 0. @param error of this rank, when it failed
/// @return the exit code of the lowest rank that failed
cli_exit cli_ranks_agree(const talus_exchange *exchange, cli_exit own, const talus_error *error);
/// All ranks end. @return the exit code of rank 0
cli_exit cli_ranks_end(const talus_exchange *exchange, cli_exit own);

#endif
