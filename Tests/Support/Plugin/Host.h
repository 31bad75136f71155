// A host for the built plugins, for tests.
#pragma once

#include <juce_audio_processors/juce_audio_processors.h>
#include <juce_gui_basics/juce_gui_basics.h>

#include <memory>
#include <string>
#include <vector>

namespace melstrom::testing
{

/** One of the built plugins in one of its formats. */
struct BuiltPlugin
{
    std::string format; ///< "VST3", "LV2"
    std::string name;   ///< "Melstrom"
    juce::String path;  ///< file, or URI of an LV2
    bool isInstrument = true;
};

/** All plugins of this build, or of the folder in the environment variable MELSTROM_PLUGIN_FOLDER:
    in the folder itself, or in its folders vst3 and lv2. */
std::vector<BuiltPlugin> builtPlugins ();

/** JUCE with its message thread, which is the thread of the tests. Any number of hosts may
    exist. */
class Host
{
public:
    Host ();
    ~Host ();

    /** The plugin's descriptions, as a scanner gets them. */
    std::vector<juce::PluginDescription> scan (const BuiltPlugin& plugin);
    /** REQUIREs that it loads. */
    std::unique_ptr<juce::AudioPluginInstance>
    load (const BuiltPlugin& plugin, double rateHz = 48000, int maxBlockSamples = 512);

private:
    juce::ScopedJuceInitialiser_GUI juce_;
    juce::AudioPluginFormatManager formats_;
};

/** Processes messages and timers. */
void pumpMessages (int milliseconds);

/** Processes messages until all that were pending are done. */
void settleMessages ();

/** Chooses the program with the plain sine. A new instrument has a different sound. */
void chooseInit (juce::AudioPluginInstance& instrument);

/** Call before deleting an editor of JUCE's own host. JUCE's XEmbedComponent stores a callback for
    a moved window and would call it after the editor's end. From now on it stores no callbacks, and
    stored callbacks are done. */
void letGoOfWindows (juce::Component& editor);

/** Whether there is a screen; without one it skips the test. */
bool hasDisplay ();

/** The bytes of a state. */
juce::MemoryBlock stateBlockOf (juce::AudioProcessor& plugin);

/** Plays blocks with MIDI in the first one; returns the left and right channel. */
std::vector<std::vector<float>> playPlugin (juce::AudioPluginInstance& plugin, int numSamples,
                                            int blockSamples, const juce::MidiBuffer& midi = {});

/** Every sample is finite, and no magnitude exceeds `most` (1 is full scale). */
bool isClean (const std::vector<std::vector<float>>& channels, float most = 4.0f);

} // namespace melstrom::testing
