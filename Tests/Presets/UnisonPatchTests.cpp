// Factory patches with repeating beats when their copies were evenly spaced. Key 57, without
// effects and LFOs: only the beats of the copies remain.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Audio/BeatEnvelope.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>

namespace melstrom::testing
{

TEST_CASE ("Reese, Night Bus and String Section beat in no loop", "[patches][unison]")
{
    constexpr int kRate = 48000, kSeconds = 45, kKey = 57;
    for (const char* const name : {"Reese", "Night Bus", "String Section"})
    {
        INFO (name);
        const auto found = findPatch (name);
        REQUIRE (found);
        Patch patch = *found;
        REQUIRE (patch.whole (PatchKey::osc1Unison) > 2);
        for (const auto key :
             {PatchKey::chorusMix, PatchKey::reverbMix, PatchKey::delayMix, PatchKey::clipOn})
            patch[key] = 0;
        for (int row = 0; row < kNumMatrixRows; ++row)
            patch[matrixKey (row, PatchKey::matrixDepth)] = 0;
        const double hertz =
            440 * std::exp2 ((kKey - 69) / 12.0 + patch.whole (PatchKey::osc1Octave));
        const double detune = std::exp2 (static_cast<double> (patch[PatchKey::osc1Detune]) / 1200);
        const StereoSound sound = play (patch, {noteOn (0, kKey)}, kSeconds * kRate);
        // The envelopes of the patches are constant after 5 s.
        CHECK (highestCorrelation (envelopeOf (sound, kRate, 5 * kRate), hertz * (detune - 1)) <
               0.5);
    }
}

} // namespace melstrom::testing
