// How large the windows may be, and how they keep their size.
#pragma once

#include "Source/Processor/SpectrogramSource.h"

#include <juce_audio_processors/juce_audio_processors.h>

namespace melstrom
{

inline constexpr int kLeastWidth = 900, kLeastHeight = 560, kMostWidth = 2400, kMostHeight = 1500;

/** Keeps a window's size in the view, and tells of it once a resize is over: when the size has been left alone for
    kStillMs, or at its own end. Both outlive it. Thread: message. */
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

    /** Call at the end of construction: limits, and the size that was kept. */
    void restore ()
    {
        const auto view = source_.view (); // a copy: setting a size writes to it
        editor_.setResizable (true, true);
        editor_.setResizeLimits (kLeastWidth, kLeastHeight, kMostWidth, kMostHeight);
        editor_.setSize (juce::jlimit (kLeastWidth, kMostWidth, view.widthPixels),
                         juce::jlimit (kLeastHeight, kMostHeight, view.heightPixels));
        if (source_.view () == view)
            stopTimer (); // limits make another size of it on the way
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
