// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/files_case.h"
#include "lab/impact_law/law_file.h"

#define SYSTEM "{\"mass_matrix\": [[2, 0], [0, 1]],\n\"normal_gradients\": [[1, 0]],\n"
#define MOREAU "\"law\": {\"kind\": \"moreau\", \"e\": 0.5}}"

/// The sentence and the line that a text is refused with.
static void expect_refused(const char *text, int line, const char *words)
{
    files_law *law = NULL;
    talus_error error = {0};
    const file_path path = make_text("law.json", text);
    cr_expect(files_law_read(path.text, &law, &error) == TALUS_ERROR_INPUT, "accepted: %s", text);
    cr_expect(law == NULL);
    cr_expect(strstr(error.message, words) != NULL, "\"%s\" not in \"%s\"", words, error.message);
    cr_expect(error.line == line, "line %d, expected %d: %s", error.line, line, error.message);
    cr_expect_str_eq(error.file, path.text);
    remove(path.text);
}

static files_law *read_text(const char *text)
{
    files_law *law = NULL;
    talus_error error = {0};
    const file_path path = make_text("law.json", text);
    cr_assert(files_law_read(path.text, &law, &error) == TALUS_OK, "%s", error.message);
    remove(path.text);
    return law;
}

Test(law_file, reads_matrices_and_spreads_single_numbers)
{
    files_law *law = read_text("{\"mass_matrix\": [[2, 0], [0, 1]],"
                               "\"normal_gradients\": [[1, 0], [0, 1]],"
                               "\"tangent_gradients\": [[0, 1], [1, 0]], \"mu\": 0.3,"
                               "\"velocity\": [-1, -2], \"title\": \"two\","
                               "\"law\": {\"kind\": \"newton\", \"epsilon_n\": [0.1, 0.2],"
                               "\"epsilon_t\": 0.4, \"form\": \"complementarity\"}}");
    cr_expect(law->system.dof_count == 2 && law->system.contact_count == 2);
    cr_expect(law->system.tangent_count == 2 && law->system.mass[0] == 2.0);
    cr_expect(law->system.normals[3] == 1.0 && law->system.tangents[1] == 1.0);
    cr_expect(law->system.mu[0] == 0.3 && law->system.mu[1] == 0.3);
    cr_expect(law->law.kind == TALUS_IMPACT_LAW_NEWTON && law->law.epsilon_n[1] == 0.2);
    cr_expect(law->law.tangential == TALUS_IMPACT_LAW_TANGENT_VELOCITY);
    cr_expect(law->law.epsilon_t[1] == 0.4 && law->law.complementarity);
    cr_expect(law->velocity[1] == -2.0);
    cr_expect_str_eq(law->title, "two");
    files_law_destroy(law);
}

Test(law_file, reads_a_block_and_a_chain)
{
    files_law *law = read_text("{\"block\": {\"mass_kg\": 3, \"width_m\": 1, \"height_m\": 2},"
                               "\"velocity\": [0, 0, 0], \"law\": {\"kind\": \"generalised\","
                               "\"restitution\": [[0, 1], [2, 3]], \"restitution_tan\": -1}}");
    cr_expect(law->is_block && law->system.contact_count == 2 && law->system.mass[8] == 1.25);
    cr_expect(law->law.restitution[2] == 2.0 && law->law.restitution_tan[0] == -1.0);
    cr_expect(law->law.tangential == TALUS_IMPACT_LAW_TANGENT_COORDINATE);
    files_law_destroy(law);
    law = read_text("{\"chain\": {\"masses_kg\": [1, 2, 3]}, \"velocity\": [1, 0, 0]," MOREAU);
    cr_expect(!law->is_block && law->system.dof_count == 3 && law->system.contact_count == 2);
    cr_expect(law->system.mass[8] == 3.0 && law->law.tangential == TALUS_IMPACT_LAW_FREE);
    files_law_destroy(law);
}

Test(law_file, friction_without_more_is_coulombs_law)
{
    files_law *law = read_text("{\"block\": {\"mass_kg\": 3, \"width_m\": 1, \"height_m\": 2},"
                               "\"velocity\": [0, 0, 0], \"mu\": 0.2," MOREAU);
    cr_expect(law->law.tangential == TALUS_IMPACT_LAW_COULOMB);
    files_law_destroy(law);
}

