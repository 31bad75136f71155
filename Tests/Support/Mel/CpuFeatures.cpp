#include "Tests/Support/Mel/CpuFeatures.h"

#include "Engine/Core/Half.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{
constexpr std::size_t kCanaryBytes = 256;
constexpr std::byte kCanary {0x5a};

template <typename T>
T valueOrThrow (Result<T> result)
{
    if (! result)
        throw std::runtime_error (result.error ().message);
    return std::move (*result);
}

void append (std::vector<std::byte>& bytes, const void* from, std::size_t count)
{
    const auto* at = static_cast<const std::byte*> (from);
    bytes.insert (bytes.end (), at, at + count);
}

void appendSample (std::vector<std::byte>& bytes, std::int16_t value, SampleFormat format)
{
    const std::int32_t wide = value * 65536;
    const float real = static_cast<float> (value) / 32768.0f;
    switch (format)
    {
        case SampleFormat::int16: append (bytes, &value, 2); break;
        case SampleFormat::int24:
            append (bytes, reinterpret_cast<const char*> (&wide) + 1, 3);
            break;
        case SampleFormat::int32: append (bytes, &wide, 4); break;
        case SampleFormat::float32: append (bytes, &real, 4); break;
    }
}

std::int16_t monoAt (const TestSignal& signal, std::int64_t index)
{
    return static_cast<std::int16_t> (
        std::lround (signal.mono[static_cast<std::size_t> (index)] * 32768.0));
}

MelSpan wholeSpan (const TestSignal& signal, const MelGeometry& geometry)
{
    MelSpan span;
    span.numSamples = span.signalSamples = signal.numSamples;
    span.format = signal.format;
    span.numChannels = signal.numChannels;
    span.channel = signal.channel;
    span.numRows = geometry.numRows (signal.numSamples);
    span.signalId = 77;
    return span;
}

/** Output between canaries. */
struct GuardedOutput
{
    explicit GuardedOutput (std::int64_t numBytes)
        : bytes (static_cast<std::size_t> (numBytes) + 2 * kCanaryBytes, kCanary)
    {
    }
    std::byte* data () { return bytes.data () + kCanaryBytes; }
    std::vector<std::byte> take () const
    {
        for (std::size_t i = 0; i < kCanaryBytes; ++i)
            if (bytes[i] != kCanary || bytes[bytes.size () - 1 - i] != kCanary)
                throw std::runtime_error ("the backend wrote outside of its output");
        return {bytes.begin () + kCanaryBytes, bytes.end () - kCanaryBytes};
    }
    std::vector<std::byte> bytes;
};
} // namespace

TestSignal broadbandSignal (std::int64_t numSamples, unsigned seed)
{
    std::mt19937 random (seed);
    std::uniform_real_distribution<double> noise (-1, 1);
    TestSignal signal;
    signal.numSamples = numSamples;
    double phase = 0;
    for (std::int64_t i = 0; i < numSamples; ++i)
    {
        const double progress = static_cast<double> (i) / static_cast<double> (numSamples);
        phase += 2.0 * std::numbers::pi * (0.01 + 0.4 * progress);
        const auto value = static_cast<std::int16_t> (
            std::lround (8000.0 * std::sin (phase) + 3000.0 * noise (random)));
        append (signal.bytes, &value, sizeof value);
        signal.mono.push_back (value / 32768.0);
    }
    return signal;
}

TestSignal storedAs (const TestSignal& signal, SampleFormat format, int numChannels,
                     std::optional<int> channel)
{
    TestSignal stored;
    stored.format = format;
    stored.numChannels = numChannels;
    stored.channel = channel;
    stored.numSamples = signal.numSamples;
    for (std::int64_t i = 0; i < signal.numSamples; ++i)
    {
        double sum = 0;
        for (int c = 0; c < numChannels; ++c)
        {
            // Each channel is the signal at a different level, exact in int16.
            const auto value = static_cast<std::int16_t> (monoAt (signal, i) / (c + 1));
            appendSample (stored.bytes, value, format);
            sum += value / 32768.0;
            if (c == channel)
                stored.mono.push_back (value / 32768.0);
        }
        if (! channel)
            stored.mono.push_back (sum / numChannels);
    }
    return stored;
}

std::vector<std::byte> computeWhole (Backend& backend, const MelSpec& spec, int rateHz,
                                     const TestSignal& signal)
{
    const MelGeometry geometry = valueOrThrow (geometryAt (spec, rateHz));
    const MelSpan span = wholeSpan (signal, geometry);
    GuardedOutput output (span.numRows * geometry.rowBytes ());
    auto plan = valueOrThrow (
        backend.planMel (spec, rateHz, {signal.bytes.size (), output.bytes.size (), 1}));
    if (auto done = plan->wait (
            plan->submit ({signal.bytes.data (), output.data (), {&span, 1}, MelPass::whole}));
        ! done)
        throw std::runtime_error (done.error ().message);
    return output.take ();
}

