#include "Engine/Backend/Gpu/Mel/FusedTables.h"

#include "Engine/Backend/Gpu/Kernels/Fused/FusedShapes.h"
#include "Engine/Backend/SharedFrames.h"

namespace melstrom::gpu
{

namespace
{
constexpr int kSmallestTransform = 64, kLargestTransform = 4096;

/** Shapes with a compiled kernel; the index here is the kernel's index. See
    Cuda/Launches/FusedMel.cu. */
const std::vector<FusedShape>& compiledShapes ()
{
    static const std::vector<FusedShape> shapes {
#define MELSTROM_SHAPE(index, fft, frames, threads, blocks, steps, ...)                            \
    {fft, {__VA_ARGS__}, frames, threads, index, steps, false, blocks},
#define MELSTROM_WARP_SHAPE(index, fft, frames, blocks)                                            \
    {fft, {32, 32}, frames, WarpShape<frames>::threads (), index, false, true, blocks},
#include "Engine/Backend/Gpu/Kernels/Fused/CompiledShapes.inc"
#undef MELSTROM_SHAPE
#undef MELSTROM_WARP_SHAPE
    };
    return shapes;
}

/** Radices for the kernel of arbitrary shape, large ones first. Empty if `points` has a prime
    factor above 5. */
std::vector<int> anyRadices (int points)
{
    std::vector<int> radices;
    for (const int radix : {8, 5, 4, 3, 2})
        for (; points % radix == 0 && points > 1; points /= radix)
            radices.push_back (radix);
    return points == 1 ? radices : std::vector<int> {};
}
} // namespace

std::string FusedShape::name () const
{
    std::string text = "fused ";
    for (std::size_t i = 0; i < radices.size (); ++i)
        text += (i > 0 ? "x" : "") + std::to_string (radices[i]);
    return text + " t" + std::to_string (framesPerTile) + (compiled < 0 ? " any" : "");
}

std::vector<FusedShape> fusedShapes (const MelGeometry& geometry)
{
    const int fft = geometry.fftSamples;
    std::vector<FusedShape> shapes;
    if (fft < kSmallestTransform || fft > kLargestTransform || fft % 2 != 0)
        return shapes;
    const bool hasSteps = geometry.spec.ditherAmplitude != 0 || geometry.spec.removeFrameMean ||
                          geometry.spec.useEnergy ||
                          (geometry.spec.preemphasis != 0 &&
                           geometry.spec.preemphasisScope == PreemphasisScope::frame);
    const int step = SharedFrames::of (geometry).stepSamples;
    const bool pairsAligned = geometry.hopSamples % 2 == 0 && step % 2 == 0;
    for (const FusedShape& shape : compiledShapes ())
        if (shape.fftSamples == fft && shape.hasSteps == hasSteps && (hasSteps || pairsAligned) &&
            (! shape.isWarp || geometry.numBands <= WarpShape<1>::kMostPlanes))
            shapes.push_back (shape);
    const std::vector<int> radices = anyRadices (fft / 2);
    constexpr int kThreads = 256;
    for (const int frames : {32, 16, 8, 4, 2, 1})
        if (! radices.empty ())
            shapes.push_back ({fft, radices, frames, kThreads, -1, hasSteps});
    return shapes;
}

} // namespace melstrom::gpu
