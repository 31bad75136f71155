// Windowed frames of the CUDA kernels before cuFFT against float64.
#include "Engine/Dsp/Mel/Dither.h"
#include "Tests/Support/Audio/StoredSignal.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedKernels.h"
#include "Tests/Support/Gpu/KernelWork.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr unsigned kSeed = 23;
constexpr int kFft = 600, kWindow = 530, kOffset = 35, kHop = 160;

MelProgram frameProgram (const std::vector<float>& window)
{
    MelProgram program;
    program.fftSamples = kFft;
    program.windowSamples = kWindow;
    program.windowOffset = kOffset;
    program.hopSamples = kHop;
    program.padSamples = kFft / 2;
    program.numPlanes = 1;
    program.window = window.data ();
    return program;
}

std::vector<float> someWindow ()
{
    std::vector<float> window;
    for (int n = 0; n < kWindow; ++n)
        window.push_back (0.25f + 0.5f * static_cast<float> (n) / kWindow);
    return window;
}

/** Sample `index` of a unit by the text of MEL.md. Padding walks step by step instead of by
    arithmetic. */
double unitSample (const MelProgram& program, const std::vector<double>& unit, int index)
{
    const int last = static_cast<int> (unit.size ()) - 1;
    if ((index < 0 || index > last) && static_cast<Padding> (program.padding) == Padding::constant)
        return 0;
    if (index > last && index - last > program.padReach)
        return 0;
    const int edge = static_cast<Padding> (program.padding) == Padding::symmetric ? 1 : 0;
    while (index < 0 || index > last)
        index = index < 0 ? -index - edge : 2 * last + edge - index;
    const auto i = static_cast<std::size_t> (index);
    const double before = i == 0 ? 0 : unit[i - 1] * double {program.signalPreemphasis};
    return program.sampleScale * (unit[i] - before);
}

/** The unit of a frame: the signal, or the frame's segment with zeros behind its end. */
std::vector<double> unitOf (const MelProgram& program, const StoredSignal& signal,
                            std::int64_t number)
{
    if (! program.isSegments || program.isShared)
        return signal.mono;
    const std::int64_t segment = number / program.framesPerSegment;
    const auto start = static_cast<std::size_t> (segment / 2 * program.longHopSamples +
                                                 segment % 2 * program.shortHopSamples);
    std::vector<double> unit (static_cast<std::size_t> (program.shortWindowSamples));
    for (std::size_t i = 0; i < unit.size () && start + i < signal.mono.size (); ++i)
        unit[i] = signal.mono[start + i];
    return unit;
}

std::int64_t frameStart (const MelProgram& program, std::int64_t number)
{
    if (program.isShared)
        return number * program.sharedStepSamples;
    const std::int64_t inUnit = program.isSegments ? number % program.framesPerSegment : number;
    return inUnit * kHop - program.padSamples;
}

struct Frame
{
    std::vector<double> values = std::vector<double> (kFft);
    double energy = 0; ///< before pre-emphasis
};

Frame expectedFrame (const MelProgram& program, const StoredSignal& signal, std::int64_t number)
{
    const auto unit = unitOf (program, signal, number);
    const auto start = static_cast<int> (frameStart (program, number)) + kOffset;
    std::vector<double> x;
    double mean = 0;
    for (int n = 0; n < kWindow; ++n)
    {
        x.push_back (unitSample (program, unit, start + n));
        if (program.ditherAmplitude != 0)
            x.back () += program.ditherAmplitude * ditherAt (program.ditherSeed, 77, number, n);
        mean += x.back () / kWindow;
    }
    Frame frame;
    for (double& value : x)
    {
        value -= program.removeFrameMean ? mean : 0;
        frame.energy += value * value;
    }
    for (std::size_t n = 0; n < x.size (); ++n)
        frame.values[n + kOffset] =
            program.window[n] * (x[n] - double {program.framePreemphasis} * x[n > 0 ? n - 1 : 0]);
    return frame;
}

/** Runs the kernel over one span in chunks and compares. The last chunks reach beyond the end. */
bool framesAgree (const MelProgram& program, const StoredSignal& signal, DeviceSpan span,
                  int inputByte)
{
    std::vector<std::byte> input (static_cast<std::size_t> (inputByte));
    input.insert (input.end (), signal.bytes.begin (), signal.bytes.end ());
    span.inputByte = inputByte;
    span.signalSamples = static_cast<std::int64_t> (signal.mono.size ());
    span.signalId = 77;
    WorkCounts counts;
    counts.numSpans = 1;
    counts.numFrames = span.numFrames;
    constexpr int kChunk = 4;
    Guarded<float> frames (kChunk * kFft), rows (static_cast<std::size_t> (span.numFrames));
    MelWork work;
    work.program = program;
    work.counts = &counts;
    work.spans = &span;
    work.input = input.data ();
    work.rows = rows.data ();
    work.framesBuffer = frames.data ();
    work.chunkFrames = kChunk;
    Agreement agreement;
    for (; work.chunkFirstFrame < counts.numFrames + kChunk; work.chunkFirstFrame += kChunk)
    {
        emulateWindowFrames (work);
        for (int i = 0; i < kChunk; ++i)
        {
            const std::int64_t row = work.chunkFirstFrame + i;
            const bool isUsed = row < counts.numFrames;
            const Frame expected =
                isUsed ? expectedFrame (program, signal, span.firstFrame + row) : Frame {};
            for (std::size_t n = 0; n < kFft; ++n)
                agreement.add (frames[static_cast<std::size_t> (i) * kFft + n], expected.values[n],
                               isUsed ? 1e-6 * program.sampleScale : 0.0);
            if (isUsed && program.useEnergy)
                agreement.add (rows[static_cast<std::size_t> (row)],
                               std::log (std::max (expected.energy, double {program.energyFloor})),
                               4e-6);
        }
    }
    return agreement.holds () && frames.stands () && rows.stands ();
}
} // namespace

