// Array files that can be filled by pwrite in any order: NPY, and HDF5 with contiguous datasets.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

enum class ElementType
{
    float16,
    float32,
    int16,
    int64,
    uint8
};

constexpr int bytesPerElement (ElementType type) noexcept
{
    switch (type)
    {
        case ElementType::float16: return 2;
        case ElementType::int16: return 2;
        case ElementType::float32: return 4;
        case ElementType::int64: return 8;
        case ElementType::uint8: return 1;
    }
    return 8;
}

struct ArrayShape
{
    ElementType type = ElementType::float32;
    std::vector<std::int64_t> dimensions; ///< row-major (C order)
    std::int64_t bytes () const noexcept; ///< the most int64 holds when there are more
};

/** An NPY version 1.0 header for the array, padded with spaces to 4096 bytes; data follow at once.
 */
inline constexpr std::int64_t kNpyHeaderBytes = 4096;
std::string npyHeader (const ArrayShape& shape);

/** Another HDF5 file. Its dataset of the same name holds entries of a virtual one. */
struct Hdf5Source
{
    std::string file;            ///< relative to the folder of the file that refers to it
    std::int64_t numEntries = 0; ///< along the first dimension
};

/** What an HDF5 file is to hold. */
struct Hdf5Description
{
    struct Dataset
    {
        std::string name;
        ArrayShape shape;
        /** Not empty: the dataset is virtual and has no data here; its entries are those of the datasets of its name
            in these files, one after the other. Their counts add up to the first dimension. */
        std::vector<Hdf5Source> sources {};
    };
    struct Strings
    {
        std::string name;
        std::vector<std::string> values; ///< variable-length UTF-8, written at creation
    };
    std::vector<Dataset> datasets; ///< numbers, filled later through their offsets
    std::vector<Strings> strings;
    std::vector<std::pair<std::string, std::string>> attributes; ///< of the root, UTF-8 strings
};

/** Creates the file at `path` through `storage`, every number dataset contiguous, allocated early,
   never filled, aligned to 4096 bytes, without object times; then closes it, unsynced. libhdf5 does
   not run after this returns, and never meets a failing disk: it works in memory, on about the size
   of the strings. Returns the byte offset of each number dataset in order. A dataset with no
   elements, or a virtual one, has offset -1. The same description gives the same bytes. Strings end at their first
   NUL. Thread: any; calls wait for each other. Fails: diskFull, writeFailed, outOfMemory,
   internalFault (a name used twice, a negative size). What is at `path` after a failure is for the
   caller to remove. */
Result<std::vector<std::int64_t>> createHdf5 (Storage& storage, const std::string& path,
                                              const Hdf5Description& description);

/** Lays out the same file for one that is there already, of an earlier run: reserves its size and writes all bytes but
    those of the number datasets, which stay. Returns and fails as createHdf5. */
Result<std::vector<std::int64_t>> renewHdf5 (WritableFile& file, const std::string& path,
                                             const Hdf5Description& description);

} // namespace melstrom
