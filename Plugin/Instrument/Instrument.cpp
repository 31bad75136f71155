// What every host and the program of our own make of the instrument.
#include "Source/Processor/InstrumentProcessor.h"

juce::AudioProcessor* JUCE_CALLTYPE createPluginFilter ()
{
    return new melstrom::InstrumentProcessor; // the host's wrapper takes it
}
