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
    std::int64_t bytes () const noexcept; ///< clamped to the largest int64
};

/** An NPY version 1.0 header for the array, padded with spaces to 4096 bytes. The data follow
    directly. */
inline constexpr std::int64_t kNpyHeaderBytes = 4096;
std::string npyHeader (const ArrayShape& shape);

/** Another HDF5 file. Its dataset of the same name holds a part of a virtual dataset's entries. */
struct Hdf5Source
{
    std::string file;            ///< relative to the folder of the file that refers to it
    std::int64_t numEntries = 0; ///< along the first dimension
};

/** Contents of an HDF5 file. */
struct Hdf5Description
{
    struct Dataset
    {
        std::string name;
        ArrayShape shape;
        /** Not empty: the dataset is virtual and has no data in this file. Its entries are those of
            the datasets of the same name in these files, one file after the other. The counts add
            up to the first dimension. */
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

/** Creates the file at `path` through `storage` and closes it, unsynced. Number datasets are
    contiguous, allocated early, never filled, aligned to 4096 bytes and without object times.
    libhdf5 works in memory only, on about the size of the strings, and has finished when this
    function returns. So it never meets a failing disk.
    Returns the byte offset of each number dataset in order; -1 for a virtual dataset and for one
    without elements. The same description gives the same bytes. Strings end at their first NUL.
    Thread: any; calls wait for each other.
    Fails: diskFull, writeFailed, outOfMemory, internalFault (a name used twice, a negative size).
    The caller removes what a failed call left at `path`. */
Result<std::vector<std::int64_t>> createHdf5 (Storage& storage, const std::string& path,
                                              const Hdf5Description& description);

/** Lays out the same file over an existing one of an earlier run: reserves its size and writes all
    bytes except those of the number datasets, which stay. Returns and fails as createHdf5. */
Result<std::vector<std::int64_t>> renewHdf5 (WritableFile& file, const std::string& path,
                                             const Hdf5Description& description);

} // namespace melstrom
