#include "Engine/Overview/RowComputer.h"

#include <algorithm>

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
} // namespace

RowComputer::RowComputer (Backend& backend, const OverviewFrontEnd& frontEnd)
    : backend_ (backend), frontEnd_ (frontEnd),
      levels_ (frontEnd.geometry, makeMelBank (frontEnd.geometry)),
      concurrency_ (std::max (1, backend.concurrency ()))
{
    const auto& geometry = frontEnd.geometry;
    mostSamples_ = std::max (kMostInputBytes / kSampleBytes / frontEnd.numChannels (),
                             samplesFor (geometry, kLeastRows));
    mostRows_ = std::clamp (kMostOutputBytes / geometry.rowBytes (), kLeastRows,
                            kMostSpans / 2 * kSpanRows);
}

Result<std::unique_ptr<RowComputer>> RowComputer::make (Backend& backend,
                                                        const OverviewFrontEnd& frontEnd)
{
    std::unique_ptr<RowComputer> made (new RowComputer (backend, frontEnd));
    MELSTROM_TRY (made->prepare ());
    return made;
}

Result<void> RowComputer::prepare ()
{
    const auto& geometry = frontEnd_.geometry;
    MELSTROM_TRY_VALUE (output_, backend_.allocate (outputBytes ()));
    MELSTROM_TRY_VALUE (plan_,
                        backend_.planMel (geometry.spec, geometry.rateHz,
                                          {inputBytes (), outputBytes (),
                                           static_cast<int> (std::min (mostRows_, kMostSpans))}));
    return {};
}

std::size_t RowComputer::inputBytes () const noexcept
{
    return static_cast<std::size_t> (mostSamples_ * frontEnd_.numChannels () * kSampleBytes);
}

std::size_t RowComputer::outputBytes () const noexcept
{
    return static_cast<std::size_t> (mostRows_ * frontEnd_.geometry.rowBytes ());
}

Result<std::unique_ptr<SlabMemory>> RowComputer::allocateInput () const
{
    return backend_.allocate (inputBytes ());
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
    return {reinterpret_cast<const std::byte*> (input) + firstInput, output_->data () + firstOutput,
            spans, MelPass::whole};
}

Result<std::span<const float>> RowComputer::run (const float* input)
{
    const auto numSpans = static_cast<std::int64_t> (spans_.size ());
    const auto numBatches = std::min (concurrency_, numSpans);
    std::vector<Ticket> tickets;
    for (std::int64_t batch = 0; batch < numBatches; ++batch)
    {
        const auto first = static_cast<std::size_t> (numSpans * batch / numBatches);
        const auto end = static_cast<std::size_t> (numSpans * (batch + 1) / numBatches);
        tickets.push_back (
            plan_->submit (batchOf (input, std::span (spans_).subspan (first, end - first))));
    }
    Result<void> outcome;
    for (const auto ticket : tickets) // all of them: the input is free then
        if (auto done = plan_->wait (ticket); ! done)
            outcome = done;
    const auto numValues = static_cast<std::size_t> (numRows_) * frontEnd_.width ();
    spans_.clear ();
    numRows_ = 0;
    MELSTROM_TRY (outcome);
    auto* const values = reinterpret_cast<float*> (output_->data ());
    for (std::size_t i = 0; i < numValues; ++i)
        values[i] = levels_.decibels (values[i]);
    return std::span<const float> (values, numValues);
}

} // namespace melstrom
