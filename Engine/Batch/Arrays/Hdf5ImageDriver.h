// A virtual file driver for libhdf5 whose file is a SparseImage.
//
// libhdf5 can crash when a write fails while it closes a file. So it writes into memory only. The
// image then goes to disk through Storage, where errors are values.
#pragma once

#include "Engine/Batch/Arrays/Hdf5Handle.h"
#include "Engine/Batch/Arrays/SparseImage.h"

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

} // namespace melstrom
