// Short sounds of files that are read again, the latest of them in memory.
#pragma once

#include "Engine/Batch/Duplicates/Candidates.h"
#include "Engine/Batch/Duplicates/ListedFiles.h"
#include "Engine/Batch/Duplicates/ShortSound.h"

#include <atomic>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace melstrom
{

/** What a SoundCache reads. */
struct SoundSources
{
    Storage& storage;
    const std::vector<ListedFile>& files;
    /** Of the files. Their stat tells whether a file is the one that was looked at. */
    const std::vector<Fingerprint>& prints;
    /** Ascending: a file, and a file of equal content that is read if the first cannot be. */
    std::vector<FilePair> twins;
};

/** Holds at most mostBytes of samples, and drops those first that were read first. A file is read
    on one thread at a time, while others that ask for it wait. What is being read comes on top: up
    to an hour of samples a thread, if a short sound stands in a long file. Thread: any. */
class SoundCache
{
public:
    SoundCache (SoundSources sources, std::size_t mostBytes, const std::atomic<bool>& stop);

    /** Of the first of the file and its twins that can be read, and is the one that was looked at.
        Without samples if none is; the files are not tried again then. */
    std::shared_ptr<const ShortSound> soundOf (std::uint32_t file);

    /** Why files could not be read, other than that they are gone, or that `stop` is set. A twin of
        such a file may have been read. */
    std::map<std::uint32_t, Error> errors () const;

private:
    using Sound = std::shared_ptr<const ShortSound>;

    ShortSound readAny (std::uint32_t file);
    ShortSound read (std::uint32_t file);
    Result<ShortSound> tryToRead (std::uint32_t file) const;
    void hold (std::uint32_t file, const ShortSound& sound);

    const SoundSources sources_;
    const std::size_t mostBytes_;
    const std::atomic<bool>& stop_;
    mutable std::mutex mutex_; ///< of the members below
    std::unordered_map<std::uint32_t, std::shared_future<Sound>> sounds_;
    std::deque<std::pair<std::uint32_t, std::size_t>> inOrder_; ///< of reading: file, bytes
    std::size_t bytes_ = 0;
    std::map<std::uint32_t, Error> errors_;
};

} // namespace melstrom
