// Completes the Turtle files that an LV2 host reads before it loads the plugin.
#pragma once

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

/** Completes the Turtle that JUCE 7.0.5 wrote into a bundle. Adds parameters.ttl with unit,
    properties (whole numbers, logarithmic) and meaning of each parameter, from the table of
    parameters. Corrects errors of JUCE's ui.ttl. bundle: the folder with JUCE's manifest.ttl and
    ui.ttl. Thread: message.
    Fails: a file cannot be read or written, or JUCE's text differs from the expected one. */
juce::Result completeTurtle (const juce::AudioProcessor& processor, const juce::File& bundle);

} // namespace melstrom
