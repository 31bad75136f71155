// One setting of a tap at work: stereo samples in, rows of a screen out.
#pragma once

#include "Engine/Live/TapSignal.h"

#include <atomic>

namespace melstrom
{

/** Feeds a stream with two channels, mixed into one, at the rate that the spec asks for, or else at
    the host's, as a batch does. Where samples are missing, the stream begins anew at the next place
    on a grid of hops that starts at the feed's first sample (TapGrid); so a row's index says which
    samples it is made from, whatever was lost before it, to within half a sample of the host.
    Thread: made and destroyed on the message thread, used on the worker's. */
class TapFeed
{
public:
    static constexpr int kPieceSamples = TapSignal::kPieceSamples;

    /** Of rows, when they are made. */
    struct Identity
    {
        int generation = 0;
        std::optional<std::int64_t> originSample; ///< of the grid; empty: the first sample given
    };
    /** rateHz: the host's. device: null takes the CPU with one thread.
        Fails: badSpec, badRate, outOfMemory, deviceLost. */
    static Result<std::unique_ptr<TapFeed>> make (const TapSettings& settings,
                                                  std::shared_ptr<LiveDevice> device, int rateHz,
                                                  const Identity& identity);

    /** Up to kPieceSamples, when all former ones are used. */
    void give (std::int64_t position, const float* left, const float* right,
               int numSamples) noexcept;
    bool isUsedUp () const noexcept { return signal_.isUsedUp (); }
    /** The next rows, which follow each other; firstRow counts hops from the origin. numRows 0: more
        samples are needed. After a failure the feed does nothing more, and hasFailed. */
    MelRows compute () noexcept;

    // any thread
    bool hasFailed () const noexcept { return hasFailed_.load (std::memory_order_acquire); }
    /** At the rows' own rate. */
    const MelGeometry& geometry () const noexcept { return stream_->geometry (); }
    const std::string& backendName () const noexcept { return backendName_; }
    int generation () const noexcept { return identity_.generation; }

    std::optional<std::int64_t> originSample () const noexcept { return identity_.originSample; }

    TapFeed* next = nullptr; ///< in a list of feeds that are done

private:
    TapFeed (int hostRateHz, const Identity& identity, TapSignal signal)
        : hostRateHz_ (hostRateHz), identity_ (identity), signal_ (std::move (signal))
    {
    }
    Result<void> openStream (const MelSpec& spec, std::shared_ptr<LiveDevice> device, int rateHz);
    void beginAnew (std::int64_t position) noexcept;
    void fail () noexcept { hasFailed_.store (true, std::memory_order_release); }

    std::shared_ptr<LiveDevice> device_;
    std::unique_ptr<Backend> ownBackend_;
    std::unique_ptr<MelStream> stream_; ///< goes before its backend
    std::string backendName_;
    int hostRateHz_;
    Identity identity_;

    TapSignal signal_;
    std::optional<std::int64_t> expectedSample_;
    std::int64_t numToSkip_ = 0; ///< the host's, before the grid's next place
    std::int64_t firstRow_ = 0;  ///< of the stream
    std::atomic<bool> hasFailed_ {false};
};

} // namespace melstrom
