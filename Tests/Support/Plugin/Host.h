// A host that loads what was built, for tests.
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

/** All that were built here, or lie where MELSTROM_PLUGIN_FOLDER of the environment says: there, or in its folders
    vst3 and lv2. */
std::vector<BuiltPlugin> builtPlugins ();

/** JUCE with its message thread, which is the thread of the tests; as many as one likes. */
class Host
{
public:
    Host ();
    ~Host ();

    /** Its descriptions, as a scanner gets them. */
    std::vector<juce::PluginDescription> scan (const BuiltPlugin& plugin);
    /** REQUIREs that it loads. */
    std::unique_ptr<juce::AudioPluginInstance>
    load (const BuiltPlugin& plugin, double rateHz = 48000, int maxBlockSamples = 512);

private:
    juce::ScopedJuceInitialiser_GUI juce_;
    juce::AudioPluginFormatManager formats_;
};

/** Lets messages and timers through. */
void pumpMessages (int milliseconds);

/** The same until every message is through that was under way when all was quiet. */
void settleMessages ();

/** The plain sine, which is a program like others; a new instrument has another sound. */
void chooseInit (juce::AudioPluginInstance& instrument);

/** To be called before an editor of JUCE's own host goes. Its XEmbedComponent keeps a call for a window that has moved,
    and makes the call also when the editor is gone. From now on there are no new ones, and those that were kept are
    through. */
void letGoOfWindows (juce::Component& editor);

/** A screen to draw to, or a reason to skip. */
bool hasDisplay ();

/** Bits of a state. */
juce::MemoryBlock stateBlockOf (juce::AudioProcessor& plugin);

/** Plays blocks with MIDI at the first one; returns the left and right channel. */
std::vector<std::vector<float>> playPlugin (juce::AudioPluginInstance& plugin, int numSamples,
                                            int blockSamples, const juce::MidiBuffer& midi = {});

/** Every sample is a number and none is louder than full scale times `most`. */
bool isClean (const std::vector<std::vector<float>>& channels, float most = 4.0f);

} // namespace melstrom::testing
