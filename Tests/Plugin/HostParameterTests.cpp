// Parameters, states and programs of the built plugins, all at random: RELIABILITY H1.
#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Processor/InstrumentPrograms.h"
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Plugin/HostedAudio.h"

#include <map>
#include <set>

namespace melstrom::testing
{

namespace
{
/** Plays a block, with which hosts pass values in both directions, and processes messages. */
void settleValues (juce::AudioPluginInstance& plugin)
{
    pumpMessages (10);
    (void)playPlugin (plugin, 256, 256);
    pumpMessages (10);
}

void restore (juce::AudioPluginInstance& plugin, const juce::MemoryBlock& state)
{
    plugin.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
    settleValues (plugin);
}

std::vector<float> positionsOf (const Parameters& parameters)
{
    std::vector<float> positions;
    for (const auto* const parameter : parameters)
        positions.push_back (parameter->getValue ());
    return positions;
}

void checkPositions (const Parameters& parameters, const std::vector<float>& expected)
{
    REQUIRE (parameters.size () == expected.size ());
    for (std::size_t i = 0; i < parameters.size (); ++i)
    {
        INFO (parameters[i]->getName (64).toStdString ());
        CHECK (parameters[i]->getValue () == Approx (expected[i]).margin (1e-5));
    }
}

/** A value's text must give the same value when it is parsed. */
void checkText (const juce::AudioProcessorParameter& parameter, float position)
{
    const auto text = parameter.getText (position, 128);
    INFO (parameter.getName (64).toStdString ()
          << " at " << position << ": " << text.toStdString ());
    CHECK (text.isNotEmpty ());
    const float read = parameter.getValueForText (text);
    CHECK (parameter.getText (read, 128) == text);
    CHECK (read == Approx (position).margin (0.005));
}

std::map<juce::String, juce::AudioProcessorParameter*> byName (const Parameters& parameters)
{
    std::map<juce::String, juce::AudioProcessorParameter*> named;
    for (auto* const parameter : parameters)
        named[parameter->getName (64)] = parameter;
    return named;
}

/** The name of a parameter whose value differs from the patch; empty: none. */
std::string firstThatDiffers (juce::AudioPluginInstance& plugin, const Patch& patch)
{
    const bool isLv2 = plugin.getPluginDescription ().pluginFormatName == "LV2";
    const auto parameters = byName (soundParameters (plugin));
    for (const auto& row : patchParameters ())
    {
        if (row.isOfPlayer)
            continue;
        const float value = patch[row.key];
        const auto found = parameters.find (juce::String (row.label));
        // An LV2 host does not know curves.
        const float expected =
            isLv2 ? (value - row.lowest) / (row.highest - row.lowest) : positionOf (row, value);
        if (found == parameters.end () || std::abs (found->second->getValue () - expected) > 1e-4f)
            return row.label;
    }
    return {};
}

/** Positions of parameters that belong to the player and not to the patch. */
std::vector<float> playersSettings (juce::AudioPluginInstance& plugin)
{
    const auto parameters = byName (soundParameters (plugin));
    std::vector<float> positions;
    for (const auto& row : patchParameters ())
        if (row.isOfPlayer)
            positions.push_back (parameters.at (juce::String (row.label))->getValue ());
    REQUIRE (positions.size () >= 2);
    return positions;
}
} // namespace

TEST_CASE ("an instance is what the scan said and its parameters are in order", "[host][fuzz]")
{
    Host host;
    std::set<juce::String> identifiers;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        const auto scanned = host.scan (plugin).at (0);
        CHECK (identifiers.insert (scanned.createIdentifierString ()).second);
        for (int again = 0; again < 3; ++again)
        {
            auto instance = host.load (plugin);
            const auto description = instance->getPluginDescription ();
            CHECK (description.createIdentifierString () == scanned.createIdentifierString ());
            CHECK (description.name == scanned.name);
            CHECK (instance->acceptsMidi () == plugin.isInstrument);
            CHECK_FALSE (instance->producesMidi ());
            CHECK (instance->getTotalNumOutputChannels () == scanned.numOutputChannels);
            CHECK (instance->getTotalNumInputChannels () == scanned.numInputChannels);
            CHECK (instance->getBypassParameter () != nullptr);
            std::set<juce::String> names;
            for (const auto* const parameter : ownParameters (*instance))
            {
                const auto name = parameter->getName (64);
                INFO (name.toStdString ());
                CHECK (name.isNotEmpty ());
                CHECK (names.insert (name).second);
                CHECK (parameter->isAutomatable ());
                CHECK (parameter->getNumSteps () >= 2);
                CHECK (parameter->getDefaultValue () >= 0);
                CHECK (parameter->getDefaultValue () <= 1);
            }
            // a bypass; for the instrument also each row of the table
            CHECK (names.size () == 1 + (plugin.isInstrument ? kNumPatchKeys : 0));
        }
    }
}

