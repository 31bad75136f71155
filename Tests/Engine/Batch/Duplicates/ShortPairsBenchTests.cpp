// What docs/duplicates.md says of the cost of short sounds. Hidden: melstrom-tests "[.bench]"
// prints it.
#include "Engine/Batch/Duplicates/ShapeNeighbours.h"
#include "Engine/Batch/Duplicates/ShortPairs.h"
#include "Engine/Batch/Duplicates/SpectralPeaks.h"
#include "Engine/Batch/Duplicates/WaveformMatch.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/System/Process.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <iostream>
#include <numbers>
#include <random>

using namespace melstrom;

namespace
{
using Samples = std::vector<float>;

double secondsSince (std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
}

/** Noise whose spectrum falls with the frequency. */
Samples noise (std::size_t count, unsigned seed)
{
    std::mt19937 random (seed);
    Samples samples (count);
    float last = 0;
    for (float& sample : samples)
        sample = last = 0.7f * last + 0.3f * static_cast<float> (random () * 0x1p-31 - 1);
    return samples;
}

/** Milliseconds of `call`, the median of many. */
template <typename Call>
double millisecondsOf (Call call)
{
    std::vector<double> times;
    for (const auto begin = std::chrono::steady_clock::now (); secondsSince (begin) < 0.7;)
    {
        const auto start = std::chrono::steady_clock::now ();
        call ();
        times.push_back (1'000 * secondsSince (start));
    }
    std::ranges::nth_element (times,
                              times.begin () + static_cast<std::ptrdiff_t> (times.size () / 2));
    return times[times.size () / 2];
}

std::uint8_t byteOf (double value)
{
    return static_cast<std::uint8_t> (std::lround (std::clamp (value, 0.0, 255.0)));
}

/** Sounds in groups of 33 that resemble each other, in random order. */
std::vector<Fingerprint> groupedShapes (std::size_t count)
{
    std::mt19937 random (9);
    std::vector<Fingerprint> files (count);
    ShortShape shape;
    for (std::size_t i = 0; i < count; ++i)
    {
        if (i % 33 == 0)
        {
            double level = 120; // near bands are alike
            for (auto& each : shape.levels)
                each = byteOf (level = std::clamp (level + random () % 81 - 40, 1.0, 240.0));
            for (auto& time : shape.times)
                time = static_cast<std::uint8_t> (40 + random () % 100);
        }
        auto changed = shape;
        for (auto& each : changed.levels)
            each = static_cast<std::uint8_t> (each + random () % 12);
        files[i].shape = changed;
    }
    std::ranges::shuffle (files, random);
    return files;
}

/** Sounds of six random parameters: each has neighbours, and most of them are connected. */
std::vector<Fingerprint> connectedShapes (std::size_t count)
{
    std::mt19937 random (9);
    const auto chance = [&random] { return random () * 0x1p-31 - 1; };
    std::vector<Fingerprint> files (count);
    for (auto& file : files)
    {
        double waves[4];
        for (double& each : waves)
            each = 60 * chance ();
        auto& shape = file.shape.emplace ();
        for (std::size_t band = 0; band < ShortShape::kNumBands; ++band)
        {
            double level = 120 + 4 * chance ();
            for (std::size_t wave = 0; wave < 4; ++wave)
                level += waves[wave] * std::cos (std::numbers::pi * static_cast<double> (wave + 1) *
                                                 (static_cast<double> (band) + 0.5) / 32);
            shape.levels[band] = byteOf (level);
        }
        for (auto& time : shape.times)
            time = byteOf (100 + 40 * chance ());
    }
    return files;
}

/** Files of which the latest ones are held. */
class Held
{
public:
    Held (std::size_t numFiles, std::size_t room) : isHeld_ (numFiles), room_ (room) {}

    std::size_t numReads = 0;

    void use (std::uint32_t file)
    {
        if (isHeld_[file])
            return;
        ++numReads;
        isHeld_[file] = true;
        files_.push_back (file);
        if (files_.size () > room_)
            drop ();
    }

    void dropAll ()
    {
        while (! files_.empty ())
            drop ();
    }

private:
    void drop ()
    {
        isHeld_[files_.front ()] = false;
        files_.pop_front ();
    }

    std::vector<bool> isHeld_;
    std::deque<std::uint32_t> files_;
    const std::size_t room_;
};

double readsAFile (const std::vector<FilePair>& pairs, std::size_t numFiles, std::size_t room)
{
    std::vector<bool> isUsed (numFiles);
    Held held (numFiles, room);
    for (const auto& [first, second] : pairs)
        for (const auto file : {first, second})
        {
            held.use (file);
            isUsed[file] = true;
        }
    return static_cast<double> (held.numReads) /
           static_cast<double> (std::max<std::ptrdiff_t> (1, std::ranges::count (isUsed, true)));
}

double transformsAPair (const std::vector<FilePair>& pairs, std::size_t numFiles)
{
    Held held (numFiles, kKeptSpectra);
    for (std::size_t i = 0; i < pairs.size (); ++i)
    {
        if (i % kShortPairStretch == 0)
            held.dropAll ();
        held.use (pairs[i].first);
        held.use (pairs[i].second);
    }
    return static_cast<double> (held.numReads) / static_cast<double> (pairs.size ());
}
} // namespace

TEST_CASE ("cost of a comparison of short sounds", "[.bench]")
{
    std::cout << "seconds  transform ms  compared ms  left out ms\n";
    for (const double seconds : {0.1, 0.5, 1.0, 1.5, 2.0})
    {
        const auto count = static_cast<std::size_t> (seconds * kFingerprintRateHz);
        const auto first = noise (count, 1), second = noise (count, 2);
        WaveformMatcher matcher;
        const auto length = WaveformMatcher::lengthFor (count, count);
        const auto one = matcher.spectrumOf (first, length),
                   other = matcher.spectrumOf (second, length);
        REQUIRE (matcher.match (one, other, kLeastCorrelation).correlation == 0);
        std::cout << seconds << "  "
                  << millisecondsOf ([&] { return matcher.spectrumOf (first, length); }) << "  "
                  << millisecondsOf ([&] { return matcher.match (one, other); }) << "  "
                  << millisecondsOf ([&] { return matcher.match (one, other, kLeastCorrelation); })
                  << "\n";
    }
}

TEST_CASE ("cost of the search of similar short sounds, and reads of their files", "[.bench]")
{
    constexpr std::size_t kCount = 990'000;
    const std::atomic<bool> stop {false};
    for (const bool isGrouped : {true, false})
    {
        const auto files = isGrouped ? groupedShapes (kCount) : connectedShapes (kCount);
        const auto memory = residentBytes ();
        auto start = std::chrono::steady_clock::now ();
        auto pairs = shapeNeighbours (files, hardwareThreads (), stop);
        const double searchSeconds = secondsSince (start);
        const auto after = peakResidentBytes ();
        start = std::chrono::steady_clock::now ();
        sortByShape (pairs, files);
        std::cout << kCount << (isGrouped ? " shapes in groups of 33: " : " connected shapes: ")
                  << pairs.size () << " pairs, " << searchSeconds << " s on " << hardwareThreads ()
                  << " threads, sorted in " << secondsSince (start) << " s, "
                  << (static_cast<double> (after) - static_cast<double> (memory)) / 1e6
                  << " MB more at most, " << transformsAPair (pairs, kCount)
                  << " transforms a pair\n";
        for (const double seconds : {0.3, 1.5})
        {
            const auto room = kHeldSoundBytes / static_cast<std::size_t> (
                                                    seconds * kFingerprintRateHz * sizeof (float));
            std::cout << "  of " << seconds << " s, " << room
                      << " held: " << readsAFile (pairs, kCount, room) << " reads a file\n";
        }
    }
}
