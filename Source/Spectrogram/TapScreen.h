// A tap and its view.
#pragma once

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Spectrogram/SpectrogramView.h"

#include <optional>
#include <utility>

namespace melstrom
{

TapMix tapMixOf (ViewMix mix) noexcept;

/** Thread: message. */
class TapScreen
{
public:
    /** tap: outlives this object. */
    TapScreen (MelTap& tap, const juce::String& name) : tap_ (tap), view_ (name) {}

    SpectrogramView& view () noexcept { return view_; }
    void watch (bool isWatched);

    /** Sets the tap after a change of front end, mix, device or rate. If the limits or the tap
        refuse the settings, the view shows the reason and the tap keeps its former settings. rateHz
        0: not prepared; the view shows that. */
    void configure (const MelPreset& frontEnd, ViewMix mix,
                    const std::shared_ptr<LiveDevice>& device, double rateHz);

    /** Takes new rows from the tap and shows them. */
    void update ();

    void freeze (bool isFrozen);
    /** The last seconds as heard; of the frozen sound if frozen. */
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
    std::optional<Wanted> wanted_; ///< the last requested settings
    std::optional<int> generation_;
    std::optional<TapSamples> frozen_;
    std::string frozenName_;  ///< of the front end
    std::string backendName_; ///< as last described
};

} // namespace melstrom
