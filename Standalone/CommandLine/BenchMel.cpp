#include "Standalone/CommandLine/BenchMel.h"

#include "Standalone/CommandLine/TestSignal.h"

#include <algorithm>
#include <chrono>

namespace melstrom
{

namespace
{

constexpr int kSignalSeconds = 30;

/** A plan and two pieces of work a thread. */
class MelLoad
{
public:
    static Result<MelLoad> make (Backend& backend, const MelSpec& spec, int rateHz)
    {
        auto geometry = geometryAt (spec, rateHz);
        if (! geometry)
            return geometry.error ();
        MelLoad load (*geometry, 2 * backend.concurrency ());
        auto plan = backend.planMel (spec, rateHz,
                                     {load.noise_.size () * 2, load.outputs_.front ().size (), 1});
        if (! plan)
            return plan.error ();
        load.plan_ = std::move (*plan);
        return load;
    }

    /** Frames a second. */
    Result<double> run (double leastSeconds)
    {
        using Clock = std::chrono::steady_clock;
        std::vector<Ticket> tickets;
        const auto start = Clock::now ();
        const auto seconds = [start]
        { return std::chrono::duration<double> (Clock::now () - start).count (); };
        std::size_t numSubmitted = 0;
        for (auto& output : outputs_)
        {
            tickets.push_back (submit (output));
            ++numSubmitted;
        }
        std::size_t numDone = 0;
        for (; numDone < numSubmitted; ++numDone)
        {
            const std::size_t slot = numDone % outputs_.size ();
            if (auto done = plan_->wait (tickets[slot]); ! done)
                return done.error ();
            if (seconds () < leastSeconds)
            {
                tickets[slot] = submit (outputs_[slot]);
                ++numSubmitted;
            }
        }
        return static_cast<double> (numDone) * static_cast<double> (numFrames_) / seconds ();
    }

private:
    MelLoad (const MelGeometry& geometry, int numPieces)
        : noise_ (makeNoise (std::int64_t {kSignalSeconds} * geometry.rateHz))
    {
        const auto samples = static_cast<std::int64_t> (noise_.size ());
        span_.numSamples = span_.signalSamples = samples;
        span_.numRows = geometry.numRows (samples);
        const bool hasSegments = geometry.spec.layout == Layout::segments;
        numFrames_ = span_.numRows * (hasSegments ? geometry.framesPerSegment : 1);
        const auto bytes = static_cast<std::size_t> (span_.numRows * geometry.rowBytes ());
        outputs_.assign (static_cast<std::size_t> (numPieces), std::vector<std::byte> (bytes));
    }

    Ticket submit (std::vector<std::byte>& output)
    {
        return plan_->submit ({reinterpret_cast<const std::byte*> (noise_.data ()),
                               output.data (),
                               {&span_, 1},
                               MelPass::whole});
    }

    std::vector<std::int16_t> noise_;
    std::vector<std::vector<std::byte>> outputs_;
    MelSpan span_;
    std::int64_t numFrames_ = 0;
    std::unique_ptr<MelPlan> plan_;
};

} // namespace

double MelTiming::medianFramesPerSecond () const
{
    auto sorted = framesPerSecond;
    std::ranges::sort (sorted);
    return sorted.empty () ? 0 : sorted[sorted.size () / 2];
}

double MelTiming::spreadRatio () const
{
    const auto [slowest, fastest] = std::ranges::minmax_element (framesPerSecond);
    return framesPerSecond.empty () ? 0 : (*fastest - *slowest) / medianFramesPerSecond ();
}

Result<MelTiming> timeMel (Backend& backend, const MelSpec& spec, int rateHz, int numRuns,
                           double leastSeconds)
{
    auto load = MelLoad::make (backend, spec, rateHz);
    if (! load)
        return load.error ();
    auto geometry = geometryAt (spec, rateHz);
    MelTiming timing;
    timing.rowsPerFrame = spec.layout == Layout::segments ? 1.0 / geometry->framesPerSegment : 1.0;
    const auto samples = std::int64_t {kSignalSeconds} * rateHz;
    timing.secondsPerFrame =
        kSignalSeconds * timing.rowsPerFrame /
        static_cast<double> (std::max<std::int64_t> (1, geometry->numRows (samples)));
    for (int run = -1; run < numRuns; ++run)
    {
        auto rate = load->run (leastSeconds);
        if (! rate)
            return rate.error ();
        if (run >= 0)
            timing.framesPerSecond.push_back (*rate);
    }
    return timing;
}

} // namespace melstrom
