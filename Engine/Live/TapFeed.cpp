#include "Engine/Live/TapFeed.h"

#include "Engine/Core/Guarded.h"

#include <algorithm>

namespace melstrom
{

namespace
{
void mixDown (TapMix mix, const float* left, const float* right, int numSamples, float* to) noexcept
{
    switch (mix)
    {
        case TapMix::left: std::copy_n (left, numSamples, to); break;
        case TapMix::right: std::copy_n (right, numSamples, to); break;
        case TapMix::sum:
        case TapMix::mid:
            for (int i = 0; i < numSamples; ++i)
                to[i] = 0.5f * (left[i] + right[i]);
            break;
        case TapMix::side:
            for (int i = 0; i < numSamples; ++i)
                to[i] = 0.5f * (left[i] - right[i]);
            break;
    }
}
} // namespace

Result<std::unique_ptr<TapFeed>> TapFeed::make (const TapSettings& settings,
                                                std::shared_ptr<LiveDevice> device, int rateHz,
                                                const Identity& identity)
{
    std::unique_ptr<TapFeed> feed (new TapFeed);
    feed->device_ = std::move (device);
    if (! feed->device_)
    {
        auto cpu = makeCpuBackend (1);
        if (! cpu)
            return cpu.error ();
        feed->ownBackend_ = std::move (*cpu);
    }
    Backend& backend = feed->device_ ? feed->device_->melBackend () : *feed->ownBackend_;
    auto stream = MelStream::make (backend, MelStream::streamable (settings.spec, true), rateHz);
    if (! stream)
        return stream.error ();
    feed->stream_ = std::move (*stream);
    feed->backendName_ = backend.name ();
    feed->mix_ = settings.mix;
    feed->identity_ = identity;
    return feed;
}

void TapFeed::give (std::int64_t position, const float* left, const float* right,
                    int numSamples) noexcept
{
    if (position != expectedSample_)
        beginAnew (position);
    expectedSample_ = position + numSamples;
    mixDown (mix_, left, right, numSamples, piece_.data ());
    given_ = numSamples;
    used_ = static_cast<int> (std::min<std::int64_t> (numToSkip_, numSamples));
    numToSkip_ -= used_;
}

void TapFeed::beginAnew (std::int64_t position) noexcept
{
    if (! identity_.originSample)
        identity_.originSample = position;
    const auto hop = std::int64_t {geometry ().hopSamples};
    const auto since = position - *identity_.originSample;
    firstRow_ = since / hop + (since % hop > 0 ? 1 : 0);
    numToSkip_ = firstRow_ * hop - since;
    stream_->begin ();
}

MelRows TapFeed::compute () noexcept
{
    while (! hasFailed ())
    {
        used_ += stream_->push (piece_.data () + used_, given_ - used_);
        auto rows = guarded ([this] { return stream_->compute (); });
        if (! rows)
        {
            hasFailed_.store (true, std::memory_order_release);
            break;
        }
        if (rows->numRows > 0 || isUsedUp ())
            return {rows->firstRow + firstRow_, rows->numRows, rows->data};
    }
    used_ = given_;
    return {};
}

} // namespace melstrom
