// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of any size: pieces of at most PIECE bytes, the last one shorter, because MPI counts in
// int. A failure inside MPI ends the job (MPI_ERRORS_ARE_FATAL).
#include "app/mpi/exchange.h"

#include <mpi.h>
#include <stdlib.h>

enum { PIECE = 1 << 20, TAG = 1 };

static unsigned rank_of(void *context)
{
    return ((const mpi_world *)context)->rank;
}

static unsigned size_of(void *context)
{
    return ((const mpi_world *)context)->size;
}

static talus_status send(void *context, unsigned to, const uint8_t *bytes, size_t size,
                         talus_error *error)
{
    (void)context;
    (void)error;
    size_t at = 0;
    int piece = PIECE;
    while (piece == PIECE) {
        piece = size - at < PIECE ? (int)(size - at) : PIECE;
        MPI_Send(bytes + at, piece, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD);
        at += (size_t)piece;
    }
    return TALUS_OK;
}

/// Room for one more piece; doubles.
static uint8_t *grow(uint8_t *bytes, size_t size, size_t piece, size_t *capacity)
{
    if (bytes != NULL && *capacity - size >= piece) {
        return bytes;
    }
    *capacity = size == 0 ? piece + 1 : 2 * (size + piece);
    return realloc(bytes, *capacity);
}

static talus_status receive(void *context, unsigned *from, uint8_t **bytes, size_t *size,
                            talus_error *error)
{
    mpi_world *world = context;
    MPI_Status status;
    int has_come = 0, piece = 0;
    size_t capacity = 0;
    *bytes = NULL;
    *size = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &has_come, &status);
    while (has_come) {
        MPI_Get_count(&status, MPI_BYTE, &piece);
        uint8_t *larger = grow(*bytes, *size, (size_t)piece, &capacity);
        if (larger == NULL) {
            free(*bytes);
            *bytes = NULL;
            world->is_broken = true;
            return talus_error_set(error, TALUS_ERROR_MEMORY,
                                   "out of memory for a message of more than %zu bytes from rank "
                                   "%d",
                                   *size, status.MPI_SOURCE);
        }
        *bytes = larger;
        MPI_Recv(larger + *size, piece, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        *size += (size_t)piece;
        *from = (unsigned)status.MPI_SOURCE;
        has_come = piece == PIECE;
        if (has_come) {
            MPI_Probe(status.MPI_SOURCE, TAG, MPI_COMM_WORLD, &status);
        }
    }
    return TALUS_OK;
}

talus_exchange mpi_exchange(mpi_world *world)
{
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    *world = (mpi_world){.rank = (unsigned)rank, .size = (unsigned)size};
    return (talus_exchange){
        .context = world, .rank = rank_of, .size = size_of, .send = send, .receive = receive};
}
