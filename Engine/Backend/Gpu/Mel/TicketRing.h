// Batches of a plan between `submit` and `wait`, in submission order.
#pragma once

#include "Engine/Backend/MelPlan.h"
#include "Engine/Core/Result.h"

#include <optional>
#include <vector>

namespace melstrom::gpu
{

/** Fixed capacity: only construction and error texts allocate. Batches wait, start and end in
    ticket order; they are collected in any order. Thread: one at a time. */
class TicketRing
{
public:
    explicit TicketRing (std::size_t capacity) : entries_ (capacity) {}

    /** Empty if the ring is full of tickets that are not collected. */
    std::optional<Ticket> open (const MelBatch& batch)
    {
        if (end_ - first_ == entries_.size ())
            return std::nullopt;
        at (end_) = {batch, false, false, {}};
        return end_++;
    }
    bool hasWaiting () const noexcept { return nextStarted_ < end_; }
    const MelBatch& nextBatch () noexcept { return at (nextStarted_).batch; }
    Ticket startNext () noexcept { return nextStarted_++; }

    void finish (Ticket ticket, std::optional<Error> error)
    {
        at (ticket).error = std::move (error);
        at (ticket).isDone = true;
    }
    /** Ends all unfinished batches with `error`. */
    void failAll (const Error& error)
    {
        for (Ticket ticket = first_; ticket < end_; ++ticket)
            if (! at (ticket).isDone)
                finish (ticket, error);
        nextStarted_ = end_;
    }

    bool isDone (Ticket ticket) const noexcept
    {
        return ticket < first_ || entries_[ticket % entries_.size ()].isDone;
    }
    /** Outcome of a ticket that is done. Frees its place. */
    Result<void> collect (Ticket ticket)
    {
        if (ticket < first_)
            return {};
        std::optional<Error> error = std::move (at (ticket).error);
        at (ticket).isCollected = true;
        while (first_ < end_ && at (first_).isCollected)
            ++first_;
        return error ? Result<void> (std::move (*error)) : Result<void> ();
    }

private:
    struct Entry
    {
        MelBatch batch;
        bool isDone = false, isCollected = false;
        std::optional<Error> error;
    };
    Entry& at (Ticket ticket) noexcept { return entries_[ticket % entries_.size ()]; }

    std::vector<Entry> entries_;
    Ticket first_ = 0, nextStarted_ = 0, end_ = 0;
};

} // namespace melstrom::gpu
