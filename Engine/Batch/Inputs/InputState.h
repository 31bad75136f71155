// The state of an input file when its rows were made. A finished dataset compares it with the file
// of today.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace melstrom
{

/** Size, time and identity of a file, as stat(2) has them. */
struct InputStat
{
    std::int64_t bytes = -1; ///< -1: the file could not be looked up
    std::int64_t modifiedNanoseconds = 0;
    std::uint64_t inode = 0;
    bool operator== (const InputStat&) const = default;
};

inline InputStat inputStatOf (const FileInfo& info) noexcept
{
    return {info.bytes, info.modifiedNanoseconds, info.inode};
}

struct InputState
{
    InputStat stat;
    std::optional<std::uint32_t> crc; ///< CRC-32C of all bytes; empty: the file could not be read
    bool operator== (const InputState&) const = default;
};

/** A file of the list that a run left out: a video without sound. */
struct LeftOutInput
{
    std::uint64_t place = 0; ///< in the list, counted from 0
    InputStat stat;
    bool operator== (const LeftOutInput&) const = default;
};

/** Files up to this size are held in memory, so that they are read once. */
inline constexpr std::int64_t kHeldInputBytes = 4 << 20;

/** CRC-32C of all bytes. A file of at most kHeldInputBytes is replaced by a view of its bytes in
    memory; a longer file is read in pieces and stays as it is. Thread: any. Fails: readFailed,
    fileChanged (it is shorter than at opening), interrupted. */
Result<std::uint32_t> checksumInput (std::unique_ptr<ReadableFile>& file,
                                     const std::atomic<bool>& stop);

} // namespace melstrom