std::vector<std::byte> computeInPieces (Backend& backend, const MelSpec& spec, int rateHz,
                                        const TestSignal& signal, std::mt19937& random)
{
    const MelGeometry geometry = valueOrThrow (geometryAt (spec, rateHz));
    const bool twoPasses = spec.layout == Layout::frames && spec.needsSignalStatistics ();
    const std::int64_t grid = twoPasses ? kStatisticsFrames : 1;
    const MelSpan whole = wholeSpan (signal, geometry);
    GuardedOutput output (whole.numRows * geometry.rowBytes ());
    SignalStatistics statistics (twoPasses ? geometry.numFrames (whole.signalSamples) : 0);

    constexpr std::size_t kGapBytes = 64;
    std::size_t inputBytes = 0;
    std::vector<MelSpan> spans;
    const std::int64_t frameBytes = signal.numChannels * bytesPerSample (signal.format);
    for (std::int64_t row = 0; row < whole.numRows;)
    {
        const std::int64_t most = std::max<std::int64_t> (1, whole.numRows / grid / 3);
        const std::int64_t rows =
            std::min (whole.numRows - row,
                      grid * std::uniform_int_distribution<std::int64_t> (1, most) (random));
        const auto range = geometry.samplesOfRows (signal.numSamples, row, rows);
        MelSpan span = whole;
        span.firstRow = row;
        span.numRows = rows;
        span.firstSample = range.first;
        span.numSamples = range.end - range.first;
        span.outputByte = row * geometry.rowBytes ();
        span.statistics = twoPasses ? &statistics : nullptr;
        spans.push_back (span);
        inputBytes += static_cast<std::size_t> (span.numSamples * frameBytes) + kGapBytes;
        row += rows;
    }
    auto plan =
        valueOrThrow (backend.planMel (spec, rateHz, {inputBytes, output.bytes.size (), 64}));
    std::shuffle (spans.begin (), spans.end (), random);
    const auto runAll = [&] (MelPass pass)
    {
        std::vector<std::byte> input;
        for (MelSpan& span : spans)
        {
            // The slab holds only the samples that the geometry asks for. If the geometry named one
            // sample too few, the plan would read the filler between signals.
            const auto range =
                geometry.samplesOfRows (signal.numSamples, span.firstRow, span.numRows);
            span.inputByte = static_cast<std::int64_t> (input.size ());
            input.insert (input.end (), signal.bytes.begin () + range.first * frameBytes,
                          signal.bytes.begin () + range.end * frameBytes);
            input.insert (input.end (), kGapBytes, std::byte {0x7f});
        }
        std::vector<Ticket> tickets;
        for (std::size_t first = 0; first < spans.size ();)
        {
            const std::size_t count = std::min (spans.size () - first, 1 + random () % 5);
            tickets.push_back (plan->submit (
                {input.data (), output.data (), {spans.data () + first, count}, pass}));
            first += count;
        }
        for (const Ticket ticket : tickets)
            if (auto done = plan->wait (ticket); ! done)
                throw std::runtime_error (done.error ().message);
    };
    if (twoPasses)
    {
        runAll (MelPass::statistics);
        statistics.join (smootherDecay (geometry));
    }
    runAll (twoPasses ? MelPass::finish : MelPass::whole);
    return output.take ();
}

std::vector<double> valuesOf (const std::vector<std::byte>& rows, StoredType type)
{
    std::vector<double> values;
    for (std::size_t at = 0; at < rows.size (); at += type == StoredType::float16 ? 2 : 4)
    {
        std::uint16_t half = 0;
        float real = 0;
        std::memcpy (&half, rows.data () + at, 2);
        if (type == StoredType::float32)
            std::memcpy (&real, rows.data () + at, 4);
        values.push_back (type == StoredType::float16 ? fromHalf (half) : real);
    }
    return values;
}

MelSpec energiesOnly (MelSpec spec)
{
    spec = spec.unstacked ();
    spec.useEnergy = false;
    spec.pcen.reset ();
    spec.log = LogKind::none;
    spec.reference = 1;
    spec.referenceIsMaximum = false;
    spec.topDb.reset ();
    spec.normalisation = Normalisation::none;
    spec.numCoefficients.reset ();
    spec.lifter = 0;
    spec.deltaOrder = 0;
    spec.storedType = StoredType::float32;
    return spec;
}

std::vector<double> framesFirst (const std::vector<double>& values, const MelGeometry& geometry)
{
    if (geometry.spec.layout == Layout::frames)
        return values;
    const auto bands = static_cast<std::size_t> (geometry.numFeatures),
               frames = static_cast<std::size_t> (geometry.framesPerSegment);
    std::vector<double> turned (values.size ());
    for (std::size_t i = 0; i < values.size (); ++i)
    {
        const std::size_t segment = i / (bands * frames), band = i / frames % bands,
                          frame = i % frames;
        turned[(segment * frames + frame) * bands + band] = values[i];
    }
    return turned;
}

} // namespace melstrom::testing
