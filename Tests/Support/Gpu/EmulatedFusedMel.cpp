#include "Tests/Support/Gpu/EmulatedFusedMel.h"

#include "Engine/Backend/Gpu/Kernels/Fused/FusedMel.h"

#include <limits>
#include <stdexcept>
#include <vector>

namespace melstrom::testing
{

using namespace melstrom::gpu;

namespace
{
template <typename Shape>
void emulate (const MelWork& work)
{
    struct alignas (16) Quad
    {
        float values[4];
    };
    constexpr float kPoison = std::numeric_limits<float>::quiet_NaN ();
    constexpr int kNumBlocks = 3; // so that each block computes several tiles
    for (int first = 0; first < kNumBlocks; ++first)
    {
        std::vector<Quad> shared (static_cast<std::size_t> (work.fused.sharedFloats + 3) / 4,
                                  Quad {{kPoison, kPoison, kPoison, kPoison}});
        HostBlock block (work.fused.numThreads);
        computeTiles<Shape> (work, first, kNumBlocks, block, shared.front ().values);
    }
}
} // namespace

void emulateFusedMel (const MelWork& work)
{
    switch (work.fused.compiled)
    {
#define MELSTROM_SHAPE(index, fft, frames, threads, blocks, steps, ...)                            \
    case index:                                                                                    \
        return emulate<FixedShape<frames, threads, steps, __VA_ARGS__>> (work);
#define MELSTROM_WARP_SHAPE(index, fft, frames, blocks)                                            \
    case index:                                                                                    \
        return emulate<WarpShape<frames>> (work);
#include "Engine/Backend/Gpu/Kernels/Fused/CompiledShapes.inc"
#undef MELSTROM_SHAPE
#undef MELSTROM_WARP_SHAPE
        case -1:
            return work.program.hasFrameSteps ? emulate<AnyShape<true>> (work)
                                              : emulate<AnyShape<false>> (work);
        default: throw std::logic_error ("no such kernel");
    }
}

} // namespace melstrom::testing
