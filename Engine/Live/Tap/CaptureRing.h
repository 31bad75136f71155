// A ring of captured stereo sound and the memory below it.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Realtime/Queues/SampleRing.h"

#include <memory>
#include <vector>

namespace melstrom
{

/** Stereo samples between the audio thread and the worker. The memory is ordinary, or from a
    backend: pinned if a GPU reads it. Thread: see SampleRing; made and destroyed by any but
    audio. */
class CaptureRing
{
public:
    static constexpr int kNumChannels = 2;
    /** Taken samples that stay in the ring for the rows that still need them. */
    static constexpr int kLookBackSamples = 1 << 15;
    static constexpr int kPieceSamples = 4096; ///< most samples of one `take`

    /** Of ordinary memory. Throws std::bad_alloc. */
    explicit CaptureRing (int capacitySamples);
    /** Of the backend's memory. Fails: as Backend::allocate. Throws std::bad_alloc. */
    static Result<std::unique_ptr<CaptureRing>> make (Backend& backend, int capacitySamples);

    /** Keeps the owner of the backend until the memory is free. */
    void keep (const std::shared_ptr<LiveDevice>& device) noexcept { device_ = device; }

    SampleRing& samples () noexcept { return ring_; }
    int capacitySamples () const noexcept { return capacitySamples_; }

    CaptureRing* next = nullptr; ///< in a list of rings to be destroyed

private:
    CaptureRing (std::unique_ptr<SlabMemory> slab, int capacitySamples) noexcept;

    std::shared_ptr<LiveDevice> device_;
    std::unique_ptr<SlabMemory> slab_; ///< destroyed before its device; null: own_
    std::vector<float> own_;
    int capacitySamples_;
    SampleRing ring_;
};

} // namespace melstrom
