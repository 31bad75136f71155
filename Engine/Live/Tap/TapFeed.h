// One setting of a tap at work: stereo samples in, rows of a screen out.
#pragma once

#include "Engine/Live/Tap/TapSignal.h"
#include "Engine/Live/Tap/TapStream.h"

#include <atomic>

namespace melstrom
{

/** Feeds a stream with two channels, mixed into one, at the rate that the spec asks for, or else at
    the host's, as a batch does. Where samples are missing, the stream begins anew at the next place
    on a grid of hops that starts at the feed's first sample (TapGrid); so a row's index says which
    samples it is made from, whatever was lost before it, to within half a sample of the host.

    The CPU computes at first. Where the device has a GPU, or one that starts, a stream is ordered of
    it; when it is there the next row comes from it: rows go on without one lost or doubled.
    Thread: `compute` and `give` the worker's; others the tap's control, but where they say any. */
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
    /** rateHz: the host's. device: null takes the CPU with one thread. Waits for no device.
        Fails: badSpec, badRate, outOfMemory. */
    static Result<std::unique_ptr<TapFeed>> make (const TapSettings& settings,
                                                  std::shared_ptr<LiveDevice> device, int rateHz,
                                                  const Identity& identity);
    /** Waits for a plan that the device makes only as the device's last user: see LiveDevice::shared. */
    ~TapFeed ();
    TapFeed (const TapFeed&) = delete;
    TapFeed& operator= (const TapFeed&) = delete;

    /** Up to kPieceSamples, when all former ones are used. */
    void give (std::int64_t position, const float* left, const float* right,
               int numSamples) noexcept;
    bool isUsedUp () const noexcept { return signal_.isUsedUp (); }
    /** The next rows, which follow each other; firstRow counts hops from the origin. numRows 0: more
        samples are needed. After a failure the feed does nothing more, and hasFailed. */
    MelRows compute () noexcept;

    /** Frees the CPU's stream once the device's has its place. */
    void dropFormer () noexcept;
    /** Of what computes: the CPU, or the device once it does. */
    std::string backendName () const;
    /** Why the device does not compute; a sentence, or nothing. */
    std::string notice () const;

    // any thread
    bool hasFailed () const noexcept { return hasFailed_.load (std::memory_order_acquire); }
    /** At the rows' own rate. */
    const MelGeometry& geometry () const noexcept { return geometry_; }
    int generation () const noexcept { return identity_.generation; }

    std::optional<std::int64_t> originSample () const noexcept { return identity_.originSample; }

    TapFeed* next = nullptr; ///< in a list of feeds that are done

private:
    TapFeed (std::shared_ptr<LiveDevice> device, int hostRateHz, const Identity& identity,
             TapSignal signal, std::unique_ptr<TapStream> cpu);
    void orderStream ();
    void changeOver () noexcept;
    void beginAnew (std::int64_t position) noexcept;
    void fail () noexcept { hasFailed_.store (true, std::memory_order_release); }

    std::shared_ptr<LiveDevice> device_;
    std::unique_ptr<TapStream> active_; ///< goes before its device
    MelGeometry geometry_;
    std::string cpuName_, deviceName_; ///< the second is written before isOnDevice_
    std::atomic<bool> isOnDevice_ {false};
    std::atomic<TapStream*> former_ {nullptr}; ///< from the worker to whoever frees it
    std::shared_ptr<StreamOrder> order_; ///< shared with the device's job; null: the CPU alone
    int hostRateHz_;
    Identity identity_;

    TapSignal signal_;
    std::optional<std::int64_t> expectedSample_;
    std::int64_t numToSkip_ = 0; ///< the host's, before the grid's next place
    std::int64_t firstRow_ = 0;  ///< of the stream
    std::atomic<bool> hasFailed_ {false};
};

} // namespace melstrom
