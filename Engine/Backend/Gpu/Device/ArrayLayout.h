// Several arrays in one allocation, with the same layout on host and device.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"

namespace melstrom::gpu
{

/** Place of an array within its allocation. */
template <typename Item>
struct ArrayPlace
{
    std::size_t offset = 0;
    std::int64_t numItems = 0;

    Item* in (std::byte* piece) const noexcept { return reinterpret_cast<Item*> (piece + offset); }
    Item* in (DeviceAddress piece) const noexcept
    {
        return numItems > 0 ? reinterpret_cast<Item*> (piece + offset) : nullptr;
    }
    std::size_t bytes () const noexcept { return bytesOf (numItems); }
    std::size_t end () const noexcept { return offset + bytes (); }
    static std::size_t bytesOf (std::int64_t count) noexcept
    {
        return static_cast<std::size_t> (count) * sizeof (Item);
    }
};

/** Assigns consecutive places. */
class ArrayLayout
{
public:
    static constexpr std::size_t kAlignment = 256; ///< alignment of cudaMalloc

    template <typename Item>
    ArrayPlace<Item> add (std::int64_t numItems) noexcept
    {
        const ArrayPlace<Item> place {bytes_, numItems};
        bytes_ += (place.bytes () + kAlignment - 1) / kAlignment * kAlignment;
        return place;
    }
    std::size_t bytes () const noexcept { return bytes_; }

private:
    std::size_t bytes_ = 0;
};

} // namespace melstrom::gpu
