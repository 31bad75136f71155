#include "Engine/Backend/Gpu/Mel/SharedRuns.h"

#include <algorithm>
#include <limits>

namespace melstrom::gpu
{

SharedRuns::SharedRuns (const MelGeometry& geometry, int stepSamples, int framesPerTile)
    : shortsPerLong_ (geometry.shortsPerLong),
      longFrames_ (geometry.segmentStart (shortsPerLong_) / stepSamples),
      framesPerSegment_ (geometry.framesPerSegment), framesPerTile_ (framesPerTile)
{
    for (std::int64_t segment = 0; segment < shortsPerLong_; ++segment)
        firstFrames_.push_back (geometry.segmentStart (segment) / stepSamples);
    for (std::int64_t first = 0; first < shortsPerLong_; ++first)
        runs_.push_back (find (first, std::numeric_limits<std::int64_t>::max ()));
}

std::int64_t SharedRuns::firstFrameOf (std::int64_t segment) const noexcept
{
    return segment / shortsPerLong_ * longFrames_ +
           firstFrames_[static_cast<std::size_t> (segment % shortsPerLong_)];
}

SharedRun SharedRuns::find (std::int64_t first, std::int64_t end) const noexcept
{
    const std::int64_t frame = firstFrameOf (first);
    SharedRun run {first + 1, frame, frame + framesPerSegment_};
    for (; run.endSegment < end; ++run.endSegment)
    {
        const std::int64_t next = firstFrameOf (run.endSegment),
                           begin = std::min (run.firstFrame, next),
                           behind = std::max (run.endFrame, next + framesPerSegment_);
        if (behind - begin > framesPerTile_)
            break;
        run.firstFrame = begin;
        run.endFrame = behind;
    }
    return run;
}

SharedRun SharedRuns::from (std::int64_t first, std::int64_t end) const noexcept
{
    const std::int64_t numLong = first / shortsPerLong_;
    SharedRun run = runs_[static_cast<std::size_t> (first % shortsPerLong_)];
    run.endSegment += numLong * shortsPerLong_;
    run.firstFrame += numLong * longFrames_;
    run.endFrame += numLong * longFrames_;
    return run.endSegment <= end ? run : find (first, end);
}

std::int64_t SharedRuns::shortest () const noexcept
{
    std::int64_t shortest = std::numeric_limits<std::int64_t>::max ();
    for (std::size_t first = 0; first < runs_.size (); ++first)
        shortest = std::min (shortest, runs_[first].endSegment - static_cast<std::int64_t> (first));
    return shortest;
}

} // namespace melstrom::gpu
