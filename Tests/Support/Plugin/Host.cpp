#include "Tests/Support/Plugin/Host.h"

#include "Source/Export/XcbLinux.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TestData.h"

#include <juce_gui_extra/juce_gui_extra.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <thread>

#include <dlfcn.h>

namespace melstrom::testing
{

namespace
{
/** Folder of the built plugins: one for all formats, or in a package one for each format. */
juce::String pluginFolder (const juce::String& format)
{
    const juce::File folder (builtPluginFolder ());
    const auto own = folder.getChildFile (format);
    return (own.isDirectory () ? own : folder).getFullPathName ();
}
} // namespace

std::vector<BuiltPlugin> builtPlugins ()
{
    const auto folder = pluginFolder ("vst3");
    return {{"VST3", "Melstrom", folder + "/Melstrom.vst3", true},
            {"VST3", "Melstrom Analyzer", folder + "/Melstrom Analyzer.vst3", false},
            {"LV2", "Melstrom", MELSTROM_INSTRUMENT_LV2_URI, true},
            {"LV2", "Melstrom Analyzer", MELSTROM_ANALYZER_LV2_URI, false}};
}

namespace
{
/** Ignores X errors, as hosts do: a screen without a window manager lacks names that JUCE sets on
    windows, and Xlib's default handler ends the program. */
void surviveErrorsOfTheScreen ()
{
    using Handler = int (*) (void* display, void* event);
    if (void* const library = dlopen ("libX11.so.6", RTLD_NOW))
        if (auto* const set =
                reinterpret_cast<Handler (*) (Handler)> (dlsym (library, "XSetErrorHandler")))
            set ([] (void*, void*) { return 0; });
}
} // namespace

Host::Host ()
{
    surviveErrorsOfTheScreen ();
    formats_.addDefaultFormats ();
    const juce::FileSearchPath folder (pluginFolder ("lv2"));
    for (auto* const format : formats_.getFormats ())
        if (format->getName () == "LV2")
            format->searchPathsForPlugins (folder, true, false);
}

Host::~Host () = default;

std::vector<juce::PluginDescription> Host::scan (const BuiltPlugin& plugin)
{
    std::vector<juce::PluginDescription> found;
    for (auto* const format : formats_.getFormats ())
    {
        if (format->getName ().toStdString () != plugin.format)
            continue;
        juce::OwnedArray<juce::PluginDescription> types;
        format->findAllTypesForFile (types, plugin.path);
        for (const auto* type : types)
            found.push_back (*type);
    }
    return found;
}

std::unique_ptr<juce::AudioPluginInstance> Host::load (const BuiltPlugin& plugin, double rateHz,
                                                       int maxBlockSamples)
{
    const auto types = scan (plugin);
    INFO (plugin.format << " " << plugin.name);
    REQUIRE (types.size () == 1);
    juce::String error;
    auto instance = formats_.createPluginInstance (types.front (), rateHz, maxBlockSamples, error);
    INFO (error.toStdString ());
    REQUIRE (instance);
    return instance;
}

void pumpMessages (int milliseconds)
{
    juce::MessageManager::getInstance ()->runDispatchLoopUntil (milliseconds);
}

namespace
{
/** Waits until all pending messages are processed. */
void passMessages ()
{
    std::atomic<bool> isThrough {false};
    juce::MessageManager::callAsync ([&isThrough] { isThrough = true; });
    while (! isThrough)
        pumpMessages (1);
}

void removeClients (juce::Component& component)
{
    if (auto* const embedding = dynamic_cast<juce::XEmbedComponent*> (&component))
        embedding->removeClient ();
    for (auto* const child : component.getChildren ())
        removeClients (*child);
}
} // namespace

void settleMessages ()
{
    pumpMessages (60);
    for (int round = 0; round < 3; ++round)
        passMessages ();
}

void chooseInit (juce::AudioPluginInstance& instrument)
{
    constexpr int kSomeTicksMs = 200; // an LV2 plugin delivers at its next tick
    bool isThere = false;
    for (int program = 0; program < instrument.getNumPrograms () && ! isThere; ++program)
        if (isThere = instrument.getProgramName (program) == "Init"; isThere)
            instrument.setCurrentProgram (program);
    REQUIRE (isThere);
    pumpMessages (kSomeTicksMs);
}

void letGoOfWindows (juce::Component& editor)
{
    removeClients (editor);
    passMessages ();
}

/** The X server starts anew when its last client leaves, and drops the clients that come
    meanwhile. This one stays until the process ends. A round trip is made: its reply says that the
    server does not start anew now. */
static bool holdDisplay ()
{
    static std::unique_ptr<XcbConnection> held;
    for (int attempt = 0; held == nullptr && attempt < 50; ++attempt)
    {
        auto connection = std::make_unique<XcbConnection> ();
        if (connection->isOpen () && connection->atom ("CLIPBOARD") != XCB_ATOM_NONE)
            held = std::move (connection);
        else
            std::this_thread::sleep_for (std::chrono::milliseconds (20));
    }
    return held != nullptr;
}

bool hasDisplay ()
{
    const char* const display = std::getenv ("DISPLAY");
    return display && *display && holdDisplay ();
}

juce::MemoryBlock stateBlockOf (juce::AudioProcessor& plugin)
{
    juce::MemoryBlock state;
    plugin.getStateInformation (state);
    return state;
}

std::vector<std::vector<float>> playPlugin (juce::AudioPluginInstance& plugin, int numSamples,
                                            int blockSamples, const juce::MidiBuffer& midi)
{
    const int numChannels =
        std::max (plugin.getTotalNumInputChannels (), plugin.getTotalNumOutputChannels ());
    std::vector<std::vector<float>> sound (2);
    for (int played = 0; played < numSamples; played += blockSamples)
    {
        juce::AudioBuffer<float> audio (numChannels, std::min (blockSamples, numSamples - played));
        audio.clear ();
        juce::MidiBuffer now;
        now.addEvents (midi, played, audio.getNumSamples (), -played);
        plugin.processBlock (audio, now);
        for (int channel = 0; channel < 2; ++channel)
        {
            const float* const samples =
                audio.getReadPointer (std::min (channel, plugin.getTotalNumOutputChannels () - 1));
            auto& out = sound[static_cast<std::size_t> (channel)];
            out.insert (out.end (), samples, samples + audio.getNumSamples ());
        }
    }
    return sound;
}

bool isClean (const std::vector<std::vector<float>>& channels, float most)
{
    for (const auto& channel : channels)
        for (const float sample : channel)
            if (! (std::abs (sample) <= most))
                return false;
    return true;
}

} // namespace melstrom::testing
