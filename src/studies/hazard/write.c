// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a hazard assessment in their order, and hazard.json.
#include "studies/hazard/products.h"

#include "foundation/base/sized.h"
#include "io/products/output.h"

/// What makes which zone, by the numbers of intensities and zones; levels the most frequent first.
static void add_matrix(files_text *text, const hazard_rules *rules)
{
    files_json_begin(text, "matrix", '[');
    for (size_t level = 0; level < rules->level_count; level++) {
        for (size_t k = 0; k < rules->class_count; k++) {
            if (rules->matrix[level][k] == HAZARD_NONE) {
                continue;
            }
            files_json_begin(text, NULL, '{');
            files_json_add_number(text, "level", rules->levels[level]);
            files_json_add_unsigned(text, "intensity", k + 1);
            files_json_add_integer(text, "zone", rules->matrix[level][k] + 1);
            files_json_end(text, '}');
        }
    }
    files_json_end(text, ']');
    if (rules->residual != HAZARD_NONE) {
        files_json_add_integer(text, "residual", rules->residual + 1);
    }
}

/// How the cells that too few rocks decide are shown: in the form of a zone.
static void add_undecided(files_text *text)
{
    files_json_begin(text, "undecided", '{');
    files_json_add_unsigned(text, "value", 0);
    files_json_add_text(text, "name", hazard_undecided.name);
    files_json_add_text(text, "title", hazard_undecided.title);
    files_json_add_text(text, "colour", hazard_undecided.colour);
    files_json_add_bool(text, "hatched", hazard_undecided.hatched);
    files_json_end(text, '}');
}

static void add_rules(files_text *text, const hazard_rules *rules)
{
    const hazard_keys *keys = &rules->keys;
    files_json_add_text(text, "rules", keys->title);
    files_json_add_text(text, "rules_sha256", rules->document.sha256);
    files_json_add_text(text, "source", keys->source);
    if (keys->note != NULL) {
        files_json_add_text(text, "note", keys->note);
    }
    files_json_add_text(
        text, "basis", keys->basis == HAZARD_RETURN_PERIOD ? "return_period" : "reach_probability");
    files_json_add_unsigned(text, "uncertain_figures", rules->uncertain_count);
    files_json_add_numbers(text, "levels", rules->levels, rules->level_count);
    files_json_begin(text, "intensities", '[');
    for (size_t k = 0; k < rules->class_count; k++) {
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "value", k + 1);
        files_json_add_text(text, "name", rules->classes[k].name);
        files_json_add_number(text, "from_kj", rules->classes[k].from_kj);
        files_json_add_text(text, "colour", rules->classes[k].colour);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_begin(text, "zones", '[');
    for (size_t k = 0; k < rules->zone_count; k++) {
        files_json_begin(text, NULL, '{');
        files_json_add_unsigned(text, "value", k + 1);
        files_json_add_text(text, "name", rules->zones[k].name);
        files_json_add_text(text, "title",
                            rules->zones[k].title ? rules->zones[k].title : rules->zones[k].name);
        files_json_add_text(text, "colour", rules->zones[k].colour);
        files_json_add_bool(text, "hatched", rules->zones[k].hatched);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    add_matrix(text, rules);
}

/// What annual values and zones are of.
static void add_width(files_text *text, const talus_campaign *campaign,
                      const hazard_request *request)
{
    static const char *const sources[] = {[TALUS_WIDTH_ASSUMED] = "default",
                                          [TALUS_WIDTH_OF_RULES] = "rules",
                                          [TALUS_WIDTH_OF_SCENARIO] = "scenario"};
    const hazard_keys *rules = request->rules != NULL ? &request->rules->keys : NULL;
    if (!(campaign->reference_width > 0.0)) {
        return;
    }
    files_json_add_number(text, "reference_width_m", campaign->reference_width);
    files_json_add_text(text, "reference_width_from", sources[campaign->width_source]);
    if (campaign->width_source == TALUS_WIDTH_OF_RULES && rules != NULL) {
        if (rules->width_source != NULL) {
            files_json_add_text(text, "reference_width_source", rules->width_source);
        }
        files_json_add_bool(text, "reference_width_uncertain", rules->width_uncertain);
    }
}

/// hazard.json: which rules spoke, with their source and how much of them is uncertain.
static talus_status write_summary(talus_directory *directory, const talus_campaign *campaign,
                                  const hazard_request *request, talus_error *error)
{
    files_text text = {0};
    files_json_begin(&text, NULL, '{');
    files_json_add_number(&text, "years", request->keys->years);
    add_width(&text, campaign, request);
    if (request->rules != NULL) {
        add_rules(&text, request->rules);
    }
    char sentence[HAZARD_SENTENCE];
    if (hazard_no_zones(request, sentence)) {
        files_json_add_text(&text, "no_zones", sentence);
    }
    if (request->assessment != NULL) {
        add_undecided(&text);
        hazard_add_tally(&text, request);
    }
    files_json_end(&text, '}');
    return directory_write_text(directory, "hazard.json", &text, error);
}

void talus_hazard_job_defaults(talus_hazard_job *job, size_t size)
{
    const talus_hazard_job defaults = {0};
    sized_fill(job, size, &defaults, sizeof defaults);
}

static talus_status claim_all(void *user, talus_directory *directory, talus_error *error)
{
    const talus_hazard_job *job = user;
    talus_status status = sized_check(job, sizeof *job, "talus_hazard_job", error);
    status = status == TALUS_OK ? output_check_context(job->context, error) : status;
    if (status == TALUS_OK && job->hazard == NULL) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT, "the job has no assessment");
    }
    if (status != TALUS_OK) {
        return status;
    }
    const talus_campaign *campaign = job->context->campaign;
    status = hazard_claim_rasters(directory, job->context, job->hazard, error);
    if (status == TALUS_OK && hazard_has_zones(job->hazard)) {
        status = talus_directory_claim(directory, "hazard.gpkg", error);
    }
    if (status == TALUS_OK) {
        status = hazard_claim_curves(directory, campaign, error);
    }
    if (status == TALUS_OK && hazard_has_designs(job->hazard, campaign)) {
        status = talus_directory_claim(directory, "design.csv", error);
    }
    return status == TALUS_OK ? talus_directory_claim(directory, "hazard.json", error) : status;
}

