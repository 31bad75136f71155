// Which device computes the rows of an overview.
#pragma once

#include "Engine/Live/Device/LiveDevice.h"
#include "Engine/Overview/FileOverview.h"
#include "Engine/Overview/RowComputer.h"

#include <memory>
#include <string>

namespace melstrom
{

/** A plan that a GPU's own thread makes. The device's thread delivers, the overview's takes or
    cancels; whichever comes last destroys the plan. */
class RowPlanOrder;

/** Every front end begins on the overview's own backend: it answers in a millisecond, while a GPU
    needs 0.4 s to start and up to 0.5 s for a plan. The GPU takes over once its plan is made.
    `gpu` asks for it at once. `automatic` asks for it when the rows that are left would take the
    own backend longer than kWorthwhileSeconds, at its measured rate; it goes back if the GPU's
    measured rate is lower. Figures: docs/gpu.md. A GPU that fails is not asked again until
    `choose`. Thread: the overview's. */
class RowDevice
{
public:
    static constexpr double kWorthwhileSeconds = 2;
    /** Rows that a rate is measured over. */
    static constexpr std::int64_t kMeasuredRows = 4096;

    explicit RowDevice (Backend& own) noexcept : own_ (own) {} ///< own: outlives this object
    ~RowDevice ();
    RowDevice (const RowDevice&) = delete;
    RowDevice& operator= (const RowDevice&) = delete;

    void choose (const OverviewDevice& device);
    /** Rows of another front end from now on; the former computer ends. Fails: as RowComputer::make;
        then there is no computer. */
    Result<void> begin (std::shared_ptr<const OverviewFrontEnd> frontEnd);
    void end (); ///< the computer, with its memory
    /** null: before `begin`, or after its failure. The object stays until the next `begin` or
        `end`. */
    RowComputer* computer () const noexcept { return computer_.get (); }

    /** Applies the rule. numRowsLeft: rows that will be computed for certain.
        True: another device computes from now on, which prefers new memory for its input.
        Throws std::bad_alloc. */
    bool update (std::int64_t numRowsLeft);
    /** A plan is being made: call `update` again soon. */
    bool awaitsPlan () const noexcept { return order_ != nullptr; }
    OverviewComputing computing () const;

private:
    bool takePlan ();
    bool goBack ();
    bool wantsGpu (std::int64_t numRowsLeft) const noexcept;
    bool isSlower () const noexcept;
    void order ();
    void cancelOrder () noexcept;
    void refuse (const std::string& reason, bool isFailure);
    std::string reason () const;

    Backend& own_;
    OverviewDevice wanted_;
    std::shared_ptr<LiveDevice> gpu_; ///< outlives every plan of it
    std::shared_ptr<const OverviewFrontEnd> frontEnd_;
    std::unique_ptr<RowComputer> computer_;
    std::shared_ptr<RowPlanOrder> order_; ///< null: nothing is being made
    RowCost ownCost_;                     ///< of this front end, before the GPU took over
    RowCost formerCost_;                  ///< of former front ends
    std::string refusal_;                 ///< why the GPU is not asked; empty: it may be
    bool hasFailed_ = false;
};

} // namespace melstrom
