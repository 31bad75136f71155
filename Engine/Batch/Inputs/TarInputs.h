// Tars as INPUTs: ranges of them, and the members that are taken from each.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

#include <string>
#include <vector>

namespace melstrom
{

/** A tar that was named, or a list's line that names one. */
struct TarInput
{
    std::string path;
    RowFacts facts; ///< what the line says for all of its members
    int inputIndex = 0;
};

/** "s-{08..11}.tar" as s-08.tar, s-09.tar, s-10.tar and s-11.tar; downwards too. A number written
    with leading zeros keeps its width; several ranges give each with each, the last one fastest.
    Empty: the path has no range, or is not called .tar.
    Fails: badUsage for more than 100,000 names. */
Result<std::vector<std::string>> tarsOfRange (const std::string& path);

/** True if the file is to be read as a tar: by its name; false for a folder and what is not there.
    Fails: badUsage for a packed tar, with the command that unpacks it. */
Result<bool> isTarInput (Storage& storage, const std::string& path);

/** Members that look like audio by name, in the order of the tar. What cannot be read (a link, a
    sparse member) is among them, and the tar itself comes last if it is damaged, so that reading
    reports it. Appends a warning where nothing is taken.
    Fails: badUsage for a packed tar. */
Result<std::vector<FoundFile>> findInTar (Storage& storage, FolderTable& folders,
                                          const TarInput& input,
                                          std::vector<std::string>& warnings);

/** Says where in its tar a file stands that was named by its path, if it stands in one. */
void placeInTar (Storage& storage, FoundFile& file);

/** Whether rows of the first come before rows of the second: by the path of the file or its tar,
    then by the place in the tar. */
bool comesBefore (const FoundFile& first, const FoundFile& second) noexcept;

} // namespace melstrom
