// Limits of the windows' sizes, and where sizes are saved.
#pragma once

#include "Source/Processor/SpectrogramSource.h"

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

inline constexpr int kLeastWidth = 900, kLeastHeight = 560, kMostWidth = 2400, kMostHeight = 1500;

/** Writes a window's size to the view. Calls viewChanged when the size has not changed for
    kStillMs, or at destruction. editor, source: outlive this object. Thread: message. */
class EditorSize final : private juce::Timer
{
public:
    static constexpr int kStillMs = 400;

    EditorSize (juce::AudioProcessorEditor& editor, SpectrogramSource& source)
        : editor_ (editor), source_ (source)
    {
    }
    ~EditorSize () override
    {
        if (isTimerRunning ())
            timerCallback ();
    }

    /** Call at the end of construction: sets the limits, then the saved size. */
    void restore ()
    {
        const auto view = source_.view (); // a copy: setSize writes to the view
        editor_.setResizable (true, true);
        editor_.setResizeLimits (kLeastWidth, kLeastHeight, kMostWidth, kMostHeight);
        editor_.setSize (juce::jlimit (kLeastWidth, kMostWidth, view.widthPixels),
                         juce::jlimit (kLeastHeight, kMostHeight, view.heightPixels));
        if (source_.view () == view)
            stopTimer (); // the limits caused a temporary size
    }

    /** Call whenever the editor is resized. */
    void keep ()
    {
        auto& view = source_.view ();
        if (view.widthPixels == editor_.getWidth () && view.heightPixels == editor_.getHeight ())
            return;
        view.widthPixels = editor_.getWidth ();
        view.heightPixels = editor_.getHeight ();
        startTimer (kStillMs);
    }

private:
    void timerCallback () override
    {
        stopTimer ();
        source_.viewChanged ();
    }

    juce::AudioProcessorEditor& editor_;
    SpectrogramSource& source_;
};

} // namespace melstrom
