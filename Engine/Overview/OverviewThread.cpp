#include "Engine/Overview/OverviewThread.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/OrdinaryThread.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::chrono::milliseconds kPlanPoll {20}; ///< while a GPU makes a plan
} // namespace

OverviewThread::OverviewThread (const OverviewSource& source, std::unique_ptr<SoundFile> file,
                                Backend& backend, OverviewExchange& exchange,
                                const OverviewBudget& budget)
    : source_ (source), exchange_ (exchange), budget_ (budget), inOrder_ (std::move (file)),
      wave_ (source.info.numChannels, source.info.numSamples, budget.waveBytes), device_ (backend),
      thread_ ([this] { run (); })
{
}

OverviewThread::~OverviewThread ()
{
    exchange_.stop ();
    thread_.join ();
}

void OverviewThread::run ()
{
    becomeBackgroundThread ();
    while (! exchange_.isStopped ())
        if (auto worked = guarded ([this] { return goOn (); }); ! worked)
            fail (worked.error ());
}

Result<void> OverviewThread::goOn ()
{
    updateDevice ();
    const bool begins = works () && ! hasBegun_;
    const bool looks = works () && canLook () &&
                       ! (places_.empty () && rowTiles_.empty () && sampleTiles_.empty ());
    const bool samples = works () && ! sampling_.isDone ();
    const bool passes = works () && pass_ != nullptr;
    std::optional<std::chrono::milliseconds> mostWait; // empty: without end
    if (begins || looks || samples || passes)
        mostWait = std::chrono::milliseconds::zero ();
    else if (device_.awaitsPlan ())
        mostWait = kPlanPoll;
    if (auto request = exchange_.takeRequest (mostWait))
        return take (*std::move (request));
    if (begins)
        return begin ();
    if (looks)
        return look ();
    if (samples)
        return samplePlaces ();
    return passes ? passOn () : Result<void> ();
}

/** Between two pieces of work another device may take over. */
void OverviewThread::updateDevice ()
{
    const bool isOther = device_.update (works () && pass_ != nullptr ? pass_->numRowsLeft () : 0);
    if (isOther)
    {
        look_.reset (); // it is made again with memory of the device
        if (auto moved = pass_ != nullptr ? pass_->renewMemory () : Result<void> (); ! moved)
            fail (moved.error ());
    }
    auto now = device_.computing ();
    if (std::exchange (toldComputing_, now) == now)
        return;
    exchange_.publish ([&] (OverviewResults& results)
                       { results.state.computing = std::move (now); });
}

/** What has failed is not tried again: the other kinds of work go on. */
void OverviewThread::fail (const Error& error)
{
    places_ = rowTiles_ = sampleTiles_ = {};
    sampling_.end ();
    pass_.reset ();
    const auto cured = withCure (error);
    const auto tell = [&] () -> Result<void>
    {
        publish ([&] (OverviewResults& results) { results.state.error = cured; });
        return {};
    };
    static_cast<void> (guarded (tell));
}

Result<void> OverviewThread::take (OverviewRequest request)
{
    const bool isNew = request.generation != request_.generation;
    if (request.device != request_.device)
        device_.choose (*request.device);
    const auto last = std::exchange (request_, std::move (request)); // has the old front end
    places_ = request_.places;
    rowTiles_ = request_.rowTiles;
    sampleTiles_ = request_.sampleTiles;
    if (isNew)
        forget ();
    return {};
}

/** Rows of another generation, and the waveform if it was released. */
void OverviewThread::forget ()
{
    pass_.reset ();
    look_.reset ();
    device_.end ();
    hasBegun_ = false;
    sampling_.end ();
    const bool isReleased = request_.work == OverviewWork::released;
    if (isReleased)
    {
        wave_ = WaveScan (source_.info.numChannels, source_.info.numSamples, budget_.waveBytes);
        forLook_.reset ();
    }
    // hundreds of megabytes, which are freed after `publish`: the screen waits for its mutex
    OverviewPieces formerPieces;
    ScannedSteps formerRows, formerWave;
    publish (
        [&] (OverviewResults& results)
        {
            if (isReleased)
            {
                formerPieces.sampleTiles.swap (results.pieces.sampleTiles);
                formerWave = std::exchange (results.state.wave, {});
            }
            formerPieces.places.swap (results.pieces.places);
            formerPieces.rowTiles.swap (results.pieces.rowTiles);
            results.state.generation = request_.generation;
            formerRows = std::exchange (results.state.rows, {});
            results.state.isSampled = false;
            results.state.doneRatio = 0;
            results.state.error.reset ();
        });
}

Result<void> OverviewThread::begin ()
{
    hasBegun_ = true;
    const auto& frontEnd = *request_.frontEnd;
    MELSTROM_TRY (device_.begin (request_.frontEnd));
    MELSTROM_TRY_VALUE (pass_, OverviewPass::make (*inOrder_, frontEnd, *device_.computer (), wave_,
                                                   budget_.rowBytes));
    if (source_.info.randomAccess)
    {
        sampling_.begin (frontEnd.numRows ());
        if (sampling_.isDone ())
            publishSampled ();
    }
    return {};
}

/** Files that can only be read in order are looked at after the pass. */
bool OverviewThread::canLook () const noexcept
{
    return device_.computer () != nullptr && (source_.info.randomAccess || pass_ == nullptr);
}

std::size_t OverviewThread::workBytes () const noexcept
{
    if (device_.computer () == nullptr)
        return 0;
    const std::size_t numInputs = (pass_ != nullptr ? 1u : 0u) + (look_ != nullptr ? 1u : 0u);
    return device_.computer ()->outputBytes () + numInputs * device_.computer ()->inputBytes ();
}

Result<void> OverviewThread::passOn ()
{
    auto passed = pass_->goOn ();
    const auto& rows = pass_->rows ();
    const bool isDone = pass_->isDone ();
    publish (
        [&] (OverviewResults& results)
        {
            auto& state = results.state;
            state.rows = {rows.maxima (), rows.stepRows (), rows.maxima ()->numSteps ()};
            state.wave = {wave_.maxima (), wave_.stepSamples (), wave_.maxima ()->numSteps ()};
            state.doneRatio = pass_->doneRatio ();
            state.isSampled = state.isSampled || isDone;
            state.nonFiniteCount = std::max (state.nonFiniteCount, inOrder_->nonFiniteCount ());
        });
    if (passed && isDone)
        pass_.reset (); // its memory; the rows stay
    if (passed || passed.error ().code == ErrorCode::deviceLost)
        return passed;
    // reading ends there; the screen may still look at other places
    const auto cured = withCure (passed.error ());
    pass_.reset ();
    publish ([&] (OverviewResults& results) { results.state.error = cured; });
    return {};
}

} // namespace melstrom
