// The rows of one tap as a history of hours.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Overview/RowPyramid.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/State/ViewState.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** Takes rows from the tap and keeps them within a limit of memory. A new front end, mix or device
    begins a new history. Time counts from the start of the audio device. Thread: message. */
class LiveFeed
{
public:
    /** tap: outlives this object. */
    LiveFeed (MelTap& tap, std::size_t mostBytes) : tap_ (tap), mostBytes_ (mostBytes) {}

    void watch (bool isWatched);
    /** rateHz 0: no device. Fails: as checkShown and MelTap::set; the history then stays. */
    Result<void> configure (const MelPreset& frontEnd, ViewMix mix,
                            const std::shared_ptr<LiveDevice>& device, double rateHz);
    /** Begins anew when the tap is prepared for another device: positions restart. */
    void restart () { wanted_.reset (); }

    /** Takes new rows. Returns true if the history was replaced by an empty one. */
    bool update ();

    const RowPyramid* rows () const noexcept { return rows_.get (); } ///< null: none yet
    std::size_t memoryBytes () const noexcept { return rows_ ? rows_->memoryBytes () : 0; }
    std::string backendName () const { return tap_.backendName (); }
    std::string notice () const { return tap_.notice (); }
    double computeSeconds () const { return tap_.computeSeconds (); }
    /** Samples from beginSeconds on that the tap still has. */
    TapSamples sound (double beginSeconds, double endSeconds) const;

private:
    struct Wanted
    {
        MelSpec spec;
        ViewMix mix = ViewMix::sum;
        std::shared_ptr<LiveDevice> device;
        double rateHz = 0;
        bool operator== (const Wanted&) const = default;
    };

    MelTap& tap_;
    std::size_t mostBytes_;
    bool isWatched_ = false;
    std::optional<Wanted> wanted_;
    std::optional<int> generation_;
    std::unique_ptr<RowPyramid> rows_;
};

} // namespace melstrom
