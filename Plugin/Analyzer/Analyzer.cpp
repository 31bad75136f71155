// JUCE's entry point of the analyzer.
#include "Source/Processor/AnalyzerProcessor.h"

juce::AudioProcessor* JUCE_CALLTYPE createPluginFilter ()
{
    return new melstrom::AnalyzerProcessor; // JUCE's wrapper takes ownership
}
