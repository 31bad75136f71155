// A copy into mapped pages of a file that another process may truncate.
#pragma once

#include <cstddef>

namespace melstrom
{

/** memcpy into a shared mapping. False: a page of [to, to + bytes) had no block of the file behind
    it (SIGBUS), because the file was truncated, its disk is full or it failed; a part of the bytes
    may be copied. The first call installs a handler of SIGBUS for the process. It passes every other
    SIGBUS on to the handler before it, or to the default action. Thread: any. */
bool copyIntoMapping (void* to, const void* from, std::size_t bytes) noexcept;

} // namespace melstrom
