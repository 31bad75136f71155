// A reader of samples that measures them on their way.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Statistics/SoundTally.h"

#include <optional>

namespace melstrom
{

/** Passes all reads on. Measures the samples of `source` from the first to the last, each once: those
    that are read while they continue what was measured, and the others in `finish`. Thread: one at a
    time. */
class MeasuredReader final : public AudioReader
{
public:
    explicit MeasuredReader (std::unique_ptr<AudioReader> source);

    const AudioInfo& info () const noexcept override { return source_->info (); }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override;
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    /** True if `finish` need not read. */
    bool isComplete () const noexcept { return measured_ == info ().numSamples; }
    /** Reads and measures the rest. Call once; no read may follow it. Fails: as `read`;
        interrupted. */
    Result<SoundRecord> finish (const std::atomic<bool>& stop);

private:
    std::unique_ptr<AudioReader> source_;
    SoundTally tally_;
    const std::int64_t frameBytes_;
    std::int64_t measured_ = 0, position_ = 0; ///< samples measured; next sample of the source
};

} // namespace melstrom
