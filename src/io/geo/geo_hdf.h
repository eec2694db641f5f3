// SPDX-License-Identifier: GPL-3.0-or-later
/// @file geo_hdf.h
/// Files of HDF5 that take values from other files.
#ifndef TALUS_SRC_IO_GEO_GEO_HDF_H
#define TALUS_SRC_IO_GEO_GEO_HDF_H

#include "talus/base.h"

/// Refuse a file of HDF5, netCDF-4 among them, that takes values from other files; other names pass.
/// @param path what the user named
/// @param directory that the name may be relative to as well, or ""
/// @param name a file, or one with a driver before it and what is in it behind
talus_status geo_check_hdf(const char *path, const char *directory, const char *name,
                           talus_error *error);

#endif
