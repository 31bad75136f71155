// Rows as they were computed, in parts of their own until the moments of the dataset are known.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

/** The journal of normalised rows. */
inline constexpr const char* kNormalisedJournalName = "normalised-journal.bin";

/** Stems of all files that a run may make for normalisation, besides the dataset's: parts of raw
    rows, which end in ".part", and their journal. */
std::vector<std::string> normalisingStems ();

/** Removes these files from a folder. Does not sync it. */
Result<void> removeNormalisingFiles (Storage& storage, const std::string& folder);
/** True if one of these files is there. */
bool hasNormalisingFiles (Storage& storage, const std::string& folder);

/** A part for each split with rows: float32, no header. Thread: write, read, sync any; the rest
    one. */
class RawRows
{
public:
    struct Shape
    {
        std::array<std::int64_t, 3> numRows {}; ///< per split
        bool hasSplits = false;
        std::int64_t rowBytes = 0;
    };

    RawRows (Storage& storage, std::string folder, Shape shape);

    std::int64_t rowBytes () const noexcept { return shape_.rowBytes; }

    /** Creates all parts anew, with their full size reserved. Fails: diskFull, writeFailed. */
    Result<void> create ();
    /** Opens the parts of an earlier run and creates the missing ones. Fails: as create. */
    Result<void> open ();
    Result<void> sync ();
    Result<void> write (int split, std::int64_t firstRow, const void* rows, std::int64_t numBytes);
    /** Fails: truncated, readFailed. */
    Result<void> read (int split, std::int64_t firstRow, void* to, std::int64_t numBytes);
    /** Closes and removes the parts and the journal of normalised rows. */
    Result<void> remove ();

private:
    Result<void> make (bool goesOn);
    std::string path (int split) const;

    Storage& storage_;
    std::string folder_;
    Shape shape_;
    std::array<std::unique_ptr<WritableFile>, 3> files_;
};

} // namespace melstrom
