// Counts the files of a warning.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Counts files that share one warning, and keeps the first. */
class FileCount
{
public:
    void add (const FoundFile& file)
    {
        if (number_++ == 0)
            first_ = &file;
    }

    /** Appends "3 files SEVERAL; the first is in/a.wav.", or "1 file ONE; it is in/a.wav.", unless
        the count is 0. */
    void warn (std::vector<std::string>& warnings, const std::string& one,
               const std::string& several) const
    {
        if (number_ > 0)
            warnings.push_back (countText (number_, "file " + one, "files " + several) +
                                (number_ == 1 ? "; it is " : "; the first is ") +
                                printable (first_->file.path) + ".");
    }

private:
    std::int64_t number_ = 0;
    const FoundFile* first_ = nullptr;
};

} // namespace melstrom