TEST_CASE ("frames are cut from every format, at any byte, with every padding", "[cuda][kernels]")
{
    const auto format = GENERATE (SampleFormat::int16, SampleFormat::int24, SampleFormat::int32,
                                  SampleFormat::float32);
    const auto [numChannels, channel] =
        GENERATE (std::pair {1, -1}, std::pair {1, 0}, std::pair {2, -1}, std::pair {3, 1});
    const auto padding = GENERATE (Padding::constant, Padding::reflect, Padding::symmetric);
    const auto window = someWindow ();
    MelProgram program = frameProgram (window);
    program.padding = static_cast<std::int32_t> (padding);
    program.signalPreemphasis = GENERATE (0.0f, 0.97f);
    DeviceSpan span;
    span.format = static_cast<std::int32_t> (format);
    span.numChannels = numChannels;
    span.channel = channel;
    span.numFrames = 1 + 170 / kHop;
    for (const int numSamples : {2, 170, 1500})
        for (const int inputByte : {0, 1, 6})
            CHECK (framesAgree (program,
                                storedSignal (kSeed, numSamples, format, numChannels,
                                              channel < 0 ? std::optional<int> () : channel),
                                span, inputByte));
}

TEST_CASE ("Kaldi's steps on a frame come in Kaldi's order", "[cuda][kernels]")
{
    const auto window = someWindow ();
    MelProgram program = frameProgram (window);
    program.sampleScale = 32768;
    program.padding = static_cast<std::int32_t> (Padding::symmetric);
    program.removeFrameMean = GENERATE (false, true);
    program.useEnergy = true;
    program.energyFloor = GENERATE (1e-7f, 1e30f);
    program.framePreemphasis = 0.97f;
    program.ditherAmplitude = GENERATE (0.0f, 100.0f);
    program.ditherSeed = 5;
    DeviceSpan span;
    span.firstFrame = 2;
    span.numFrames = 6;
    CHECK (framesAgree (program, storedSignal (kSeed, 1500, SampleFormat::int16, 1, {}), span, 0));
}

TEST_CASE ("a mirror behind the signal ends where zeros complete the last frame", "[cuda][kernels]")
{
    const auto window = someWindow ();
    MelProgram program = frameProgram (window);
    program.padding = static_cast<std::int32_t> (GENERATE (Padding::reflect, Padding::symmetric));
    program.padSamples = program.padReach = (kFft - kHop) / 2;
    program.signalPreemphasis = GENERATE (0.0f, 0.97f);
    DeviceSpan span;
    for (const int numSamples : {230, 1439, 1440, 1441, 1500})
    {
        span.numFrames = (numSamples + kHop - 1) / kHop;
        CHECK (framesAgree (program, storedSignal (kSeed, numSamples, SampleFormat::int16, 1, {}),
                            span, 0));
    }
}

TEST_CASE ("segments are units of their own, zeros behind the signal", "[cuda][kernels]")
{
    const auto window = someWindow ();
    MelProgram program = frameProgram (window);
    program.isSegments = true;
    program.shortsPerLong = 2;
    program.longHopSamples = 1100;
    program.shortHopSamples = 500;
    program.shortWindowSamples = 700;
    program.framesPerSegment = 5;
    program.padding = static_cast<std::int32_t> (Padding::reflect);
    program.signalPreemphasis = 0.5f;
    program.ditherAmplitude = 0.01f;
    DeviceSpan span;
    span.firstFrame = 5; // segment 1
    span.numFrames = 20;
    CHECK (framesAgree (program, storedSignal (kSeed, 2500, SampleFormat::int16, 1, {}), span, 0));
}

TEST_CASE ("shared frames lie on a grid over the whole signal", "[cuda][kernels]")
{
    const auto window = someWindow ();
    MelProgram program = frameProgram (window);
    program.isSegments = program.isShared = true;
    program.sharedStepSamples = 130;
    program.framesPerSegment = 3;
    program.padSamples = 0;
    DeviceSpan span;
    span.firstFrame = 4;
    span.numFrames = 9;
    CHECK (framesAgree (program, storedSignal (kSeed, 2300, SampleFormat::int16, 1, {}), span, 0));
}
