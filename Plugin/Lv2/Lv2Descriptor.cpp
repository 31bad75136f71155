// What hosts of LV2 find: JUCE's plugin, which goes only while JUCE's message thread stands still.
#undef lv2_descriptor // JUCE's function has another name in this program: see CMakeLists.txt

// As JUCE's own file includes them.
#define JUCE_CORE_INCLUDE_NATIVE_HEADERS 1
#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include <juce_audio_plugin_client/juce_audio_plugin_client.h>
#include <juce_audio_plugin_client/utility/juce_LinuxMessageThread.h>

#include <lv2/core/lv2.h>

extern "C" const LV2_Descriptor* melstromJuceLv2Descriptor (uint32_t index);

namespace
{

/** JUCE 7.0.5 frees what listens to the parameters while its message thread may be telling those listeners. The lock waits
    until that thread takes no message; thread and message manager are held so that they outlive the lock. */
void cleanUp (LV2_Handle instance)
{
    const juce::ScopedJuceInitialiser_GUI messages;
    const juce::SharedResourcePointer<juce::MessageThread> thread;
    const juce::MessageManagerLock lock;
    melstromJuceLv2Descriptor (0)->cleanup (instance);
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
        return ours;
    }();
    return &descriptor;
}
