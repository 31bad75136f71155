// A tile of the fused kernel, and the places of its samples.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedShapes.h"
#include "Engine/Backend/Gpu/Kernels/Fused/SmallDft.h"
#include "Engine/Backend/Gpu/Kernels/Mel/Samples.h"

namespace melstrom::gpu
{

/** Adjacent powers or features, loaded and stored as one value. */
template <int count>
struct alignas (4 * count) FrameValues
{
    float of[count];
};

/** A tile that a thread block computes or stages. */
template <typename Shape>
struct FusedTile
{
    const MelWork& work;
    const MelTile& tile;
    const DeviceSpan& span;
    float* shared;
    float* staged; ///< samples of the frames
    Shape shape;
    int index; ///< in MelWork::tiles

    MELSTROM_BOTH int hopSamples () const
    {
        return work.program.isShared ? work.program.sharedStepSamples : work.program.hopSamples;
    }
    /** True if the places of samples are those of the shape's usual hop. */
    MELSTROM_BOTH bool hasUsualRows () const
    {
        return Shape::kUsualHop > 0 && hopSamples () == Shape::kUsualHop &&
               work.fused.rowPad == Shape::kUsualPad;
    }
    MELSTROM_BOTH int numFrames () const { return tile.numUnits * tile.framesPerUnit; }
    MELSTROM_BOTH bool hasOwnUnits () const
    {
        return work.program.isSegments && ! work.program.isShared;
    }
    MELSTROM_BOTH int unitOf (int frame) const
    {
        return tile.numUnits == 1 ? 0 : frame / tile.framesPerUnit;
    }
    MELSTROM_BOTH int frameInUnit (int frame) const
    {
        return tile.numUnits == 1 ? frame : frame % tile.framesPerUnit;
    }
    /** Place of a frame's first staged sample; frames past the last one repeat the last. */
    MELSTROM_BOTH int stagedFrame (int frame) const
    {
        const int there = frame < numFrames () ? frame : numFrames () - 1;
        return unitOf (there) * work.fused.stretchFloats +
               frameInUnit (there) * (hopSamples () + work.fused.rowPad);
    }
    /** Place of sample s of a stretch. Rows of one hop have pads between them to avoid bank
        conflicts. */
    MELSTROM_BOTH int stagedSample (int s) const
    {
        const FusedProgram& fused = work.fused;
        if (fused.rowPad == 0)
            return s;
        const auto row = static_cast<int> (
            (static_cast<std::uint64_t> (static_cast<std::uint32_t> (s)) * fused.hopMagic) >> 32);
        return s + fused.rowPad * row;
    }
    /** Index of a frame for the dither. */
    MELSTROM_BOTH std::int64_t ditherFrame (int frame) const
    {
        const std::int64_t inUnit = tile.firstFrame + frameInUnit (frame);
        return hasOwnUnits ()
                   ? (tile.firstSegment + unitOf (frame)) * work.program.framesPerSegment + inUnit
                   : inUnit;
    }
};

/** First sample of a segment within its signal. */
MELSTROM_BOTH std::int64_t segmentStart (const MelProgram& program, std::int64_t segment)
{
    return segment / program.shortsPerLong * program.longHopSamples +
           segment % program.shortsPerLong * program.shortHopSamples;
}

/** A contiguous range of samples of a unit. */
struct Stretch
{
    std::int64_t unitStart = 0, unitSamples = 0;
    std::int64_t first = 0; ///< within the unit
    int numSamples = 0;
};

template <typename Shape>
MELSTROM_BOTH Stretch stretchOf (const FusedTile<Shape>& at, int unit)
{
    const MelProgram& program = at.work.program;
    Stretch stretch;
    stretch.unitStart = at.hasOwnUnits () ? segmentStart (program, at.tile.firstSegment + unit) : 0;
    stretch.unitSamples = at.hasOwnUnits () ? program.shortWindowSamples : at.span.signalSamples;
    stretch.first =
        at.tile.firstFrame * at.hopSamples () - program.padSamples + program.windowOffset;
    stretch.numSamples = (at.tile.framesPerUnit - 1) * at.hopSamples () + program.windowSamples;
    return stretch;
}

} // namespace melstrom::gpu
