// Windowed frames, as the first pass of the fused kernel reads them.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedTile.h"

namespace melstrom::gpu
{

/** Frames without steps before the window. The first pass reads points of a frame from `firstPoint`
    on, `stride` apart. */
template <typename Shape>
struct PlainFrames
{
    const FusedTile<Shape>& at;

    struct Frame
    {
        const FusedTile<Shape>& at;
        /** first point's samples for a compiled shape; else first sample of the frame */
        const float* samples;
        const Complex* window;
        int firstPoint, stride;

        /** The two samples of a point. */
        MELSTROM_BOTH Complex samplesAt (int q) const
        {
            if constexpr (Shape::kIsFixed) // compiled shapes take even hops only
                return *reinterpret_cast<const Complex*> (
                    reinterpret_cast<const std::byte*> (samples) + at.work.fused.pointBytes[q]);
            const int s = 2 * (firstPoint + q * stride);
            return {samples[at.stagedSample (s)], samples[at.stagedSample (s + 1)]};
        }
        /** The same times their window weights. */
        MELSTROM_BOTH Complex point (int q) const
        {
            const Complex weights = window[q * stride], both = samplesAt (q);
            return {both.re * weights.re, both.im * weights.im};
        }
    };
    MELSTROM_BOTH Frame of (int frame, int firstPoint, int stride) const
    {
        return {at, at.staged + at.stagedFrame (frame) + (Shape::kIsFixed ? 2 * firstPoint : 0),
                at.work.fused.window + firstPoint, firstPoint, stride};
    }
};

/** Partial sums and results: parts (groups, frames), means (frames), energies (frames). */
template <typename Shape>
struct FrameSums
{
    float *parts, *means, *energies;

    MELSTROM_BOTH explicit FrameSums (const FusedTile<Shape>& at)
        : parts (at.shared + at.work.fused.partialOffset), means (parts + at.shape.threads ()),
          energies (means + at.shape.frames ())
    {
    }
};

/** Sample n of a frame with dither, minus `mean`. */
template <typename Shape>
MELSTROM_BOTH float rawSample (const FusedTile<Shape>& at, int frame, int n, float mean)
{
    const MelProgram& program = at.work.program;
    const float staged =
        at.staged[at.stagedFrame (frame) + at.stagedSample (n + at.work.fused.stagedShift)];
    const float dither = program.ditherAmplitude == 0.0f
                             ? 0.0f
                             : ditherOf (program, at.span, at.ditherFrame (frame), n);
    return staged + dither - mean;
}

/** Frames with Kaldi's steps: dither, mean, pre-emphasis, then the window. */
template <typename Shape>
struct SteppedFrames
{
    const FusedTile<Shape>& at;

    struct Frame
    {
        const FusedTile<Shape>& at;
        int frame, firstPoint, stride;
        float mean;

        MELSTROM_BOTH float sample (int n) const
        {
            const MelProgram& program = at.work.program;
            if (n < 0 || n >= program.windowSamples)
                return 0.0f;
            const float now = rawSample (at, frame, n, mean);
            const float before = program.framePreemphasis == 0.0f
                                     ? 0.0f
                                     : rawSample (at, frame, n > 0 ? n - 1 : 0, mean);
            return (now - program.framePreemphasis * before) * (0.5f * program.window[n]);
        }
        MELSTROM_BOTH Complex point (int q) const
        {
            const int n = 2 * (firstPoint + q * stride) - at.work.program.windowOffset;
            return {sample (n), sample (n + 1)};
        }
    };
    MELSTROM_BOTH Frame of (int frame, int firstPoint, int stride) const
    {
        const int there = frame < at.numFrames () ? frame : at.numFrames () - 1;
        return {at, there, firstPoint, stride, FrameSums<Shape> (at).means[frame]};
    }
};

/** Sums term (n) over a thread's part of its frame. */
template <typename Shape, typename Term>
MELSTROM_BOTH void sumPart (const FusedTile<Shape>& at, int thread, Term term)
{
    const int numFrames = at.shape.frames (), numGroups = at.shape.threads () / numFrames;
    const int group = thread / numFrames, numSamples = at.work.program.windowSamples;
    const int part = (numSamples + numGroups - 1) / numGroups;
    const int end = (group + 1) * part < numSamples ? (group + 1) * part : numSamples;
    float sum = 0;
    for (int n = group * part; n < end; ++n)
        sum += term (n);
    FrameSums<Shape> (at).parts[thread] = sum;
}

template <typename Shape>
MELSTROM_BOTH float sumOfParts (const FusedTile<Shape>& at, int frame)
{
    const int numFrames = at.shape.frames (), numGroups = at.shape.threads () / numFrames;
    float sum = 0;
    for (int group = 0; group < numGroups; ++group)
        sum += FrameSums<Shape> (at).parts[group * numFrames + frame];
    return sum;
}

/** Means of frames, and energies if used: the values that need a whole frame. */
template <typename Shape, typename Block>
MELSTROM_BOTH void measureFrames (const FusedTile<Shape>& at, Block& block)
{
    const MelProgram& program = at.work.program;
    const int numFrames = at.shape.frames ();
    const auto frameOf = [&] (int thread)
    {
        const int frame = thread % numFrames;
        return frame < at.numFrames () ? frame : at.numFrames () - 1;
    };
    block.each (
        [&] (int thread)
        {
            if (program.removeFrameMean)
                sumPart (at, thread,
                         [&] (int n) { return rawSample (at, frameOf (thread), n, 0.0f); });
        });
    block.each (
        [&] (int thread)
        {
            if (thread < numFrames)
                FrameSums<Shape> (at).means[thread] =
                    program.removeFrameMean
                        ? sumOfParts (at, thread) / static_cast<float> (program.windowSamples)
                        : 0.0f;
        });
    if (! program.useEnergy)
        return;
    block.each (
        [&] (int thread)
        {
            const float mean = FrameSums<Shape> (at).means[thread % numFrames];
            sumPart (at, thread,
                     [&] (int n)
                     {
                         const float x = rawSample (at, frameOf (thread), n, mean);
                         return x * x;
                     });
        });
    block.each (
        [&] (int thread)
        {
            constexpr float kLn2 = 0.69314718f;
            if (thread < numFrames)
                FrameSums<Shape> (at).energies[thread] =
                    kLn2 * Block::log2Of (fmaxf (sumOfParts (at, thread), program.energyFloor));
        });
}

} // namespace melstrom::gpu
