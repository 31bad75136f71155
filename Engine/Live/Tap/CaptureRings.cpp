#include "Engine/Live/Tap/CaptureRings.h"

#include <algorithm>
#include <array>
#include <utility>

namespace melstrom
{

CaptureRings::~CaptureRings ()
{
    destroyOld ();
}

void CaptureRings::prepare (int capacitySamples, int pushSamples)
{
    written_.store (nullptr, std::memory_order_relaxed);
    reading_ = nullptr;
    own_.reset ();
    lent_.reset ();
    waiting_.reset ();
    destroyOld ();
    isOwnWanted_ = true;
    position_ = 0;
    pushSamples_ = pushSamples;
    own_ = std::make_unique<CaptureRing> (capacitySamples);
    reading_ = own_.get ();
    written_.store (reading_, std::memory_order_release);
}

void CaptureRings::leaveToParent () noexcept
{
    static_cast<void> (lent_.release ());
    static_cast<void> (waiting_.release ());
    old_.store (nullptr, std::memory_order_relaxed);
}

void CaptureRings::push (const float* left, const float* right, int numSamples) noexcept
{
    // Sequentially consistent, as in begin and hasPushLeft: either this push sees the next ring, or
    // the worker sees this push.
    const auto ends = numPushEnds_.load (std::memory_order_relaxed);
    numPushEnds_.store (ends + 1, std::memory_order_seq_cst);
    if (CaptureRing* const written = written_.load (std::memory_order_seq_cst))
    {
        SampleRing& ring = written->samples ();
        ring.skipTo (position_);
        for (int done = 0; done < numSamples; done += pushSamples_)
        {
            const std::array<const float*, 2> channels {left + done, right + done};
            ring.tryPush (channels.data (), std::min (pushSamples_, numSamples - done));
        }
        position_ += std::max (0, numSamples);
    }
    numPushEnds_.store (ends + 2, std::memory_order_release);
}

void CaptureRings::lend (std::unique_ptr<CaptureRing> ring) noexcept
{
    letGo (std::exchange (waiting_, std::move (ring)));
    isOwnWanted_ = false;
}

void CaptureRings::takeBack () noexcept
{
    letGo (std::exchange (waiting_, nullptr));
    isOwnWanted_ = true;
}

void CaptureRings::begin (CaptureRing& next) noexcept
{
    written_.store (&next, std::memory_order_seq_cst);
    pushEndsAtBegin_ = numPushEnds_.load (std::memory_order_seq_cst);
}

/** Whether no push uses the ring before `written_`: none ran when it was stored, or that one has
    ended. */
bool CaptureRings::hasPushLeft () const noexcept
{
    return pushEndsAtBegin_ % 2 == 0 ||
           numPushEnds_.load (std::memory_order_acquire) != pushEndsAtBegin_;
}

bool CaptureRings::tryExchange (int numNeeded) noexcept
{
    CaptureRing* const written = written_.load (std::memory_order_relaxed);
    if (written == reading_)
    {
        if (waiting_ && reading_ == own_.get ())
            begin (*(lent_ = std::move (waiting_)));
        else if ((isOwnWanted_ || waiting_) && reading_ != own_.get ())
            begin (*own_); // from one lent ring to the next by the own one
        return false;
    }
    // In this order: a push that has left has stored its samples.
    if (! hasPushLeft () || reading_->samples ().numReadable () > 0)
        return false;
    written->samples ().putRecent (reading_->samples ().recent (numNeeded), numNeeded);
    reading_ = written;
    if (reading_ == own_.get ())
        letGo (std::move (lent_));
    return true;
}

void CaptureRings::discard (int numNeeded)
{
    std::vector<float> kept;
    do
    {
        SampleRing& ring = reading_->samples ();
        const float* const needed = ring.recent (numNeeded);
        kept.assign (needed, needed + std::ptrdiff_t {CaptureRing::kNumChannels} * numNeeded);
        // A bounded number: the audio thread may go on.
        for (int left = reading_->capacitySamples (); left > 0;)
        {
            const int count = ring.take (left).numSamples;
            if (count == 0)
                break;
            left -= count;
        }
        ring.putRecent (kept.data (), numNeeded);
    } while (tryExchange (numNeeded));
}

void CaptureRings::letGo (std::unique_ptr<CaptureRing> ring) noexcept
{
    if (! ring)
        return;
    // Freeing pinned memory may take longer than the worker's 1 ms: control does it.
    CaptureRing* const old = ring.release ();
    old->next = old_.load (std::memory_order_relaxed);
    while (! old_.compare_exchange_weak (old->next, old, std::memory_order_release,
                                         std::memory_order_relaxed))
    {
    }
}

void CaptureRings::destroyOld () noexcept
{
    for (auto* ring = old_.exchange (nullptr, std::memory_order_acquire); ring != nullptr;)
        delete std::exchange (ring, ring->next);
}

} // namespace melstrom
