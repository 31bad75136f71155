// One setting of a tap at work: stereo samples in, rows of a screen out.
#pragma once

#include "Engine/Live/MelTap.h"

#include <array>
#include <atomic>

namespace melstrom
{

/** Mixes two channels into one and feeds a stream with them. Where samples are missing, the stream
    begins anew at the next place on a grid of hops that starts at the feed's first sample; so a
    row's index says which samples it is made from, whatever was lost before it.
    Thread: made and destroyed on the message thread, used on the worker's. */
class TapFeed
{
public:
    static constexpr int kPieceSamples = 4096; ///< that are mixed at a time

    /** Of rows, when they are made. */
    struct Identity
    {
        int generation = 0;
        std::optional<std::int64_t> originSample; ///< of the grid; empty: the first sample given
    };
    /** device: null takes the CPU with one thread. Fails: badSpec, outOfMemory, deviceLost. */
    static Result<std::unique_ptr<TapFeed>> make (const TapSettings& settings,
                                                  std::shared_ptr<LiveDevice> device, int rateHz,
                                                  const Identity& identity);

    /** Up to kPieceSamples, when all former ones are used. */
    void give (std::int64_t position, const float* left, const float* right,
               int numSamples) noexcept;
    bool isUsedUp () const noexcept { return used_ == given_; }
    /** The next rows, which follow each other; firstRow counts hops from the origin. numRows 0: more
        samples are needed. After a failure the feed does nothing more, and hasFailed. */
    MelRows compute () noexcept;

    bool hasFailed () const noexcept
    {
        return hasFailed_.load (std::memory_order_acquire);
    }                                                                              ///< any
    const MelGeometry& geometry () const noexcept { return stream_->geometry (); } ///< any
    const std::string& backendName () const noexcept { return backendName_; }      ///< any
    int generation () const noexcept { return identity_.generation; }              ///< any
    std::optional<std::int64_t> originSample () const noexcept { return identity_.originSample; }

    TapFeed* next = nullptr; ///< in a list of feeds that are done

private:
    TapFeed () = default;
    void beginAnew (std::int64_t position) noexcept;

    std::shared_ptr<LiveDevice> device_;
    std::unique_ptr<Backend> ownBackend_;
    std::unique_ptr<MelStream> stream_; ///< goes before its backend
    std::string backendName_;
    TapMix mix_ = TapMix::sum;
    Identity identity_;

    std::array<float, kPieceSamples> piece_ {};
    int used_ = 0, given_ = 0;
    std::optional<std::int64_t> expectedSample_;
    std::int64_t numToSkip_ = 0; ///< samples before the grid's next place
    std::int64_t firstRow_ = 0;  ///< of the stream
    std::atomic<bool> hasFailed_ {false};
};

} // namespace melstrom
