// The chosen file and the one that it is compared with, on one timeline.
#pragma once

#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Files/FileTools.h"
#include "Standalone/App/Files/OpenedFiles.h"
#include "Standalone/App/Files/ShiftBar.h"
#include "Standalone/App/Files/ShiftOverlay.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** The timeline has the time of the chosen file; the compared one is shifted against it. Thread:
    message. */
class FileComparison
{
public:
    /** All outlive this object. */
    FileComparison (OpenedFiles& files, TimelineView& view, FileTools& tools);

    /** Shows the files and what is compared. */
    void show ();
    /** Tells the overviews what is on the screen. Call with each frame of it. */
    void look ();
    /** Begin of the compared file on the timeline, limited so that both touch. */
    void shift (double seconds);
    /** Shifts the compared file to where it agrees best with what is shown. */
    void align ();

    ShiftBar& bar () noexcept { return bar_; } ///< visible while two files are shown
    ShiftOverlay& overlay () noexcept { return overlay_; }

    std::function<void ()> onLayout; ///< the bar came or went
    std::function<void (const juce::String&)> onMessage;

private:
    OpenedFiles& files_;
    TimelineView& view_;
    FileTools& tools_;
    ShiftBar bar_;
    ShiftOverlay overlay_;
};

/** The startSeconds of `second` at which it agrees best with `first` within the window, at most the
    window's span from where it is now. Levels of groups of bands without their mean are correlated;
    the peak is refined by a parabola. Resolution: a row, or a 2048th of the window if that is more.
    Empty: too little of either is known, or nothing agrees. Both layers have rows. Takes up to some
    100 ms. In FileAlignment.cpp. Thread: message.
    source  normalised cross-correlation, Lewis 1995 */
std::optional<double> alignedStart (const TimelineLayer& first, const TimelineLayer& second,
                                    const TimeWindow& window);

} // namespace melstrom
