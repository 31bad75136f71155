// The stored rows of a finished dataset, in any of its formats.
#pragma once

#include "Engine/Report/ReportSource.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

/** Finds the rows of a file in NPY, in HDF5, and in the sources of a virtual HDF5 file. Thread: any
    number at a time. */
class DatasetRows
{
public:
    /** Opens every file with rows. source: outlives this object.
        Fails: badUsage (a file is missing or shorter than its arrays), readFailed. */
    static Result<DatasetRows> open (Storage& storage, const ReportSource& source);

    /** Rows [first, first + count) of a file, as float32, (count, features, frames).
        to: at least count * shape.numValues (). Fails: readFailed, truncated. */
    Result<void> read (const FileLine& file, std::int64_t first, std::int64_t count,
                       std::vector<float>& to) const;

private:
    struct Part
    {
        std::string split;
        std::int64_t firstRow = 0, endRow = 0, offset = 0; ///< of the whole split
        ReadableFile* file = nullptr;
    };

    explicit DatasetRows (const RowShape& shape) : shape_ (shape) {}
    Result<void> addPart (Storage& storage, const std::string& path, Part part);

    RowShape shape_;
    std::map<std::string, std::unique_ptr<ReadableFile>> files_;
    std::vector<Part> parts_;
};

} // namespace melstrom
