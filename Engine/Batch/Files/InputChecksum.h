// The CRC-32C of an input's whole bytes, computed while the file is open for decoding.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace melstrom
{

/** Files up to this size are held in memory, so that they are read once. */
inline constexpr std::int64_t kHeldInputBytes = 4 << 20;

/** CRC-32C of all bytes. A file of at most kHeldInputBytes is replaced by a view of its bytes in
    memory; a longer file is read in pieces and stays as it is. Thread: any. Fails: readFailed,
    fileChanged (it is shorter than at opening), interrupted. */
Result<std::uint32_t> checksumInput (std::unique_ptr<ReadableFile>& file,
                                     const std::atomic<bool>& stop);

} // namespace melstrom
