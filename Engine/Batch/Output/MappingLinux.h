// A shared mapping of a file whose blocks are reserved.
#pragma once

#include "Engine/Batch/Files/DescriptorPosix.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>

namespace melstrom
{

/** Maps a file and reserves its blocks. Owns descriptor and mapping. Thread: `pages`,
    `reservedBytes`, `populate`, `release` any; the rest one. */
class ReservedMapping
{
public:
    /** descriptor: open for reading and writing */
    explicit ReservedMapping (Descriptor descriptor) : descriptor_ (std::move (descriptor)) {}
    ~ReservedMapping ();
    ReservedMapping (const ReservedMapping&) = delete;
    ReservedMapping& operator= (const ReservedMapping&) = delete;

    /** Maps [0, bytes) and reserves it by fallocate. Large files on tmpfs, where fallocate takes
        0.1 s a GB: from the front, on a thread of its own, and true at once. False: nothing is
        mapped, and the file may have blocks and its size. Never shortens the file. Call once. */
    bool start (std::int64_t bytes);
    /** Waits for the thread of `start`. False if not all is reserved. */
    bool finish ();

    /** The mapping; bytes may be stored in [0, reservedBytes ()) alone: a hole without room on the
        disk behind it is a SIGBUS. */
    char* pages () const noexcept { return pages_; }
    std::int64_t reservedBytes () const noexcept
    {
        return reservedBytes_.load (std::memory_order_acquire);
    }
    std::int64_t bytes () const noexcept { return bytes_; } ///< as given to `start`
    /** Allocates the page table of a range in one call. Kernels before 5.14 do it while the pages
        are touched. */
    void populate (std::int64_t first, std::int64_t numBytes) const noexcept;
    /** Takes the pages of a range out of the mapping: until then they count as memory of the
        process. The file keeps their bytes, and a store of another thread maps its page again. */
    void release (std::int64_t first, std::int64_t numBytes) const noexcept;

private:
    void advise (std::int64_t first, std::int64_t numBytes, int advice) const noexcept;
    bool reserve (std::int64_t first, std::int64_t end) noexcept;
    void reserveInStretches () noexcept;

    Descriptor descriptor_;
    std::int64_t bytes_ = 0;
    char* pages_ = nullptr;
    std::atomic<std::int64_t> reservedBytes_ {0};
    std::atomic<bool> stop_ {false};
    std::jthread thread_;
};

} // namespace melstrom
