// Stored values as float32 lanes. Included once for each instruction set.

#if defined(MELSTROM_STORED_LANES_INL) == defined(HWY_TARGET_TOGGLE)
    #ifdef MELSTROM_STORED_LANES_INL
        #undef MELSTROM_STORED_LANES_INL
    #else
        #define MELSTROM_STORED_LANES_INL
    #endif

    #include <cstddef>
    #include <hwy/highway.h>

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

/** kIsHalf: float16, else float32; any address. */
template <bool kIsHalf>
HWY_INLINE hn::Vec<Floats> loadLanes (const std::byte* from)
{
    const Floats d;
    if constexpr (kIsHalf)
    {
        const hn::Rebind<hwy::float16_t, Floats> halves;
        return hn::PromoteTo (d,
                              hn::LoadU (halves, reinterpret_cast<const hwy::float16_t*> (from)));
    }
    else
        return hn::LoadU (d, reinterpret_cast<const float*> (from));
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#endif
