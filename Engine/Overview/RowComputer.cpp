#include "Engine/Overview/RowComputer.h"

#include <algorithm>
#include <chrono>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostInputBytes = 8 << 20, kMostOutputBytes = 8 << 20;
constexpr std::int64_t kSampleBytes = sizeof (float);

/** Upper bound of the samples of numRows rows: padding reflects within a transform. */
std::int64_t samplesFor (const MelGeometry& geometry, std::int64_t numRows) noexcept
{
    return numRows * geometry.hopSamples + 3 * std::int64_t {geometry.fftSamples};
}

std::int64_t mostSamplesOf (const OverviewFrontEnd& frontEnd) noexcept
{
    return std::max (kMostInputBytes / kSampleBytes / frontEnd.numChannels (),
                     samplesFor (frontEnd.geometry, RowComputer::kLeastRows));
}

std::int64_t mostRowsOf (const OverviewFrontEnd& frontEnd) noexcept
{
    return std::clamp (kMostOutputBytes / frontEnd.geometry.rowBytes (), RowComputer::kLeastRows,
                       RowComputer::kMostSpans / 2 * RowComputer::kSpanRows);
}

std::size_t inputBytesOf (const OverviewFrontEnd& frontEnd) noexcept
{
    return static_cast<std::size_t> (mostSamplesOf (frontEnd) * frontEnd.numChannels () *
                                     kSampleBytes);
}
} // namespace

Result<RowPlan> RowPlan::make (Backend& backend, const OverviewFrontEnd& frontEnd)
{
    const auto& geometry = frontEnd.geometry;
    const auto mostRows = mostRowsOf (frontEnd);
    const auto outputBytes = static_cast<std::size_t> (mostRows * geometry.rowBytes ());
    RowPlan made;
    made.backend = &backend;
    made.backendName = backend.name ();
    made.concurrency = std::max (1, backend.concurrency ());
    MELSTROM_TRY_VALUE (made.output, backend.allocate (outputBytes));
    MELSTROM_TRY_VALUE (
        made.plan,
        backend.planMel (geometry.spec, geometry.rateHz,
                         {inputBytesOf (frontEnd), outputBytes,
                          static_cast<int> (std::min (mostRows, RowComputer::kMostSpans))}));
    return made;
}

RowComputer::RowComputer (Backend& backend, const OverviewFrontEnd& frontEnd)
    : backend_ (backend), frontEnd_ (frontEnd),
      levels_ (frontEnd.geometry, makeMelBank (frontEnd.geometry)),
      mostSamples_ (mostSamplesOf (frontEnd)), mostRows_ (mostRowsOf (frontEnd))
{
}

Result<std::unique_ptr<RowComputer>> RowComputer::make (Backend& backend,
                                                        const OverviewFrontEnd& frontEnd)
{
    std::unique_ptr<RowComputer> made (new RowComputer (backend, frontEnd));
    MELSTROM_TRY (made->useOwnBackend ());
    return made;
}

void RowComputer::use (RowPlan plan) noexcept
{
    present_ = std::move (plan);
    cost_ = {};
}

Result<void> RowComputer::useOwnBackend ()
{
    MELSTROM_TRY_VALUE (auto own, RowPlan::make (backend_, frontEnd_));
    use (std::move (own));
    return {};
}

std::size_t RowComputer::inputBytes () const noexcept
{
    return inputBytesOf (frontEnd_);
}

std::size_t RowComputer::outputBytes () const noexcept
{
    return static_cast<std::size_t> (mostRows_ * frontEnd_.geometry.rowBytes ());
}

Result<std::unique_ptr<SlabMemory>> RowComputer::allocateInput () const
{
    return present_.backend->allocate (inputBytes ());
}

void RowComputer::add (std::int64_t firstRow, std::int64_t numRows, std::int64_t position,
                       std::int64_t place)
{
    const auto& geometry = frontEnd_.geometry;
    const auto signalSamples = frontEnd_.signalSamples ();
    for (auto row = firstRow; row < firstRow + numRows; row += kSpanRows)
    {
        MelSpan span;
        span.firstRow = row;
        span.numRows = std::min (kSpanRows, firstRow + numRows - row);
        const auto range = geometry.samplesOfRows (signalSamples, row, span.numRows);
        span.inputByte = (place + range.first - position) * frontEnd_.numChannels () * kSampleBytes;
        span.firstSample = range.first;
        span.numSamples = range.end - range.first;
        span.signalSamples = signalSamples;
        span.format = SampleFormat::float32;
        span.numChannels = frontEnd_.numChannels ();
        span.outputByte = numRows_ * geometry.rowBytes ();
        span.signalId = frontEnd_.signalId;
        spans_.push_back (span);
        numRows_ += span.numRows;
    }
}

/** Places count from the batch's own first input and output. */
MelBatch RowComputer::batchOf (const float* input, std::span<MelSpan> spans) const noexcept
{
    auto firstInput = spans[0].inputByte;
    for (const auto& span : spans)
        firstInput = std::min (firstInput, span.inputByte);
    const auto firstOutput = spans[0].outputByte;
    for (auto& span : spans)
    {
        span.inputByte -= firstInput;
        span.outputByte -= firstOutput;
    }
    return {reinterpret_cast<const std::byte*> (input) + firstInput,
            present_.output->data () + firstOutput, spans, MelPass::whole};
}

/** All spans, by the present plan. */
Result<void> RowComputer::compute (const float* input)
{
    const auto start = std::chrono::steady_clock::now ();
    auto spans = spans_; // a plan reads them until its ticket is done
    const auto numSpans = static_cast<std::int64_t> (spans.size ());
    const auto numBatches = std::min (present_.concurrency, numSpans);
    std::vector<Ticket> tickets;
    for (std::int64_t batch = 0; batch < numBatches; ++batch)
    {
        const auto first = static_cast<std::size_t> (numSpans * batch / numBatches);
        const auto end = static_cast<std::size_t> (numSpans * (batch + 1) / numBatches);
        tickets.push_back (present_.plan->submit (
            batchOf (input, std::span (spans).subspan (first, end - first))));
    }
    Result<void> outcome;
    for (const auto ticket : tickets) // all of them: the input is free then
        if (auto done = present_.plan->wait (ticket); ! done)
            outcome = done;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - start;
    for (auto* cost : {&cost_, &wholeCost_})
        if (outcome && (cost == &wholeCost_ || numRows_ >= kCountedRows))
            *cost = {cost->seconds + taken.count (), cost->numRows + numRows_};
    return outcome;
}

Result<std::span<const float>> RowComputer::run (const float* input)
{
    auto outcome = compute (input);
    if (! outcome && ! usesOwnBackend ())
    {
        failure_ = outcome.error ();
        outcome = useOwnBackend ();
        if (outcome)
            outcome = compute (input);
    }
    const auto numValues = static_cast<std::size_t> (numRows_) * frontEnd_.width ();
    spans_.clear ();
    numRows_ = 0;
    MELSTROM_TRY (outcome);
    auto* const values = reinterpret_cast<float*> (present_.output->data ());
    for (std::size_t i = 0; i < numValues; ++i)
        values[i] = levels_.decibels (values[i]);
    return std::span<const float> (values, numValues);
}

} // namespace melstrom
