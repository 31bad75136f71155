// What an Hdf5Description asks for, put into an open HDF5 file.
#pragma once

#include "Engine/Batch/Arrays/ArrayFile.h"

#include <hdf5.h>

namespace melstrom
{

inline constexpr std::int64_t kHdf5AlignmentBytes = 4096;

/** Adds attributes, strings and number datasets, in this order, to `file`, which aligns to
    kHdf5AlignmentBytes. Returns the offsets of the number datasets, -1 without elements.
    Thread: the one that holds libhdf5.  Fails: internalFault (a name used twice, a negative size).
 */
Result<std::vector<std::int64_t>> addHdf5Contents (hid_t file, const Hdf5Description& description);

/** The one sentence for everything that libhdf5 would not do. */
Error hdf5Refused (const std::string& what);

} // namespace melstrom
