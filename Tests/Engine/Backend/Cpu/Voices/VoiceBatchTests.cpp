// The contents of voice batches, and the cutting of batches.
#include "Engine/Backend/VoiceRenderer.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/VoiceSamples.h"

#include <algorithm>
#include <cstring>

namespace melstrom::testing
{

TEST_CASE ("a note that begins within a segment is silent before, and as it would be after",
           "[voices]")
{
    const auto tables = tablesOf (sawTable (20, 3, 1));
    for (const int first : {0, 1, 15, 16, 31})
    {
        auto voices = segmentsOf (VoiceSample {}, 1);
        const RenderedSound whole = rendered (tables, voices, 1, 1, 1);
        voices[0].firstSample = first;
        const RenderedSound part = rendered (tables, voices, 1, 1, 1);
        for (int n = 0; n < kControlSamples; ++n)
            CHECK (part.left[static_cast<std::size_t> (n)] ==
                   (n < first ? 0.0f : whole.left[static_cast<std::size_t> (n)]));
    }
}

TEST_CASE ("bits do not depend on how batches are cut or on threads", "[voices]")
{
    const Tables tables {sawTable (120, 5, 2), sawTable (33, 16, 1)};
    constexpr int kSegments = 24;
    const auto voices = chordOf (kSegments);
    const RenderedSound whole = rendered (tables, voices, kSegments, kSegments, 1);
    for (const int batch : {1, 2, 7, 16})
        for (const int threads : {1, 2, 4})
        {
            CAPTURE (batch, threads);
            const RenderedSound cut = rendered (tables, voices, kSegments, batch, threads);
            CHECK (std::memcmp (cut.left.data (), whole.left.data (), whole.left.size () * 4) == 0);
            CHECK (std::memcmp (cut.right.data (), whole.right.data (), whole.right.size () * 4) ==
                   0);
        }
    CHECK (*std::ranges::max_element (whole.left) > 0.01f);
}

TEST_CASE ("segments without voices, and oscillators that are off, are silent", "[voices]")
{
    VoiceSample sample;
    sample.frequency = 0.0103; // no sample of it is 0
    auto voices = segmentsOf (sample, 3);
    voices[2].oscillators[0].isOn = false;
    voices.erase (voices.begin ());
    const RenderedSound sound = rendered (tablesOf (sineTable ()), voices, 4, 4, 1);
    for (std::size_t n = 0; n < sound.left.size (); ++n)
        CHECK ((sound.left[n] == 0.0f) == (n < 32 || n >= 64));
}

TEST_CASE ("a renderer without tables is silent", "[voices]")
{
    auto renderer = makeCpuVoiceRenderer ({}, 1);
    REQUIRE (renderer.ok ());
    const auto voices = segmentsOf (VoiceSample {}, 1);
    float left[kControlSamples] {1}, right[kControlSamples] {1};
    REQUIRE ((*renderer)->render ({voices, 1}, left, right).ok ());
    CHECK (left[0] == 0.0f);
    CHECK (right[5] == 0.0f);
}

} // namespace melstrom::testing
