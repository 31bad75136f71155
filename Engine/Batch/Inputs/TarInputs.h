// Tars as INPUTs: ranges of tars, and the members that are taken from each tar.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <string>
#include <vector>

namespace melstrom
{

/** A tar that an INPUT or a line of a list names. */
struct TarInput
{
    std::string path;
    RowFacts facts; ///< from the line, for all of its members
    int inputIndex = 0;
};

/** "s-{08..11}.tar" as s-08.tar, s-09.tar, s-10.tar and s-11.tar; also downwards. A number with
    leading zeros keeps its width. Several ranges give all combinations; the last range changes
    fastest. Empty: the path has no range, or its name does not end in .tar.
    Fails: badUsage for more than 100,000 names. */
Result<std::vector<std::string>> tarsOfRange (const std::string& path);

/** True if the file must be read as a tar, by its name; false for a folder and for a missing file.
    Fails: badUsage for a packed tar, with the command that unpacks it. */
Result<bool> isTarInput (Storage& storage, const std::string& path);

/** Members whose name looks like audio, in the order of the tar. Members that cannot be read (a
    link, a sparse member) are among them, and a damaged tar itself comes last, so that reading
    reports them. Appends a warning if nothing is taken.
    Fails: badUsage for a packed tar. */
Result<std::vector<FoundFile>> findInTar (Storage& storage, FolderTable& folders,
                                          const TarInput& input,
                                          std::vector<std::string>& warnings);

/** Sets the place in its tar of a file that was named by its path, if it is in a tar. */
void placeInTar (Storage& storage, FoundFile& file);

/** True if the first file's rows come before the second's: by the path of the file or its tar, then
    by the place in the tar. */
bool comesBefore (const FoundFile& first, const FoundFile& second) noexcept;

} // namespace melstrom
