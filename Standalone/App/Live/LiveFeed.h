// The rows of one tap as a history of hours.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/State/ViewState.h"
#include "Standalone/App/Audio/KeptSound.h"
#include "Standalone/App/Live/LiveRows.h"
#include "Standalone/App/Live/SoundRows.h"

#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** Takes rows from the tap and keeps them. The history goes on over devices and their rates. With
    another front end or mix, rows of the kept sound are computed anew while live rows go on; rows
    of older sound are dropped. Times are those of the timeline. Thread: message. */
class LiveFeed
{
public:
    /** Both outlive this object. */
    LiveFeed (MelTap& tap, const KeptSound& sound) : tap_ (tap), sound_ (sound) {}

    /** false: drops all rows. */
    void watch (bool isWatched);
    /** rateHz 0: no device; the rate of the kept sound counts. Fails: as checkShown and
        MelTap::set; the history then stays. */
    Result<void> configure (const MelPreset& frontEnd, ViewMix mix,
                            const std::shared_ptr<LiveDevice>& device, double rateHz);

    /** Takes new rows. Returns true if the store has changed its grid or its geometry, or is empty
        since then: who draws it has to begin anew. rateHz: of the device; 0: none runs. */
    bool update (double rateHz);

    const LiveRows* rows () const noexcept { return rows_.isEmpty () ? nullptr : &rows_; }
    std::size_t memoryBytes () const noexcept { return rows_.memoryBytes (); }
    bool dropOldest () { return rows_.dropOldest (); }
    std::string backendName () const { return tap_.backendName (); }
    std::string notice () const { return tap_.notice (); }
    double computeSeconds () const { return tap_.computeSeconds (); }

    /** While rows of kept sound are computed: how much is done, 0 .. 1. */
    std::optional<double> doneRatio () const;
    /** Seconds of rows that the last change of the front end dropped because their sound is not
        kept; told once. */
    double takeDroppedSeconds () noexcept;

private:
    struct Wanted
    {
        MelSpec spec;
        ViewMix mix = ViewMix::sum;
        std::shared_ptr<LiveDevice> device;
        double rateHz = 0;
        bool operator== (const Wanted&) const = default;
    };
    void beginAnew (const Wanted& wanted);
    bool takeLive (double rateHz);
    bool takeComputed (bool isAll);

    MelTap& tap_;
    const KeptSound& sound_;
    bool isWatched_ = false, isCleared_ = false;
    std::optional<Wanted> wanted_;
    LiveRows rows_;
    std::unique_ptr<SoundRows> computing_;
    std::int64_t numGiven_ = 0;         ///< of the sound, to `computing_`
    std::optional<double> seamSeconds_; ///< computed rows end here, among the first live rows
    double droppedSeconds_ = 0;
};

} // namespace melstrom
