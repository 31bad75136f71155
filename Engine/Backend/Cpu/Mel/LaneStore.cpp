// Planes to stored rows, stored samples to floats.
#include "Engine/Backend/Cpu/Mel/LaneKernels.h"

#include "Engine/Core/Half.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Backend/Cpu/Mel/LaneStore.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "Engine/Backend/Cpu/Lanes/LaneBlocks-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
/** True if the instruction set has a rounding conversion to half precision. Other sets use the
    scalar conversion, which gives the same bits. */
inline constexpr bool kConvertsHalves = HWY_TARGET <= HWY_AVX2;

HWY_INLINE void storeFour (hn::Vec<Block> values, StoredType type, std::byte* to)
{
    if (type == StoredType::float32)
        hn::StoreU (values, Block (), reinterpret_cast<float*> (to));
    else if constexpr (kConvertsHalves)
    {
        const auto limit = hn::Set (Block (), 65504.0f);
        const auto cut = hn::Max (hn::Min (values, limit), hn::Neg (limit));
        const hn::Rebind<hwy::float16_t, Block> halves;
        hn::StoreU (hn::DemoteTo (halves, cut), halves, reinterpret_cast<hwy::float16_t*> (to));
    }
    else
    {
        float four[4];
        hn::StoreU (values, Block (), four);
        std::uint16_t bits[4];
        for (int i = 0; i < 4; ++i)
            bits[i] = toHalfSaturated (four[i]);
        std::memcpy (to, bits, sizeof bits);
    }
}

HWY_INLINE void storeOne (float value, StoredType type, std::byte* to)
{
    if (type == StoredType::float32)
        std::memcpy (to, &value, sizeof value);
    else
    {
        const std::uint16_t bits = toHalfSaturated (value);
        std::memcpy (to, &bits, sizeof bits);
    }
}

void storeRowsHere (const float* planes, std::size_t stride, int numFeatures, int numFrames,
                    StoredType type, std::byte* rows)
{
    const Block d;
    const std::size_t valueBytes = type == StoredType::float32 ? 4 : 2;
    const std::size_t rowBytes = valueBytes * static_cast<std::size_t> (numFeatures);
    int feature = 0;
    for (; feature + 4 <= numFeatures; feature += 4)
        for (int frame = 0; frame < numFrames; frame += 4)
        {
            hn::Vec<Block> v[4];
            for (std::size_t i = 0; i < 4; ++i)
                v[i] = hn::LoadU (d, planes + stride * (static_cast<std::size_t> (feature) + i) +
                                         frame);
            transposeBlocks (d, v);
            for (int i = 0; i < std::min (4, numFrames - frame); ++i)
                storeFour (v[i], type,
                           rows + rowBytes * static_cast<std::size_t> (frame + i) +
                               valueBytes * static_cast<std::size_t> (feature));
        }
    for (; feature < numFeatures; ++feature)
        for (int frame = 0; frame < numFrames; ++frame)
            storeOne (planes[stride * static_cast<std::size_t> (feature) +
                             static_cast<std::size_t> (frame)],
                      type,
                      rows + rowBytes * static_cast<std::size_t> (frame) +
                          valueBytes * static_cast<std::size_t> (feature));
}

void storeValuesHere (const float* values, std::size_t count, StoredType type, std::byte* to)
{
    const std::size_t valueBytes = type == StoredType::float32 ? 4 : 2;
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
        storeFour (hn::LoadU (Block (), values + i), type, to + valueBytes * i);
    for (; i < count; ++i)
        storeOne (values[i], type, to + valueBytes * i);
}

void convertInt16Here (const std::byte* from, std::size_t count, float scale, float* to)
{
    const LaneTag d;
    const hn::Rebind<std::int16_t, LaneTag> d16;
    const hn::Rebind<std::int32_t, LaneTag> d32;
    const Lane factor = hn::Set (d, scale);
    constexpr std::size_t kBytes = sizeof (std::int16_t); // `from` may be unaligned
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
    {
        const auto samples =
            hn::LoadU (d16, reinterpret_cast<const std::int16_t*> (from + kBytes * i));
        hn::StoreU (hn::Mul (hn::ConvertTo (d, hn::PromoteTo (d32, samples)), factor), d, to + i);
    }
    for (; i < count; ++i)
    {
        std::int16_t sample;
        std::memcpy (&sample, from + kBytes * i, kBytes);
        to[i] = static_cast<float> (sample) * scale;
    }
}

const char* targetNameHere ()
{
    return hwy::TargetName (HWY_TARGET);
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (storeRowsHere);
HWY_EXPORT (storeValuesHere);
HWY_EXPORT (convertInt16Here);
HWY_EXPORT (targetNameHere);

void storeRows (const float* planes, std::size_t stride, int numFeatures, int numFrames,
                StoredType type, std::byte* rows) noexcept
{
    HWY_DYNAMIC_DISPATCH (storeRowsHere) (planes, stride, numFeatures, numFrames, type, rows);
}

void storeValues (const float* values, std::size_t count, StoredType type, std::byte* to) noexcept
{
    HWY_DYNAMIC_DISPATCH (storeValuesHere) (values, count, type, to);
}

void convertInt16 (const std::byte* from, std::size_t count, float scale, float* to) noexcept
{
    HWY_DYNAMIC_DISPATCH (convertInt16Here) (from, count, scale, to);
}

const char* laneTargetName () noexcept
{
    return HWY_DYNAMIC_DISPATCH (targetNameHere) ();
}

} // namespace melstrom
#endif
