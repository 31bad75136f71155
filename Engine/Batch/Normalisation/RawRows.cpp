#include "Engine/Batch/Normalisation/RawRows.h"

#include "Engine/Batch/Inputs/InputList.h"

#include <utility>

namespace melstrom
{

namespace
{
const std::string kStem = "features";
const std::string kRaw = ".raw";

std::string stemOf (int split, bool hasSplits)
{
    return kStem + (hasSplits ? std::string ("_") + kSplitNames[split] : "") + kRaw;
}

/** The names on the disk. */
std::vector<std::string> normalisingFiles ()
{
    std::vector<std::string> names = normalisingStems ();
    for (std::string& name : names)
        name += name.ends_with (kRaw) ? ".part" : "";
    return names;
}
} // namespace

std::vector<std::string> normalisingStems ()
{
    std::vector<std::string> stems {kNormalisedJournalName, stemOf (0, false)};
    for (int split = 0; split < 3; ++split)
        stems.push_back (stemOf (split, true));
    return stems;
}

Result<void> removeNormalisingFiles (Storage& storage, const std::string& folder)
{
    for (const std::string& name : normalisingFiles ())
        MELSTROM_TRY (storage.remove (folder + "/" + name));
    return {};
}

bool hasNormalisingFiles (Storage& storage, const std::string& folder)
{
    for (const std::string& name : normalisingFiles ())
        if (storage.info (folder + "/" + name))
            return true;
    return false;
}

RawRows::RawRows (Storage& storage, std::string folder, Shape shape)
    : storage_ (storage), folder_ (std::move (folder)), shape_ (shape)
{
}

std::string RawRows::path (int split) const
{
    return folder_ + "/" + stemOf (split, shape_.hasSplits) + ".part";
}

Result<void> RawRows::create ()
{
    return make (false);
}

Result<void> RawRows::open ()
{
    return make (true);
}

Result<void> RawRows::make (bool goesOn)
{
    for (int split = 0; split < 3; ++split)
    {
        const auto at = static_cast<std::size_t> (split);
        const std::int64_t bytes = shape_.numRows[at] * shape_.rowBytes;
        if (bytes == 0)
            continue;
        const bool isThere = goesOn && storage_.info (path (split));
        MELSTROM_TRY_VALUE (files_[at], isThere ? storage_.openForUpdate (path (split))
                                                : storage_.create (path (split)));
        MELSTROM_TRY (files_[at]->allocate (bytes));
    }
    return {};
}

Result<void> RawRows::sync ()
{
    for (const auto& file : files_)
        if (file)
            MELSTROM_TRY (file->syncData ());
    return {};
}

Result<void> RawRows::write (int split, std::int64_t firstRow, const void* rows,
                             std::int64_t numBytes)
{
    return files_[static_cast<std::size_t> (split)]->writeAt (
        rows, static_cast<std::size_t> (numBytes), firstRow * shape_.rowBytes);
}

Result<void> RawRows::read (int split, std::int64_t firstRow, void* to, std::int64_t numBytes)
{
    const auto bytes = static_cast<std::size_t> (numBytes);
    MELSTROM_TRY_VALUE (const auto got, files_[static_cast<std::size_t> (split)]->readAt (
                                            to, bytes, firstRow * shape_.rowBytes));
    if (got < bytes)
        return Error {ErrorCode::truncated, path (split) + " ends before the end of its rows", {}};
    return {};
}

Result<void> RawRows::remove ()
{
    for (auto& file : files_)
        file.reset ();
    return removeNormalisingFiles (storage_, folder_);
}

} // namespace melstrom
