#include "Engine/Live/Tap/TapStream.h"

#include "Engine/Backend/ProcessorTime.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/SettledRows.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr int kRowsAtATime = 64;
constexpr std::int64_t kMostBytes = 16 << 20;

/** How a plan reads that mix from left and right; empty: it cannot. */
std::optional<StreamLayout> layoutOf (TapMix mix) noexcept
{
    switch (mix)
    {
        case TapMix::sum:
        case TapMix::mid: return StreamLayout {CaptureRing::kNumChannels, {}};
        case TapMix::left: return StreamLayout {CaptureRing::kNumChannels, 0};
        case TapMix::right: return StreamLayout {CaptureRing::kNumChannels, 1};
        case TapMix::side: break;
    }
    return {};
}
} // namespace

Result<TapStreamSpec> TapStreamSpec::make (const TapSettings& settings, int hostRateHz)
{
    TapStreamSpec made;
    made.spec = MelStream::streamable (settings.spec, true);
    made.rateHz = made.spec.rateHz.value_or (hostRateHz);
    MELSTROM_TRY (made.spec.validate ());
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (made.spec, made.rateHz));
    // Samples of a row that waits, and of the piece that may complete it.
    const auto most = mostSamplesNeeded (geometry, 1) + CaptureRing::kPieceSamples;
    if (made.rateHz == hostRateHz && most <= CaptureRing::kLookBackSamples)
        made.inRing = layoutOf (settings.mix);
    return made;
}

Result<std::unique_ptr<TapStream>> TapStream::make (Backend& backend, const TapStreamSpec& spec)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<TapStream>>
        {
            auto made = std::make_unique<TapStream> ();
            made->backendName = backend.name ();
            if (! spec.inRing)
            {
                MELSTROM_TRY_VALUE (
                    made->ofCopy, MelStream::make (backend, spec.spec, spec.rateHz, kRowsAtATime));
                return made;
            }
            MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec.spec, spec.rateHz));
            const auto limits = StreamRows::limitsFor (geometry, kRowsAtATime,
                                                       CaptureRing::kLookBackSamples, kMostBytes);
            MELSTROM_TRY_VALUE (made->inRing,
                                StreamRows::make (backend, geometry, limits, *spec.inRing));
            return made;
        });
}

Result<std::unique_ptr<TapStream>>
TapStream::makeWithRing (Backend& backend, const TapStreamSpec& spec, int ringSamples)
{
    MELSTROM_TRY_VALUE (auto made, make (backend, spec));
    if (spec.inRing)
    {
        MELSTROM_TRY_VALUE (made->ring,
                            guarded ([&] { return CaptureRing::make (backend, ringSamples); }));
    }
    return made;
}

Result<std::unique_ptr<TapStream>> TapStream::makeOnCpu (const TapStreamSpec& spec)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<TapStream>>
        {
            MELSTROM_TRY_VALUE (auto cpu, makeCpuBackend (1));
            cpu->observe (&ProcessorTime::ofLiveRows ());
            auto made = make (*cpu, spec);
            if (made)
                (*made)->ownBackend = std::move (cpu);
            return made;
        });
}

const MelGeometry& TapStream::geometry () const noexcept
{
    return inRing ? inRing->geometry () : ofCopy->geometry ();
}

void TapStream::begin ()
{
    if (inRing)
        inRing->begin ();
    else
        ofCopy->begin ();
}

void TapStream::goOnFrom (const TapStream& other) noexcept
{
    if (inRing)
        inRing->goOnFrom (*other.inRing);
    else
        ofCopy->goOnFrom (*other.ofCopy);
}

void StreamOrder::deliver (Result<std::unique_ptr<TapStream>> made) noexcept
{
    State expected = State::asked;
    if (! made)
    {
        static_cast<void> (guarded (
            [&] () -> Result<void>
            {
                failure_ = made.error ().message;
                return {};
            }));
        state_.compare_exchange_strong (expected, State::failed);
        return;
    }
    stream_ = *std::move (made);
    if (! state_.compare_exchange_strong (expected, State::made))
        stream_.reset (); // cancelled: no other thread uses it
}

std::unique_ptr<TapStream> StreamOrder::take () noexcept
{
    State expected = State::made;
    if (! state_.compare_exchange_strong (expected, State::taken))
        return nullptr;
    return std::move (stream_);
}

void StreamOrder::cancel () noexcept
{
    if (state_.exchange (State::cancelled) == State::made)
        stream_.reset ();
}

std::string StreamOrder::failure () const
{
    return state_ == State::failed ? failure_ : std::string ();
}

} // namespace melstrom
