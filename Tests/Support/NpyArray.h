// Reads numpy's .npy files for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace melstrom::testing
{

struct NpyArray
{
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< C order; int64 is exact up to 2^53
};

/** Accepts little-endian float16, float32, float64 and int64 in C order.
    fails   throws std::runtime_error with a sentence that names the file: missing, different type,
            wrong size */
NpyArray readNpy (const std::filesystem::path& path);

} // namespace melstrom::testing
