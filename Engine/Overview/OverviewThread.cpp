#include "Engine/Overview/OverviewThread.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/OrdinaryThread.h"

#include <algorithm>
#include <chrono>

namespace melstrom
{

namespace
{
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kSampledPlaces = 4096;
constexpr std::size_t kPlacesAtATime = 64;
/** A file where jumps are slow gets fewer places: each half of the list is spread evenly. */
constexpr std::chrono::milliseconds kMostSamplingTime {600};
} // namespace

OverviewThread::OverviewThread (const OverviewSource& source, std::unique_ptr<SoundFile> file,
                                Backend& backend, OverviewExchange& exchange,
                                const OverviewBudget& budget)
    : source_ (source), backend_ (backend), exchange_ (exchange), budget_ (budget),
      inOrder_ (std::move (file)),
      wave_ (source.info.numChannels, source.info.numSamples, budget.waveBytes),
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
    becomeOrdinaryThread ();
    while (! exchange_.isStopped ())
        if (auto worked = guarded ([this] { return goOn (); }); ! worked)
            fail (worked.error ());
}

Result<void> OverviewThread::goOn ()
{
    const bool looks =
        canLook () && ! (places_.empty () && rowTiles_.empty () && sampleTiles_.empty ());
    const bool samples = ! samplingLeft_.empty ();
    const bool passes = pass_ != nullptr && ! pass_->isDone ();
    if (auto request = exchange_.takeRequest (! looks && ! samples && ! passes))
        return take (*std::move (request));
    if (looks)
        return look ();
    if (samples)
        return samplePlaces ();
    return passes ? passOn () : Result<void> ();
}

/** What has failed is not tried again: the other kinds of work go on. */
void OverviewThread::fail (const Error& error)
{
    places_ = rowTiles_ = sampleTiles_ = samplingLeft_ = {};
    pass_.reset ();
    const auto cured = withCure (error);
    static_cast<void> (guarded (
        [&] () -> Result<void>
        {
            exchange_.publish ([&] (OverviewResults& results) { results.state.error = cured; });
            return {};
        }));
}

Result<void> OverviewThread::take (OverviewRequest request)
{
    const bool isNew = request.generation != request_.generation;
    if (isNew)
    {
        // these refer to the old front end
        pass_.reset ();
        look_.reset ();
        computer_.reset ();
    }
    request_ = std::move (request);
    places_ = request_.places;
    rowTiles_ = request_.rowTiles;
    sampleTiles_ = request_.sampleTiles;
    return isNew ? begin () : Result<void> ();
}

Result<void> OverviewThread::begin ()
{
    samplingLeft_ = {};
    exchange_.publish (
        [&] (OverviewResults& results)
        {
            results.pieces.places.clear ();
            results.pieces.rowTiles.clear ();
            results.state.generation = request_.generation;
            results.state.rows = {};
            results.state.isSampled = false;
            results.state.doneRatio = 0;
            results.state.error.reset ();
        });
    const auto& frontEnd = *request_.frontEnd;
    MELSTROM_TRY_VALUE (computer_, RowComputer::make (backend_, frontEnd));
    MELSTROM_TRY_VALUE (
        pass_, OverviewPass::make (*inOrder_, frontEnd, *computer_, wave_, budget_.rowBytes));
    planSampling ();
    return {};
}

/** The middles of 1, 2, 4, ... equal parts of the file, so that each beginning of the list is
    spread over it. None for a file that is whole as soon. */
void OverviewThread::planSampling ()
{
    sampling_.clear ();
    const auto numRows = request_.frontEnd->numRows ();
    if (source_.info.randomAccess && numRows > 4 * RowPlace::kRows * kSampledPlaces)
        for (std::int64_t parts = 1; parts < kSampledPlaces; parts *= 2)
            for (std::int64_t part = 0; part < parts; ++part)
                sampling_.push_back (numRows / (2 * parts) * (2 * part + 1));
    samplingLeft_ = sampling_;
    samplingTime_ = {};
    if (sampling_.empty () && source_.info.randomAccess)
        endSampling ();
}

