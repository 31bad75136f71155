// The time of slabs in each stage of the pipeline, and the number of slabs that is worth having.
#pragma once

#include <array>
#include <chrono>
#include <mutex>

namespace melstrom
{

enum class Stage
{
    reading,
    computing, ///< from submission to the end of the wait
    writing
};
inline constexpr std::size_t kNumStages = 3;

/** The load of one stage. */
struct StageLoad
{
    double slabSeconds = 0; ///< time of one slab in the stage
    int numLanes = 1;       ///< slabs that it works on at the same time
};

/** The fewest slabs that keep the slowest stage busy: the slabs in all stages while the slowest
    stage takes one after the other, and two more because times vary.
    source  Little 1961, A proof for the queuing formula L = lambda W */
int slabsWorthHaving (const std::array<StageLoad, kNumStages>& stages) noexcept;

/** Moving averages of stage times. Thread: any. */
class StageTimes
{
public:
    explicit StageTimes (const std::array<int, kNumStages>& numLanes);

    void add (Stage stage, std::chrono::steady_clock::duration time);

    /** slabsWorthHaving of the averages; `most` until every stage has enough measurements. */
    int numSlabs (int most) const;

private:
    mutable std::mutex mutex_;
    std::array<StageLoad, kNumStages> stages_;
    std::array<int, kNumStages> counts_ {};
};

} // namespace melstrom
