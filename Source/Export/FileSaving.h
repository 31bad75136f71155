// Saves files in the background, and says so.
#pragma once

#include "Source/Export/ExportJob.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <deque>
#include <functional>

namespace melstrom
{

struct SaveRequest
{
    juce::File file;
    SaveWork work;
};

/** One file after the other. Thread: message. */
class FileSaving final : private juce::Timer
{
public:
    FileSaving () = default;
    ~FileSaving () override; ///< cancels all, and waits

    void start (SaveRequest request); ///< once the files before it are saved
    void cancel ();                   ///< the present file only
    void cancelAll ();                ///< does not wait
    bool isRunning () const noexcept { return ! requests_.empty (); }
    /** "Saving a.wav... 43 %"; empty: nothing is saved. */
    juce::String text () const;
    juce::String fileName () const; ///< of the present file; empty: none

    std::function<void ()> onProgress;                   ///< some times a second
    std::function<void (const juce::String&)> onMessage; ///< how the saving of a file ended

private:
    void timerCallback () override;
    void startNext ();
    void tell (const Result<void>& done, const juce::File& file) const;

    std::deque<SaveRequest> requests_; ///< the first one is being saved
    bool isCancelling_ = false;
    ExportJob job_;
};

} // namespace melstrom
