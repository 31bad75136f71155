#include "Source/Processor/LoadMeter.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

LoadMeter::Callback::Callback (LoadMeter& meter, int numSamples) noexcept
    : meter_ (meter), numSamples_ (numSamples), start_ (std::chrono::steady_clock::now ())
{
}

LoadMeter::Callback::~Callback ()
{
    meter_.add (std::chrono::duration<double> (std::chrono::steady_clock::now () - start_).count (),
                numSamples_);
}

void LoadMeter::prepare (double rateHz) noexcept
{
    rateHz_ = rateHz;
    heardSeconds_ = 0;
    for (auto& table : counts_)
        for (auto& count : table)
            count.store (0, std::memory_order_relaxed);
    numCallbacks_.store (0, std::memory_order_relaxed);
}

void LoadMeter::add (double seconds, int numSamples) noexcept
{
    if (numSamples <= 0 || ! (rateHz_ > 0))
        return;
    const double blockSeconds = numSamples / rateHz_;
    const double octaves =
        std::log2 (std::max (seconds / blockSeconds, kSmallestLoad) / kSmallestLoad);
    const int step = std::min (static_cast<int> (octaves * kStepsPerOctave), kNumSteps - 1);

    auto now = now_.load (std::memory_order_relaxed);
    heardSeconds_ += blockSeconds;
    if (heardSeconds_ >= kSpanSeconds)
    {
        heardSeconds_ = 0;
        now = 1 - now;
        for (auto& count : counts_[now])
            count.store (0, std::memory_order_relaxed);
        now_.store (now, std::memory_order_relaxed);
    }
    counts_[now][static_cast<std::size_t> (step)].fetch_add (1, std::memory_order_relaxed);
    numCallbacks_.fetch_add (1, std::memory_order_relaxed);
}

double LoadMeter::quantile (const std::array<std::uint64_t, kNumSteps>& counts, std::uint64_t total,
                            double share) noexcept
{
    if (total == 0)
        return 0;
    const auto wanted =
        static_cast<std::uint64_t> (std::ceil (share * static_cast<double> (total)));
    std::uint64_t seen = 0;
    std::size_t step = 0;
    for (; step + 1 < counts.size (); ++step)
        if (seen += counts[step]; seen >= wanted)
            break;
    return kSmallestLoad *
           std::exp2 ((static_cast<double> (step) + 0.5) / kStepsPerOctave); // middle of the step
}

LoadMeter::Load LoadMeter::load () const noexcept
{
    std::array<std::uint64_t, kNumSteps> counts {};
    std::uint64_t total = 0;
    for (const auto& table : counts_)
        for (std::size_t step = 0; step < counts.size (); ++step)
        {
            const auto count = table[step].load (std::memory_order_relaxed);
            counts[step] += count;
            total += count;
        }
    return {quantile (counts, total, 0.5), quantile (counts, total, 0.999),
            numCallbacks_.load (std::memory_order_relaxed)};
}

} // namespace melstrom
