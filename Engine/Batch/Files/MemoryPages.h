// Room in files that live in memory: brought in by many threads instead of one.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace melstrom
{

/** Brings in all pages of an empty file of a tmpfs, which fallocate and write do one at a time
    under the file's lock: 1 GB takes them 0.2 s, and far longer where a hypervisor has to find the
    memory first. The file gets its size. Maps the file for that, but neither reads nor writes
    through the mapping, so that no SIGBUS can come of it. Does nothing on other file systems, on
    machines with few cores, for small files or where there is too little room. False unless all
    pages are there. May write to the file meanwhile: others. */
bool bringInPages (int descriptor, std::int64_t bytes, int numThreads) noexcept;
bool bringInPages (int descriptor, std::int64_t bytes, int numThreads,
                   const std::atomic<bool>& stop) noexcept;

/** Whether bringInPages would try; gives the file its size then. */
bool wantsPages (int descriptor, std::int64_t bytes, int numThreads) noexcept;

/** Does it while others write. The descriptor must stay open until `finish` or the end. */
class PagesComing
{
public:
    PagesComing () = default;
    ~PagesComing () { stop_ = true; } // and waits for what has begun
    PagesComing (const PagesComing&) = delete;
    PagesComing& operator= (const PagesComing&) = delete;

    /** False: it does not apply, or no thread could be started. Once. */
    bool start (int descriptor, std::int64_t bytes, int numThreads) noexcept;
    /** Waits. True when it had been started and did not bring in all. */
    bool hasFallenShort () noexcept;

private:
    std::atomic<bool> stop_ {false}, complete_ {true};
    std::jthread thread_; // after what it uses
};

} // namespace melstrom
