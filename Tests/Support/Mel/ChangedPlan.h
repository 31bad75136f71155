// A computation whose output a test changes before it is read.
#pragma once

#include "Engine/Backend/Backend.h"

#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace melstrom::testing
{

/** Computes correctly; then `change` may alter the output. */
class ChangedPlan final : public MelPlan
{
public:
    using Change = std::function<void (std::span<float>)>;

    ChangedPlan (std::unique_ptr<MelPlan> plan, std::size_t numValues, Change change)
        : plan_ (std::move (plan)), numValues_ (numValues), change_ (std::move (change))
    {
    }
    const MelGeometry& geometry () const noexcept override { return plan_->geometry (); }
    Ticket submit (const MelBatch& batch) override
    {
        output_ = batch.output;
        return plan_->submit (batch);
    }
    Result<void> wait (Ticket ticket) override
    {
        auto done = plan_->wait (ticket);
        change_ ({reinterpret_cast<float*> (output_), numValues_});
        return done;
    }
    bool isDone (Ticket ticket) override { return plan_->isDone (ticket); }

private:
    std::unique_ptr<MelPlan> plan_;
    std::size_t numValues_;
    Change change_;
    std::byte* output_ = nullptr;
};

} // namespace melstrom::testing
