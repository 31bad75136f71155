#include "Standalone/Bench/BenchMel.h"

#include "Standalone/CommandLine/Machine/TestSignal.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>

namespace melstrom
{

namespace
{

using Clock = std::chrono::steady_clock;
constexpr int kSignalSeconds = 30;

std::int64_t signalSamples (const MelGeometry& geometry) noexcept
{
    return std::int64_t {kSignalSeconds} * geometry.rateHz;
}

std::int64_t signalBytes (const MelGeometry& geometry) noexcept
{
    return signalSamples (geometry) * static_cast<std::int64_t> (sizeof (std::int16_t));
}

std::int64_t rowBytes (const MelGeometry& geometry) noexcept
{
    return geometry.numRows (signalSamples (geometry)) * geometry.rowBytes ();
}

/** Asks a device for its load, a few times a second, after a first second of work. */
class BusyWatch
{
public:
    explicit BusyWatch (Backend& backend) : backend_ (backend) {}

    void look (double secondsOfRun)
    {
        constexpr double settleSeconds = 1, intervalSeconds = 0.2;
        if (secondsOfRun < std::max (settleSeconds, nextSeconds_))
            return;
        nextSeconds_ = secondsOfRun + intervalSeconds;
        if (const auto use = backend_.use ())
            percents_.push_back (use->busyPercent);
    }
    void startRun () noexcept { nextSeconds_ = 0; }

    std::optional<double> meanPercent () const
    {
        if (percents_.empty ())
            return std::nullopt;
        return std::accumulate (percents_.begin (), percents_.end (), 0.0) /
               static_cast<double> (percents_.size ());
    }

private:
    Backend& backend_;
    double nextSeconds_ = 0;
    std::vector<int> percents_;
};

/** A plan and pieces of work with a common input. */
class MelLoad
{
public:
    static Result<MelLoad> make (Backend& backend, const MelGeometry& geometry,
                                 const MelLoadShape& shape)
    {
        MelLoad load (geometry, shape.signalsPerPiece);
        MELSTROM_TRY_VALUE (load.input_, backend.allocate (load.inputBytes ()));
        load.fillInput (signalSamples (geometry));
        const int numPieces = shape.numPieces.value_or (2 * backend.concurrency ());
        for (int piece = 0; piece < numPieces; ++piece)
        {
            MELSTROM_TRY_VALUE (auto output, backend.allocate (load.outputBytes ()));
            load.outputs_.push_back (std::move (output));
        }
        MELSTROM_TRY_VALUE (load.plan_, backend.planMel (geometry.spec, geometry.rateHz,
                                                         {load.inputBytes (), load.outputBytes (),
                                                          shape.signalsPerPiece}));
        return load;
    }

    /** Frames a second. */
    Result<double> run (double leastSeconds, BusyWatch& watch)
    {
        watch.startRun ();
        std::vector<Ticket> tickets;
        const auto start = Clock::now ();
        const auto seconds = [start]
        { return std::chrono::duration<double> (Clock::now () - start).count (); };
        std::size_t numSubmitted = 0;
        for (auto& output : outputs_)
        {
            tickets.push_back (submit (*output));
            ++numSubmitted;
        }
        std::size_t numDone = 0;
        for (; numDone < numSubmitted; ++numDone)
        {
            const std::size_t slot = numDone % outputs_.size ();
            MELSTROM_TRY (plan_->wait (tickets[slot]));
            if (seconds () < leastSeconds)
            {
                tickets[slot] = submit (*outputs_[slot]);
                ++numSubmitted;
            }
            watch.look (seconds ());
        }
        return static_cast<double> (numDone) * static_cast<double> (numFrames_) / seconds ();
    }

private:
    MelLoad (const MelGeometry& geometry, int numSignals)
    {
        const auto samples = signalSamples (geometry);
        MelSpan span;
        span.numSamples = span.signalSamples = samples;
        span.numRows = geometry.numRows (samples);
        spans_.assign (static_cast<std::size_t> (numSignals), span);
        for (std::size_t i = 0; i < spans_.size (); ++i)
        {
            spans_[i].inputByte = static_cast<std::int64_t> (i) * signalBytes (geometry);
            spans_[i].outputByte = static_cast<std::int64_t> (i) * rowBytes (geometry);
        }
        inputBytes_ = numSignals * signalBytes (geometry);
        outputBytes_ = numSignals * rowBytes (geometry);
        const bool hasSegments = geometry.spec.layout == Layout::segments;
        numFrames_ = numSignals * span.numRows * (hasSegments ? geometry.framesPerSegment : 1);
    }

    std::size_t inputBytes () const noexcept { return static_cast<std::size_t> (inputBytes_); }
    std::size_t outputBytes () const noexcept { return static_cast<std::size_t> (outputBytes_); }

    /** Each signal is a different part of one noise. */
    void fillInput (std::int64_t samples)
    {
        const auto noise = makeNoise (samples + static_cast<std::int64_t> (spans_.size ()));
        for (std::size_t i = 0; i < spans_.size (); ++i)
            std::memcpy (input_->data () + spans_[i].inputByte, noise.data () + i,
                         static_cast<std::size_t> (samples) * sizeof (std::int16_t));
    }

    Ticket submit (SlabMemory& output)
    {
        return plan_->submit ({input_->data (), output.data (), spans_, MelPass::whole});
    }

    std::vector<MelSpan> spans_;
    std::int64_t inputBytes_ = 0, outputBytes_ = 0, numFrames_ = 0;
    std::unique_ptr<SlabMemory> input_;
    std::vector<std::unique_ptr<SlabMemory>> outputs_;
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

int signalsPerPiece (const MelGeometry& geometry, std::int64_t pieceBytes) noexcept
{
    const auto largest = std::max (signalBytes (geometry), rowBytes (geometry));
    return static_cast<int> (std::max<std::int64_t> (1, pieceBytes / largest));
}

Result<MelTiming> timeMel (Backend& backend, const MelSpec& spec, int rateHz,
                           const MelLoadShape& shape, const MelRuns& runs)
{
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec, rateHz));
    MELSTROM_TRY_VALUE (auto load, MelLoad::make (backend, geometry, shape));
    MelTiming timing;
    timing.rowsPerFrame = spec.layout == Layout::segments ? 1.0 / geometry.framesPerSegment : 1.0;
    const auto numRows = std::max<std::int64_t> (1, geometry.numRows (signalSamples (geometry)));
    const double framesASignal = static_cast<double> (numRows) / timing.rowsPerFrame;
    timing.secondsPerFrame = kSignalSeconds / framesASignal;
    timing.bytesInPerFrame = static_cast<double> (signalBytes (geometry)) / framesASignal;
    timing.bytesOutPerFrame = static_cast<double> (rowBytes (geometry)) / framesASignal;
    BusyWatch watch (backend);
    for (int run = -1; run < runs.numRuns; ++run)
    {
        MELSTROM_TRY_VALUE (auto rate, load.run (runs.leastSeconds, watch));
        if (run >= 0)
            timing.framesPerSecond.push_back (rate);
    }
    timing.busyPercent = watch.meanPercent ();
    return timing;
}

} // namespace melstrom
