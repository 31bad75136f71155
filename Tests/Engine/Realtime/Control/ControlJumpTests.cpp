// Values that glide when a choice changes, while parameters glide as well.
#include "Engine/Realtime/Control/ControlJump.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/PlayerRuns.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom::testing
{

namespace
{
constexpr int kStep = 24005;

SynthEvent changeOf (PatchKey key, float value)
{
    return {kStep, SynthEventKind::parameter, 0, static_cast<std::uint8_t> (key), value};
}
} // namespace

TEST_CASE ("what is left of a change takes no cluster, cutoff or Q out of its range",
           "[control-jump]")
{
    VoiceControl low, high;
    low.cutoff = static_cast<float> (20.0 / 48000);
    low.resonance = 0.5f;
    high.cutoff = 0.49f;
    high.resonance = 20;
    for (auto& oscillator : high.oscillators)
        oscillator.sides = 1;
    ControlContext context;
    context.jumpShare = 0.2;
    context.centreShare = {0.5f, 0.01f};
    for (const auto& [before, after] : {std::pair {high, low}, {low, high}})
    {
        ControlJump jump;
        jump.add (before, after);
        for (int point = 0; ! jump.isOver (); ++point)
        {
            REQUIRE (point < 1000);
            VoiceControl control = before; // all values have also moved
            jump.advance (context, control);
            for (const auto& oscillator : control.oscillators)
            {
                CHECK ((oscillator.sides >= 0 && oscillator.sides <= 1));
                CHECK ((oscillator.centre >= 0 && oscillator.centre <= 100)); // 1 / 0.01, no NaN
            }
            CHECK ((control.cutoff >= low.cutoff && control.cutoff <= high.cutoff));
            CHECK ((control.resonance >= 0.5f && control.resonance <= 20));
        }
    }
}

TEST_CASE ("a bandwidth that rises while a row of the matrix lets go of it leaves whole clusters",
           "[control-jump]")
{
    VoiceScene scene;
    scene.patch[PatchKey::osc1Density] = 4;
    scene.patch[PatchKey::osc1Bandwidth] = 0;
    scene.route (0, ModulationSource::wheel, PatchKey::osc1Bandwidth, 0.5f);
    const Events events {controller (0, 1, 1), noteOn (0, 57),
                         // 100 cents are removed.
                         changeOf (matrixKey (0, PatchKey::matrixSource), 0),
                         changeOf (PatchKey::osc1Bandwidth, 20)};
    PlayerRig rig;
    rig.begin (scene.patch);
    const auto sound = rig.playUntil (kStep + 24000, events);
    float highest = 0;
    for (const auto* const side : {&sound.left, &sound.right})
        for (const float sample : *side)
        {
            REQUIRE (std::isfinite (sample));
            highest = std::max (highest, std::abs (sample));
        }
    CHECK (highest > 0.1f);
    CHECK (highest < 2); // bound for the sum of four partials with the power of one full sine
}

} // namespace melstrom::testing
