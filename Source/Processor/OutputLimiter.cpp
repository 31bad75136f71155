#include "Source/Processor/OutputLimiter.h"

namespace melstrom
{

void OutputLimiter::prepare (double rateHz)
{
    settings_->read ();
    limiter_.prepare (rateHz);
    leastGain_ = 1;
    numInvalid_ = 0;
}

void OutputLimiter::setOn (bool isOn)
{
    (void)settings_->setLimiter (isOn); // `fault` tells of a failure
}

double OutputLimiter::takeReductionDb () noexcept
{
    return LimiterReport {.leastGain = leastGain_.exchange (1, std::memory_order_relaxed)}
        .reductionDb ();
}

void OutputLimiter::process (float* left, float* right, int numSamples) noexcept
{
    if (! isOn ())
    {
        limiter_.reset ();
        return;
    }
    limiter_.process (left, right, numSamples);
    const auto done = limiter_.takeReport ();
    if (done.numInvalid > 0)
        numInvalid_.fetch_add (done.numInvalid, std::memory_order_relaxed);
    double least = leastGain_.load (std::memory_order_relaxed);
    while (done.leastGain < least &&
           ! leastGain_.compare_exchange_weak (least, done.leastGain, std::memory_order_relaxed))
    {
    }
}

} // namespace melstrom
