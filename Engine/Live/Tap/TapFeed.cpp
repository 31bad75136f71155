#include "Engine/Live/Tap/TapFeed.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/TapGrid.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

TapFeed::TapFeed (std::shared_ptr<LiveDevice> device, int hostRateHz, const Identity& identity,
                  TapSignal signal, std::unique_ptr<TapStream> cpu)
    : device_ (std::move (device)), active_ (std::move (cpu)),
      geometry_ (active_->stream->geometry ()), cpuName_ (active_->backendName),
      hostRateHz_ (hostRateHz), identity_ (identity), signal_ (std::move (signal))
{
}

Result<std::unique_ptr<TapFeed>> TapFeed::make (const TapSettings& settings,
                                                std::shared_ptr<LiveDevice> device, int rateHz,
                                                const Identity& identity)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<TapFeed>>
        {
            const MelSpec spec = MelStream::streamable (settings.spec, true);
            const int ownRateHz = spec.rateHz.value_or (rateHz);
            MELSTROM_TRY_VALUE (auto signal, TapSignal::make (settings.mix, rateHz, ownRateHz));
            MELSTROM_TRY_VALUE (auto cpu,
                                device ? TapStream::make (device->cpuBackend (), spec, ownRateHz)
                                       : TapStream::makeOnCpu (spec, ownRateHz));
            std::unique_ptr<TapFeed> feed (new TapFeed (std::move (device), rateHz, identity,
                                                        std::move (signal), std::move (cpu)));
            feed->orderStream ();
            return feed;
        });
}

TapFeed::~TapFeed ()
{
    if (order_)
        order_->cancel ();
    dropFormer ();
}

void TapFeed::orderStream ()
{
    if (! device_ || device_->state () == LiveDevice::State::cpu)
        return;
    order_ = std::make_shared<StreamOrder> ();
    device_->post (
        [order = order_, spec = geometry_.spec, rateHz = geometry_.rateHz] (Backend& gpu)
        {
            if (! order->isCancelled ())
                order->deliver (TapStream::make (gpu, spec, rateHz));
        });
}

/** Switches to the device's stream between two rows: it copies position and samples. */
void TapFeed::changeOver () noexcept
{
    if (! order_ || isOnDevice_.load (std::memory_order_relaxed))
        return;
    auto made = order_->take ();
    if (! made)
        return;
    made->stream->goOnFrom (*active_->stream);
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

void TapFeed::give (std::int64_t position, const float* left, const float* right,
                    int numSamples) noexcept
{
    if (position != expectedSample_)
        beginAnew (position);
    expectedSample_ = position + numSamples;
    const auto skipped = static_cast<int> (std::min<std::int64_t> (numToSkip_, numSamples));
    numToSkip_ -= skipped;
    signal_.give (left + skipped, right + skipped, numSamples - skipped);
}

void TapFeed::beginAnew (std::int64_t position) noexcept
{
    if (! identity_.originSample)
        identity_.originSample = position;
    const auto since = position - *identity_.originSample;
    const TapGrid grid (hostRateHz_, geometry ());
    firstRow_ = grid.firstRowFrom (since);
    numToSkip_ = grid.hostSampleOfRow (firstRow_) - since;
    active_->stream->begin ();
    if (! guarded ([this] { return signal_.begin (); }))
        fail ();
}

MelRows TapFeed::compute () noexcept
{
    changeOver ();
    while (! hasFailed ())
    {
        bool isAll = false;
        const auto rows = guarded (
            [&] () -> Result<MelRows>
            {
                MELSTROM_TRY_VALUE (const auto ready, signal_.ready ());
                isAll = ready.empty ();
                MelStream& stream = *active_->stream;
                signal_.take (stream.push (ready.data (), static_cast<int> (ready.size ())));
                return stream.compute ();
            });
        if (! rows)
            fail ();
        else if (rows->numRows > 0 || isAll)
            return {rows->firstRow + firstRow_, rows->numRows, rows->data};
    }
    return {};
}

} // namespace melstrom
