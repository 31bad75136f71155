// x[n] = w[n] step (sample[start + n] + dither), padded with zeros: the input of cuFFT.
// samples -> (chunkFrames, fft). One thread block a frame, a thread every 256th sample.
// Bytes: one to three reads of a sample, all but the first from cache; 4 fft written a frame.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/RowSearch.h"
#include "Engine/Backend/Gpu/Kernels/Mel/Samples.h"

namespace melstrom::gpu
{

inline constexpr int kWindowThreads = 256;

/** Shared memory of one frame. */
struct WindowShared
{
    float partial[kWindowThreads];
    float sum, energy;
};

/** One frame of a span, and its samples before the window. */
struct FrameSamples
{
    const MelWork& work;
    const DeviceSpan& span;
    std::int64_t unitStart = 0, unitSamples = 0;
    std::int64_t firstSample = 0; ///< within the unit, at the window's first value
    std::int64_t number = 0;      ///< index for the dither

    /** frame: counted like DeviceSpan::firstFrame. */
    MELSTROM_BOTH FrameSamples (const MelWork& w, const DeviceSpan& s, std::int64_t frame) noexcept
        : work (w), span (s), unitSamples (s.signalSamples), number (frame)
    {
        const MelProgram& program = w.program;
        std::int64_t frameInUnit = frame;
        if (program.isSegments && ! program.isShared)
        {
            const std::int64_t segment = frame / program.framesPerSegment;
            frameInUnit = frame % program.framesPerSegment;
            unitStart = segment / program.shortsPerLong * program.longHopSamples +
                        segment % program.shortsPerLong * program.shortHopSamples;
            unitSamples = program.shortWindowSamples;
        }
        firstSample = program.windowOffset +
                      (program.isShared ? frame * program.sharedStepSamples
                                        : frameInUnit * program.hopSamples - program.padSamples);
    }

    /** Sample n of the window, with dither. */
    MELSTROM_BOTH float at (int n) const noexcept
    {
        const float sample =
            sampleOf (work.program, span, work.input, unitStart, unitSamples, firstSample + n);
        if (work.program.ditherAmplitude == 0.0f)
            return sample;
        return sample + ditherOf (work.program, span, number, n);
    }
};

/** Sum of f (n) over the window, by a fixed tree, into `total` for all threads. */
template <typename Block, typename Function>
MELSTROM_BOTH void sumWindow (Block& block, WindowShared& shared, int windowSamples,
                              Function function, float& total)
{
    block.each (
        [&] (int thread)
        {
            float sum = 0;
            for (int n = thread; n < windowSamples; n += kWindowThreads)
                sum += function (n);
            shared.partial[thread] = sum;
        });
    for (int width = kWindowThreads / 2; width > 1; width /= 2)
        block.each (
            [&] (int thread)
            {
                if (thread < width)
                    shared.partial[thread] += shared.partial[thread + width];
            });
    block.each (
        [&] (int thread)
        {
            if (thread == 0)
                total = shared.partial[0] + shared.partial[1];
        });
}

/** Kaldi's steps on a frame, in Kaldi's order: dither, mean, energy, pre-emphasis; then the window.
    to (fft)    energy: destination of its logarithm, if the plan uses it */
template <typename Block>
MELSTROM_BOTH void windowSamples (const FrameSamples& frame, Block& block, WindowShared& shared,
                                  float* to, float* energy)
{
    const MelProgram& program = frame.work.program;
    const int count = program.windowSamples;
    float mean = 0;
    if (program.removeFrameMean)
    {
        sumWindow (
            block, shared, count, [&] (int n) { return frame.at (n); }, shared.sum);
        mean = shared.sum / static_cast<float> (count);
    }
    if (program.useEnergy)
    {
        const auto square = [&] (int n) { return (frame.at (n) - mean) * (frame.at (n) - mean); };
        sumWindow (block, shared, count, square, shared.energy);
        block.each (
            [&] (int thread)
            {
                if (thread == 0)
                    *energy = std::log (shared.energy > program.energyFloor ? shared.energy
                                                                            : program.energyFloor);
            });
    }
    block.each (
        [&] (int thread)
        {
            for (int i = thread; i < program.fftSamples; i += kWindowThreads)
            {
                const int n = i - program.windowOffset;
                float value = 0;
                if (n >= 0 && n < count)
                {
                    value = frame.at (n) - mean;
                    if (program.framePreemphasis != 0.0f)
                        value -= program.framePreemphasis * (frame.at (n > 0 ? n - 1 : 0) - mean);
                    value *= program.window[n];
                }
                to[i] = value;
            }
        });
}

/** Fills row `chunkFrame` of MelWork::framesBuffer, with zeros if no span has this frame. */
template <typename Block>
MELSTROM_BOTH void windowFrame (const MelWork& work, int chunkFrame, Block& block,
                                WindowShared& shared)
{
    const MelProgram& program = work.program;
    const std::int64_t row = work.chunkFirstFrame + chunkFrame;
    const int index =
        row < work.counts->numFrames ? itemOfRow (work.spans, work.counts->numSpans, row) : -1;
    float* const to =
        work.framesBuffer + static_cast<std::int64_t> (chunkFrame) * program.fftSamples;
    if (index < 0)
    {
        block.each (
            [&] (int thread)
            {
                for (int i = thread; i < program.fftSamples; i += kWindowThreads)
                    to[i] = 0;
            });
        return;
    }
    const DeviceSpan& span = work.spans[index];
    const FrameSamples frame (work, span, span.firstFrame + (row - span.scratchRow));
    windowSamples (frame, block, shared, to, work.rows + row * program.numPlanes);
}

} // namespace melstrom::gpu
