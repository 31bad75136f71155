#include "Standalone/App/Live/LiveFeed.h"

#include "Source/Spectrogram/TapScreen.h"
#include "Source/Spectrogram/TapTrace.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMostPops = 16;                // for each update; the next update takes the rest
constexpr double kHistorySeconds = 0;        // KeptSound has the samples
constexpr double kSeamWindows = 2;           // computed rows reach so far into live rows
constexpr double kToldSeconds = 1;           // less is not worth a message
constexpr int kFirstComputedId = -1'000'000; // of a part; generations of a tap count from 0

} // namespace

void LiveFeed::watch (bool isWatched)
{
    if (std::exchange (isWatched_, isWatched) == isWatched)
        return;
    tap_.watch (isWatched);
    if (isWatched)
        return;
    computing_.reset ();
    rows_.clear ();
    wanted_.reset ();
    isCleared_ = true;
}

Result<void> LiveFeed::configure (const MelPreset& frontEnd, ViewMix mix,
                                  const std::shared_ptr<LiveDevice>& device, double rateHz)
{
    const Wanted wanted {frontEnd.spec, mix, device, rateHz > 0 ? rateHz : sound_.rateHz ()};
    if (wanted == wanted_ || wanted.rateHz <= 0)
        return {};
    MELSTROM_TRY (checkShown (frontEnd.spec, wanted.rateHz));
    MELSTROM_TRY (tap_.set ({frontEnd.spec, tapMixOf (mix), kHistorySeconds}, device));
    const bool isSame = wanted_ && wanted.spec == wanted_->spec && wanted.mix == wanted_->mix;
    wanted_ = wanted;
    if (! isSame)
        beginAnew (wanted);
    return {};
}

/** Rows of the kept sound, for another front end. */
void LiveFeed::beginAnew (const Wanted& wanted)
{
    if (! rows_.isEmpty ())
    {
        const double kept = sound_.isEmpty () ? sound_.endSeconds () : sound_.beginSeconds ();
        droppedSeconds_ = std::max (0.0, kept - rows_.beginSeconds ());
    }
    computing_.reset ();
    rows_.clear ();
    seamSeconds_.reset ();
    isCleared_ = true;
    if (sound_.isEmpty ())
        return;
    computing_ = std::make_unique<SoundRows> (wanted.spec, tapMixOf (wanted.mix));
    computing_->give (sound_.piecesFrom (0));
    numGiven_ = sound_.numKept ();
}

bool LiveFeed::update (double rateHz)
{
    const bool isCleared = std::exchange (isCleared_, false);
    const bool isLiveNew = takeLive (rateHz);
    return takeComputed (! (rateHz > 0)) || isLiveNew || isCleared;
}

bool LiveFeed::takeLive (double rateHz)
{
    bool isNew = false;
    // a call returns consecutive rows; after a gap the next call goes on
    for (int n = 0; n < kMostPops; ++n)
    {
        const auto rows = tap_.pop ();
        const auto geometry = tap_.geometry ();
        if (rows.numRows == 0 || ! geometry || ! wanted_)
            break;
        // the first sample of the signal: row 0 may begin before it, with padding
        const double firstSeconds =
            static_cast<double> (tap_.firstSampleOf (0)) / (rateHz > 0 ? rateHz : wanted_->rateHz);
        const double origin =
            rows_.originOf (rows.generation)
                .value_or (firstSeconds -
                           static_cast<double> (geometry->frameStart (0)) / geometry->rateHz);
        isNew = rows_.append (rows.generation, {*geometry, origin}, rows.firstRow, rows.numRows,
                              rows.values.data ()) ||
                isNew;
        if (! seamSeconds_)
            seamSeconds_ = origin + (static_cast<double> (rows.firstRow) * geometry->hopSamples +
                                     kSeamWindows * geometry->windowSamples) /
                                        geometry->rateHz;
    }
    return isNew;
}

/** isAll: no more sound comes. */
bool LiveFeed::takeComputed (bool isAll)
{
    // live rows come first: a view that follows the newest sound does not jump back
    if (computing_ == nullptr || (! isAll && ! seamSeconds_))
        return false;
    bool isNew = false;
    for (const auto& rows : computing_->take ())
        isNew = rows_.append (kFirstComputedId + rows.signal, {rows.geometry, rows.originSeconds},
                              rows.firstRow, rows.numRows, rows.values.data ()) ||
                isNew;
    computing_->give (sound_.piecesFrom (numGiven_));
    numGiven_ = sound_.numKept ();
    if (isAll || (seamSeconds_ && sound_.endSeconds () > *seamSeconds_))
        computing_->finish ();
    if (computing_->isDone ())
        computing_.reset ();
    return isNew;
}

std::optional<double> LiveFeed::doneRatio () const
{
    return computing_ != nullptr ? std::optional (computing_->doneRatio ()) : std::nullopt;
}

double LiveFeed::takeDroppedSeconds () noexcept
{
    const double dropped = std::exchange (droppedSeconds_, 0);
    return dropped >= kToldSeconds ? dropped : 0;
}

} // namespace melstrom
