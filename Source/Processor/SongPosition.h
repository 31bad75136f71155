// Where the host's song is.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

/** Of the block that is being processed. playHead: null where the host has none. What the host
    leaves out, or gives as no finite number, is 0. Thread: audio. */
SongPlace songPlaceOf (juce::AudioPlayHead* playHead, double rateHz) noexcept;

} // namespace melstrom
