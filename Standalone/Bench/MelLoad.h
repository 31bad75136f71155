// Mel work for a backend: noise in its memory, and enough pieces in flight to keep it busy.
#pragma once

#include "Engine/Backend/Backend.h"

#include <optional>
#include <vector>

namespace melstrom
{

/** A signal is int16 noise in one channel. */
struct MelLoadShape
{
    std::int64_t signalSamples = 0;
    int signalsPerPiece = 1;
    std::optional<int> numPieces; ///< in flight; empty: twice the backend's concurrency
};

/** A plan, one input of `signalsPerPiece` signals, and an output for each piece in flight. A piece
    is one submission. Thread: one. */
class MelLoad
{
public:
    /** Fails: badSpec, outOfMemory. */
    static Result<MelLoad> make (Backend& backend, const MelGeometry& geometry,
                                 const MelLoadShape& shape);

    int numPieces () const noexcept { return static_cast<int> (outputs_.size ()); }
    int signalsPerPiece () const noexcept { return static_cast<int> (spans_.size ()); }

    /** Submits pieces and waits for them in their order. `signalsOfNext (index)` gives the number
        of signals of the next piece, 0 to signalsPerPiece; after a 0 nothing more is submitted.
        Calls `onDone ()` after each piece, when the next one is in flight. Returns the number of
        pieces. Fails: deviceLost. */
    template <typename Next, typename Done>
    Result<std::int64_t> run (const Next& signalsOfNext, const Done& onDone)
    {
        std::vector<Ticket> tickets (outputs_.size ());
        std::int64_t numSubmitted = 0, numDone = 0;
        const auto slotOf = [this] (std::int64_t piece)
        { return static_cast<std::size_t> (piece) % outputs_.size (); };
        const auto submitNext = [&]
        {
            const int numSignals = signalsOfNext (numSubmitted);
            if (numSignals == 0)
                return;
            tickets[slotOf (numSubmitted)] = submit (slotOf (numSubmitted), numSignals);
            ++numSubmitted;
        };
        for (std::size_t i = 0; i < outputs_.size (); ++i)
            submitNext ();
        for (; numDone < numSubmitted; ++numDone)
        {
            MELSTROM_TRY (plan_->wait (tickets[slotOf (numDone)]));
            submitNext ();
            onDone ();
        }
        return numDone;
    }

private:
    MelLoad () = default;
    Ticket submit (std::size_t slot, int numSignals);

    std::vector<MelSpan> spans_;
    std::unique_ptr<SlabMemory> input_;
    std::vector<std::unique_ptr<SlabMemory>> outputs_;
    std::unique_ptr<MelPlan> plan_;
};

} // namespace melstrom