Test(law_file, unknown_and_missing_members_are_refused)
{
    expect_refused("[1]", 1, "the file must be an object");
    expect_refused("{\n\"masses\": 1}", 2, "the file has no member \"masses\"; expected title");
    expect_refused(SYSTEM "\"velocity\": [0, 0]}", 1, "the member \"law\" is missing");
    expect_refused(SYSTEM MOREAU, 1, "the member \"velocity\" is missing");
    expect_refused(SYSTEM "\"velocity\": [0, 0],\n\"law\": {\"kind\": \"newton\"}}", 4,
                   "the member \"epsilon_n\" is missing");
    expect_refused(SYSTEM "\"velocity\": [0, 0],\n\"law\": {\"kind\": \"poisson\"}}", 4,
                   "\"kind\" must be newton, moreau or generalised");
    expect_refused(SYSTEM "\"velocity\": [0, 0],\n\"law\": {\"kind\": \"moreau\", \"e\": 0,\n"
                          "\"epsilon_n\": 1}}",
                   5, "\"epsilon_n\" is not of the moreau law, which takes \"e\"");
    expect_refused("{\"velocity\": [0]," MOREAU, 1,
                   "expected one of \"mass_matrix\", \"block\" and \"chain\", found 0");
    expect_refused("{\"mass_matrix\": [[1]], \"velocity\": [0]," MOREAU, 1,
                   "the member \"normal_gradients\" is missing");
}

Test(law_file, shapes_that_do_not_fit_are_refused)
{
    expect_refused("{\"mass_matrix\": [[1, 0],\n[0]],\n\"normal_gradients\": [[1, 0]],"
                   "\"velocity\": [0, 0]," MOREAU,
                   2, "row 2 of \"mass_matrix\" must be an array of 2 numbers");
    expect_refused("{\"mass_matrix\": [[1, 0], [0, 1]],\n\"normal_gradients\": [[1, 0, 0]],"
                   "\"velocity\": [0, 0]," MOREAU,
                   2, "row 1 of \"normal_gradients\" must be an array of 2 numbers");
    expect_refused(SYSTEM
                   "\"tangent_gradients\": [[0, 1], [0, 1], [0, 1]],\"velocity\": [0, 0]," MOREAU,
                   3, "\"tangent_gradients\" must be an array of 1 to 2 rows");
    expect_refused(SYSTEM "\"velocity\": [0, 0, 0]," MOREAU, 3,
                   "\"velocity\" must be an array of 2 numbers");
    expect_refused(SYSTEM "\"velocity\": [0, 0],\n\"mu\": \"rough\"," MOREAU, 4,
                   "\"mu\" must be one number or an array of 1 numbers");
    expect_refused(SYSTEM "\"velocity\": [0, 0],\n\"law\": {\"kind\": \"generalised\",\n"
                          "\"restitution\": [[1, 0], [0, 1]]}}",
                   5, "\"restitution\" must have 1 rows of 1 numbers, found 2");
    expect_refused(SYSTEM "\"velocity\": [0, 0],\n\"law\": {\"kind\": \"moreau\", \"e\": 0,\n"
                          "\"form\": \"lcp\"}}",
                   5, "\"form\" must be \"equation\" or \"complementarity\"");
    expect_refused("{\"block\": {\"mass_kg\": 1, \"width_m\": 0, \"height_m\": 1},"
                   "\"velocity\": [0, 0, 0]," MOREAU,
                   1, "\"width_m\" must be a number > 0");
    expect_refused("{\"chain\": {\"masses_kg\": [1]}, \"velocity\": [0]," MOREAU, 1,
                   "\"masses_kg\" must be an array of 2 to 32 numbers");
}

Test(law_file, what_is_no_json_is_refused)
{
    files_law *law = NULL;
    talus_error error = {0};
    const file_path path = make_text("law.json", "{\"mass_matrix\": [[1, }");
    cr_expect(files_law_read(path.text, &law, &error) != TALUS_OK && law == NULL);
    cr_expect(error.line == 1);
    remove(path.text);
    cr_expect(files_law_read(path.text, &law, &error) != TALUS_OK && law == NULL);
}
