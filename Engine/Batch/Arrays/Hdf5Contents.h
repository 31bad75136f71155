// Puts the contents of an Hdf5Description into an open HDF5 file.
#pragma once

#include "Engine/Batch/Arrays/ArrayFile.h"

#include <hdf5.h>

namespace melstrom
{

inline constexpr std::int64_t kHdf5AlignmentBytes = 4096;

/** Adds attributes, strings and number datasets, in this order, to `file`, whose alignment is
    kHdf5AlignmentBytes. Returns the offsets of the number datasets; -1 without elements.
    Thread: the one that holds the mutex of libhdf5.
    Fails: internalFault (a name used twice, a negative size). */
Result<std::vector<std::int64_t>> addHdf5Contents (hid_t file, const Hdf5Description& description);

/** The error for everything that libhdf5 refuses to create. */
Error hdf5Refused (const std::string& what);

} // namespace melstrom
