// Audibility of steps as clicks: a sine of 220 Hz at full scale while a controller or a parameter
// makes a full step. Measured is the highest level behind a high-pass of eighth order at 4 kHz.
// Effects are off for the voices' tests.
#include "Tests/Support/Audio/HighPass.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/PlayerRuns.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace melstrom::testing
{

namespace
{
constexpr int kKey = 57; // 220 Hz
constexpr int kSettled = 24000, kStep = 48005, kEnd = 96000;
/** dBFS; "a full step at most". */
constexpr double kMostOfController = -80, kMostOfEdge = -75;

/** Highest level above 4 kHz of both channels in dBFS, from `kSettled` on. */
double clickDb (const StereoSound& sound)
{
    double highest = 0;
    for (const auto* const side : {&sound.left, &sound.right})
        highest = std::max (highest, peakAbove4kHz (*side, 48000, kSettled));
    return 20 * std::log10 (highest);
}

/** The click level of a note of the patch with these events. */
double clickOf (const Patch& patch, Events events, const Patch* later = nullptr)
{
    events.insert (events.begin (), noteOn (0, kKey));
    PlayerRig rig;
    if (later != nullptr)
        rig.setSlot (1, *later);
    rig.begin (patch);
    return clickDb (rig.playUntil (kEnd, events));
}

SynthEvent parameterEvent (PatchKey key, float value)
{
    return {kStep, SynthEventKind::parameter, 0, static_cast<std::uint8_t> (key), value};
}

/** Events for all parameters that differ, and for the tables. */
Events changeTo (const Patch& before, const Patch& after)
{
    Events events;
    for (const PatchParameter& parameter : patchParameters ())
        if (before[parameter.key] != after[parameter.key])
            events.push_back (parameterEvent (parameter.key, after[parameter.key]));
    events.push_back (tablesEvent (kStep + 300, 1));
    return events;
}

/** Prints a row of the table if MELSTROM_SHOW_STEPS is set. */
void show (const char* what, const std::string& which, float value, const std::string& target,
           double clickDb)
{
    if (std::getenv ("MELSTROM_SHOW_STEPS") != nullptr)
        std::printf ("%s, %s, %g, %s: %.0f dBFS\n", what, which.c_str (),
                     static_cast<double> (value), target.c_str (), clickDb);
}

SynthEvent stepOf (SynthEventKind kind, float value, Controller number = {})
{
    return {kStep, kind, 0, static_cast<std::uint8_t> (number), value};
}
} // namespace

TEST_CASE ("what measures clicks lets a tone above 4 kHz pass and takes away one of 220 Hz",
           "[steps]")
{
    const auto toneOf = [] (double hertz)
    {
        std::vector<float> tone;
        for (int n = 0; n < 48000; ++n)
            tone.push_back (static_cast<float> (std::sin (2 * M_PI * hertz / 48000 * n)));
        return 20 * std::log10 (peakAbove4kHz (tone, 48000, 24000));
    };
    CHECK (toneOf (11000) == Approx (0).margin (0.05));
    CHECK (toneOf (4000) == Approx (-3.01).margin (0.05));
    CHECK (toneOf (2000) ==
           Approx (-48.6).margin (1)); // 8 x 6.02 dB, and the warping of the bilinear transform
    CHECK (toneOf (220) < -135);
}

TEST_CASE ("a full step of a controller is not heard as a click", "[steps]")
{
    using enum ModulationSource;
    struct Case
    {
        const char* name;
        ModulationSource source; ///< none: it works without the matrix
        SynthEvent step;
    };
    const Case cases[] = {
        {"expression", none, stepOf (SynthEventKind::controller, 0, Controller::expression)},
        {"wheel", wheel, stepOf (SynthEventKind::controller, 1, Controller::wheel)},
        {"breath", breath, stepOf (SynthEventKind::controller, 1, Controller::breath)},
        {"pressure", pressure, stepOf (SynthEventKind::channelPressure, 1)},
        {"bend", bend, stepOf (SynthEventKind::bend, 1)},
        {"timbre", timbre, stepOf (SynthEventKind::controller, 1, Controller::timbre)},
    };
    for (const float glide : {5.0f, 10.0f, 20.0f})
        for (const Case& c : cases)
            for (const PatchKey target : {PatchKey::osc1Level, PatchKey::osc1Pan, PatchKey::volume})
                for (const float depth : {-1.0f, 1.0f})
                {
                    VoiceScene scene;
                    scene.patch[PatchKey::controllerGlide] = glide;
                    scene.patch[PatchKey::bendRange] = 0;
                    if (c.source != none) // over the whole range
                    {
                        const PatchParameter& parameter = parameterOf (target);
                        scene.patch[target] = depth > 0 ? parameter.lowest : parameter.highest;
                        scene.route (0, c.source, target, depth);
                    }
                    const double click = clickOf (scene.patch, {c.step});
                    CAPTURE (c.name, glide, parameterOf (target).id, depth);
                    show ("controller", c.name, glide, parameterOf (target).id, click);
                    const bool isLevel = c.source == none || target == PatchKey::osc1Level;
                    CHECK (click < (glide >= 10 || isLevel ? kMostOfController : -60));
                }
}

TEST_CASE ("a full bend is not heard as a click", "[steps]")
{
    for (const float glide : {5.0f, 10.0f, 20.0f})
        for (const float range : {2.0f, 12.0f, 24.0f})
        {
            VoiceScene scene;
            scene.patch[PatchKey::controllerGlide] = glide;
            scene.patch[PatchKey::bendRange] = range;
            const double click = clickOf (scene.patch, {stepOf (SynthEventKind::bend, 1)});
            CAPTURE (range);
            show ("bend", std::to_string (range), glide, "pitch", click);
            CHECK (click < kMostOfController);
        }
}

TEST_CASE ("edges of an LFO are not heard as clicks", "[steps]")
{
    for (const LfoShape shape :
         {LfoShape::sine, LfoShape::triangle, LfoShape::rampUp, LfoShape::rampDown,
          LfoShape::square, LfoShape::steps, LfoShape::drift})
        for (const LfoSync sync : {LfoSync::free, LfoSync::note})
            for (const float rate : {1.0f, 5.0f, 20.0f})
                for (const PatchKey target :
                     {PatchKey::osc1Level, PatchKey::osc1Pan, PatchKey::volume})
                {
                    VoiceScene scene;
                    scene.patch[PatchKey::lfo1Shape] = static_cast<float> (shape);
                    scene.patch[PatchKey::lfo1Sync] = static_cast<float> (sync);
                    scene.patch[PatchKey::lfo1Rate] = rate;
                    scene.patch[target] = valueAt (parameterOf (target), 0.45f);
                    scene.route (0, ModulationSource::lfo1, target, 0.45f);
                    const double click = clickOf (scene.patch, {});
                    CAPTURE (static_cast<int> (shape), static_cast<int> (sync), rate,
                             parameterOf (target).id);
                    show ("LFO",
                          std::string (parameterOf (PatchKey::lfo1Shape)
                                           .choices[static_cast<std::size_t> (shape)]),
                          rate, parameterOf (target).id, click);
                    CHECK (click < kMostOfEdge);
                }
}

TEST_CASE ("a parameter that is moved or switched under a note is not heard as a click", "[steps]")
{
    for (const PatchParameter& parameter : patchParameters ())
    {
        // Noise itself is above 4 kHz, and so is a sine four octaves higher.
        if (parameter.affects != Affects::voice || parameter.key == PatchKey::noiseLevel ||
            parameter.key == PatchKey::osc1Octave)
            continue;
        for (const float end : {parameter.lowest, parameter.highest})
        {
            VoiceScene scene;
            scene.route (0, ModulationSource::lfo1, PatchKey::osc1Pan, 0.3f);
            scene.route (1, ModulationSource::velocity, PatchKey::osc1Level, -0.3f);
            scene.patch[PatchKey::ampSustain] = 0.7f;
            scene.patch[PatchKey::ampDecay] = 0.2f;
            const double click = clickOf (scene.patch, {parameterEvent (parameter.key, end)});
            CAPTURE (parameter.id, end);
            show ("parameter", parameter.id, end, "all else at rest", click);
            CHECK (click < kMostOfEdge);
        }
    }
}

TEST_CASE ("another patch under a note is not heard as a click", "[steps]")
{
    VoiceScene before, after;
    before.route (0, ModulationSource::wheel, PatchKey::osc1Level, -1);
    after.patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
    after.patch[PatchKey::osc1Partials] = 3;
    after.patch[PatchKey::volume] = -12;
    after.patch[PatchKey::osc1Pan] = 0.8f;
    after.patch[PatchKey::osc1Unison] = 3;
    after.patch[PatchKey::filterType] = static_cast<float> (FilterType::low);
    after.patch[PatchKey::filterCutoff] = 500;
    after.patch[PatchKey::lfo1Shape] = static_cast<float> (LfoShape::square);
    after.route (0, ModulationSource::lfo1, PatchKey::osc1Level, -0.4f);
    for (const auto& [from, to] :
         {std::pair {&before.patch, &after.patch}, {&after.patch, &before.patch}})
    {
        const double click = clickOf (*from, changeTo (*from, *to), to);
        show ("patch", "another", 0, "all", click);
        CHECK (click < kMostOfEdge);
    }
}

} // namespace melstrom::testing
