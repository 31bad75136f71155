// Positions of the reference's frames and segments, compared with a count that lays them out one by
// one.
#include "Tests/Reference/ReferenceFraming.h"
#include "Tests/Reference/ReferenceMel.h"
#include "Tests/Support/Catch.h"

#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

MelSpec framingSpec (int windowSamples, int hopSamples, int fftSamples, Framing framing)
{
    MelSpec spec;
    spec.window = {static_cast<double> (windowSamples), Length::Unit::samples};
    spec.hop = {static_cast<double> (hopSamples), Length::Unit::samples};
    spec.fftSamples = fftSamples;
    spec.framing = framing;
    spec.numBands = 4;
    return spec;
}

std::int64_t framesOf (const MelSpec& spec, std::int64_t samples)
{
    return referenceFrames (spec, referenceSizes (spec, 16000), samples);
}

/** Number of frames of `span` that fit, counted one by one. */
std::int64_t laidOut (std::int64_t paddedSamples, std::int64_t span, std::int64_t hop)
{
    std::int64_t frames = 0;
    for (std::int64_t start = 0; start + span <= paddedSamples; start += hop)
        ++frames;
    return frames;
}

std::vector<double> ramp (int length)
{
    std::vector<double> signal;
    for (int i = 0; i < length; ++i)
        signal.push_back (i + 1);
    return signal;
}

constexpr int kOddLengths[] = {1, 2, 7, 63, 64, 65, 127, 399, 400, 401, 513, 1001, 16001, 20807};

} // namespace

TEST_CASE ("valid frames lie wholly inside the signal", "[reference][framing]")
{
    for (const int length : kOddLengths)
        for (const int hop : {1, 3, 160})
        {
            CAPTURE (length, hop);
            MelSpec spec = framingSpec (400, hop, 512, Framing::valid);
            CHECK (framesOf (spec, length) == laidOut (length, 512, hop));
            spec.windowPlacement = WindowPlacement::left;
            CHECK (framesOf (spec, length) == laidOut (length, 400, hop));
        }
}

TEST_CASE ("centred frames cover the signal and half a transform on both sides",
           "[reference][framing]")
{
    for (const int length : kOddLengths)
        for (const int fft : {64, 65, 101})
        {
            CAPTURE (length, fft);
            MelSpec spec = framingSpec (41, 7, fft, Framing::centred);
            const std::int64_t frames = laidOut (length + 2 * (fft / 2), fft, 7);
            CHECK (framesOf (spec, length) == frames);
            if (fft % 2 == 0)
                CHECK (framesOf (spec, length) == 1 + length / 7);
            spec.dropLastFrame = true;
            CHECK (framesOf (spec, length) == std::max<std::int64_t> (0, frames - 1));
            spec.dropLastFrame = false;
            spec.padding = Padding::reflect;
            CHECK (framesOf (spec, length) == (length > fft / 2 ? frames : 0));
        }
}

TEST_CASE ("HiFi-GAN and Kaldi's edges have a frame a hop", "[reference][framing]")
{
    for (const int length : kOddLengths)
    {
        CAPTURE (length);
        const MelSpec hifigan = framingSpec (1024, 256, 1024, Framing::hifigan);
        CHECK (framesOf (hifigan, length) == length / 256);
        const MelSpec kaldi = framingSpec (400, 160, 512, Framing::kaldiEdges);
        CHECK (framesOf (kaldi, length) == std::llround (std::floor (length / 160.0 + 0.5)));
    }
    CHECK (framesOf (framingSpec (400, 160, 400, Framing::centred), 0) == 0);
}

TEST_CASE ("zeros complete the last frame behind the padding, so that no sample is left out",
           "[reference][framing]")
{
    for (const int length : kOddLengths)
        for (const auto framing : {Framing::valid, Framing::centred, Framing::hifigan})
        {
            CAPTURE (length, framing);
            MelSpec spec = framingSpec (64, 16, 64, framing);
            spec.fillLastFrame = true;
            const int padding = framing == Framing::valid     ? 0
                                : framing == Framing::centred ? 32
                                                              : 24;
            int padded = std::max (length + 2 * padding, 64);
            while ((padded - 64) % 16 != 0)
                ++padded;
            CHECK (framesOf (spec, length) == laidOut (padded, 64, 16));
            if (framing == Framing::hifigan)
                CHECK (framesOf (spec, length) == (length + 15) / 16);
        }
    // five samples, two of a mirror on both sides, and zeros: frames start at -2, 2
    MelSpec spec = framingSpec (8, 4, 8, Framing::hifigan);
    spec.padding = Padding::reflect;
    const auto sizes = referenceSizes (spec, 16000);
    CHECK (framesOf (spec, 5) == 1);
    spec.fillLastFrame = true;
    CHECK (framesOf (spec, 5) == 2);
    CHECK (framesOf (spec, 4) == 1);
    using Samples = std::vector<double>;
    CHECK (referenceFrame (spec, sizes, ramp (5), 0) == Samples {3, 2, 1, 2, 3, 4, 5, 4});
    CHECK (referenceFrame (spec, sizes, ramp (5), 1) == Samples {3, 4, 5, 4, 3, 0, 0, 0});
    spec.padding = Padding::symmetric;
    CHECK (referenceFrame (spec, sizes, ramp (5), 1) == Samples {3, 4, 5, 5, 4, 0, 0, 0});
}

