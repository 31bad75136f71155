// A virtual file driver for libhdf5 whose file is a SparseImage.
//
// libhdf5 can crash when a write fails while it closes a file, so it never meets a failing one: it
// writes into memory, and the image then goes to disk through Storage, where errors are values.
#pragma once

#include "Engine/Batch/Arrays/Hdf5Handle.h"
#include "Engine/Batch/Arrays/SparseImage.h"

#include <memory>

namespace melstrom
{

/** Registers the driver; holds nothing on failure. Keep it until every file is closed. */
Hdf5Handle registerImageDriver ();

/** Makes files created with `accessProperties` live in `image`, under whatever name. When such a
   file is closed the image has its final size. The open file shares the image. */
bool useImage (hid_t accessProperties, const Hdf5Handle& driver,
               const std::shared_ptr<SparseImage>& image);

} // namespace melstrom
