// SPDX-License-Identifier: GPL-3.0-or-later
// What all ranks do together: begin and end.
#include "runs/ensemble/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

talus_status ranks_init(ranks *r, const talus_exchange *exchange, talus_error *error)
{
    *r = (ranks){.exchange = exchange, .count = 1};
    if (exchange == NULL) {
        return TALUS_OK;
    }
    r->rank = exchange->rank(exchange->context);
    r->count = exchange->size(exchange->context);
    r->running = r->count - 1;
    r->others = calloc(r->count, sizeof *r->others);
    r->is_broken = r->others == NULL;
    return r->is_broken ? talus_error_set(error, TALUS_ERROR_MEMORY,
                                          "out of memory for %u ranks: use fewer", r->count)
                        : TALUS_OK;
}

void ranks_clear(ranks *r)
{
    free(r->others);
    byte_writer_clear(&r->entries);
    *r = (ranks){0};
}

/// Which campaign rank 0 runs, and with which talus.
static talus_status send_campaign(ensemble_job *job, talus_status own, talus_error *error)
{
    ranks *r = &job->ranks;
    talus_status status = TALUS_OK;
    for (unsigned k = 1; k < r->count && status == TALUS_OK; k++) {
        byte_writer writer = {0};
        byte_write_u8(&writer, own == TALUS_OK);
        byte_write_text(&writer, talus_version());
        campaign_fingerprint_code((byte_coder){.writer = &writer}, &job->states.head.fingerprint);
        status = exchange_send(r->exchange, k, &writer, error);
    }
    return status;
}

/// Is it what this rank would run?
static talus_status compare_campaign(ensemble_job *job, byte_reader *reader, talus_error *error)
{
    char version[STATE_VERSION_SIZE], parts[256];
    campaign_fingerprint theirs;
    const bool is_ready = byte_read_u8(reader) != 0;
    byte_read_text(reader, version, sizeof version);
    if (is_ready && !reader->failed && strcmp(version, talus_version()) != 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "this is talus %s, rank 0 is talus %s: their rocks may differ; use "
                               "one version on all machines",
                               talus_version(), version);
    }
    campaign_fingerprint_code((byte_coder){.reader = reader}, &theirs);
    if (reader->failed) {
        return talus_error_set(error, TALUS_ERROR_INTERNAL, "rank 0 did not send its campaign");
    }
    campaign_fingerprint_compare(&job->states.head.fingerprint, &theirs, parts, sizeof parts);
    return !is_ready || parts[0] == '\0'
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s differ from those of rank 0; all machines must see the same "
                                 "scenario and files",
                                 parts);
}

static talus_status share_campaign(ensemble_job *job, talus_status own, talus_error *error)
{
    ranks *r = &job->ranks;
    talus_error broken = {0};
    talus_status status = TALUS_OK;
    if (own == TALUS_OK) {
        own = checkpoint_identify(&job->states, error);
    }
    if (ranks_leads(r)) {
        status = send_campaign(job, own, &broken);
    } else {
        exchange_message message;
        status = exchange_wait(r->exchange, &message, &broken);
        if (status == TALUS_OK && own == TALUS_OK) {
            own = compare_campaign(job, &message.reader, error);
        }
        exchange_clear(&message);
    }
    if (status != TALUS_OK) {
        r->is_broken = true;
        return talus_error_set(error, status, "%s", broken.message);
    }
    return own;
}

typedef talus_status agree(const talus_exchange *exchange, talus_agreement *agreement,
                           talus_error *error);

/// The outcome that all go on with: by agreement, or as rank 0 says.
static talus_status settle(ensemble_job *job, agree *by, talus_status own, talus_error *error)
{
    ranks *r = &job->ranks;
    talus_agreement agreement = {.code = (unsigned)own};
    talus_error broken = {0};
    if (own != TALUS_OK) {
        snprintf(agreement.message, sizeof agreement.message, "%s", error->message);
    }
    const talus_status status = by(r->exchange, &agreement, &broken);
    if (status != TALUS_OK) {
        r->is_broken = true;
        return talus_error_set(error, status, "%s", broken.message);
    }
    const talus_status agreed = (talus_status)agreement.code;
    if (agreed == TALUS_OK || agreement.rank == r->rank) {
        return agreed;
    }
    return agreement.rank == 0 ? talus_error_set(error, agreed, "%s", agreement.message)
                               : talus_error_set(error, agreed, "rank %u of %u: %.900s",
                                                 agreement.rank, r->count, agreement.message);
}

talus_status ranks_begin(ensemble_job *job, talus_status status, talus_error *error)
{
    if (job->ranks.exchange == NULL || job->ranks.is_broken) {
        return status;
    }
    status = share_campaign(job, status, error);
    return job->ranks.is_broken ? status : settle(job, talus_exchange_agree, status, error);
}

talus_status ranks_end(ensemble_job *job, talus_status status, talus_error *error)
{
    return job->ranks.exchange == NULL || job->ranks.is_broken
               ? status
               : settle(job, exchange_share, status, error);
}