TEST_CASE ("padding repeats what it says", "[reference][framing]")
{
    MelSpec spec = framingSpec (8, 1, 8, Framing::centred);
    const auto sizes = referenceSizes (spec, 16000);
    const std::vector<double> five = ramp (5), two = ramp (2);
    using Samples = std::vector<double>;
    CHECK (referenceFrame (spec, sizes, five, 0) == Samples {0, 0, 0, 0, 1, 2, 3, 4});
    spec.padding = Padding::reflect;
    CHECK (referenceFrame (spec, sizes, five, 0) == Samples {5, 4, 3, 2, 1, 2, 3, 4});
    CHECK (referenceFrame (spec, sizes, five, 5) == Samples {2, 3, 4, 5, 4, 3, 2, 1});
    spec.padding = Padding::symmetric;
    CHECK (referenceFrame (spec, sizes, five, 0) == Samples {4, 3, 2, 1, 1, 2, 3, 4});
    CHECK (referenceFrame (spec, sizes, two, 0) == Samples {1, 2, 2, 1, 1, 2, 2, 1});

    const MelSpec kaldi = framingSpec (6, 4, 8, Framing::kaldiEdges);
    CHECK (referenceFrame (kaldi, referenceSizes (kaldi, 16000), five, 0) ==
           Samples {1, 1, 2, 3, 4, 5});
}

TEST_CASE ("a window shorter than its transform is cut from the middle or the left",
           "[reference][framing]")
{
    MelSpec spec = framingSpec (3, 2, 8, Framing::valid);
    const auto sizes = referenceSizes (spec, 16000);
    CHECK (referenceFrame (spec, sizes, ramp (20), 1) == std::vector<double> {5, 6, 7});
    spec.windowPlacement = WindowPlacement::left;
    CHECK (referenceFrame (spec, sizes, ramp (20), 1) == std::vector<double> {3, 4, 5});
}

TEST_CASE ("ten seconds at 4096 Hz are 237 segments, or 80 without overlap", "[reference][framing]")
{
    MelSpec spec = framingSpec (64, 16, 64, Framing::valid);
    spec.layout = Layout::segments;
    spec.longWindowSamples = 1024;
    spec.longHopSamples = 512;
    spec.shortWindowSamples = 512;
    spec.shortHopSamples = 256;
    const std::vector<double> signal = ramp (40960);
    const auto units = referenceUnits (spec, signal);
    REQUIRE (units.size () == 237);
    CHECK (units[0].front () == 1);
    CHECK (units[4].front () == 1 + 512 + 256);
    CHECK (units[236].back () == 40960);

    const auto result = referenceMel (spec, 4096, signal);
    CHECK (result.rows == 237);
    CHECK (result.framesPerRow == 29);
    CHECK (result.values.size () == std::size_t {237 * 4 * 29});

    spec.longHopSamples = 1024;
    spec.shortHopSamples = 512;
    CHECK (referenceUnits (spec, signal).size () == 80);
}

TEST_CASE ("the last long window is left out, or completed with zeros", "[reference][framing]")
{
    MelSpec spec = framingSpec (4, 4, 4, Framing::valid);
    spec.layout = Layout::segments;
    spec.longWindowSamples = spec.shortWindowSamples = 10;
    spec.longHopSamples = spec.shortHopSamples = 5;
    for (const int length : {0, 1, 9, 10, 11, 14, 15, 16, 31})
    {
        CAPTURE (length);
        spec.padLastSegment = false;
        CHECK (std::ssize (referenceUnits (spec, ramp (length))) == laidOut (length, 10, 5));
        spec.padLastSegment = true;
        const auto longs = std::max (1LL, 1 + std::llround (std::ceil ((length - 10) / 5.0)));
        CHECK (std::ssize (referenceUnits (spec, ramp (length))) == (length == 0 ? 0 : longs));
    }
    CHECK (referenceUnits (spec, ramp (11)).back () ==
           std::vector<double> {6, 7, 8, 9, 10, 11, 0, 0, 0, 0});
}
