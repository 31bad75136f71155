// The LV2 descriptor that hosts find: JUCE's plugin, destroyed under the message manager's lock.
// The build calls it to write JUCE's Turtle and complete it.
#undef lv2_descriptor // JUCE's function is renamed in this program: see CMakeLists.txt

// Defined as in JUCE's own file.
#define JUCE_CORE_INCLUDE_NATIVE_HEADERS 1
#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include <juce_audio_plugin_client/juce_audio_plugin_client.h>
#include <juce_audio_plugin_client/utility/juce_LinuxMessageThread.h>

#include <lv2/core/lv2.h>

#include "Plugin/Lv2/Lv2Turtle.h"

#include <iostream>
#include <string_view>

extern "C" const LV2_Descriptor* melstromJuceLv2Descriptor (uint32_t index);

namespace
{

/** JUCE 7.0.5 frees the parameters' listeners while its message thread may call them. The lock
    waits until the message thread handles no message. `messages` and `thread` outlive the lock, so
    that thread and message manager exist until it is released. */
void cleanUp (LV2_Handle instance)
{
    const juce::ScopedJuceInitialiser_GUI messages;
    const juce::SharedResourcePointer<juce::MessageThread> thread;
    const juce::MessageManagerLock lock;
    melstromJuceLv2Descriptor (0)->cleanup (instance);
}

/** JUCE's struct of the extension. JUCE's helper program calls it to write Turtle. */
struct RecallFeature
{
    int (*doRecall) (const char* libraryPath);
};
constexpr const char* kRecallUri = "https://lv2-extensions.juce.com/turtle_recall";

/** Writes the Turtle files of the library's bundle. Returns 0 if all are written. */
int writeTurtle (const char* libraryPath)
{
    const auto* const juces = static_cast<const RecallFeature*> (
        melstromJuceLv2Descriptor (0)->extension_data (kRecallUri));
    if (juces == nullptr || juces->doRecall (libraryPath) != 0)
        return 1;
    const juce::ScopedJuceInitialiser_GUI messages;
    const auto processor = juce::createPluginFilterOfType (juce::AudioProcessor::wrapperType_LV2);
    const auto library = juce::File::getCurrentWorkingDirectory ().getChildFile (
        juce::String::fromUTF8 (libraryPath)); // libraryPath may be absolute
    const auto done = melstrom::completeTurtle (*processor, library.getParentDirectory ());
    if (done.failed ())
        std::cerr << done.getErrorMessage () << '\n';
    return done.wasOk () ? 0 : 1;
}

const void* extensionData (const char* uri)
{
    static const RecallFeature ours {writeTurtle};
    return std::string_view (uri) == kRecallUri
               ? &ours
               : melstromJuceLv2Descriptor (0)->extension_data (uri);
}

} // namespace

LV2_SYMBOL_EXPORT const LV2_Descriptor* lv2_descriptor (uint32_t index)
{
    if (index != 0)
        return nullptr;
    static const LV2_Descriptor descriptor = []
    {
        LV2_Descriptor ours = *melstromJuceLv2Descriptor (0);
        ours.cleanup = cleanUp;
        ours.extension_data = extensionData;
        return ours;
    }();
    return &descriptor;
}