TEST_CASE ("a new instance stands at its opening patch and tells the host so", "[host]")
{
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        if (! plugin.isInstrument)
            continue;
        INFO (plugin.format);
        auto instance = host.load (plugin);
        instance->prepareToPlay (48000, 256);
        if (plugin.format == "LV2") // an LV2 host receives values with the audio
            settleValues (*instance);
        CHECK (firstThatDiffers (*instance, openingPatch ()) == "");
        const auto nameOfCurrent = [&instance]
        { return instance->getProgramName (instance->getCurrentProgram ()).toStdString (); };
        if (plugin.format != "LV2") // an LV2 host has no current program before its first choice
            CHECK (nameOfCurrent () == kOpeningPatch);
        // An LV2 host sets a state to choose a program. For kEchoSeconds of sound, program 0 counts
        // as the state's echo.
        (void)playPlugin (*instance, static_cast<int> (48000 * ProgramChoice::kEchoSeconds) + 256,
                          256);
        chooseInit (*instance);
        for (int time = 0; time < 100 && ! firstThatDiffers (*instance, initPatch ()).empty ();
             ++time)
            settleValues (*instance);
        CHECK (firstThatDiffers (*instance, initPatch ()) == "");
        CHECK (nameOfCurrent () == "Init");
    }
}

TEST_CASE ("what a parameter shows reads back as what it is", "[host][fuzz]")
{
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            const bool isLv2 =
                plugin.format == "LV2"; // an LV2 host formats all texts except choices
            for (const auto* const parameter :
                 isLv2 ? soundParameters (instance) : ownParameters (instance))
                for (int time = 0; time < 5; ++time)
                    if (! isLv2 || parameter->isDiscrete ())
                        checkText (*parameter, anyPosition (*parameter, chance));
        });
}

TEST_CASE ("each step of a choice has the same name in both formats", "[host][fuzz]")
{
    Host host;
    const auto plugins = builtPlugins ();
    auto vst3 = host.load (plugins.at (0)), lv2 = host.load (plugins.at (2));
    REQUIRE (vst3->getName () == lv2->getName ());
    const auto ofVst3 = byName (ownParameters (*vst3)), ofLv2 = byName (ownParameters (*lv2));
    REQUIRE (ofVst3.size () == ofLv2.size ());
    int numChoices = 0;
    for (const auto& [name, parameter] : ofLv2)
    {
        INFO (name.toStdString ());
        REQUIRE (ofVst3.count (name) == 1);
        const auto& other = *ofVst3.at (name);
        CHECK (parameter->getLabel () == other.getLabel ());
        if (! parameter->isDiscrete ())
            continue;
        ++numChoices;
        REQUIRE (parameter->getNumSteps () == other.getNumSteps ());
        CHECK (parameter->getDefaultValue () == Approx (other.getDefaultValue ()));
        const auto last = static_cast<float> (parameter->getNumSteps () - 1);
        for (int step = 0; step < parameter->getNumSteps (); ++step)
        {
            const float position = static_cast<float> (step) / last;
            CHECK (parameter->getText (position, 128) == other.getText (position, 128));
        }
    }
    CHECK (numChoices > 30); // sources and targets of the matrix alone exceed this
}

TEST_CASE ("a state brings back every parameter after all were moved", "[host][fuzz]")
{
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin&, Chance& chance)
        {
            instance.prepareToPlay (48000, 256);
            const auto parameters = ownParameters (instance);
            moveAll (parameters, chance);
            settleValues (instance);
            const auto state = stateBlockOf (instance);
            const auto positions = positionsOf (parameters);
            for (int round = 0; round < 2; ++round)
            {
                moveAll (parameters, chance);
                settleValues (instance);
                CHECK ((stateBlockOf (instance) != state || parameters.size () == 1));
                restore (instance, state);
                checkPositions (parameters, positions);
                CHECK (stateBlockOf (instance) == state);
            }
        });
}

TEST_CASE ("a program is the factory's patch of its name whatever was before", "[host][fuzz]")
{
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        auto instance = host.load (plugin);
        std::set<juce::String> names;
        for (int program = 0; program < instance->getNumPrograms (); ++program)
            CHECK (names.insert (instance->getProgramName (program)).second);
        CHECK (names.count ({}) == 0);
        if (! plugin.isInstrument)
            continue;
        CHECK (names.size () > kNumSeeds);
        instance->prepareToPlay (48000, 256);
        HostedAudio audio (*instance, true, 256, 1);
        for (unsigned seed = 0; seed < kNumSeeds; ++seed)
        {
            Chance chance (seed);
            const int former = chance.below (instance->getNumPrograms ());
            const int program = (former + 1 + chance.below (instance->getNumPrograms () - 1)) %
                                instance->getNumPrograms ();
            const auto name = instance->getProgramName (program).toStdString ();
            INFO (instance->getProgramName (former).toStdString () << ", then " << name);
            instance->setCurrentProgram (former);
            audio.settle ();
            moveAll (soundParameters (*instance), chance);
            audio.settle ();
            const auto players = playersSettings (*instance);
            instance->setCurrentProgram (program);
            CHECK (instance->getCurrentProgram () == program);
            const auto* const patch = findByName (instrumentPrograms (), name);
            REQUIRE (patch != nullptr);
            // The plugin applies the program at its next timer tick.
            for (int time = 0; time < 100 && ! firstThatDiffers (*instance, *patch).empty ();
                 ++time)
                audio.awaitBlocks (2);
            CHECK (firstThatDiffers (*instance, *patch) == "");
            CHECK (playersSettings (*instance) == players);
        }
        CHECK (audio.isPlayable ());
    }
}

} // namespace melstrom::testing
