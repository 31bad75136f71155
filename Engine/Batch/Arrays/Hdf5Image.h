// An HDF5 file made in memory: a virtual file driver for libhdf5 whose file is a SparseImage, and
// the contents of an Hdf5Description in it.
//
// libhdf5 can crash when a write fails while it closes a file. So it writes into memory only. The
// image then goes to disk through Storage, where errors are values.
#pragma once

#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Batch/Arrays/Hdf5Handle.h"
#include "Engine/Batch/Arrays/SparseImage.h"

#include <hdf5.h>
#include <memory>

namespace melstrom
{

/** Registers the driver; the handle is empty on failure. Keep the handle until every file is
    closed. */
Hdf5Handle registerImageDriver ();

/** Files that are created with `accessProperties` live in `image`; their names are not used. The
    open file shares the image. When the file is closed, the image has its final size. */
bool useImage (hid_t accessProperties, const Hdf5Handle& driver,
               const std::shared_ptr<SparseImage>& image);

inline constexpr std::int64_t kHdf5AlignmentBytes = 4096;

/** Adds attributes, strings and number datasets, in this order, to `file`, whose alignment is
    kHdf5AlignmentBytes. Returns the offsets of the number datasets; -1 without elements.
    Thread: the one that holds the mutex of libhdf5.
    Fails: internalFault (a name used twice, a negative size). */
Result<std::vector<std::int64_t>> addHdf5Contents (hid_t file, const Hdf5Description& description);

/** The error for everything that libhdf5 refuses to create. */
Error hdf5Refused (const std::string& what);

} // namespace melstrom
