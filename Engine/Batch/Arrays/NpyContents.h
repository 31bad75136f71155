// A NumPy file of floating-point numbers, read as a whole.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

struct NpyContents
{
    std::vector<std::int64_t> dimensions;
    int bytesPerValue = 4;     ///< in the file: 2, 4 or 8
    std::vector<float> values; ///< C order, whatever the order in the file
};

/** Reads versions 1 to 3, both byte orders, C and Fortran order; float16, float32 and float64.
    Fails: as opening does; badUsage, with the cause: no NPY file, a damaged header, another type, a
    file that is shorter or longer than its shape, more than 64 MiB, a value that is not finite. */
Result<NpyContents> readNpyContents (Storage& storage, const std::string& path);

} // namespace melstrom