static talus_status write_all(void *user, talus_directory *directory, talus_error *error)
{
    typedef talus_status part(talus_directory *, const talus_products_context *,
                              const talus_results *, const hazard_request *, talus_error *);
    static part *const parts[] = {hazard_write_rasters, hazard_write_zones, hazard_write_curves,
                                  hazard_write_designs};
    const talus_hazard_job *job = user;
    if (job->hazard->failure.status != TALUS_OK) {
        return talus_error_set(error, job->hazard->failure.status, "%s",
                               job->hazard->failure.message);
    }
    talus_status status = job->hazard->assessment == NULL && hazard_has_zones(job->hazard)
                              ? talus_hazard_assess(job->hazard, job->context->campaign,
                                                    job->results, job->diagnostics, error)
                              : TALUS_OK;
    for (size_t k = 0; k < sizeof parts / sizeof parts[0] && status == TALUS_OK; k++) {
        status = parts[k](directory, job->context, job->results, job->hazard, error);
    }
    return status == TALUS_OK ? write_summary(directory, job->context->campaign, job->hazard, error)
                              : status;
}

/// Rules, and how much they decide; the member "hazard".
static talus_status summarise(void *user, char **members, talus_error *error)
{
    const hazard_request *request = ((const talus_hazard_job *)user)->hazard;
    char sentence[HAZARD_SENTENCE];
    files_text text = directory_members_begin();
    files_json_begin(&text, "hazard", '{');
    if (request->rules != NULL) {
        files_json_add_text(&text, "rules", request->rules->keys.title);
    }
    if (hazard_no_zones(request, sentence)) {
        files_json_add_text(&text, "no_zones", sentence);
    }
    hazard_add_tally(&text, request);
    files_json_end(&text, '}');
    return directory_members_end(&text, members, error);
}

talus_contributor talus_hazard_contributor(talus_hazard_job *job)
{
    return (talus_contributor){.size = sizeof(talus_contributor),
                               .name = "hazard",
                               .claim = claim_all,
                               .write = write_all,
                               .summarise = summarise,
                               .user = job};
}
