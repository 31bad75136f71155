// Random calls on a plugin, as validators make them, repeatable by seed: parameters, notes and
// sound.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

#include <cmath>
#include <map>
#include <random>
#include <vector>

namespace melstrom::testing
{

inline constexpr unsigned kNumSeeds = 10;

class Chance
{
public:
    explicit Chance (unsigned seed) : random_ (seed) {}

    int below (int end) { return static_cast<int> (random_ () % static_cast<unsigned> (end)); }
    bool oneIn (int number) { return below (number) == 0; }
    /** 0 .. 1; sometimes 0 or 1 itself. */
    float position ()
    {
        constexpr auto kMost = static_cast<float> (std::mt19937::max ());
        const float any = static_cast<float> (random_ ()) / kMost;
        return oneIn (16) ? 0.0f : oneIn (16) ? 1.0f : any;
    }
    template <typename Choices>
    auto of (const Choices& choices)
    {
        return choices[static_cast<std::size_t> (below (static_cast<int> (choices.size ())))];
    }

private:
    std::mt19937 random_;
};

/** Calls test (juce::AudioPluginInstance&, const BuiltPlugin&, Chance&) with a new instance for
    each plugin and seed. */
template <typename Test>
void forEachPluginAndSeed (Test&& test)
{
    Host host;
    for (const auto& plugin : builtPlugins ())
        for (unsigned seed = 0; seed < kNumSeeds; ++seed)
        {
            INFO (plugin.format << " " << plugin.name << ", seed " << seed);
            Chance chance (seed);
            auto instance = host.load (plugin);
            test (*instance, plugin, chance);
        }
}

using Parameters = std::vector<juce::AudioProcessorParameter*>;

inline bool isBypass (const juce::AudioProcessorParameter& parameter)
{
    return parameter.getName (64) == "Bypass";
}

/** The plugin's own parameters with bypass, without the wheels and the program that JUCE adds for
    VST3. Also without the switch that JUCE adds for LV2 and that the plugin's own bypass
    follows. */
inline Parameters ownParameters (juce::AudioPluginInstance& plugin)
{
    const bool isLv2 = plugin.getPluginDescription ().pluginFormatName == "LV2";
    Parameters own;
    for (auto* const parameter : plugin.getParameters ())
    {
        const auto name = parameter->getName (64);
        const bool follows =
            isLv2 && isBypass (*parameter) && parameter != plugin.getBypassParameter ();
        if (! name.startsWith ("MIDI CC") && name != "Program" && ! follows)
            own.push_back (parameter);
    }
    return own;
}

/** The plugin's parameters without bypass. */
inline Parameters soundParameters (juce::AudioPluginInstance& plugin)
{
    auto parameters = ownParameters (plugin);
    std::erase_if (parameters, [] (const auto* parameter) { return isBypass (*parameter); });
    return parameters;
}

/** Number of positions of a parameter; 0: continuous. An LV2 host does not know which parameters
    are whole numbers, so the patch table says it. */
inline int numStepsOf (const juce::AudioProcessorParameter& parameter)
{
    static const auto steps = []
    {
        std::map<juce::String, int> ofWhole;
        for (const auto& row : patchParameters ())
            if (row.curve == ParameterCurve::whole)
                ofWhole[juce::String (row.label)] = static_cast<int> (row.highest - row.lowest) + 1;
        return ofWhole;
    }();
    const auto found = steps.find (parameter.getName (64));
    return found != steps.end ()     ? found->second
           : parameter.isDiscrete () ? parameter.getNumSteps ()
                                     : 0;
}

inline float anyPosition (const juce::AudioProcessorParameter& parameter, Chance& chance)
{
    const float position = chance.position ();
    const int numSteps = numStepsOf (parameter);
    if (numSteps == 0)
        return position;
    const auto last = static_cast<float> (numSteps - 1);
    return std::round (position * last) / last;
}

inline void moveAll (const Parameters& parameters, Chance& chance)
{
    for (auto* const parameter : parameters)
        parameter->setValueNotifyingHost (anyPosition (*parameter, chance));
}

inline void moveSome (const Parameters& parameters, Chance& chance)
{
    for (int move = 0; ! parameters.empty () && move < 5; ++move)
        chance.of (parameters)->setValueNotifyingHost (chance.position ());
}

/** Any channel message, most often a note. */
inline juce::MidiMessage anyMessage (Chance& chance)
{
    const int channel = 1 + chance.below (16), first = chance.below (128),
              second = chance.below (128);
    switch (chance.below (8))
    {
        case 0:
        case 1:
            return juce::MidiMessage::noteOn (channel, first, static_cast<juce::uint8> (second));
        case 2:
        case 3: return juce::MidiMessage::noteOff (channel, first);
        case 4: return juce::MidiMessage::controllerEvent (channel, first, second);
        case 5: return juce::MidiMessage::pitchWheel (channel, first * 128 + second);
        case 6: return juce::MidiMessage::aftertouchChange (channel, first, second);
        default: return juce::MidiMessage::channelPressureChange (channel, first);
    }
}

/** Every sample is zero or a normal number. */
inline bool isPlayable (const juce::AudioBuffer<float>& audio)
{
    for (int channel = 0; channel < audio.getNumChannels (); ++channel)
        for (int n = 0; n < audio.getNumSamples (); ++n)
            if (const float sample = audio.getSample (channel, n);
                sample != 0 && ! std::isnormal (sample))
                return false;
    return true;
}

/** Noise at full scale. */
inline juce::AudioBuffer<float> anySound (int numChannels, int numSamples, Chance& chance)
{
    juce::AudioBuffer<float> audio (numChannels, numSamples);
    for (int channel = 0; channel < numChannels; ++channel)
        for (int n = 0; n < numSamples; ++n)
            audio.setSample (channel, n, 2 * chance.position () - 1);
    return audio;
}

inline int numChannelsOf (const juce::AudioPluginInstance& plugin)
{
    return std::max (plugin.getTotalNumInputChannels (), plugin.getTotalNumOutputChannels ());
}

/** Plays a block of noise; an instrument also gets messages. Asks JUCE's LV2 host nothing about the
    plugin: such a call queries lilv each time, and lilv is for one thread alone. Returns true if
    the output is playable. The output of an analyzer must also equal its input, and be silence if
    the input is not playable. */
inline bool playAny (juce::AudioPluginInstance& plugin, bool isInstrument, int numSamples,
                     Chance& chance)
{
    auto audio = anySound (numChannelsOf (plugin), numSamples, chance);
    const juce::AudioBuffer<float> before (audio);
    juce::MidiBuffer midi;
    if (isInstrument)
        for (int message = chance.below (4); message > 0; --message)
            midi.addEvent (anyMessage (chance), chance.below (numSamples));
    plugin.processBlock (audio, midi);
    if (isInstrument)
        return isPlayable (audio);
    for (int channel = 0; channel < plugin.getTotalNumOutputChannels (); ++channel)
        for (int n = 0; n < numSamples; ++n)
            if (const bool hasInput = channel < plugin.getTotalNumInputChannels ();
                audio.getSample (channel, n) != (hasInput ? before.getSample (channel, n) : 0.0f))
                return false;
    return true;
}

} // namespace melstrom::testing
