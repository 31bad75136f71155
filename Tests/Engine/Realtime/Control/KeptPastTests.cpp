// A change by the player affects only the future: envelopes and LFOs continue from their present
// values.
#include "Engine/Dsp/Voice/PartialGain.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SchedulerNote.h"

#include <cmath>
#include <complex>

namespace melstrom::testing
{

TEST_CASE ("a rate that goes from 5 to 6 Hz in a second crosses zero 10 to 12 times at any time",
           "[realtime][lfo]")
{
    for (const LfoSync sync : {LfoSync::free, LfoSync::note})
        for (const std::int64_t second : {0, 60, 3600, 86400})
        {
            CAPTURE (static_cast<int> (sync), second);
            VoiceScene scene;
            scene.patch[PatchKey::lfo1Sync] = static_cast<float> (sync);
            scene.patch[PatchKey::lfo1Rate] = 5;
            scene.route (0, ModulationSource::lfo1, PatchKey::osc1Pan, 0.5f);
            SchedulerNote note (scene.patch, second, 1);
            int numCrossings = 0;
            float before = 0, largestStep = 0;
            for (int i = 0; i < segmentsOf (1); ++i)
            {
                if (i % 15 == 0) // every 10 ms
                    note.move (PatchKey::lfo1Rate,
                               5 + static_cast<float> (i) / static_cast<float> (segmentsOf (1)));
                REQUIRE (note.advance ());
                const float pan = note.pan ();
                numCrossings += before * pan < 0 ? 1 : 0;
                if (i > 0)
                    largestStep = std::max (largestStep, std::fabs (pan - before));
                before = pan;
            }
            CHECK (numCrossings >= 10);
            CHECK (numCrossings <= 12);
            // The steepest slope of a sine of 6 Hz.
            CHECK (largestStep < 1.05 * 2 * 3.1416 * 6 * kControlSamples / 48000.0);
        }
}

TEST_CASE ("an LFO in tempo goes to another length in a glide, and through no cycles in between",
           "[realtime][lfo]")
{
    struct Song final : SongTime // 120 beats a minute
    {
        double beatsAt (std::int64_t sample) const noexcept override
        {
            return 1000.8 + static_cast<double> (sample) / 24000;
        }
    };
    const Song song;
    for (const int lfo : {0, 1})
    {
        VoiceScene scene;
        scene.patch[lfoKey (lfo, PatchKey::lfo1Sync)] = static_cast<float> (LfoSync::tempo);
        scene.patch[lfoKey (lfo, PatchKey::lfo1Beats)] = 4;
        scene.route (
            0, static_cast<ModulationSource> (static_cast<int> (ModulationSource::lfo1) + lfo),
            PatchKey::osc1Pan, 0.5f);
        SchedulerNote note (scene.patch, 0, 1);
        int sample = 0;
        const auto advance = [&]
        {
            REQUIRE (note.advance (&song));
            sample += kControlSamples; // the value at the segment's end
        };
        const auto wave = [&] (double beats)
        { return std::sin (2 * M_PI * std::fmod (song.beatsAt (sample), beats) / beats); };
        for (int i = 0; i < segmentsOf (0.1); ++i)
            advance ();
        float before = note.pan ();
        CHECK (before == Approx (wave (4)).margin (1e-4));
        note.move (lfoKey (lfo, PatchKey::lfo1Beats), 8);
        int numCrossings = 0;
        float largestStep = 0;
        for (int i = 0; i < segmentsOf (0.1); ++i)
        {
            advance ();
            numCrossings += before * note.pan () < 0 ? 1 : 0;
            largestStep = std::max (largestStep, std::fabs (note.pan () - before));
            before = note.pan ();
        }
        CHECK (numCrossings == 0); // both waves are above zero
        // A third of the full change, through three low-passes of 2.5 ms.
        CHECK (largestStep < 0.03);
        CHECK (before == Approx (wave (8)).margin (1e-4));
    }
}

TEST_CASE ("a release that a player makes longer goes on from its level", "[realtime][envelope]")
{
    VoiceScene scene;
    scene.patch[PatchKey::ampRelease] = 1;
    SchedulerNote note (scene.patch, 60, 1);
    for (int i = 0; i < segmentsOf (0.5); ++i)
        REQUIRE (note.advance ());
    note.send (SynthEventKind::noteOff, 69, 0.5f);
    for (int i = 0; i < segmentsOf (0.576); ++i) // 20 log10 (e) x 5 x 0.576: -25 dB
        REQUIRE (note.advance ());
    double before = 20 * std::log10 (static_cast<double> (note.level ()));
    CHECK (before == Approx (-25).margin (0.2));
    note.move (PatchKey::ampRelease, 4);
    for (int i = 0; i < segmentsOf (1); ++i)
    {
        REQUIRE (note.advance ());
        const double now = 20 * std::log10 (static_cast<double> (note.level ()));
        REQUIRE (now < before);
        // Bound of the old release; the new one is four times as slow.
        REQUIRE (now > before - 0.03);
        before = now;
    }
    // Tolerance: the 20 ms of the glide.
    CHECK (before == Approx (-25 - 8.686 * 5 / 4).margin (0.7));
}

TEST_CASE ("no envelope knob makes a held note jump", "[realtime][envelope]")
{
    for (const PatchKey key : {PatchKey::ampAttack, PatchKey::ampHold, PatchKey::ampDecay,
                               PatchKey::ampRelease, PatchKey::ampCurve})
        for (const double at : {0.3, 0.7, 1.2})
        {
            CAPTURE (static_cast<int> (key), at);
            VoiceScene scene;
            scene.patch[PatchKey::ampAttack] = 0.5f;
            scene.patch[PatchKey::ampHold] = 0.5f;
            scene.patch[PatchKey::ampDecay] = 1;
            scene.patch[PatchKey::ampSustain] = 0.2f;
            SchedulerNote note (scene.patch, 5, 1);
            for (int i = 0; i < segmentsOf (at); ++i)
                REQUIRE (note.advance ());
            float before = note.level ();
            note.move (key, key == PatchKey::ampCurve ? 2.0f : 3.0f);
            for (int i = 0; i < segmentsOf (0.1); ++i)
            {
                REQUIRE (note.advance ());
                REQUIRE (std::fabs (note.level () - before) <
                         0.012f); // 5 / 0.5 s in 0.67 ms, with a margin
                before = note.level ();
            }
        }
}

TEST_CASE ("a resonant filter peaks 26 dB at most, in both slopes", "[voices]")
{
    for (const FilterSlope slope : {FilterSlope::db12, FilterSlope::db24})
        for (const double q : {0.5, 0.70710678, 2.0, 20.0})
        {
            // Two-pole sections by complex arithmetic: 1 / (1 + jx/Q - x^2).
            const double stage = slope == FilterSlope::db24 ? std::sqrt (q / std::sqrt (2.0)) : q;
            double highest = 0;
            for (double x = 0.01; x < 20; x *= 1.001)
            {
                const std::complex<double> section =
                    1.0 / std::complex<double> (1 - x * x, x / stage);
                const double expected =
                    slope == FilterSlope::db24 ? std::norm (section) : std::abs (section);
                const double gain = static_cast<double> (filterGain (
                    FilterType::low, slope, static_cast<float> (x), static_cast<float> (q)));
                REQUIRE (gain == Approx (expected).epsilon (2e-4));
                highest = std::max (highest, gain);
            }
            CAPTURE (static_cast<int> (slope), q);
            CHECK (20 * std::log10 (highest) < 26.1);
            if (q < 0.71)
                CHECK (highest < 1.001);
        }
}

} // namespace melstrom::testing
