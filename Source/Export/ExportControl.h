// How far an export is, and the request to end it.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace melstrom
{

enum class ExportStage : std::int8_t
{
    file,    ///< is written
    sound,   ///< is read and goes to a temporary file
    features ///< are computed
};

struct ExportProgress
{
    ExportStage stage = ExportStage::file;
    std::optional<double> doneRatio; ///< of the stage; empty: not known
};

/** Copies share one state. Thread: any. */
class ExportControl
{
public:
    void cancel () const noexcept { state_->isCancelled = true; }
    /** True once cancelled. Valid while a copy of this object lives. */
    const std::atomic<bool>& stop () const noexcept { return state_->isCancelled; }
    ExportProgress progress () const noexcept
    {
        const float ratio = state_->doneRatio;
        return {state_->stage, ratio < 0 ? std::nullopt : std::optional<double> (ratio)};
    }

    // For the export. Both fail once cancelled, with `interrupted`.

    Result<void> begin (ExportStage stage) const
    {
        state_->stage = stage;
        state_->doneRatio = -1;
        return check ();
    }
    template <typename Count>
    Result<void> reach (Count numDone, Count numAll) const
    {
        state_->doneRatio = static_cast<float> (static_cast<double> (numDone) /
                                                static_cast<double> (numAll > 0 ? numAll : 1));
        return check ();
    }

private:
    struct State
    {
        std::atomic<bool> isCancelled {false};
        std::atomic<ExportStage> stage {ExportStage::file};
        std::atomic<float> doneRatio {-1}; ///< below 0: not known
    };

    Result<void> check () const
    {
        if (state_->isCancelled)
            return Error {ErrorCode::interrupted, "the export was cancelled", {}};
        return {};
    }

    std::shared_ptr<State> state_ = std::make_shared<State> ();
};

} // namespace melstrom
