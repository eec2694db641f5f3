// SPDX-License-Identifier: GPL-3.0-or-later
// Each struct is described once, for writing and for reading. A new member that rocks can notice
// belongs to its description and into fingerprint.c; load.copy compares the two for every key of a
// scenario.
#include "runs/campaign/copy_internal.h"

#include "physics/terrain/terrain_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char MARK[] = "talusCAM";
enum { MARK_SIZE = 8, HEAD_SIZE = MARK_SIZE + 4 + 8 };

static bool are_floats(const double *values, size_t count)
{
    bool all = true;
    for (size_t k = 0; k < count && all; k++) {
        all = isnan(values[k]) || (double)(float)values[k] == values[k];
    }
    return all;
}

/// Heights of most DEMs are single precision.
static void write_heights(byte_writer *writer, const double *heights, size_t count)
{
    const bool single = are_floats(heights, count);
    byte_write_u8(writer, single);
    for (size_t k = 0; k < count; k++) {
        float value = (float)heights[k];
        if (single) {
            byte_code_f32((byte_coder){.writer = writer}, &value);
        } else {
            byte_write_f64(writer, heights[k]);
        }
    }
}

static void read_heights(byte_reader *reader, double *heights, size_t count)
{
    const bool single = byte_read_u8(reader) != 0;
    for (size_t k = 0; k < count; k++) {
        float value = 0.0f;
        if (single) {
            byte_code_f32((byte_coder){.reader = reader}, &value);
        }
        heights[k] = single ? (double)value : byte_read_f64(reader);
    }
}

static talus_status read_terrain(copy_carrier *c, talus_error *error)
{
    byte_reader *reader = c->coder.reader;
    talus_grid grid = {0};
    talus_roughness rough = {0};
    copy_grid(c, &grid);
    byte_code_f64(c->coder, &rough.amplitude);
    byte_code_count32(c->coder, &rough.refine);
    byte_code_u64(c->coder, &rough.seed);
    const uint8_t surface = byte_read_u8(reader);
    const size_t left = reader->size - reader->at;
    if (reader->failed || grid.nx == 0 || grid.nx > left || grid.ny > left / 4 / grid.nx) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "the copy of a campaign has no heights");
    }
    double *heights = malloc(grid.nx * grid.ny * sizeof *heights);
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the heights");
    }
    read_heights(reader, heights, grid.nx * grid.ny);
    talus_status status = talus_terrain_create(&grid, heights, &rough, &c->copy->terrain, error);
    free(heights);
    if (status == TALUS_OK) {
        status = talus_terrain_set_surface(c->copy->terrain, (talus_surface)surface, error);
    }
    c->copy->campaign.site.terrain = c->copy->terrain;
    return status;
}

static void write_terrain(copy_carrier *c, const talus_terrain *terrain, const double *heights)
{
    talus_grid grid = terrain->base;
    talus_roughness rough = terrain->roughness;
    copy_grid(c, &grid);
    byte_code_f64(c->coder, &rough.amplitude);
    byte_code_count32(c->coder, &rough.refine);
    byte_code_u64(c->coder, &rough.seed);
    byte_write_u8(c->coder.writer,
                  terrain->is_triangulated ? TALUS_SURFACE_TRIANGULATED : TALUS_SURFACE_BILINEAR);
    write_heights(c->coder.writer, heights, grid.nx * grid.ny);
}

talus_status campaign_copy_write(const talus_campaign *campaign, const double *heights,
                                 byte_writer *writer, talus_error *error)
{
    byte_writer payload = {0};
    copy_carrier c = {.coder = {.writer = &payload}};
    talus_campaign all = *campaign;
    write_terrain(&c, campaign->site.terrain, heights);
    copy_rest(&c, &all);
    (void)copy_site(&c, &all.site);
    byte_write_bytes(writer, MARK, MARK_SIZE);
    byte_write_u32(writer, CAMPAIGN_COPY_VERSION);
    byte_write_u64(writer, byte_digest(CAMPAIGN_COPY_VERSION, payload.data, payload.size));
    byte_write_bytes(writer, payload.data, payload.size);
    const bool failed = payload.failed || writer->failed || c.is_out_of_memory;
    byte_writer_clear(&payload);
    return failed ? talus_error_set(error, TALUS_ERROR_MEMORY,
                                    "out of memory for the copy of a campaign")
                  : TALUS_OK;
}

static talus_status check_head(byte_reader *reader, talus_error *error)
{
    if (reader->size < HEAD_SIZE || memcmp(reader->data, MARK, MARK_SIZE) != 0) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "not a copy of a campaign: expected it to begin with \"%s\"", MARK);
    }
    reader->at = MARK_SIZE;
    const uint32_t version = byte_read_u32(reader);
    if (version != CAMPAIGN_COPY_VERSION) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the copy of a campaign has version %u, expected %d: make it again",
                               (unsigned)version, CAMPAIGN_COPY_VERSION);
    }
    const uint64_t digest = byte_read_u64(reader);
    return digest == byte_digest(version, reader->data + HEAD_SIZE, reader->size - HEAD_SIZE)
               ? TALUS_OK
               : talus_error_set(error, TALUS_ERROR_INPUT,
                                 "the copy of a campaign was changed or cut: make it again");
}

static talus_status read_all(copy_carrier *c, talus_error *error)
{
    campaign_copy *copy = c->copy;
    talus_status status = read_terrain(c, error);
    if (status != TALUS_OK) {
        return status;
    }
    copy_rest(c, &copy->campaign);
    const talus_obstacle_list *list = copy_site(c, &copy->campaign.site);
    const byte_reader *reader = c->coder.reader;
    if (c->is_out_of_memory) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a campaign");
    }
    if (reader->failed || reader->at != reader->size) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "the copy of a campaign cannot be read");
    }
    if (list != NULL) {
        status = talus_obstacles_create(list, copy->terrain, &copy->obstacles, error);
        copy->campaign.site.obstacles = copy->obstacles;
    }
    return status == TALUS_OK ? talus_campaign_check(&copy->campaign, error) : status;
}

/// Statistics are not copied; a campaign needs a cell.
static void give_cell(talus_campaign *campaign)
{
    campaign->cells = (talus_cells){.cell = 1.0, .nx = 1, .ny = 1};
}

talus_status campaign_copy_read(const void *bytes, size_t size, campaign_copy **out,
                                talus_error *error)
{
    byte_reader reader = {.data = bytes, .size = size};
    *out = NULL;
    talus_status status = check_head(&reader, error);
    if (status != TALUS_OK) {
        return status;
    }
    campaign_copy *copy = calloc(1, sizeof *copy);
    if (copy == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a campaign");
    }
    copy->campaign = talus_campaign_default();
    give_cell(&copy->campaign);
    copy_carrier c = {.coder = {.reader = &reader}, .copy = copy};
    status = read_all(&c, error);
    if (status != TALUS_OK) {
        campaign_copy_destroy(copy);
        return status;
    }
    *out = copy;
    return TALUS_OK;
}

void campaign_copy_destroy(campaign_copy *copy)
{
    if (copy != NULL) {
        talus_obstacles_destroy(copy->obstacles);
        talus_terrain_destroy(copy->terrain);
        for (size_t k = 0; k < copy->block_count; k++) {
            free(copy->blocks[k]);
        }
        free(copy->blocks);
        free(copy);
    }
}
