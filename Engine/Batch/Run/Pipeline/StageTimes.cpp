#include "Engine/Batch/Run/Pipeline/StageTimes.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kAveragedSlabs = 32; ///< a new time has the weight 1 / kAveragedSlabs
constexpr int kLeastSlabs = 8;     ///< the first ones meet cold caches and memory
constexpr double kShortestSeconds = 1e-9;
constexpr int kSpareSlabs = 2;
} // namespace

int slabsWorthHaving (const std::array<StageLoad, kNumStages>& stages) noexcept
{
    double seconds = 0, slowest = kShortestSeconds;
    for (const StageLoad& stage : stages)
    {
        seconds += stage.slabSeconds;
        slowest = std::max (slowest, stage.slabSeconds / stage.numLanes);
    }
    return static_cast<int> (std::ceil (seconds / slowest)) + kSpareSlabs;
}

StageTimes::StageTimes (const std::array<int, kNumStages>& numLanes)
{
    for (std::size_t i = 0; i < kNumStages; ++i)
        stages_[i].numLanes = numLanes[i];
}

void StageTimes::add (Stage stage, std::chrono::steady_clock::duration time)
{
    const auto index = static_cast<std::size_t> (stage);
    const std::lock_guard lock (mutex_);
    const double seconds = std::chrono::duration<double> (time).count ();
    const int weight = std::min (++counts_[index], kAveragedSlabs);
    stages_[index].slabSeconds += (seconds - stages_[index].slabSeconds) / weight;
}

int StageTimes::numSlabs (int most) const
{
    const std::lock_guard lock (mutex_);
    for (const int count : counts_)
        if (count < kLeastSlabs)
            return most;
    return std::min (most, slabsWorthHaving (stages_));
}

} // namespace melstrom
