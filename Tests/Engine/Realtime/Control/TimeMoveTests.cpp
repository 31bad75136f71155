// The matrix modulates times: an envelope reads them when a stage begins, an LFO when a cycle
// begins.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SchedulerNote.h"

namespace melstrom::testing
{

namespace
{
/** Seconds of a knob at `position`. */
double secondsAt (PatchKey key, double position)
{
    return static_cast<double> (valueAt (parameterOf (key), static_cast<float> (position)));
}
} // namespace

TEST_CASE ("velocity moves an attack", "[realtime][modulation]")
{
    for (const float velocity : {0.25f, 1.0f})
    {
        VoiceScene scene;
        scene.patch[PatchKey::ampAttack] =
            static_cast<float> (secondsAt (PatchKey::ampAttack, 0.5));
        scene.patch[PatchKey::ampCurve] = static_cast<float> (EnvelopeCurve::linear);
        scene.route (0, ModulationSource::velocity, PatchKey::ampAttack, -0.2f);
        SchedulerNote note (scene.patch, 0, velocity);
        const double attack = secondsAt (PatchKey::ampAttack, 0.5 - 0.2 * velocity);
        for (int i = 0; i < segmentsOf (0.5 * attack); ++i)
            REQUIRE (note.advance ());
        CHECK (note.level () == Approx (note.levelSeconds () / attack).margin (1e-4));
    }
}

TEST_CASE ("a decay keeps the time that it began with, and the next note has the new one",
           "[realtime][modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::ampDecay] = static_cast<float> (secondsAt (PatchKey::ampDecay, 0.4));
    scene.patch[PatchKey::ampSustain] = 0;
    scene.route (0, ModulationSource::wheel, PatchKey::ampDecay, 0.3f);
    SchedulerNote note (scene.patch, 0, 1);
    const double former = secondsAt (PatchKey::ampDecay, 0.4),
                 later = secondsAt (PatchKey::ampDecay, 0.7);
    const auto decayed = [&] (double seconds)
    { return std::exp (-3 * note.levelSeconds () / seconds); };
    for (int i = 0; i < 100; ++i)
        REQUIRE (note.advance ());
    note.send (SynthEventKind::controller, 1, 1); // the wheel goes up
    for (int i = 0; i < 300; ++i)
        REQUIRE (note.advance ());
    CHECK (note.level () == Approx (decayed (former)).epsilon (1e-3));
    note.strikeAgain ();
    for (int i = 0; i < 300; ++i)
        REQUIRE (note.advance ());
    CHECK (note.level () == Approx (decayed (later)).epsilon (1e-3));
}

TEST_CASE ("a cycle of an LFO keeps the rate that it began with", "[realtime][modulation]")
{
    VoiceScene scene;
    scene.patch[PatchKey::lfo1Sync] = static_cast<float> (LfoSync::note);
    scene.patch[PatchKey::lfo1Rate] = 2;
    scene.route (0, ModulationSource::lfo1, PatchKey::osc1Pan, 0.25f);
    // From 2 to 8 Hz: log (8 / 2) of log (50 / 0.01).
    scene.route (1, ModulationSource::wheel, PatchKey::lfo1Rate,
                 static_cast<float> (std::log (4.0) / std::log (5000.0)));
    SchedulerNote note (scene.patch, 0, 1);
    std::vector<double> rises; // times in seconds at which the pan rises through 0
    float before = 0;
    for (int i = 0; i < segmentsOf (1.5); ++i)
    {
        if (i == segmentsOf (0.2))
            note.send (SynthEventKind::controller, 1, 1);
        REQUIRE (note.advance ());
        if (before < 0 && note.pan () >= 0)
            rises.push_back (i * kControlSamples / 48000.0);
        before = note.pan ();
    }
    REQUIRE (rises.size () >= 5);
    CHECK (rises[0] == Approx (0.5).margin (0.002)); // the cycle at 2 Hz continues to its end
    for (std::size_t i = 1; i < 5; ++i)
        CHECK (rises[i] - rises[i - 1] == Approx (0.125).margin (0.002));
}

} // namespace melstrom::testing
