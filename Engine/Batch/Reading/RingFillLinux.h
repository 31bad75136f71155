// A CacheFill by io_uring: the kernel's own threads wait for the disk.
#pragma once

#include "Engine/Batch/Reading/CacheFill.h"

#include <fcntl.h>

namespace melstrom
{

/** The kernel's default for read-ahead: some disks are asked for no more by one request. */
inline constexpr std::int64_t kAskedBytes = 128 << 10;
inline constexpr int kOpenForAdvice = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

/** Opens, asks for and closes up to 32 files with a few system calls. On file systems that always wait,
    the kernel's own threads do. The first `fill` tries the kernel.
    fallback   answers isCached, and takes over if the kernel has no io_uring, lacks an operation, or a
               filter of system calls forbids it */
std::unique_ptr<CacheFill> makeRingFill (std::unique_ptr<CacheFill> fallback);

} // namespace melstrom
