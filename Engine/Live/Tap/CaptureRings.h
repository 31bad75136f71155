// The rings of a tap, and their exchange while the audio thread writes.
#pragma once

#include "Engine/Live/Tap/CaptureRing.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace melstrom
{

/** The audio thread writes to one ring, the worker reads one. The tap has a ring of ordinary
    memory of its own; a feed may lend another one, of its device's memory. An exchange:
      1. the worker stores the next ring in `written_`
      2. the audio thread writes there from its next push on; positions go on
      3. the worker reads the former ring until no push uses it and it is empty, copies the samples
         that its next rows still need, and reads the next ring from then on
    So no sample is lost, doubled or out of its place, the audio thread neither waits nor frees, and
    a ring is destroyed only when neither thread uses it. One exchange ends before the next one
    begins.
    Threads: `push`, `skip`: audio, never during `prepare`. `lend`, `takeBack`, `reading`,
    `tryExchange`, `discard`: worker, and control while the worker is detached. `prepare`: control, then.
    `destroyOld`: control. */
class CaptureRings
{
public:
    CaptureRings () = default;
    ~CaptureRings ();
    CaptureRings (const CaptureRings&) = delete;
    CaptureRings& operator= (const CaptureRings&) = delete;

    /** Destroys all rings and makes the own ring; positions restart at 0. Throws std::bad_alloc. */
    void prepare (int capacitySamples, int pushSamples);
    /** In a fork: the memory of a device belongs to the parent. */
    void leaveToParent () noexcept;

    /** Any number of samples; nothing before `prepare`. Wait-free. */
    void push (const float* left, const float* right, int numSamples) noexcept;
    /** Positions of samples that do not exist, above 0. Wait-free. */
    void skip (std::int64_t numSamples) noexcept { position_ += numSamples; }

    /** Exchanges to that ring of the same capacity as soon as the present exchange has ended. */
    void lend (std::unique_ptr<CaptureRing> ring) noexcept;
    /** Exchanges to the own ring. */
    void takeBack () noexcept;
    /** The ring that the worker reads; only after `prepare`. */
    SampleRing& reading () noexcept { return reading_->samples (); }
    /** Goes on with an exchange, once `reading` is empty. numNeeded: taken samples that the next
        rows need. true: `reading` is another ring now. */
    bool tryExchange (int numNeeded) noexcept;

    /** Drops the samples that the worker has not taken yet, and keeps the numNeeded newest taken
        ones. Throws std::bad_alloc. */
    void discard (int numNeeded);

    void destroyOld () noexcept;

private:
    void begin (CaptureRing& next) noexcept;
    bool hasPushLeft () const noexcept;
    void letGo (std::unique_ptr<CaptureRing> ring) noexcept;

    // The audio thread stores these.
    std::atomic<std::uint64_t> numPushEnds_ {0}; ///< begins and ends of pushes; odd: one runs
    std::int64_t position_ = 0;                  ///< of the next sample

    int pushSamples_ = 0;
    std::atomic<CaptureRing*> written_ {nullptr}; ///< by the audio thread, from its next push on

    // The worker's, or control's while detached.
    std::unique_ptr<CaptureRing> own_, lent_; ///< lent_: in use or on the way in or out
    std::unique_ptr<CaptureRing> waiting_;    ///< lent while an exchange was under way
    bool isOwnWanted_ = true;                 ///< the last call was takeBack
    CaptureRing* reading_ = nullptr;
    std::uint64_t pushEndsAtBegin_ = 0;

    std::atomic<CaptureRing*> old_ {nullptr}; ///< to control: a list
};

} // namespace melstrom
