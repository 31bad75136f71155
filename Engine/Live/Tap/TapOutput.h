// Rows and samples of a tap, from the worker to a screen.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Live/Tap/SampleHistory.h"
#include "Engine/Live/Tap/TapFeed.h"
#include "Engine/Live/Tap/TapRowQueue.h"
#include "Engine/Realtime/Queues/SampleRing.h"

#include <mutex>

namespace melstrom
{

/** Has a mutex that no thread holds during a computation, an allocation or a wait for another lock.
    The worker only tries to lock it.
    Threads: `try...`: worker; all others: control, which serialises them. */
class TapOutput
{
public:
    /** Drops all rows and samples. */
    void prepare (double rateHz, int generation);
    /** Replaces the queue; its rows restart at 0. */
    void beginGeneration (int generation, TapRowQueue rows);
    /** Keeps the newest samples. Throws std::bad_alloc. */
    void fitHistory (std::int64_t capacitySamples);

    TapRows pop ();
    TapSamples lastSamples (double seconds) const;
    /** Position of row 0; empty before the first rows of the generation. */
    std::optional<std::int64_t> originSample () const;

    /** Takes a piece of up to TapFeed::kPieceSamples from the ring and copies it to the history.
        Empty: the ring is empty, or a screen holds the mutex. */
    SampleRing::Piece tryTake (SampleRing& ring) noexcept;
    /** Adds rows of a feed; drops rows of another generation. false: a screen holds the mutex. */
    bool tryDeliver (const TapFeed& feed, const MelRows& rows) noexcept;

private:
    mutable std::mutex mutex_;
    SampleHistory history_;
    TapRowQueue rows_;
    double rateHz_ = 0; ///< of the history
    int generation_ = 0;
    std::optional<std::int64_t> originSample_;
};

} // namespace melstrom
