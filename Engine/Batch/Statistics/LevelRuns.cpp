#include "Engine/Batch/Statistics/LevelRuns.h"

namespace melstrom
{

void LevelRuns::add (int sign, std::int64_t count) noexcept
{
    if (numSamples_ > 0 && sign == back_.sign)
    {
        const bool isOne = isOneRun ();
        back_.length += count;
        if (isOne)
            front_ = back_;
    }
    else
    {
        if (! isOneRun ())
            closed_ += back_.numClipped ();
        back_ = {sign, count};
        if (numSamples_ == 0)
            front_ = back_;
    }
    numSamples_ += count;
}

void LevelRuns::append (const LevelRuns& next) noexcept
{
    if (numSamples_ == 0 || next.numSamples_ == 0)
    {
        if (numSamples_ == 0)
            *this = next;
        return;
    }
    const bool isOne = isOneRun (), isNextOne = next.isOneRun ();
    closed_ += next.closed_;
    if (back_.sign == next.front_.sign)
    {
        const Run joined {back_.sign, back_.length + next.front_.length};
        if (isOne)
            front_ = joined;
        if (! isOne && ! isNextOne)
            closed_ += joined.numClipped ();
        back_ = isNextOne ? joined : next.back_;
    }
    else
    {
        closed_ += (isOne ? 0 : back_.numClipped ()) + (isNextOne ? 0 : next.front_.numClipped ());
        back_ = next.back_;
    }
    numSamples_ += next.numSamples_;
}

std::int64_t LevelRuns::numClipped () const noexcept
{
    return closed_ + front_.numClipped () + (isOneRun () ? 0 : back_.numClipped ());
}

} // namespace melstrom
