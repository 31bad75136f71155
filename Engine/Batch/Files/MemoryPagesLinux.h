// Allocates the pages of files in memory by many threads instead of one.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace melstrom
{

/** Allocates all pages of an empty tmpfs file and gives the file its size. fallocate and write
    allocate one page at a time under the file's lock: 0.2 s for 1 GB, and far longer if a
    hypervisor has to find the memory first. Maps the file, but neither reads nor writes through the
    mapping, so that no SIGBUS can occur. Does nothing on other file systems, on machines with few
    cores, for small files, or with too little room. False unless all pages are there. Other threads
    may write to the file meanwhile. */
bool bringInPages (int descriptor, std::int64_t bytes, int numThreads) noexcept;
bool bringInPages (int descriptor, std::int64_t bytes, int numThreads,
                   const std::atomic<bool>& stop) noexcept;

/** True if bringInPages would try; then it also gives the file its size. */
bool wantsPages (int descriptor, std::int64_t bytes, int numThreads) noexcept;

/** Allocates pages while other threads write. The descriptor must stay open until hasFallenShort
    returns or this object is destroyed. */
class PagesComing
{
public:
    PagesComing () = default;
    ~PagesComing () { stop_ = true; } // the member thread_ then joins
    PagesComing (const PagesComing&) = delete;
    PagesComing& operator= (const PagesComing&) = delete;

    /** Call once. False: the file does not qualify, or no thread could be started. */
    bool start (int descriptor, std::int64_t bytes, int numThreads) noexcept;
    /** Waits. True if it was started and did not allocate all pages. */
    bool hasFallenShort () noexcept;

private:
    std::atomic<bool> stop_ {false}, complete_ {true};
    std::jthread thread_; // last: it uses the members above
};

} // namespace melstrom
