#include "Engine/Live/Tap/TapFeed.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/TapGrid.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

TapFeed::TapFeed (std::shared_ptr<LiveDevice> device, const Host& host, const Identity& identity,
                  std::unique_ptr<TapStream> cpu)
    : device_ (std::move (device)), active_ (std::move (cpu)), geometry_ (active_->geometry ()),
      cpuName_ (active_->backendName), host_ (host), identity_ (identity)
{
}

Result<std::unique_ptr<TapFeed>> TapFeed::make (const TapSettings& settings,
                                                std::shared_ptr<LiveDevice> device,
                                                const Host& host, const Identity& identity)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<TapFeed>>
        {
            MELSTROM_TRY_VALUE (const auto spec, TapStreamSpec::make (settings, host.rateHz));
            MELSTROM_TRY_VALUE (auto cpu, device ? TapStream::make (device->cpuBackend (), spec)
                                                 : TapStream::makeOnCpu (spec));
            std::unique_ptr<TapFeed> feed (
                new TapFeed (std::move (device), host, identity, std::move (cpu)));
            if (! spec.inRing)
            {
                MELSTROM_TRY_VALUE (feed->signal_,
                                    TapSignal::make (settings.mix, host.rateHz, spec.rateHz));
            }
            feed->orderStream (spec);
            return feed;
        });
}

TapFeed::~TapFeed ()
{
    if (order_)
        order_->cancel ();
    dropFormer ();
}

void TapFeed::orderStream (const TapStreamSpec& spec)
{
    if (! device_ || device_->state () == LiveDevice::State::cpu)
        return;
    order_ = std::make_shared<StreamOrder> ();
    device_->post (
        [order = order_, spec, ringSamples = host_.ringSamples] (Backend& gpu)
        {
            if (! order->isCancelled ())
                order->deliver (TapStream::makeWithRing (gpu, spec, ringSamples));
        });
}

/** Switches to the device's stream between two rows. It reads the samples where they lie, or copies
    them. */
void TapFeed::changeOver () noexcept
{
    if (! order_ || isOnDevice_.load (std::memory_order_relaxed))
        return;
    auto made = order_->take ();
    if (! made)
        return;
    made->goOnFrom (*active_);
    if (made->ring)
        made->ring->keep (device_);
    std::swap (active_, made);
    deviceName_.swap (active_->backendName);
    isOnDevice_.store (true, std::memory_order_release);
    former_.store (made.release (), std::memory_order_release); // dropFormer frees it: that is slow
}

void TapFeed::dropFormer () noexcept
{
    delete former_.exchange (nullptr, std::memory_order_acquire);
}

std::string TapFeed::backendName () const
{
    return isOnDevice_.load (std::memory_order_acquire) ? deviceName_ : cpuName_;
}

std::string TapFeed::notice () const
{
    if (! order_)
        return device_ ? device_->notice () : std::string ();
    const auto failure = order_->failure ();
    return failure.empty () ? device_->notice () : "the CPU computes rows: " + failure;
}

void TapFeed::give (const SampleRing::Piece& piece) noexcept
{
    if (piece.position != expectedSample_)
        beginAnew (piece.position);
    expectedSample_ = piece.position + piece.numSamples;
    const auto skipped = static_cast<int> (std::min<std::int64_t> (numToSkip_, piece.numSamples));
    numToSkip_ -= skipped;
    const int count = piece.numSamples - skipped;
    if (signal_)
        signal_->give (piece.samples + std::ptrdiff_t {CaptureRing::kNumChannels} * skipped, count);
    else
        active_->inRing->extend (count);
}

bool TapFeed::isUsedUp () const noexcept
{
    return signal_ ? signal_->isUsedUp () : active_->inRing->due ().numRows == 0;
}

int TapFeed::numNeeded () const noexcept
{
    if (signal_ || hasFailed ())
        return 0;
    const StreamRows& rows = *active_->inRing;
    return static_cast<int> (rows.numSamples () - rows.firstNeeded ());
}

void TapFeed::beginAnew (std::int64_t position) noexcept
{
    if (! identity_.originSample)
        identity_.originSample = position;
    const auto since = position - *identity_.originSample;
    const TapGrid grid (host_.rateHz, geometry ());
    firstRow_ = grid.firstRowFrom (since);
    numToSkip_ = grid.hostSampleOfRow (firstRow_) - since;
    active_->begin ();
    if (signal_ && ! guarded ([this] { return signal_->begin (); }))
        fail ();
}

Result<MelRows> TapFeed::computeInRing (SampleRing& ring)
{
    StreamRows& rows = *active_->inRing;
    const auto due = rows.due ();
    if (due.numRows == 0)
        return MelRows {};
    const auto numBack = rows.numSamples () - due.firstSample;
    if (numBack > ring.lookBackSamples ())
        return Error {ErrorCode::internalFault,
                      "rows need " + std::to_string (numBack) + " samples of a ring that keeps " +
                          std::to_string (ring.lookBackSamples ()),
                      {}};
    return rows.compute (due, ring.recent (static_cast<int> (numBack)));
}

Result<MelRows> TapFeed::computeOfCopy ()
{
    MelStream& stream = *active_->ofCopy;
    for (;;)
    {
        MELSTROM_TRY_VALUE (const auto ready, signal_->ready ());
        signal_->take (stream.push (ready.data (), static_cast<int> (ready.size ())));
        MELSTROM_TRY_VALUE (const auto rows, stream.compute ());
        if (rows.numRows > 0 || ready.empty ())
            return rows;
    }
}

MelRows TapFeed::compute (SampleRing& ring) noexcept
{
    changeOver ();
    if (hasFailed ())
        return {};
    const auto rows = guarded ([&] { return signal_ ? computeOfCopy () : computeInRing (ring); });
    if (! rows)
    {
        fail ();
        return {};
    }
    return {rows->firstRow + firstRow_, rows->numRows, rows->data};
}

} // namespace melstrom
