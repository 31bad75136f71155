// A tap and the view that shows it.
#pragma once

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Spectrogram/SpectrogramView.h"

#include <optional>
#include <utility>

namespace melstrom
{

/** Thread: message. */
class TapScreen
{
public:
    /** tap: outlives this. */
    TapScreen (MelTap& tap, const juce::String& name) : tap_ (tap), view_ (name) {}

    SpectrogramView& view () noexcept { return view_; }
    void watch (bool isWatched);

    /** Sets the tap where something that concerns it is new: front end, mix, device, or rate. What
        the tap refuses, or cannot be kept, is said in the view, and what it did before goes on.
        rateHz 0: not prepared, which is said too. */
    void configure (const MelPreset& frontEnd, ViewMix mix,
                    const std::shared_ptr<LiveDevice>& device, double rateHz);

    /** Takes what has come and shows it. */
    void update ();

    void freeze (bool isFrozen);
    /** The last seconds as heard, or as they were when it was frozen. */
    TapSamples sound (double seconds) const;

private:
    void describe ();

    struct Wanted
    {
        std::string name; ///< of the front end
        MelSpec spec;
        ViewMix mix = ViewMix::sum;
        std::shared_ptr<LiveDevice> device;
        double rateHz = 0;
        bool operator== (const Wanted&) const = default;
    };

    MelTap& tap_;
    SpectrogramView view_;
    bool isWatched_ = false;
    std::optional<Wanted> wanted_; ///< what was asked for last
    std::optional<int> generation_;
    std::optional<TapSamples> frozen_;
    std::string frozenName_;  ///< of the front end
    std::string backendName_; ///< as described last
};

} // namespace melstrom
