// Room in files that live in memory: brought in by many threads instead of one.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Brings in all pages of an empty file of a tmpfs, which fallocate and write do one at a time
    under the file's lock: 1 GB takes them 0.2 s, and far longer where a hypervisor has to find the
    memory first. The file gets its size. Maps the file for that, but neither reads nor writes
    through the mapping, so that no SIGBUS can come of it. Best effort: does nothing on other file
    systems, on machines with few cores, for small files or where there is too little room, and
    leaves whatever it could not do to fallocate. */
void bringInPages (int descriptor, std::int64_t bytes, int numThreads) noexcept;

} // namespace melstrom
