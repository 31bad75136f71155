// How large the windows may be, and how they keep their size.
#pragma once

#include "Source/Processor/SpectrogramSource.h"

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

inline constexpr int kLeastWidth = 900, kLeastHeight = 560, kMostWidth = 2400, kMostHeight = 1500;

/** Call at the end of construction: limits, and the size that is kept. */
inline void restoreSize (juce::AudioProcessorEditor& editor, SpectrogramSource& source)
{
    const auto view = source.view (); // a copy: setting a size writes to it
    editor.setResizable (true, true);
    editor.setResizeLimits (kLeastWidth, kLeastHeight, kMostWidth, kMostHeight);
    editor.setSize (juce::jlimit (kLeastWidth, kMostWidth, view.widthPixels),
                    juce::jlimit (kLeastHeight, kMostHeight, view.heightPixels));
}

inline void keepSize (const juce::AudioProcessorEditor& editor, SpectrogramSource& source)
{
    auto& view = source.view ();
    if (view.widthPixels == editor.getWidth () && view.heightPixels == editor.getHeight ())
        return;
    view.widthPixels = editor.getWidth ();
    view.heightPixels = editor.getHeight ();
    source.viewChanged ();
}

} // namespace melstrom
