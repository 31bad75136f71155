// How many files something is to be said of.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"
#include "Engine/Core/Printable.h"

#include <cstddef>
#include <string>
#include <vector>

namespace melstrom
{

/** Counts files of which the same is to be said, and keeps the first. */
class FileCount
{
public:
    void add (const FoundFile& file)
    {
        if (number_++ == 0)
            first_ = &file;
    }

    /** "3 files WHAT; the first is in/a.wav." unless there are none. */
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
