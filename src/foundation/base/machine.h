// SPDX-License-Identifier: GPL-3.0-or-later
/// @file machine.h
/// What the machine has left for this process: memory and disk. It knows /proc, cgroups and file
/// systems; it refuses to know what the memory is for.
#ifndef TALUS_SRC_FOUNDATION_BASE_MACHINE_H
#define TALUS_SRC_FOUNDATION_BASE_MACHINE_H

/// Bytes of memory that the process can still get: the least of what the kernel calls available, of
/// the limits of its cgroups (versions 1 and 2, all levels) less what they use and cannot give
/// back, and of its address space limit. Infinity where nothing is known.
/// @param root "" for the machine itself; a directory that stands for / in tests
double files_memory_available(const char *root);
/// Bytes of memory the process has now, and the most it has had; 0 where it is not known.
double files_memory_used(void);
double files_memory_peak(void);
/// Bytes an unprivileged user can still write in the file system of a path, or of the nearest
/// directory above it that exists; infinity where it is not known.
double files_disk_available(const char *path);

#endif
