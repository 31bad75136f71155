// What an LV2 host reads of the plugin before it loads it, where JUCE says too little.
#pragma once

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

/** Completes the Turtle that JUCE 7.0.5 wrote into a bundle: parameters.ttl adds unit, marks (whole numbers, logarithmic)
    and meaning of each parameter, from the table of parameters; what JUCE says wrongly is put right.
    bundle: the folder, with JUCE's manifest.ttl and ui.ttl. Thread: message.
    Fails: a file cannot be read or written, or JUCE has written something else than expected. */
juce::Result completeTurtle (const juce::AudioProcessor& processor, const juce::File& bundle);

} // namespace melstrom
