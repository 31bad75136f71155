#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/WaveformMatch.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

using namespace melstrom;

namespace
{
using Samples = std::vector<float>;
const std::atomic<bool> kGoesOn {false};

Samples sampled (std::size_t count, const std::function<double (double)>& valueAt)
{
    Samples samples (count);
    for (std::size_t i = 0; i < count; ++i)
        samples[i] = static_cast<float> (valueAt (static_cast<double> (i)));
    return samples;
}

/** Three swelling tones: a function of time in samples, so that any shift is exact. */
double tonesAt (double place)
{
    double sum = 0;
    for (const double hz : {217.0, 1130.0, 3210.0})
        sum += std::exp (-std::pow ((place - 900 - hz / 10) / 220, 2)) *
               std::sin (2 * std::numbers::pi * hz * place / kFingerprintRateHz);
    return 0.2 * sum;
}

Samples whiteNoise (std::size_t count, double deviation, unsigned seed)
{
    std::mt19937 random (seed);
    return sampled (count, [&] (double)
                    { return deviation * std::sqrt (12.0) * (random () * 0x1p-32 - 0.5); });
}

double energyOf (const Samples& samples)
{
    double energy = 0;
    for (const double sample : samples)
        energy += sample * sample;
    return energy;
}

Samples sum (Samples one, const Samples& two)
{
    std::ranges::transform (one, two, one.begin (), std::plus ());
    return one;
}

ShortShape shapeOfSamples (const Samples& samples)
{
    const auto shape = shapeOf (shortSoundOf (samples));
    REQUIRE (shape);
    return *shape;
}

double bandCentreHz (int band)
{
    return 40 * std::pow (90.0, (band + 0.5) / ShortShape::kNumBands);
}
} // namespace

