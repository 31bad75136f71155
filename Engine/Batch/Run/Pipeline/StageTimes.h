// How long slabs stay in each stage of the pipeline, and how many of them that makes worth having.
#pragma once

#include <array>
#include <chrono>
#include <mutex>

namespace melstrom
{

enum class Stage
{
    reading,
    computing, ///< from submitting to the end of waiting
    writing
};
inline constexpr std::size_t kNumStages = 3;

/** A stage as the rule sees it. */
struct StageLoad
{
    double slabSeconds = 0; ///< that a slab stays in it
    int numLanes = 1;       ///< slabs it works on at the same time
};

/** The fewest slabs that keep the slowest stage busy: those in each stage while it takes in one
    after the other, and two to hide that times vary.
    source  Little 1961, A proof for the queuing formula L = lambda W */
int slabsWorthHaving (const std::array<StageLoad, kNumStages>& stages) noexcept;

/** Averages that follow the run. Thread: any. */
class StageTimes
{
public:
    explicit StageTimes (const std::array<int, kNumStages>& numLanes);

    void add (Stage stage, std::chrono::steady_clock::duration time);

    /** Of slabsWorthHaving; `most` until every stage has been seen often enough to judge. */
    int numSlabs (int most) const;

private:
    mutable std::mutex mutex_;
    std::array<StageLoad, kNumStages> stages_;
    std::array<int, kNumStages> counts_ {};
};

} // namespace melstrom
