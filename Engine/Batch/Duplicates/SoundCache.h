// Short sounds of files that are read again, the latest of them in memory.
#pragma once

#include "Engine/Batch/Duplicates/ListedFiles.h"
#include "Engine/Batch/Duplicates/ShortSound.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace melstrom
{

/** Holds at most mostBytes of samples, and drops those first that were read first. Thread: any. */
class SoundCache
{
public:
    SoundCache (Storage& storage, const std::vector<ListedFile>& files, std::size_t mostBytes,
                const std::atomic<bool>& stop);

    /** Without samples if the file cannot be read, or is no short sound now. */
    std::shared_ptr<const ShortSound> soundOf (std::uint32_t file);

private:
    ShortSound read (const ListedFile& file) const;

    Storage& storage_;
    const std::vector<ListedFile>& files_;
    const std::size_t mostBytes_;
    const std::atomic<bool>& stop_;
    std::mutex mutex_; ///< of the members below
    std::unordered_map<std::uint32_t, std::shared_ptr<const ShortSound>> sounds_;
    std::deque<std::uint32_t> inOrder_; ///< of reading
    std::size_t bytes_ = 0;
};

} // namespace melstrom
