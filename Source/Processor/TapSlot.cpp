#include "Source/Processor/TapSlot.h"

#include <stdexcept>

namespace melstrom
{

Result<void> TapSlot::make ()
{
    if (tap_ != nullptr)
        return {};
    MELSTROM_TRY_VALUE (tap_, MelTap::make ());
    return {};
}

MelTap& TapSlot::tap ()
{
    const std::lock_guard lock (mutex_);
    if (const auto made = make (); ! made)
        throw std::runtime_error (made.error ().message);
    return *tap_;
}

void TapSlot::prepare (double rateHz, int maxBlockSamples)
{
    const std::lock_guard lock (mutex_);
    prepared_.store (nullptr, std::memory_order_relaxed);
    if (make () && tap_->prepare (rateHz, maxBlockSamples))
        prepared_.store (tap_.get (), std::memory_order_release);
}

void TapSlot::push (const float* left, const float* right, int numSamples) noexcept
{
    if (auto* const tap = prepared_.load (std::memory_order_acquire))
        tap->push (left, right, numSamples);
}

void TapSlot::skip (std::int64_t numSamples) noexcept
{
    if (auto* const tap = prepared_.load (std::memory_order_acquire))
        tap->skip (numSamples);
}

std::string TapSlot::backendName () const
{
    const std::lock_guard lock (mutex_);
    return tap_ != nullptr ? tap_->backendName () : std::string ();
}

} // namespace melstrom