TEST_CASE ("a copy that is scaled and shifted by a fraction of a sample correlates, at its shift",
           "[duplicates]")
{
    const auto sound = sampled (2'400, tonesAt);
    WaveformMatcher matcher;
    for (const double shift : {0.0, 0.125, 0.37, 0.5, 611.63, -411.2})
        for (const double gain : {1.0, 0.01, -0.3})
        {
            CAPTURE (shift, gain);
            const auto copy =
                sampled (3'333, [&] (double place) { return gain * tonesAt (place - shift); });
            const auto match = matcher.match (sound, copy);
            CHECK (match.correlation > 0.995);
            CHECK (match.correlation <= 1);
            CHECK (match.offsetSamples == Approx (shift).margin (0.05));
            CHECK (matcher.match (copy, sound).offsetSamples == Approx (-shift).margin (0.05));
        }
}

TEST_CASE ("a shifted high tone has what a parabola through four values a sample leaves",
           "[duplicates]")
{
    const auto leastOf = [] (double hz)
    {
        const auto toneAt = [hz] (double place)
        {
            return 0.5 * std::exp (-std::pow ((place - 2'000) / 600, 2)) *
                   std::sin (2 * std::numbers::pi * hz * place / kFingerprintRateHz);
        };
        const auto sound = sampled (4'000, toneAt);
        WaveformMatcher matcher;
        double least = 1;
        for (int step = 0; step <= 16; ++step)
        {
            const auto copy =
                sampled (4'000, [&] (double place) { return toneAt (place - step / 16.0); });
            least = std::min (least, matcher.match (sound, copy).correlation);
        }
        return least;
    };
    for (const double hz : {3'200.0, 3'333.0, 3'500.0, 3'590.0})
        CHECK (leastOf (hz) >= 0.99); // as the header says
    // Five values a half wave: all tops are equally far from a value, at most by half a step. Then
    // a parabola goes through cos (3 x), cos (x) and cos (x), where a step has the angle 2 x.
    const double x = std::numbers::pi / 10;
    CHECK (leastOf (3'200) ==
           Approx (std::cos (x) + (std::cos (x) - std::cos (3 * x)) / 8).margin (0.0005));
}

TEST_CASE ("a match that is limited from below is left out only if it is below", "[duplicates]")
{
    WaveformMatcher matcher;
    int numLeftOut = 0, numGiven = 0;
    const auto sound = sampled (2'400, tonesAt);
    for (unsigned seed = 0; seed < 60; ++seed)
    {
        // from a copy to another sound
        const auto other = seed % 2 == 0
                               ? sum (sound, whiteNoise (2'400, 0.003 * seed, seed))
                               : sampled (2'000, [&] (double place)
                                          { return tonesAt ((1 + 0.0005 * seed) * place - 40); });
        const auto length = WaveformMatcher::lengthFor (sound.size (), other.size ());
        const auto one = matcher.spectrumOf (sound, length),
                   two = matcher.spectrumOf (other, length);
        const auto exact = matcher.match (sound, other);
        CHECK (matcher.match (one, two).correlation == exact.correlation);
        for (const double least : {kUnlikeCorrelation, kLeastCorrelation})
        {
            const auto limited = matcher.match (one, two, least);
            const bool isLeftOut = limited.correlation == 0;
            ++(isLeftOut ? numLeftOut : numGiven);
            CHECK ((isLeftOut ? exact.correlation < least
                              : limited.correlation == exact.correlation &&
                                    limited.offsetSamples == exact.offsetSamples));
        }
    }
    CHECK (numLeftOut > 10);
    CHECK (numGiven > 10);
}

TEST_CASE ("noise and what does not overlap lower the correlation by their share of the energy",
           "[duplicates]")
{
    WaveformMatcher matcher;
    const auto sound = sampled (2'400, tonesAt);
    for (const double ratio : {0.01, 0.3, 1.0})
    {
        // of the noise, what lies between 30 and 3600 of 4000 Hz counts
        const double deviation = std::sqrt (ratio * energyOf (sound) / 2'400 / 0.8925);
        const auto copy = sum (sound, whiteNoise (2'400, deviation, 3));
        CHECK (matcher.match (sound, copy).correlation ==
               Approx (1 / std::sqrt (1 + ratio)).margin (0.02));
    }
    auto longer = sound;
    const auto rest = whiteNoise (2'400, std::sqrt (energyOf (sound) / 2'400 / 0.8925), 4);
    longer.insert (longer.end (), rest.begin (), rest.end ());
    CHECK (matcher.match (sound, longer).correlation == Approx (std::sqrt (0.5)).margin (0.03));
    for (unsigned seed = 5; seed < 25; ++seed)
        CHECK (matcher.match (sound, whiteNoise (2'400, 0.1, seed)).correlation < 0.5);
    CHECK (matcher.match (sound, Samples (500)).correlation == 0);
}

TEST_CASE ("a sound in a longer one is found behind half of the transform too", "[duplicates]")
{
    const auto sound = whiteNoise (1'600, 0.1, 1);
    Samples late (12'800);
    late.insert (late.end (), sound.begin (), sound.end ());
    WaveformMatcher matcher;
    CHECK (matcher.match (sound, late).offsetSamples == Approx (12'800).margin (0.05));
    CHECK (matcher.match (late, sound).offsetSamples == Approx (-12'800).margin (0.05));
    Samples before (late.rbegin (), late.rend ()), reversed (sound.rbegin (), sound.rend ());
    CHECK (matcher.match (before, reversed).offsetSamples == Approx (0).margin (0.05));
}

TEST_CASE ("two similar hits correlate by what their pitches say", "[duplicates]")
{
    // exp (-decay t) sin (2 pi hz t): 2 sqrt (a b) / |a + b + i (their difference in pitch)|
    const auto hit = [] (double hz, double decay)
    {
        return sampled (8'000,
                        [=] (double place)
                        {
                            const double time = place / kFingerprintRateHz;
                            return 0.5 * std::exp (-decay * time) *
                                   std::sin (2 * std::numbers::pi * hz * time);
                        });
    };
    WaveformMatcher matcher;
    const auto first = hit (400, 40);
    for (const double hz : {400.0, 402.0, 406.0, 412.0})
        for (const double decay : {40.0, 60.0, 80.0})
        {
            CAPTURE (hz, decay);
            const double expected = 2 * std::sqrt (40 * decay) /
                                    std::hypot (40 + decay, 2 * std::numbers::pi * (hz - 400));
            const double correlation = matcher.match (first, hit (hz, decay)).correlation;
            CHECK (correlation == Approx (expected).margin (0.015));
            if (hz > 405)
                CHECK (correlation < kLeastCorrelation);
        }
}

TEST_CASE ("the part of a recording that sounds is cut out", "[duplicates]")
{
    Samples recording (5'000, 0.0004f); // below a thousandth of the sound
    const auto sound = sampled (1'000, [] (double place)
                                { return 0.5 * std::cos (2 * std::numbers::pi * place / 10); });
    std::ranges::copy (sound, recording.begin () + 700);
    const auto part = shortSoundOf (recording);
    CHECK (part.firstSample == 700);
    REQUIRE (part.samples.size () == 1'000);
    for (std::size_t i = 0; i < 1'000; ++i)
        CHECK (part.samples[i] == Approx (2 * sound[i]).margin (2e-6)); // divided by the largest
}

TEST_CASE ("a constant part of a long recording does not hide a short sound", "[duplicates]")
{
    const auto hit =
        sampled (4'000,
                 [] (double place)
                 {
                     return 0.5 * std::exp (-place / 500) *
                            std::sin (2 * std::numbers::pi * 300 * place / kFingerprintRateHz);
                 });
    const auto recorded = [&] (std::size_t count, std::size_t first, double level)
    {
        Samples recording (count, static_cast<float> (level));
        for (std::size_t i = 0; i < hit.size (); ++i)
            recording[first + i] += hit[i];
        // what resampling leaves of a step from silence to the level
        for (const std::size_t edge : {0u, 1u, 2u})
        {
            const auto ratio = std::array {0.4f, 0.7f, 1.09f}[edge];
            recording[edge] *= ratio;
            recording[count - 1 - edge] *= ratio;
        }
        return recording;
    };
    const auto expected = shortSoundOf (recorded (20'800, 4'100, 0));
    REQUIRE (expected.samples.size () > 3'000);
    for (const double level : {0.002, -0.02, 0.2})
        for (const std::size_t count : {20'800u, 28'000u, 1'000'000u})
        {
            CAPTURE (level, count);
            const auto found = shortSoundOf (recorded (count, 4'100, level));
            CHECK (found.firstSample == expected.firstSample);
            REQUIRE (found.samples.size () == expected.samples.size ());
            for (std::size_t i = 0; i < found.samples.size (); ++i)
                if (std::abs (found.samples[i] - expected.samples[i]) > 1e-5)
                    FAIL (i);
        }
    // at the very begin
    CHECK (shortSoundOf (recorded (20'800, 0, 0.02)).samples.size () > 3'000);
    // where the median lies within the sound, the silence around it is no part of it either
    Samples low (15'000);
    for (std::size_t i = 0; i < low.size (); ++i)
        low[i] = 0.5f + 0.4f * static_cast<float> (std::sin (0.2 * static_cast<double> (i)));
    auto padded = low;
    padded.resize (20'000);
    CHECK (shortSoundOf (padded).samples.size () == low.size ());
}

TEST_CASE ("the level of a short sound changes nothing, however high it is", "[duplicates]")
{
    const auto sound = shortSoundOf (sampled (2'400, tonesAt));
    for (const double gain : {0x1p-9, 0x1p20, 0x1p60, 0x1p120})
    {
        const auto scaled =
            shortSoundOf (sampled (2'400, [&] (double place) { return gain * tonesAt (place); }));
        CHECK ((scaled.samples == sound.samples)); // a power of two: exactly
        CHECK ((shapeOf (scaled) == shapeOf (sound)));
        CHECK (WaveformMatcher ().match (scaled.samples, sound.samples).correlation > 0.995);
    }
}

TEST_CASE ("very low tones and clicks have no shape: too little of them would be compared",
           "[duplicates]")
{
    const auto hasShape = [] (const Samples& samples)
    {
        const auto sound = shortSoundOf (samples);
        REQUIRE_FALSE (sound.samples.empty ());
        return shapeOf (sound).has_value ();
    };
    const auto tone = [] (double hz, std::size_t count)
    {
        return sampled (
            count, [=] (double place)
            { return 0.5 * std::sin (2 * std::numbers::pi * hz * place / kFingerprintRateHz); });
    };
    for (const std::size_t count : {4'000u, 8'000u, 16'000u})
    {
        for (const double hz : {12.0, 18.0, 20.0, 25.0})
            CHECK_FALSE (hasShape (tone (hz, count)));
        for (const double hz : {60.0, 95.0, 3'500.0})
            CHECK (hasShape (tone (hz, count)));
    }
    // two clicks with other echoes, and hits of 2 ms
    for (const unsigned seed : {1u, 2u})
    {
        auto click = whiteNoise (2'000, 0.001, seed); // 0.3 % of the energy
        click[0] += 0.8f;
        CHECK_FALSE (hasShape (click));
        auto hit = whiteNoise (2'000, 0.001, seed);
        for (std::size_t i = 0; i < 16; ++i)
            hit[i] += i % 2 == 0 ? 0.4f : -0.2f;
        CHECK (hasShape (hit));
    }
}

TEST_CASE ("silence, constants, clicks and long sounds are no short sounds", "[duplicates]")
{
    const auto isShort = [] (const Samples& samples)
    { return ! shortSoundOf (samples).samples.empty (); };
    CHECK_FALSE (isShort ({}));
    CHECK_FALSE (isShort (Samples (4'000)));
    CHECK_FALSE (isShort (Samples (4'000, 0.5f)));
    CHECK_FALSE (isShort (Samples (4'000, -1.0f)));
    CHECK_FALSE (isShort (Samples (4'000, std::numeric_limits<float>::quiet_NaN ())));
    auto edged = Samples (4'000, 0.5f); // as a resampler leaves them
    edged.front () = edged.back () = 0.6f;
    CHECK_FALSE (isShort (edged));
    CHECK_FALSE (isShort (whiteNoise (kLeastShortSamples - 1, 0.1, 1)));
    CHECK_FALSE (isShort (whiteNoise (kMostShortSamples + 1'000, 0.1, 1)));
    CHECK_FALSE (isShort (whiteNoise (4'000, 0.00003, 1)));
    CHECK (isShort (whiteNoise (kMostShortSamples, 0.1, 1)));
    CHECK (isShort (sum (Samples (4'000, 0.5f), whiteNoise (4'000, 0.05, 1))));
}

TEST_CASE ("a shape has the energies of bands and their spread in time", "[duplicates]")
{
    constexpr double pi = std::numbers::pi;
    const auto shape = shapeOfSamples (sampled (
        16'000,
        [&] (double place)
        {
            const double window = 1 - std::cos (2 * pi * (place + 0.5) / 16'000);
            return 0.2 * window *
                   (std::sin (2 * pi * bandCentreHz (17) * place / kFingerprintRateHz) +
                    0.3 * std::sin (2 * pi * bandCentreHz (27) * place / kFingerprintRateHz));
        }));
    for (int band = 0; band < static_cast<int> (ShortShape::kNumBands); ++band)
    {
        const double ratio = band == 17 ? 1 : band == 27 ? 0.09 : 0;
        CAPTURE (band);
        CHECK (shape.levels[static_cast<std::size_t> (band)] ==
               std::lround (16 * (10 * std::log10 (ratio + 0.03) + 15.3)));
    }
    // of an even tone, 40 % of the time each
    const auto even = shapeOfSamples (
        sampled (10'000, [] (double place) { return std::cos (2 * pi * (place + 0.5) / 10); }));
    for (const int time : even.times)
        CHECK (time == std::lround (16 * std::log2 (1 + 4'000.0 / 16)));
}

TEST_CASE ("the shape of a copy is near, that of another sound is far", "[duplicates]")
{
    const auto sound = sampled (2'400, tonesAt);
    const auto shape = shapeOfSamples (sound);
    const auto copy =
        sampled (4'000, [] (double place) { return -0.05 * tonesAt (place - 712.5); });
    CHECK (distanceOf (shape, shapeOfSamples (copy)) <= 32 + 2 * 16); // a step each
    const auto noisy =
        sum (sound, whiteNoise (2'400, 0.1 * std::sqrt (energyOf (sound) / 2'400), 1));
    CHECK (distanceOf (shape, shapeOfSamples (noisy)) <= kMostShapeDistance);
    const auto higher = sampled (2'400, [] (double place) { return tonesAt (1.2 * place); });
    CHECK (distanceOf (shape, shapeOfSamples (higher)) > kMostShapeDistance);
    CHECK (distanceOf (shape, shapeOfSamples (whiteNoise (2'400, 0.1, 1))) > kMostShapeDistance);
}

namespace
{
/** `step` files apart, groups of three: a random shape whose levels grow by less than `change`
    in each. */
std::vector<Fingerprint> groupsOfShapes (std::size_t numGroups, std::size_t step, unsigned change)
{
    std::mt19937 random (9);
    std::vector<Fingerprint> files (3 * numGroups * step);
    for (std::size_t group = 0; group < numGroups; ++group)
    {
        ShortShape shape;
        int level = 120; // near bands are alike
        for (auto& each : shape.levels)
            each = static_cast<std::uint8_t> (
                level = std::clamp (level + static_cast<int> (random () % 81) - 40, 1, 230));
        for (auto& time : shape.times)
            time = static_cast<std::uint8_t> (40 + random () % 100);
        for (std::size_t copy = 0; copy < 3; ++copy)
        {
            auto changed = shape;
            for (auto& each : changed.levels)
                each = static_cast<std::uint8_t> (each + random () % change);
            files[(copy * numGroups + group) * step].shape = changed;
        }
    }
    return files;
}
} // namespace

TEST_CASE ("among few sounds the neighbours are the nearest of all", "[duplicates]")
{
    std::vector<Fingerprint> files (33);
    std::mt19937 random (2);
    for (std::size_t i = 0; i < files.size (); ++i)
        if (i != 7) // is not short
            for (auto& level : files[i].shape.emplace ().levels)
                level = static_cast<std::uint8_t> (100 + random () % 50);
    std::vector<FilePair> expected;
    for (std::uint32_t i = 0; i < files.size (); ++i)
    {
        std::vector<std::pair<int, std::uint32_t>> others;
        for (std::uint32_t k = 0; k < files.size (); ++k)
            if (k != i && files[i].shape && files[k].shape)
                if (const int distance = distanceOf (*files[i].shape, *files[k].shape);
                    distance <= kMostShapeDistance)
                    others.emplace_back (distance, k);
        std::ranges::sort (others);
        others.resize (std::min (others.size (), kMostNeighbours));
        for (const auto& [distance, k] : others)
            expected.emplace_back (std::min (i, k), std::max (i, k));
    }
    std::ranges::sort (expected);
    expected.erase (std::unique (expected.begin (), expected.end ()), expected.end ());
    REQUIRE (expected.size () > 100);
    CHECK ((shapeNeighbours (files, 1, kGoesOn) == expected));
}

TEST_CASE ("among many sounds those of similar shape are neighbours, on any number of threads",
           "[duplicates]")
{
    constexpr std::uint32_t kGroups = 3'000, kStep = 2;
    const auto files = groupsOfShapes (kGroups, kStep, 6);
    const auto pairs = shapeNeighbours (files, 1, kGoesOn);
    for (const int numThreads : {3, 8})
        CHECK ((shapeNeighbours (files, numThreads, kGoesOn) == pairs));
    CHECK (shapeNeighbours (files, 3, std::atomic<bool> {true}).empty ());
    std::uint32_t numFound = 0;
    for (std::uint32_t group = 0; group < kGroups; ++group)
        for (const auto& [one, two] : {std::pair {0u, 1u}, {0u, 2u}, {1u, 2u}})
            numFound +=
                std::ranges::binary_search (pairs, FilePair {(one * kGroups + group) * kStep,
                                                             (two * kGroups + group) * kStep})
                    ? 1
                    : 0;
    CHECK (numFound >= 0.995 * 3 * kGroups);
}

TEST_CASE ("pairs that are sorted by shape read hardly a file twice", "[duplicates]")
{
    constexpr std::uint32_t kGroups = 2'000;
    auto files = groupsOfShapes (kGroups, 1, 24);
    std::mt19937 random (4);
    for (std::size_t i = files.size () - 1; i > 0; --i)
        std::swap (files[i], files[random () % (i + 1)]);
    // as SoundCache does with room for a hundredth of the sounds
    const auto numReadBy = [&] (const std::vector<FilePair>& pairs)
    {
        std::size_t count = 0;
        std::vector<std::uint32_t> held;
        const auto read = [&] (std::uint32_t file)
        {
            if (std::ranges::find (held, file) != held.end ())
                return;
            ++count;
            held.push_back (file);
            if (held.size () > files.size () / 100)
                held.erase (held.begin ());
        };
        for (const auto& [first, second] : pairs)
        {
            read (first);
            read (second);
        }
        return count;
    };
    const auto byFile = shapeNeighbours (files, 2, kGoesOn);
    auto byShape = byFile;
    sortByShape (byShape, files);
    const auto numByFile = numReadBy (byFile), numByShape = numReadBy (byShape);
    CAPTURE (byFile.size (), numByFile, numByShape);
    CHECK (numByFile > byFile.size () * 9 / 10); // a read a pair, nearly
    CHECK (numByShape < files.size () * 11 / 10);
    std::ranges::sort (byShape);
    CHECK ((byShape == byFile));
}

TEST_CASE ("many sounds of one shape have few neighbours each, and stay connected", "[duplicates]")
{
    std::vector<Fingerprint> files (2'000);
    for (auto& file : files)
        file.shape.emplace ().levels.fill (200);
    const auto pairs = shapeNeighbours (files, 2, kGoesOn);
    CHECK (pairs.size () <= files.size () * kMostNeighbours);
    std::vector<bool> isConnected (files.size ());
    for (const auto& [first, second] : pairs)
        isConnected[second] = true; // with a file before it
    CHECK (std::ranges::count (isConnected, true) ==
           static_cast<std::ptrdiff_t> (files.size ()) - 1);
}
