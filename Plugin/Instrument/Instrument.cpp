// JUCE's entry point of the instrument, for plugins and app.
#include "Source/Processor/InstrumentProcessor.h"

juce::AudioProcessor* JUCE_CALLTYPE createPluginFilter ()
{
    return new melstrom::InstrumentProcessor; // JUCE's wrapper takes ownership
}
