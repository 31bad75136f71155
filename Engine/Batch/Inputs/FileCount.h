// Counts the files of a warning.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"
#include "Engine/Core/Printable.h"

#include <cstddef>
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

    /** Appends "3 files WHAT; the first is in/a.wav." unless the count is 0. */
    void warn (std::vector<std::string>& warnings, const std::string& what) const
    {
        if (number_ > 0)
            warnings.push_back (std::to_string (number_) + " files " + what + "; the first is " +
                                printable (first_->file.path) + ".");
    }

private:
    std::size_t number_ = 0;
    const FoundFile* first_ = nullptr;
};

} // namespace melstrom
