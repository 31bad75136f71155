#include "Engine/Batch/Duplicates/Candidates.h"
#include "Engine/Batch/Duplicates/PairSpectra.h"
#include "Engine/Batch/Duplicates/PeakMatch.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

using namespace melstrom;

namespace
{
const std::atomic<bool> kGoesOn {false};
/** Short notes of random pitch. */
std::vector<float> melody (unsigned seed, double seconds)
{
    std::mt19937 random (seed);
    std::vector<float> samples (static_cast<std::size_t> (seconds * kFingerprintRateHz));
    for (int note = 0; note < static_cast<int> (12 * seconds); ++note)
    {
        const double hz = 150 + random () % 3200;
        const auto first = random () % samples.size ();
        for (std::size_t i = first; i < std::min (samples.size (), first + 2400); ++i)
        {
            const double t = static_cast<double> (i - first) / kFingerprintRateHz;
            samples[i] += static_cast<float> (0.2 * std::exp (-9 * t) *
                                              std::sin (2 * std::numbers::pi * hz * t));
        }
    }
    return samples;
}

Fingerprint printOf (const std::vector<float>& samples)
{
    Fingerprint print;
    print.peaks = spectralPeaks (samples);
    print.sketch = sketchOf (print.peaks);
    return print;
}
} // namespace

TEST_CASE ("the spectra of a pair of frames are those of the definition", "[duplicates]")
{
    constexpr std::size_t length = PairSpectra::kLength;
    std::mt19937 random (3);
    std::vector<float> frames (2 * length), powers (length);
    for (float& sample : frames)
        sample = static_cast<float> (random ()) * 0x1p-32f - 0.5f;
    PairSpectra spectra;
    spectra.transform (frames.data (), frames.data () + length, powers.data (),
                       powers.data () + length / 2);
    for (const std::size_t which : {0u, 1u})
        for (std::size_t bin = 0; bin < length / 2; ++bin)
        {
            std::complex<double> sum;
            for (std::size_t i = 0; i < length; ++i)
            {
                const double turn = 2 * std::numbers::pi * static_cast<double> (i) / length;
                sum += std::polar (0.5 - 0.5 * std::cos (turn), -turn * static_cast<double> (bin)) *
                       static_cast<double> (frames[which * length + i]);
            }
            CHECK (powers[which * length / 2 + bin] ==
                   Approx (std::norm (sum)).epsilon (1e-4).margin (1e-4));
        }
}

