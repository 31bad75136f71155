// Moves between frames in memory and frames in lanes. Included once for each instruction set.

#if defined(MELSTROM_LANE_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_LANE_BLOCKS_INL
        #undef MELSTROM_LANE_BLOCKS_INL
    #else
        #define MELSTROM_LANE_BLOCKS_INL
    #endif

    #include "Engine/Backend/Cpu/Lanes/LaneComplex-inl.h"

    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
using Block = hn::FixedTag<float, 4>;

/** Loads blocks of four floats from up to four places; the first place fills the lowest lanes. */
HWY_INLINE hn::Vec<Block> loadBlocks (hn::FixedTag<float, 4>, const float* const* from,
                                      std::size_t at)
{
    return hn::LoadU (Block (), from[0] + at);
}
template <class D>
HWY_INLINE hn::Vec<D> loadBlocks (D d, const float* const* from, std::size_t at)
{
    const hn::Half<D> half;
    const auto low = loadBlocks (half, from, at);
    const auto high = loadBlocks (half, from + 4 * (hn::MaxLanes (half) / 4), at);
    return hn::Combine (d, high, low);
}

/** Transposes the 4 x 4 matrix in each 128-bit block. */
template <class D>
HWY_INLINE void transposeBlocks (D d, hn::Vec<D> (&v)[4])
{
    const hn::Repartition<double, D> pairs;
    const auto a = hn::BitCast (pairs, hn::InterleaveLower (d, v[0], v[1]));
    const auto b = hn::BitCast (pairs, hn::InterleaveUpper (d, v[0], v[1]));
    const auto c = hn::BitCast (pairs, hn::InterleaveLower (d, v[2], v[3]));
    const auto e = hn::BitCast (pairs, hn::InterleaveUpper (d, v[2], v[3]));
    v[0] = hn::BitCast (d, hn::InterleaveLower (pairs, a, c));
    v[1] = hn::BitCast (d, hn::InterleaveUpper (pairs, a, c));
    v[2] = hn::BitCast (d, hn::InterleaveLower (pairs, b, e));
    v[3] = hn::BitCast (d, hn::InterleaveUpper (pairs, b, e));
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