void OverviewThread::endSampling ()
{
    samplingLeft_ = {};
    exchange_.publish ([] (OverviewResults& results) { results.state.isSampled = true; });
}

/** Files that can only be read in order are looked at after the pass. */
bool OverviewThread::canLook () const noexcept
{
    return computer_ != nullptr &&
           (source_.info.randomAccess || pass_ == nullptr || pass_->isDone ());
}

Result<void> OverviewThread::openForLook ()
{
    if (look_ != nullptr)
        return {};
    if (source_.info.randomAccess && forLook_ == nullptr)
    {
        MELSTROM_TRY_VALUE (auto opened, SoundFile::open (source_.storage, source_.path,
                                                          {knownSound (source_.info), nullptr}));
        const auto& info = opened->info ();
        if (info.numSamples != source_.info.numSamples || info.rateHz != source_.info.rateHz ||
            info.numChannels != source_.info.numChannels)
            return audioFault (ErrorCode::fileChanged, printable (source_.path),
                               "was changed after it was opened; open it again");
        forLook_ = std::move (opened);
    }
    auto& file = source_.info.randomAccess ? *forLook_ : *inOrder_;
    MELSTROM_TRY_VALUE (look_, OverviewLook::make (file, *request_.frontEnd, *computer_));
    return {};
}

Result<void> OverviewThread::look ()
{
    MELSTROM_TRY (openForLook ());
    if (! places_.empty ())
    {
        MELSTROM_TRY_VALUE (auto made, look_->places (places_, kPlacesAtATime));
        publishPlaces (std::move (made));
        return {};
    }
    if (! sampleTiles_.empty ())
    {
        auto tile = look_->sampleTile (sampleTiles_.front ());
        sampleTiles_ = sampleTiles_.subspan (1);
        if (tile)
            exchange_.publish ([&] (OverviewResults& results)
                               { results.pieces.sampleTiles.push_back (*std::move (tile)); });
        return {};
    }
    MELSTROM_TRY_VALUE (auto made, look_->rowTiles (rowTiles_));
    exchange_.publish (
        [&] (OverviewResults& results)
        {
            for (auto& tile : made)
                results.pieces.rowTiles.push_back (std::move (tile));
        });
    return {};
}

Result<void> OverviewThread::samplePlaces ()
{
    const auto start = Clock::now ();
    MELSTROM_TRY (openForLook ());
    MELSTROM_TRY_VALUE (auto made, look_->places (samplingLeft_, kPlacesAtATime));
    publishPlaces (std::move (made));
    samplingTime_ += Clock::now () - start;
    if (samplingLeft_.empty () || samplingTime_ > kMostSamplingTime)
        endSampling ();
    return {};
}

void OverviewThread::publishPlaces (std::vector<RowPlace> places)
{
    exchange_.publish (
        [&] (OverviewResults& results)
        {
            for (auto& place : places)
                results.pieces.places.push_back (std::move (place));
        });
}

Result<void> OverviewThread::passOn ()
{
    auto passed = pass_->goOn ();
    const auto& rows = pass_->rows ();
    exchange_.publish (
        [&] (OverviewResults& results)
        {
            auto& state = results.state;
            state.rows = {rows.maxima (), rows.stepRows (), rows.maxima ()->numSteps ()};
            state.wave = {wave_.maxima (), wave_.stepSamples (), wave_.maxima ()->numSteps ()};
            state.doneRatio = pass_->doneRatio ();
            state.isSampled = state.isSampled || pass_->isDone ();
            state.nonFiniteCount = std::max (state.nonFiniteCount, inOrder_->nonFiniteCount ());
        });
    if (passed || passed.error ().code == ErrorCode::deviceLost)
        return passed;
    // reading ends there; the screen may still look at other places
    const auto cured = withCure (passed.error ());
    pass_.reset ();
    exchange_.publish ([&] (OverviewResults& results) { results.state.error = cured; });
    return {};
}

} // namespace melstrom
