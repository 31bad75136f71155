// Reads a plan's cold files into the page cache ahead of the readers, in the order of the plan.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"
#include "Engine/Batch/Reading/CacheFill.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace melstrom
{

/** A file's place in the order in which jobs are cut: by split, then by number. */
constexpr std::int64_t placeInOrder (int split, std::int32_t file) noexcept
{
    return (std::int64_t {split} << 32) + file;
}

/** The files of a plan that have rows, in order, each recording once. Thread: one. */
class FilesInOrder
{
public:
    FilesInOrder (const DatasetPlan& plan, Storage& storage);

    struct File
    {
        std::int64_t place = 0; ///< placeInOrder
        std::int64_t bytes = 0;
        std::int32_t index = 0;
    };
    /** The file under the cursor; empty behind the last. */
    std::optional<File> current ();
    void advance () { ++file_; }
    /** Moves on to the first file behind this place; never back. */
    void skipTo (std::int64_t place);
    /** All bytes of the file where they lie on disk: for a member of a tar, a part of the tar. */
    FileStretch stretchOf (const File& file) const;

private:
    const DatasetPlan& plan_;
    Storage& storage_;
    int split_ = 0;
    std::size_t file_ = 0;
};

/** Works on a thread of its own, and only there calls `fill`. The files that it asked for and no
    reader has taken have at most windowBytes. Files are taken in stretches of up to 8 MiB. If one
    file in the middle of a stretch is cached, none of the stretch is asked for: files in memory cost
    one such look for each stretch. */
class ReadAhead
{
public:
    /** position: the place of the newest file that a reader has taken, -1 before the first; any
        thread. plan and storage must outlive this. windowBytes: 0: no thread, nothing is done. */
    ReadAhead (const DatasetPlan& plan, Storage& storage, std::unique_ptr<CacheFill> fill,
               std::function<std::int64_t ()> position, std::int64_t windowBytes);
    ~ReadAhead (); ///< ends the thread

    /** Bytes that the system was asked for so far. Thread: any. */
    std::int64_t bytesFilled () const noexcept { return bytesFilled_; }
    const char* name () const noexcept { return fill_->name (); }

private:
    void work (const std::stop_token& stop);
    bool pause (const std::stop_token& stop);
    std::vector<FileStretch> nextStretch (std::int64_t roomBytes, std::int64_t& lastPlace);

    FilesInOrder files_;
    std::unique_ptr<CacheFill> fill_;
    const std::function<std::int64_t ()> position_;
    const std::int64_t windowBytes_;
    std::atomic<std::int64_t> bytesFilled_ {0};
    std::mutex mutex_;
    std::condition_variable_any stopped_;
    std::jthread thread_; ///< last: ends before the other members
};

} // namespace melstrom
