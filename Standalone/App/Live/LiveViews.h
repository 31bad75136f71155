// The spectrograms of the live page: one front end, two one above the other, or their difference.
#pragma once

#include "Source/Spectrogram/ViewModel.h"
#include "Source/Timeline/TimelineView.h"
#include "Standalone/App/Live/LiveHistory.h"
#include "Standalone/App/Live/LiveTools.h"
#include "Standalone/App/Settings/AppSettings.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <array>
#include <functional>

namespace melstrom
{

/** Both views show the same time. Thread: message. */
class LiveViews final : public juce::Component
{
public:
    /** Follows the newest sound. */
    LiveViews ();

    TimelineView& first () noexcept { return first_; }
    const TimelineView& first () const noexcept { return first_; }

    void show (SecondView second);
    SecondView second () const noexcept { return shown_; }
    /** Front ends and look. */
    void setViews (const ViewState& first, const ViewState& second);
    void setCaptions (const juce::String& title, std::array<const MelPreset*, 2> frontEnds,
                      const LiveHistory& history);
    /** After each change of a grid of rows, too. */
    void setHistory (const LiveHistory& history);
    void showSpectrum (bool isShown);
    /** Rows and waveform that came since. Returns false if no view shows anything new. */
    bool update ();

    /** From a row to its pixels, at most: a column is shown once it is complete, at the next frame
        of the screen. */
    double delaySeconds () const;

    bool isFrozen () const noexcept { return ! first_.isFollowing (); }
    void setFrozen (bool isFrozen);
    std::function<void ()> onFreeze; ///< frozen or not: it may have changed

    /** The shown time and frequencies, for the next start. */
    void save (AppSettings& settings) const;
    void restore (const AppSettings& settings, double otherwiseSeconds);

    void resized () override;

private:
    void align (TimelineView& moved, TimelineView& other);

    TimelineView first_ {"Live"}, second_ {"Second front end"};
    SecondView shown_ = SecondView::none;
    bool isAligning_ = false;
};

} // namespace melstrom
