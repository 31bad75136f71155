// Position of the host's song.
#pragma once

#include "Engine/Live/Voices/LiveSynth.h"

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

/** Position of the present block. playHead: null where the host has none. A value that the host
    omits, or that is not finite, becomes 0. Thread: audio. */
SongPlace songPlaceOf (juce::AudioPlayHead* playHead, double rateHz) noexcept;

} // namespace melstrom
