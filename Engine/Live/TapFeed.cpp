#include "Engine/Live/TapFeed.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/TapGrid.h"

#include <algorithm>

namespace melstrom
{

Result<std::unique_ptr<TapFeed>> TapFeed::make (const TapSettings& settings,
                                                std::shared_ptr<LiveDevice> device, int rateHz,
                                                const Identity& identity)
{
    const int ownRateHz = settings.spec.rateHz.value_or (rateHz);
    auto signal = TapSignal::make (settings.mix, rateHz, ownRateHz);
    if (! signal)
        return signal.error ();
    std::unique_ptr<TapFeed> feed (new TapFeed (rateHz, identity, std::move (*signal)));
    if (auto opened = feed->openStream (MelStream::streamable (settings.spec, true),
                                        std::move (device), ownRateHz);
        ! opened)
        return opened.error ();
    return feed;
}

Result<void> TapFeed::openStream (const MelSpec& spec, std::shared_ptr<LiveDevice> device,
                                  int rateHz)
{
    device_ = std::move (device);
    if (! device_)
    {
        auto cpu = makeCpuBackend (1);
        if (! cpu)
            return cpu.error ();
        ownBackend_ = std::move (*cpu);
    }
    Backend& backend = device_ ? device_->melBackend () : *ownBackend_;
    auto stream = MelStream::make (backend, spec, rateHz);
    if (! stream)
        return stream.error ();
    stream_ = std::move (*stream);
    backendName_ = backend.name ();
    return {};
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
    stream_->begin ();
    if (! guarded ([this] { return signal_.begin (); }))
        fail ();
}

MelRows TapFeed::compute () noexcept
{
    while (! hasFailed ())
    {
        bool isAll = false;
        const auto rows = guarded (
            [&] () -> Result<MelRows>
            {
                const auto ready = signal_.ready ();
                if (! ready)
                    return ready.error ();
                isAll = ready->empty ();
                signal_.take (stream_->push (ready->data (), static_cast<int> (ready->size ())));
                return stream_->compute ();
            });
        if (! rows)
            fail ();
        else if (rows->numRows > 0 || isAll)
            return {rows->firstRow + firstRow_, rows->numRows, rows->data};
    }
    return {};
}

} // namespace melstrom
