// The state of an input file when its rows were made. A finished dataset compares it with the file
// of today.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstdint>
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

} // namespace melstrom
