#include "Engine/Live/Voices/LiveTables.h"

#include "Engine/Spec/Patch/PatchParameters.h"

namespace melstrom
{

LiveTables::LiveTables (TableSlots& slots, const PatchValues& values, double sampleRateHz,
                        int lagSamples)
    : slots_ (slots), values_ (values), lagSamples_ (lagSamples),
      // A fade may wait for the end of an earlier fade, and starts at a control point.
      fadeSamples_ ((2 * TimbreFade::segmentsAt (sampleRateHz) + 2) * kControlSamples)
{
}

void LiveTables::follow (std::span<const SynthEvent> events) noexcept
{
    for (const SynthEvent& event : events)
    {
        if (event.kind != SynthEventKind::parameter || event.key >= kNumPatchKeys)
            continue;
        const auto key = static_cast<PatchKey> (event.key);
        const bool isOfTables = parameterOf (key).affects == Affects::tables;
        hasChanged_ = hasChanged_ || (isOfTables && values_[key] != event.value);
        values_[key] = event.value;
    }
}

std::optional<int> LiveTables::next (std::int64_t sample, LiveVoices& voices,
                                     bool isOffline) noexcept
{
    if (hasChanged_)
        hasChanged_ = ! slots_.tryRequest (values_);
    if (isOffline)
        LivePatience::waitOffline ([this] { return ! slots_.isMaking (); });
    if (const auto newest = slots_.takeReady ())
    {
        if (ready_)
            slots_.release (ready_->slot);
        ready_ = newest;
    }
    if (isOffline && ready_)
        voices.waitForWorker (); // unfinished records would postpone the tables
    // The first condition depends on samples only, so that an offline render is the same on every
    // backend. The second adds a constraint only while the worker is late.
    const bool isFaded = changedAt_ < 0 || (sample >= changedAt_ + fadeSamples_ + lagSamples_ &&
                                            voices.oldestUnsounded () >= changedAt_ + fadeSamples_);
    if (! ready_ || ! isFaded)
        return std::nullopt;
    if (former_)
        slots_.release (*former_);
    former_ = current_;
    current_ = ready_->slot;
    changedAt_ = sample;
    voices.useSlot (*ready_);
    ready_.reset ();
    return current_;
}

} // namespace melstrom
