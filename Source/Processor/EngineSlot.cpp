#include "Source/Processor/EngineSlot.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

Result<std::unique_ptr<EngineSlot::Engine>> EngineSlot::make (const LiveSynthOptions& options,
                                                              const Patch& patch,
                                                              const std::optional<Tuning>& tuning)
{
    MELSTROM_TRY_VALUE (auto synth, LiveSynth::make (options, patch));
    if (tuning)
        synth->setTuning (*tuning);
    return std::make_unique<Engine> (Engine {options, std::move (synth)});
}

bool EngineSlot::newestHas (const LiveSynthOptions& options) const
{
    const std::lock_guard lock (mutex_);
    return newest () != nullptr && newest ()->options == options;
}

EngineSlot::Engines EngineSlot::install (std::unique_ptr<Engine> engine)
{
    Engines gone;
    const std::lock_guard lock (mutex_);
    incoming_.store (nullptr);
    retired_.store (nullptr);
    std::swap (gone, engines_);
    if (engine != nullptr)
        engines_.push_back (std::move (engine));
    playing_ = newest ();
    return gone;
}

EngineSlot::Engines EngineSlot::installNewest ()
{
    Engines gone;
    const std::lock_guard lock (mutex_);
    incoming_.store (nullptr);
    retired_.store (nullptr);
    std::swap (gone, engines_);
    if (! gone.empty ())
    {
        engines_.push_back (std::move (gone.back ()));
        gone.pop_back ();
    }
    playing_ = newest ();
    return gone;
}

EngineSlot::Engines EngineSlot::replace (std::unique_ptr<Engine> engine)
{
    Engines gone;
    const std::lock_guard lock (mutex_);
    engines_.push_back (std::move (engine));
    forget (incoming_.exchange (newest (), std::memory_order_acq_rel), gone); // never taken
    forget (retired_.exchange (nullptr, std::memory_order_acquire), gone);
    return gone;
}

void EngineSlot::collect ()
{
    Engines gone; // destroyed after the lock is released
    const std::lock_guard lock (mutex_);
    forget (retired_.exchange (nullptr, std::memory_order_acquire), gone);
}

void EngineSlot::forget (const Engine* engine, Engines& gone)
{
    const auto found =
        std::ranges::find (engines_, engine, [] (const auto& each) { return each.get (); });
    if (engine == nullptr || found == engines_.end ())
        return;
    gone.push_back (std::move (*found));
    engines_.erase (found);
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
