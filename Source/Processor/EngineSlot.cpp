#include "Source/Processor/EngineSlot.h"

#include <algorithm>

namespace melstrom
{

Result<void> EngineSlot::prepare (const LiveSynthOptions& options, const Patch& patch, bool keeps)
{
    const std::lock_guard lock (mutex_);
    const bool isWaiting =
        incoming_.exchange (nullptr) != nullptr; // then it was made with the sound of a moment ago
    retired_.store (nullptr);
    playing_ = nullptr;
    if (! engines_.empty () && (isWaiting || ! keeps || newest ()->options != options))
        engines_.clear ();
    if (engines_.size () > 1)
        engines_.erase (engines_.begin (), engines_.end () - 1);
    if (engines_.empty ())
    {
        auto synth = LiveSynth::make (options, patch);
        if (! synth)
            return synth.error ();
        engines_.push_back (std::make_unique<Engine> (Engine {options, std::move (*synth)}));
    }
    playing_ = newest ();
    return {};
}

Result<void> EngineSlot::replace (const LiveSynthOptions& options, const Patch& patch)
{
    auto synth = LiveSynth::make (options, patch);
    if (! synth)
        return synth.error ();
    const std::lock_guard lock (mutex_);
    engines_.push_back (std::make_unique<Engine> (Engine {options, std::move (*synth)}));
    forget (incoming_.exchange (newest (), std::memory_order_acq_rel)); // one that was never taken
    forget (retired_.exchange (nullptr, std::memory_order_acquire));
    return {};
}

void EngineSlot::collect ()
{
    const std::lock_guard lock (mutex_);
    forget (retired_.exchange (nullptr, std::memory_order_acquire));
}

void EngineSlot::forget (const Engine* engine)
{
    std::erase_if (engines_, [engine] (const auto& each) { return each.get () == engine; });
}

void EngineSlot::setDrawings (const std::array<std::vector<float>, kNumOscillators>& drawings)
{
    const std::lock_guard lock (mutex_);
    for (const auto& engine : engines_)
        engine->synth->setDrawings (drawings);
}

LiveHealth EngineSlot::health () const
{
    const std::lock_guard lock (mutex_);
    return newest () != nullptr ? newest ()->synth->health () : LiveHealth {};
}

bool EngineSlot::shownValues (PatchValues& values) noexcept
{
    const std::lock_guard lock (mutex_);
    return newest () != nullptr && newest ()->synth->shownValues (values);
}

int EngineSlot::latencySamples () const
{
    const std::lock_guard lock (mutex_);
    return newest () != nullptr ? newest ()->synth->latencySamples () : 0;
}

bool EngineSlot::change () noexcept
{
    if (retired_.load (std::memory_order_acquire) != nullptr)
        return false;
    auto* const engine = incoming_.exchange (nullptr, std::memory_order_acq_rel);
    if (engine == nullptr)
        return false;
    retired_.store (playing_, std::memory_order_release);
    playing_ = engine;
    return true;
}

} // namespace melstrom
