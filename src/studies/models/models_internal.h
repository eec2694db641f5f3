// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a study of models share.
#ifndef TALUS_SRC_STUDIES_MODELS_MODELS_INTERNAL_H
#define TALUS_SRC_STUDIES_MODELS_MODELS_INTERNAL_H

#include "studies/models/lumped.h"
#include "studies/models/models.h"

/// The fields of the section `lumped`, on the nodes of the DEM.
typedef struct models_fields {
    lumped_field fields[LUMPED_PARAMETERS];
    float *memory[LUMPED_PARAMETERS];
    char *paths[LUMPED_PARAMETERS]; ///< of the rasters; NULL = none
} models_fields;
talus_status models_load_fields(const models_study *study, models_fields *fields,
                                talus_error *error);
void models_clear_fields(models_fields *fields);

/// What a rock did under a model.
typedef struct models_rocks {
    double *runout, *energy, *speed, *jump; ///< (rocks); NaN = not run
    double left;                            ///< rocks
} models_rocks;

/// Follow the rocks of the records.
talus_status models_run_lumped(models_study *study, size_t index, models_rocks *rocks,
                               talus_error *error);
/// Cells seen from those where rocks start.
talus_status models_run_energyline(models_study *study, size_t index, talus_error *error);

static inline talus_status models_no_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the models");
}

#endif
