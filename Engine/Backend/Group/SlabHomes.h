// Which device of a group each slab lies near.
#pragma once

#include "Engine/Backend/Backend.h"

#include <map>
#include <mutex>

namespace melstrom
{

/** By address, because a batch names its memory and no slab. Thread: any. */
class SlabHomes
{
public:
    void add (const std::byte* begin, std::size_t bytes, std::size_t device);
    void remove (const std::byte* begin);
    std::optional<std::size_t> of (const std::byte* at) const; ///< empty: no slab of this group

private:
    struct Home
    {
        const std::byte* end;
        std::size_t device;
    };
    mutable std::mutex mutex_;
    std::map<const std::byte*, Home> homes_; ///< by first byte
};

/** The memory, with its home known while it lives. */
std::unique_ptr<SlabMemory> withHome (std::unique_ptr<SlabMemory> memory,
                                      std::shared_ptr<SlabHomes> homes, std::size_t device);

} // namespace melstrom
