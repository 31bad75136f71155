#include "Engine/Live/Tap/LiveMelTap.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Spec/Mel/SpecKeyKinds.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kRingBlocks = 8; ///< that the ring holds at least
constexpr int kMostRingSamples = 1 << 24;
constexpr double kQueueSeconds = 2;
constexpr double kMostHistorySeconds = 3600;
constexpr std::int64_t kMostQueueBytes = 16 << 20;
constexpr int kLeastQueueRows = 64;

int queueRowsFor (const MelGeometry& geometry) noexcept
{
    const double rows = kQueueSeconds * geometry.rateHz / geometry.hopSamples;
    const auto most = static_cast<double> (kMostQueueBytes / geometry.rowBytes ());
    return static_cast<int> (std::max<double> (kLeastQueueRows, std::min (rows, most)));
}

Error ofParent ()
{
    return {ErrorCode::badUsage,
            "this tap belongs to the parent of this forked process; make a new tap in this process",
            {}};
}
} // namespace

LiveMelTap::~LiveMelTap ()
{
    if (mark_.isForked ())
    {
        // plans would wait for threads of the parent; feeds in incoming_ and done_ are left as well
        leaveToParent (feed_);
        leaveToParent (submitter_);
        return;
    }
    detach ();
    delete incoming_.exchange (nullptr, std::memory_order_acquire);
    destroyOldFeeds ();
}

Result<void> LiveMelTap::prepare (double rateHz, int maxBlockSamples)
{
    if (mark_.isForked ())
        return ofParent ();
    const std::lock_guard lock (control_);
    detach ();
    rateHz_ = 0;
    auto done = guarded ([&] { return prepareRing (rateHz, maxBlockSamples); });
    if (done && isSet_)
        done = guarded ([this] { return begin (settings_, device_); });
    if (isWatched_ && rateHz_ > 0)
        attach ();
    return done;
}

Result<void> LiveMelTap::prepareRing (double rateHz, int maxBlockSamples)
{
    if (! kRateHz.holds (std::llround (rateHz)))
        return Error {ErrorCode::badSpec,
                      "a rate of " + numberText (rateHz) + " Hz: must be " + kRateHz.text (),
                      {}};
    const double samples = std::max (rateHz, double (kRingBlocks) * maxBlockSamples);
    const auto capacity = static_cast<int> (std::bit_ceil (
        static_cast<unsigned> (std::clamp<double> (samples, 1024, kMostRingSamples))));
    ring_.reset ();
    ringMemory_.assign (2 * static_cast<std::size_t> (capacity), 0.0f);
    ring_ = std::make_unique<SampleRing> (ringMemory_, 2, capacity);
    pushSamples_ = capacity / kRingBlocks;
    rateHz_ = rateHz;

    // Feeds of another rate have no meaning any more, nor have positions.
    delete incoming_.exchange (nullptr, std::memory_order_acquire);
    feed_.reset ();
    undelivered_ = {};
    newest_ = nullptr;
    geometry_.reset ();
    SampleHistory history;
    TapRowQueue rows;
    const std::lock_guard lock (screen_.mutex); // memory goes when it is free again
    std::swap (screen_.history, history);
    std::swap (screen_.rows, rows);
    screen_.rateHz = rateHz;
    screen_.originSample.reset ();
    screen_.generation = ++generation_;
    return {};
}

void LiveMelTap::push (const float* left, const float* right, int numSamples) noexcept
{
    if (! ring_)
        return;
    for (int done = 0; done < numSamples; done += pushSamples_)
    {
        const std::array<const float*, 2> channels {left + done, right + done};
        ring_->tryPush (channels.data (), std::min (pushSamples_, numSamples - done));
    }
}

void LiveMelTap::watch (bool isWatched)
{
    if (mark_.isForked ())
        return;
    const std::lock_guard lock (control_);
    isWatched_ = isWatched;
    if (! isWatched)
        detach ();
    else if (rateHz_ > 0 && ! submitter_)
        attach ();
}

/** Without a thread there are no rows; the next call of watch, set or prepare tries again. */
void LiveMelTap::attach ()
{
    const auto done = guarded (
        [this] () -> Result<void>
        {
            fitHistory (settings_.historySeconds);
            letGo ();
            worker_ = LiveWorker::shared (LiveWorker::Purpose::background);
            submitter_ = worker_->add (*this);
            return {};
        });
    if (! done)
        detach ();
}

void LiveMelTap::detach ()
{
    if (submitter_)
        worker_->remove (*this);
    submitter_.reset ();
    worker_.reset ();
}

/** What lies in the ring since nobody watched. */
void LiveMelTap::letGo () noexcept
{
    const std::array<float*, 2> channels {piece_[0].data (), piece_[1].data ()};
    for (auto left = static_cast<std::int64_t> (ringMemory_.size () / 2); left > 0;)
    {
        const int count = ring_->pop (channels.data (), TapFeed::kPieceSamples);
        if (count == 0)
            break;
        left -= count;
    }
}

Result<void> LiveMelTap::set (const TapSettings& settings, std::shared_ptr<LiveDevice> device)
{
    if (mark_.isForked ())
        return ofParent ();
    if (auto sound = settings.spec.validate (); ! sound)
        return sound;
    const std::lock_guard lock (control_);
    auto done = guarded (
        [&] () -> Result<void>
        {
            const bool goesOn = newest_ != nullptr && ! newest_->hasFailed () &&
                                device == device_ && settings.spec == settings_.spec &&
                                settings.mix == settings_.mix;
            if (isWatched_ && rateHz_ > 0)
                fitHistory (settings.historySeconds);
            if (rateHz_ > 0 && ! goesOn)
                if (auto begun = begin (settings, device); ! begun)
                    return begun;
            settings_ = settings;
            device_ = device;
            isSet_ = true;
            return {};
        });
    if (isWatched_ && rateHz_ > 0 && ! submitter_)
        attach ();
    return done;
}

/** A new generation. */
Result<void> LiveMelTap::begin (const TapSettings& settings, std::shared_ptr<LiveDevice> device)
{
    return useFeed (settings, std::move (device), {generation_ + 1, {}});
}

Result<void> LiveMelTap::useFeed (const TapSettings& settings, std::shared_ptr<LiveDevice> device,
                                  const TapFeed::Identity& identity)
{
    auto feed = TapFeed::make (settings, std::move (device),
                               static_cast<int> (std::lround (rateHz_)), identity);
    if (! feed)
        return feed.error ();
    const bool isNew = identity.generation != generation_;
    const MelGeometry geometry = (*feed)->geometry ();
    TapRowQueue rows;
    if (isNew)
        rows = TapRowQueue (geometry.numFeatures, queueRowsFor (geometry));
    if (isNew)
    {
        const std::lock_guard lock (screen_.mutex);
        std::swap (screen_.rows, rows);
        screen_.generation = generation_ = identity.generation;
        screen_.originSample.reset ();
    }
    geometry_ = geometry;
    newest_ = feed->get ();
    // release: the worker sees the feed whole
    delete incoming_.exchange (feed->release (), std::memory_order_acq_rel);
    return {};
}

void LiveMelTap::fitHistory (double historySeconds)
{
    const double seconds = std::clamp (historySeconds, 0.0, kMostHistorySeconds);
    const auto capacity = static_cast<std::int64_t> (std::ceil (seconds * rateHz_)) + 1;
    if (screen_.history.capacitySamples () == capacity)
        return;
    SampleHistory history (capacity);
    const std::lock_guard lock (screen_.mutex);
    history.takeOver (screen_.history);
    std::swap (screen_.history, history);
}

} // namespace melstrom
