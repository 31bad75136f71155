#include "Engine/Backend/Choice/RowRate.h"

#include "Engine/Core/Clock.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostSamples = 1 << 24; ///< of one signal
/** of all batches in flight together: fits small GPUs and the caches of no CPU */
constexpr std::int64_t kMostBytes = 64 << 20;
constexpr std::int64_t kMostSlabBytes = 16 << 20; ///< as a run's slabs
constexpr double kBatchShare = 0.1;               ///< of the trial's time, for one batch

/** Signals of equal length behind each other in one input. */
struct Workload
{
    std::int64_t samples = 0, rows = 0, rowBytes = 0; ///< of a signal
    std::int64_t numSignals = 0;

    std::size_t inputBytes () const { return static_cast<std::size_t> (numSignals * samples * 2); }
    std::size_t outputBytes () const
    {
        return static_cast<std::size_t> (numSignals * rows * rowBytes);
    }
};

Workload workloadOf (const MelGeometry& geometry, int numBatches)
{
    Workload work;
    work.samples = std::max<std::int64_t> (
        geometry.leastSamples () + std::int64_t {geometry.hopSamples} * 64, geometry.rateHz);
    work.rows = geometry.numRows (work.samples);
    work.rowBytes = geometry.rowBytes ();
    const std::int64_t signalBytes = std::max (work.samples * 2, work.rows * work.rowBytes);
    const std::int64_t most = std::min (kMostBytes / numBatches, kMostSlabBytes);
    work.numSignals =
        std::clamp<std::int64_t> (most / std::max<std::int64_t> (1, signalBytes), 1, 256);
    return work;
}

std::vector<MelSpan> spansOf (const Workload& work)
{
    std::vector<MelSpan> spans (static_cast<std::size_t> (work.numSignals));
    std::int64_t index = 0;
    for (MelSpan& span : spans)
    {
        span.inputByte = index * work.samples * 2;
        span.numSamples = span.signalSamples = work.samples;
        span.numRows = work.rows;
        span.outputByte = index * work.rows * work.rowBytes;
        ++index;
    }
    return spans;
}

void fillWithNoise (std::byte* to, std::size_t bytes)
{
    std::uint32_t state = 1;
    for (std::size_t i = 0; i + 1 < bytes; i += 2)
    {
        state = state * 1664525u + 1013904223u; // Numerical Recipes, chapter 7.1
        const auto sample = static_cast<std::int16_t> (state >> 16);
        std::memcpy (to + i, &sample, sizeof sample);
    }
}

/** A plan and its slabs. */
struct Rig
{
    std::unique_ptr<SlabMemory> input;
    std::vector<std::unique_ptr<SlabMemory>> outputs;
    std::unique_ptr<MelPlan> plan; ///< before its memory in the order of destruction
};

Result<Rig> rigOf (Backend& backend, const MelSpec& spec, int rateHz, const Workload& work,
                   int numBatches)
{
    Rig rig;
    MELSTROM_TRY_VALUE (rig.input, backend.allocate (work.inputBytes ()));
    for (int i = 0; i < numBatches; ++i)
    {
        MELSTROM_TRY_VALUE (auto output, backend.allocate (work.outputBytes ()));
        rig.outputs.push_back (std::move (output));
    }
    MELSTROM_TRY_VALUE (rig.plan, backend.planMel (spec, rateHz,
                                                   {work.inputBytes (), work.outputBytes (),
                                                    static_cast<int> (work.numSignals)}));
    return rig;
}

Ticket submit (Rig& rig, std::size_t batch, const std::vector<MelSpan>& spans)
{
    return rig.plan->submit (
        {rig.input->data (), rig.outputs[batch]->data (), spans, MelPass::whole});
}

/** As many signals as a batch computes in about `seconds`, one batch at a time, so that a round of
    a costly front end takes no longer than the trial. */
Result<std::int64_t> signalsFor (Rig& rig, const Workload& work, double seconds)
{
    constexpr int kTimesEach = 2; // the first touches new memory, and may load code
    for (std::int64_t numSignals = 1;; numSignals *= 2)
    {
        Workload part = work;
        part.numSignals = std::min (numSignals, work.numSignals);
        const std::vector<MelSpan> spans = spansOf (part);
        double least = std::numeric_limits<double>::max ();
        for (int i = 0; i < kTimesEach; ++i)
        {
            const auto start = std::chrono::steady_clock::now ();
            MELSTROM_TRY (rig.plan->wait (submit (rig, 0, spans)));
            least = std::min (least, secondsSince (start));
        }
        if (part.numSignals == work.numSignals || least >= seconds)
            return part.numSignals;
    }
}

/** Batches go round: each is submitted again when it is done, until the time is over. Returns rows a
    second after the first round. */
Result<double> timeRounds (Rig& rig, const Workload& work, double seconds)
{
    const std::vector<MelSpan> spans = spansOf (work);
    std::vector<Ticket> tickets;
    const std::size_t numBatches = rig.outputs.size ();
    for (std::size_t i = 0; i < numBatches; ++i)
        tickets.push_back (submit (rig, i, spans));
    Result<void> all;
    std::size_t numDone = 0, numLeft = numBatches;
    auto start = std::chrono::steady_clock::now ();
    while (numLeft > 0)
    {
        const std::size_t i = numDone % numBatches;
        if (auto done = rig.plan->wait (tickets[i]); ! done && all)
            all = done;
        if (++numDone == numBatches)
            start = std::chrono::steady_clock::now (); // caches and clocks are warm
        const bool goesOn = all && (numDone <= numBatches || secondsSince (start) < seconds);
        if (goesOn && numLeft == numBatches)
            tickets[i] = submit (rig, i, spans);
        else
            --numLeft;
    }
    MELSTROM_TRY (all);
    const auto numRows = static_cast<double> (work.rows * work.numSignals) *
                         static_cast<double> (numDone - numBatches);
    return numRows / std::max (secondsSince (start), 1e-9);
}
} // namespace

Result<double> measureRowRate (Backend& backend, const MelSpec& spec, int rateHz, double seconds)
{
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec, rateHz));
    const int numBatches = backend.concurrency () + 1;
    Workload work = workloadOf (geometry, numBatches);
    if (work.samples > kMostSamples)
        return 0.0;
    MELSTROM_TRY_VALUE (auto rig, rigOf (backend, spec, rateHz, work, numBatches));
    fillWithNoise (rig.input->data (), rig.input->bytes ());
    MELSTROM_TRY_VALUE (work.numSignals, signalsFor (rig, work, seconds * kBatchShare));
    return timeRounds (rig, work, seconds);
}

} // namespace melstrom
