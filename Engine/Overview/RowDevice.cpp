#include "Engine/Overview/RowDevice.h"

#include "Engine/Core/Guarded.h"

#include <cstdio>
#include <mutex>
#include <utility>

namespace melstrom
{

namespace
{
using Kind = BackendChoice::Kind;

/** "12 s", "0.4 s". */
std::string secondsText (double seconds)
{
    char text[32];
    std::snprintf (text, sizeof text, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    return text;
}
} // namespace

class RowPlanOrder
{
public:
    bool isCancelled () const
    {
        const std::lock_guard lock (mutex_);
        return isCancelled_;
    }
    void deliver (Result<RowPlan> made)
    {
        const std::lock_guard lock (mutex_);
        if (! isCancelled_)
            made_ = std::move (made);
    } // else the plan ends here, on the device's thread
    /** Empty: not made yet. */
    std::optional<Result<RowPlan>> take ()
    {
        const std::lock_guard lock (mutex_);
        return std::exchange (made_, std::nullopt);
    }
    void cancel ()
    {
        const std::lock_guard lock (mutex_);
        isCancelled_ = true;
        made_.reset ();
    }

private:
    mutable std::mutex mutex_;
    bool isCancelled_ = false;
    std::optional<Result<RowPlan>> made_;
};

RowDevice::~RowDevice ()
{
    cancelOrder ();
}

void RowDevice::choose (const OverviewDevice& device)
{
    cancelOrder ();
    wanted_ = device;
    refusal_.clear ();
    hasFailed_ = false;
    if (computer_ == nullptr || computer_->usesOwnBackend ())
        gpu_.reset (); // a lost one comes back only when every owner has released it
}

Result<void> RowDevice::begin (std::shared_ptr<const OverviewFrontEnd> frontEnd)
{
    cancelOrder ();
    if (computer_ != nullptr)
        formerCost_ = {formerCost_.seconds + computer_->wholeCost ().seconds,
                       formerCost_.numRows + computer_->wholeCost ().numRows};
    computer_.reset ();
    ownCost_ = {};
    if (! hasFailed_)
        refusal_.clear (); // it was of the former front end
    frontEnd_ = std::move (frontEnd);
    MELSTROM_TRY_VALUE (computer_, RowComputer::make (own_, *frontEnd_));
    return {};
}

bool RowDevice::update (std::int64_t numRowsLeft)
{
    if (computer_ == nullptr)
        return false;
    if (const auto failure = computer_->takeFailure ())
    {
        refuse ("the GPU failed and the CPU goes on: " + failure->message, true);
        return true; // from the lost device's memory
    }
    if (! computer_->usesOwnBackend ())
    {
        if (wanted_.kind == Kind::cpu)
            return goBack ();
        if (wanted_.kind == Kind::automatic && isSlower ())
        {
            refuse ("the CPU computes rows of this front end faster than the GPU", false);
            return goBack ();
        }
        return false;
    }
    if (order_ != nullptr)
        return takePlan ();
    if (wantsGpu (numRowsLeft))
        order ();
    return false;
}

bool RowDevice::goBack ()
{
    if (auto gone = computer_->useOwnBackend (); gone)
        return true;
    return false; // memory is short: the GPU goes on
}

bool RowDevice::isSlower () const noexcept
{
    const auto& cost = computer_->cost ();
    return cost.numRows >= kMeasuredRows && ownCost_.numRows > 0 &&
           cost.secondsPerRow () > ownCost_.secondsPerRow ();
}

bool RowDevice::wantsGpu (std::int64_t numRowsLeft) const noexcept
{
    if (! refusal_.empty ())
        return false;
    switch (wanted_.kind)
    {
        case Kind::cpu: return false;
        case Kind::gpu: return true;
        case Kind::automatic: break;
    }
    const auto& cost = computer_->cost ();
    return cost.numRows >= kMeasuredRows &&
           cost.secondsPerRow () * static_cast<double> (numRowsLeft) > kWorthwhileSeconds;
}

void RowDevice::order ()
{
    if (gpu_ == nullptr && wanted_.openGpu)
        gpu_ = wanted_.openGpu ();
    if (gpu_ == nullptr || gpu_->state () == LiveDevice::State::cpu)
    {
        const auto notice = gpu_ != nullptr ? gpu_->notice () : std::string ();
        gpu_.reset ();
        return refuse (notice.empty () ? "there is no GPU here" : notice,
                       wanted_.kind == Kind::gpu);
    }
    order_ = std::make_shared<RowPlanOrder> ();
    gpu_->post (
        [order = order_, frontEnd = frontEnd_] (Backend& gpu)
        {
            if (! order->isCancelled ())
                order->deliver (guarded ([&] { return RowPlan::make (gpu, *frontEnd); }));
        });
}

bool RowDevice::takePlan ()
{
    auto made = order_->take ();
    if (! made)
    {
        if (gpu_->state () == LiveDevice::State::cpu) // its start failed: the job is dropped
        {
            cancelOrder ();
            refuse (gpu_->notice (), wanted_.kind == Kind::gpu);
        }
        return false;
    }
    order_.reset ();
    if (! *made)
    {
        refuse ("the CPU computes rows: " + made->error ().message, true);
        return false;
    }
    ownCost_ = computer_->cost ();
    computer_->use (std::move (**made));
    return true;
}

void RowDevice::cancelOrder () noexcept
{
    if (order_ != nullptr)
        order_->cancel ();
    order_.reset ();
}

void RowDevice::refuse (const std::string& reason, bool isFailure)
{
    refusal_ = reason;
    hasFailed_ = isFailure;
}

OverviewComputing RowDevice::computing () const
{
    OverviewComputing now;
    auto cost = formerCost_;
    if (computer_ != nullptr)
    {
        now.backendName = computer_->backendName ();
        cost.seconds += computer_->wholeCost ().seconds;
        cost.numRows += computer_->wholeCost ().numRows;
    }
    now.reason = reason ();
    now.hasFailed = hasFailed_ && wanted_.kind != Kind::cpu;
    now.rowSeconds = cost.seconds;
    now.numRows = cost.numRows;
    return now;
}

std::string RowDevice::reason () const
{
    if (wanted_.kind == Kind::cpu)
        return "chosen";
    if (! refusal_.empty ())
        return refusal_;
    const bool isOnGpu = computer_ != nullptr && ! computer_->usesOwnBackend ();
    if (wanted_.kind == Kind::gpu)
        return isOnGpu ? "chosen" : "the CPU computes until the GPU is ready";
    if (order_ != nullptr)
        return "the GPU gets ready; the CPU computes until then";
    if (isOnGpu && ownCost_.numRows > 0)
        return "at the CPU's rate the rows that were left took longer than " +
               secondsText (kWorthwhileSeconds);
    return "the rows that are left take the CPU less than " + secondsText (kWorthwhileSeconds);
}

} // namespace melstrom