TEST_CASE ("a sound matches itself behind silence, at the length of the silence", "[duplicates]")
{
    const auto sound = melody (1, 4);
    std::vector<float> later (4'000 + 37); // not a whole number of frames
    for (const float sample : sound)
        later.push_back (0.1f * sample);
    const auto first = printOf (sound), second = printOf (later);
    const auto match = matchPeaks (first.peaks, second.peaks);
    CHECK (isNearDuplicate (match));
    CHECK (match.similarity > 0.8);
    CHECK (std::abs (match.offsetFrames * kFingerprintHop - 4'037) <= kFingerprintHop);
    CHECK (matchPeaks (second.peaks, first.peaks).offsetFrames == -match.offsetFrames);
    CHECK (candidatePairs ({first, second}, 1, kGoesOn) == std::vector<FilePair> {{0, 1}});
}

TEST_CASE ("different sounds do not match", "[duplicates]")
{
    const auto first = printOf (melody (1, 4));
    for (unsigned seed = 2; seed < 30; ++seed)
        CHECK_FALSE (isNearDuplicate (matchPeaks (first.peaks, printOf (melody (seed, 4)).peaks)));
}

TEST_CASE ("peaks do not depend on how a sound is cut into blocks", "[duplicates]")
{
    // a block has 4096 frames, 33 s: the same notes stand across its border and within it
    const auto notes = melody (5, 2);
    std::vector<float> inside (40 * kFingerprintRateHz), across (inside);
    const std::size_t there = 10 * kFingerprintRateHz, border = 4096 * kFingerprintHop - 8'192;
    std::ranges::copy (notes, inside.begin () + static_cast<std::ptrdiff_t> (there));
    std::ranges::copy (notes, across.begin () + static_cast<std::ptrdiff_t> (border));
    const auto some = spectralPeaks (inside), others = spectralPeaks (across);
    REQUIRE (some.size () == others.size ());
    REQUIRE (some.size () > 50);
    const int shift = static_cast<int> (border - there) / kFingerprintHop;
    for (std::size_t i = 0; i < some.size (); ++i)
        CHECK (SpectralPeak::at (some[i].frame () + shift, some[i].bin ()) == others[i]);
}

TEST_CASE ("beeps of one pitch are found by their rhythm", "[duplicates]")
{
    const auto beeps = [] (unsigned seed, double hz, std::size_t before)
    {
        std::mt19937 random (seed);
        std::vector<float> samples (before + 4 * kFingerprintRateHz);
        for (std::size_t first = before; first + 3'000 < samples.size ();
             first += 900 + random () % 900)
            for (std::size_t i = 0; i < 800; ++i) // under a window of Hann: one bin is the largest
                samples[first + i] += static_cast<float> (
                    0.2 * (1 - std::cos (2 * std::numbers::pi * static_cast<double> (i) / 800)) *
                    std::sin (2 * std::numbers::pi * hz * static_cast<double> (i) /
                              kFingerprintRateHz));
        return printOf (samples);
    };
    const auto first = beeps (1, 500, 0), later = beeps (1, 500, 6'011), rhythm = beeps (2, 500, 0),
               pitch = beeps (1, 1000, 0);
    REQUIRE (first.peaks.size () >= 8);
    for (const SpectralPeak peak : first.peaks)
        REQUIRE (peak.bin () == first.peaks[0].bin ());
    const auto pairs = candidatePairs ({first, later, rhythm, pitch}, 1, kGoesOn);
    CHECK (std::ranges::count (pairs, FilePair (0, 1)) == 1);
    CHECK (std::ranges::count (pairs, FilePair (0, 3)) == 0);
    CHECK (isNearDuplicate (matchPeaks (first.peaks, later.peaks)));
    CHECK_FALSE (isNearDuplicate (matchPeaks (first.peaks, rhythm.peaks)));
    CHECK_FALSE (isNearDuplicate (matchPeaks (first.peaks, pitch.peaks)));
}

TEST_CASE ("silence has no peaks and matches nothing", "[duplicates]")
{
    CHECK (spectralPeaks (std::vector<float> (9'000)).empty ());
    CHECK (spectralPeaks ({}).empty ());
    CHECK_FALSE (isNearDuplicate (matchPeaks ({}, {})));
}

TEST_CASE ("candidates do not depend on threads, and large buckets stay connected", "[duplicates]")
{
    std::vector<Fingerprint> files (200);
    for (std::size_t i = 0; i < files.size (); ++i)
        files[i].sketch = {17, static_cast<std::uint32_t> (100 + i / 2)};
    const auto pairs = candidatePairs (files, 1, kGoesOn);
    CHECK (pairs == candidatePairs (files, 3, kGoesOn));
    CHECK (pairs.size () < files.size () * kMostTogether);
    for (std::uint32_t i = 1; i < files.size (); ++i)
        CHECK (std::ranges::binary_search (pairs, FilePair {i - 1, i}));
}

TEST_CASE ("a file whose sketch has a value twice is no candidate of itself", "[duplicates]")
{
    std::vector<Fingerprint> files (20'001); // a pair needs two values
    files[3].sketch = {5, 7, 7};
    files[8].sketch = {7, 7, 6};
    files[9].sketch = {6, 5, 7, 5, 7};
    CHECK (candidatePairs (files, 1, kGoesOn) == std::vector {FilePair {3, 9}, FilePair {8, 9}});
    files.resize (9);
    CHECK (candidatePairs (files, 1, kGoesOn) == std::vector {FilePair {3, 8}});
}

TEST_CASE ("of many files those are compared that share several values", "[duplicates]")
{
    const std::size_t count = GENERATE (20'000u, 20'001u, 100'001u, 500'001u);
    const auto least = static_cast<std::size_t> (leastShared (count));
    CHECK (least == (count == 20'000 ? 1 : count == 20'001 ? 2 : count == 100'001 ? 3 : 4));
    std::vector<Fingerprint> files (count);
    std::mt19937 random (11);
    std::vector<FilePair> expected;
    for (std::size_t shared = 1; shared <= 5; ++shared) // pairs far from each other
        for (std::uint32_t turn = 0; turn < 3; ++turn)
        {
            const auto first = static_cast<std::uint32_t> (10 * shared + turn),
                       second = static_cast<std::uint32_t> (count) - 1 - first;
            for (std::size_t i = 0; i < shared; ++i)
            {
                const auto value = static_cast<std::uint32_t> (random ());
                files[first].sketch.push_back (value);
                files[second].sketch.push_back (value);
            }
            if (shared >= least)
                expected.emplace_back (first, second);
        }
    CHECK ((candidatePairs (files, 2, kGoesOn) == expected));
}

namespace
{
std::size_t numShared (std::vector<std::uint32_t> first, std::vector<std::uint32_t> second)
{
    std::ranges::sort (first);
    std::ranges::sort (second);
    std::vector<std::uint32_t> both;
    std::ranges::set_intersection (first, second, std::back_inserter (both));
    return both.size ();
}

/** Peaks of one frame. */
std::vector<SpectralPeak> event (int count)
{
    std::vector<SpectralPeak> peaks;
    for (int i = 0; i < count; ++i)
        peaks.push_back (SpectralPeak::at (20, 10 + 10 * i));
    return peaks;
}
} // namespace

TEST_CASE ("a constellation of a sketch spans 32 ms", "[duplicates]")
{
    const auto alone = event (8);
    for (const int later : {3, 4})
    {
        auto both = alone;
        for (const SpectralPeak peak : alone)
            both.push_back (SpectralPeak::at (peak.frame () + later, peak.bin () + 5));
        const auto expected = later == 4 ? 0 : sketchOf (alone).size ();
        CHECK (numShared (sketchOf (alone), sketchOf (both)) == expected);
        CHECK (sketchOf (both).size () >= 16);
    }
}

TEST_CASE ("a sketch of fewer than 16 values has those of single events too", "[duplicates]")
{
    for (const int count : {6, 7}) // 15 and 21 pairs before the later peak
    {
        const auto alone = event (count);
        auto both = alone;
        both.push_back (SpectralPeak::at (40, 55));
        const auto expected = count == 7 ? 0 : sketchOf (alone).size ();
        CHECK (numShared (sketchOf (alone), sketchOf (both)) == expected);
        CHECK (sketchOf (alone).size () > 10);
    }
}

TEST_CASE (
    "sounds with notes of the same pitches, at other times, share few values of their sketches",
    "[duplicates]")
{
    // The overtones of a note begin within 24 ms; a copy is later.
    const auto melody = [] (unsigned seed, int shift)
    {
        std::mt19937 random (seed);
        std::vector<SpectralPeak> peaks;
        for (int note = 0, frame = 20 + shift; note < 12; ++note)
        {
            const int bin = 6 + static_cast<int> (random () % 24);
            for (int overtone = 1; overtone <= 6; ++overtone)
                peaks.push_back (SpectralPeak::at (frame + overtone * bin % 4, overtone * bin));
            frame += 10 + static_cast<int> (random () % 40);
        }
        std::ranges::sort (peaks);
        return sketchOf (peaks);
    };
    std::size_t numPairs = 0, numShare = 0;
    for (unsigned first = 0; first < 40; ++first)
    {
        const auto sketch = melody (first, 0);
        CHECK (numShared (sketch, melody (first, 8)) == sketch.size ());
        for (unsigned second = first + 1; second < 40; ++second, ++numPairs)
            numShare += numShared (sketch, melody (second, 0)) >= 4 ? 1 : 0;
    }
    CHECK (numShare < numPairs / 10);
}

TEST_CASE ("a sketch is the same for a sound that is repeated, and made of those of its parts",
           "[duplicates]")
{
    std::mt19937 random (6);
    const auto randomPeaks = [&random] (int firstFrame, int count)
    {
        std::vector<SpectralPeak> peaks;
        for (int i = 0; i < count; ++i)
            peaks.push_back (SpectralPeak::at (firstFrame + static_cast<int> (random () % 3'000),
                                               3 + static_cast<int> (random () % 200)));
        std::ranges::sort (peaks);
        return peaks;
    };
    const auto shifted = [] (std::vector<SpectralPeak> peaks, int frames)
    {
        for (SpectralPeak& peak : peaks)
            peak = SpectralPeak::at (peak.frame () + frames, peak.bin ());
        return peaks;
    };
    const auto joined = [] (std::vector<SpectralPeak> peaks, const std::vector<SpectralPeak>& next)
    {
        peaks.insert (peaks.end (), next.begin (), next.end ());
        return peaks;
    };
    for (const int count : {20, 40, 150, 3'000}) // up to 45,000 constellations
    {
        CAPTURE (count);
        const auto one = randomPeaks (0, count), two = randomPeaks (10'000, count);
        const auto sketch = sketchOf (one), other = sketchOf (two);
        CHECK (sketchOf (joined (one, shifted (one, 5'000))) == sketch);
        CHECK (sketch.size () <= kSketchValues);
        const auto both = sketchOf (joined (one, two));
        CHECK (both.size () == std::min (kSketchValues, sketch.size () + other.size ()));
        for (const std::uint32_t value : both)
            CHECK ((std::ranges::count (sketch, value) + std::ranges::count (other, value)) == 1);
    }
}
