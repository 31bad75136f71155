// Short sounds of files that are read again, the latest of them in memory.
#pragma once

#include "Engine/Batch/Duplicates/Fingerprint.h"
#include "Engine/Batch/Duplicates/ListedFiles.h"
#include "Engine/Batch/Duplicates/ShortSound.h"

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace melstrom
{

/** Holds at most mostBytes of samples, and drops those first that were read first. What is being
    read comes on top: up to an hour of samples a thread, if a short sound stands in a long file.
    Thread: any. */
class SoundCache
{
public:
    /** prints  of the files: their stat tells whether a file is the one that was looked at */
    SoundCache (Storage& storage, const std::vector<ListedFile>& files,
                const std::vector<Fingerprint>& prints, std::size_t mostBytes,
                const std::atomic<bool>& stop);

    /** Without samples if the file cannot be read, or is another one now. */
    std::shared_ptr<const ShortSound> soundOf (std::uint32_t file);

    /** Why files could not be read, other than that they are gone, or that `stop` is set. */
    std::map<std::uint32_t, Error> errors () const;

private:
    Result<ShortSound> read (std::uint32_t file) const;

    Storage& storage_;
    const std::vector<ListedFile>& files_;
    const std::vector<Fingerprint>& prints_;
    const std::size_t mostBytes_;
    const std::atomic<bool>& stop_;
    mutable std::mutex mutex_; ///< of the members below
    std::unordered_map<std::uint32_t, std::shared_ptr<const ShortSound>> sounds_;
    std::deque<std::uint32_t> inOrder_; ///< of reading
    std::size_t bytes_ = 0;
    std::map<std::uint32_t, Error> errors_;
};

} // namespace melstrom
