// What every host makes of the analyzer.
#include "Source/Processor/AnalyzerProcessor.h"

juce::AudioProcessor* JUCE_CALLTYPE createPluginFilter ()
{
    return new melstrom::AnalyzerProcessor; // the host's wrapper takes it
}
