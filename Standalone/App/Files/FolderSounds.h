// The sounds of a folder.
#pragma once

#include "Engine/Core/Result.h"

#include <juce_core/juce_core.h>

namespace melstrom
{

/** Paths of all files in the folder, and in folders below it, whose names look like audio, in the
    order of their bytes. Walks each folder once, whatever links lead there. A folder below that
    cannot be listed stands in its place: opening it tells why.
    Fails: noSamples without a sound; as Storage::listFolder. Thread: any. */
Result<juce::StringArray> soundsOf (const juce::File& folder);

} // namespace melstrom
