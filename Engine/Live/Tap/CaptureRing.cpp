#include "Engine/Live/Tap/CaptureRing.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t floatsFor (int capacitySamples) noexcept
{
    return SampleRing::memoryFloats (CaptureRing::kNumChannels, capacitySamples,
                                     CaptureRing::kLookBackSamples);
}
} // namespace

CaptureRing::CaptureRing (int capacitySamples)
    : own_ (floatsFor (capacitySamples)), capacitySamples_ (capacitySamples),
      ring_ (own_, kNumChannels, capacitySamples, kLookBackSamples)
{
}

CaptureRing::CaptureRing (std::unique_ptr<SlabMemory> slab, int capacitySamples) noexcept
    : slab_ (std::move (slab)), capacitySamples_ (capacitySamples),
      ring_ ({reinterpret_cast<float*> (slab_->data ()), floatsFor (capacitySamples)}, kNumChannels,
             capacitySamples, kLookBackSamples)
{
    // Touches every page, so that the audio thread does not.
    std::fill_n (reinterpret_cast<float*> (slab_->data ()), floatsFor (capacitySamples), 0.0f);
}

Result<std::unique_ptr<CaptureRing>> CaptureRing::make (Backend& backend, int capacitySamples)
{
    MELSTROM_TRY_VALUE (auto slab, backend.allocate (floatsFor (capacitySamples) * sizeof (float)));
    return std::unique_ptr<CaptureRing> (new CaptureRing (std::move (slab), capacitySamples));
}

} // namespace melstrom
