// A reader of samples that measures them on their way.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Statistics/SoundTally.h"

#include <memory>
#include <optional>

namespace melstrom
{

/** The shape of an open sound. */
inline SoundShape soundShapeOf (const AudioInfo& info) noexcept
{
    return {info.rateHz, info.numChannels, info.format, info.fullScale};
}

/** Passes all reads on, and gives their samples to a tally, which several readers of one sound may
    share. Thread: one at a time. */
class MeasuredReader final : public AudioReader
{
public:
    /** tally: nullptr for one of its own. */
    explicit MeasuredReader (std::unique_ptr<AudioReader> source,
                             std::shared_ptr<SoundTally> tally = nullptr);

    const AudioInfo& info () const noexcept override { return source_->info (); }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override;
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    /** The bytes of all samples that no reader of this sound has read. */
    std::int64_t bytesLeft () const
    {
        return (info ().numSamples - tally_->numTaken ()) * frameBytes_;
    }
    /** Reads and measures what no reader of this sound has read. No read may follow it. Fails: as
        `read`; interrupted. */
    Result<void> readRest (const std::atomic<bool>& stop);
    /** Empty until all samples are measured: another reader may be about to. */
    std::optional<SoundRecord> record () const;

private:
    std::unique_ptr<AudioReader> source_;
    std::shared_ptr<SoundTally> tally_;
    const std::int64_t frameBytes_;
    std::int64_t position_ = 0; ///< next sample of the source
};

} // namespace melstrom
