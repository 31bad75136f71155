// The shown sound, from the audio thread to its history.
#pragma once

#include "Engine/Realtime/Queues/SampleRing.h"
#include "Standalone/App/Audio/KeptSound.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace melstrom
{

/** Holds at least kSeconds; while it is full, samples are lost, and the history has a gap. */
class SoundFeed
{
public:
    static constexpr double kSeconds = 8;

    /** position: of the next sample. Drops all samples; while no other function runs. Throws
        std::bad_alloc. */
    void prepare (double rateHz, std::int64_t position);

    /** Thread: audio; wait-free. */
    void add (const float* left, const float* right, int numSamples) noexcept;
    /** Samples that never came, above 0. Thread: audio; wait-free. */
    void skip (std::int64_t numSamples) noexcept;

    /** Appends all samples. Throws std::bad_alloc. Thread: reader's. */
    void update (KeptSound& sound);

private:
    double rateHz_ = 0;
    std::int64_t firstPosition_ = 0;
    std::vector<float> memory_;
    std::unique_ptr<SampleRing> ring_;
};

} // namespace melstrom
