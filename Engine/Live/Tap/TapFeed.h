// Row computation for one setting of a tap: stereo samples in, rows for a screen out.
#pragma once

#include "Engine/Live/Tap/TapSignal.h"
#include "Engine/Live/Tap/TapStream.h"

#include <atomic>

namespace melstrom
{

/** Computes rows at the spec's rate, or else the host's rate, as a batch does. At the host's rate the
    plan reads two channels where they lie in the capture ring. At another rate, and for a mix or a
    window that this does not suit, they are mixed into one channel and copied to a stream
    (TapSignal). After missing samples the stream restarts at the next position of a grid of hops
    that starts at the feed's first sample (TapGrid). So a row's index gives its samples, whatever
    was lost before it, to within half a sample of the host.

    The CPU computes first. If the device has a GPU or a GPU is starting, the feed orders a stream
    from it. Once that stream is made it computes the next row: no row is lost or doubled. It brings
    a ring of the device's memory, which the feed lends to the tap.
    Thread: from `give` to `takeRing` the worker's; others the tap's control unless marked any. */
class TapFeed
{
public:
    static constexpr int kPieceSamples = CaptureRing::kPieceSamples;

    /** Generation and origin of the rows. */
    struct Identity
    {
        int generation = 0;
        std::optional<std::int64_t> originSample; ///< of the grid; empty: the first given sample
    };
    /** What the audio thread writes. */
    struct Host
    {
        int rateHz = 0;
        int ringSamples = 0; ///< capacity of the tap's ring
    };
    /** device: null takes the CPU with one thread. Waits for no device.
        Fails: badSpec, badRate, outOfMemory. */
    static Result<std::unique_ptr<TapFeed>> make (const TapSettings& settings,
                                                  std::shared_ptr<LiveDevice> device,
                                                  const Host& host, const Identity& identity);
    /** Waits for a plan in progress only as the device's last owner: see LiveDevice::shared. */
    ~TapFeed ();
    TapFeed (const TapFeed&) = delete;
    TapFeed& operator= (const TapFeed&) = delete;

    /** Gives up to kPieceSamples, just taken from the ring; all earlier samples must be used up. */
    void give (const SampleRing::Piece& piece) noexcept;
    bool isUsedUp () const noexcept;
    /** Number of the newest given samples that must stay in the ring. */
    int numNeeded () const noexcept;
    /** The next consecutive rows; firstRow counts hops from the origin. ring: of the given samples.
        numRows 0: more samples are needed. After a failure it returns no rows, and hasFailed is
        true. */
    MelRows compute (SampleRing& ring) noexcept;
    /** A ring of the device's memory, once; null: none yet, or none is of use. */
    std::unique_ptr<CaptureRing> takeRing () noexcept { return std::move (active_->ring); }

    /** Frees the CPU's stream once the device's stream has replaced it. */
    void dropFormer () noexcept;
    /** Backend that computes now: the CPU, or the device once its stream is in use. */
    std::string backendName () const;
    /** A sentence: why the device does not compute; or empty. */
    std::string notice () const;

    // any thread
    bool hasFailed () const noexcept { return hasFailed_.load (std::memory_order_acquire); }
    /** Geometry at the rows' own rate. */
    const MelGeometry& geometry () const noexcept { return geometry_; }
    int generation () const noexcept { return identity_.generation; }

    std::optional<std::int64_t> originSample () const noexcept { return identity_.originSample; }

    TapFeed* next = nullptr; ///< in the list of replaced feeds

private:
    TapFeed (std::shared_ptr<LiveDevice> device, const Host& host, const Identity& identity,
             std::unique_ptr<TapStream> cpu);
    void orderStream (const TapStreamSpec& spec);
    Result<MelRows> computeInRing (SampleRing& ring);
    Result<MelRows> computeOfCopy ();
    void changeOver () noexcept;
    void beginAnew (std::int64_t position) noexcept;
    void fail () noexcept { hasFailed_.store (true, std::memory_order_release); }

    std::shared_ptr<LiveDevice> device_;
    std::unique_ptr<TapStream> active_; ///< destroyed before its device
    MelGeometry geometry_;
    std::string cpuName_, deviceName_; ///< deviceName_ is written before isOnDevice_
    std::atomic<bool> isOnDevice_ {false};
    std::atomic<TapStream*> former_ {nullptr}; ///< set by the worker, freed by dropFormer
    std::shared_ptr<StreamOrder> order_; ///< shared with the device's job; null: the CPU alone
    Host host_;
    Identity identity_;

    std::optional<TapSignal> signal_; ///< empty: the stream reads the ring
    std::optional<std::int64_t> expectedSample_;
    std::int64_t numToSkip_ = 0; ///< host samples before the grid's next position
    std::int64_t firstRow_ = 0;  ///< grid index of the stream's row 0
    std::atomic<bool> hasFailed_ {false};
};

} // namespace melstrom
