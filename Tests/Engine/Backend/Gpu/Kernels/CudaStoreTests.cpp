// Deltas, stored types and layouts of the CUDA kernels against plain float64 arithmetic.
#include "Engine/Core/Half.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedKernels.h"
#include "Tests/Support/Gpu/KernelWork.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
constexpr unsigned kSeed = 22;
constexpr int kNumStatic = 5, kReach = 2;
constexpr std::int64_t kGapBytes = 32; ///< between the outputs of spans: must not change
constexpr int kGapRows = 2;            ///< between the features of spans: belong to no span

using Track = std::vector<double>; ///< one feature over the frames of a signal or segment

Track deltaOf (const Track& x)
{
    const auto last = static_cast<int> (x.size ()) - 1;
    const auto at = [&] (int t) { return x[static_cast<std::size_t> (std::clamp (t, 0, last))]; };
    Track delta;
    for (int t = 0; t <= last; ++t)
        delta.push_back ((at (t + 1) - at (t - 1) + 2 * (at (t + 2) - at (t - 2))) / 10);
    return delta;
}

/** (features) of one stretch of frames for deltas: static features, then their deltas. */
std::vector<Track> randomTracks (int numFrames, int deltaOrder, std::mt19937& random)
{
    std::uniform_real_distribution<float> value (-8.0f, 8.0f);
    std::vector<Track> tracks (kNumStatic);
    for (Track& track : tracks)
        for (int t = 0; t < numFrames; ++t)
            track.push_back (value (random));
    for (int i = 0; i < kNumStatic * deltaOrder; ++i)
        tracks.push_back (deltaOf (tracks[static_cast<std::size_t> (i)]));
    return tracks;
}

MelProgram storeProgram (int deltaOrder, bool isHalf)
{
    MelProgram program;
    program.numStatic = program.numPlanes = program.numBands = kNumStatic;
    program.deltaOrder = deltaOrder;
    program.deltaReach = kReach;
    program.numFeatures = program.rowElements = kNumStatic * (1 + deltaOrder);
    program.isHalf = isHalf;
    return program;
}

/** Spans with their features, and the expected output. */
struct StoreCase
{
    explicit StoreCase (const MelProgram& p) : program (p) {}

    MelProgram program;
    std::vector<DeviceSpan> spans;
    std::vector<float> features;
    std::vector<double> expected; ///< every element in order, spans one after another
    std::int64_t outputBytes = kGapBytes;

    std::int64_t valueBytes () const { return program.isHalf ? 2 : 4; }

    void addFrames (const std::vector<Track>& tracks, int first, int end)
    {
        for (int t = first; t < end; ++t)
            for (std::size_t i = 0; i < kNumStatic; ++i)
                features.push_back (static_cast<float> (tracks[i][static_cast<std::size_t> (t)]));
    }
    DeviceSpan& open ()
    {
        features.resize (features.size () + kGapRows * kNumStatic, NAN);
        DeviceSpan span;
        span.scratchRow = static_cast<std::int64_t> (features.size ()) / kNumStatic;
        span.outputByte = outputBytes;
        return spans.emplace_back (span);
    }
    void close (const DeviceSpan& span)
    {
        outputBytes += span.numRows * program.rowElements * valueBytes () + kGapBytes;
    }
    bool holds (double allowed);
};

bool StoreCase::holds (double allowed)
{
    WorkCounts counts;
    counts.numSpans = static_cast<std::int32_t> (spans.size ());
    counts.numFrames = static_cast<std::int64_t> (features.size ()) / kNumStatic;
    Guarded<std::byte> output (static_cast<std::size_t> (outputBytes));
    MelWork work;
    work.program = program;
    work.counts = &counts;
    work.spans = spans.data ();
    work.features = features.data ();
    work.output = output.data ();
    emulateStoreRows (work);

    Agreement agreement;
    std::int64_t at = 0;
    std::size_t element = 0;
    const auto isGap = [&]
    {
        return std::all_of (output.data () + at, output.data () + at + kGapBytes,
                            [] (std::byte b) { return b == std::byte {0xff}; });
    };
    bool gapsStand = output.stands ();
    for (const DeviceSpan& span : spans)
    {
        gapsStand = gapsStand && isGap ();
        at += kGapBytes;
        for (std::int64_t i = 0; i < span.numRows * program.rowElements; ++i, at += valueBytes ())
        {
            float got;
            std::uint16_t half;
            std::memcpy (&half, output.data () + at, sizeof half);
            std::memcpy (&got, output.data () + at, program.isHalf ? sizeof half : sizeof got);
            agreement.add (program.isHalf ? fromHalf (half) : got, expected[element++], allowed);
        }
    }
    return agreement.holds () && gapsStand && isGap ();
}

/** Signals cut into spans of random length. Each span has the neighbours that its deltas need. */
StoreCase framesCase (int deltaOrder, bool isHalf)
{
    StoreCase made (storeProgram (deltaOrder, isHalf));
    std::mt19937 random (kSeed);
    const int halo = deltaOrder * kReach;
    for (const int numFrames : {1, 2, 3, 31, 33, 1023, 1024, 1025, 2049})
    {
        const auto tracks = randomTracks (numFrames, deltaOrder, random);
        for (int first = 0, end = 0; first < numFrames; first = end)
        {
            end = std::min (numFrames, first + std::uniform_int_distribution (0, 700) (random));
            DeviceSpan& span = made.open ();
            span.firstRow = first;
            span.numRows = end - first;
            span.firstFrame = std::max (0, first - halo);
            span.numFrames = std::min (numFrames, end + halo) - span.firstFrame;
            made.addFrames (tracks, static_cast<int> (span.firstFrame),
                            static_cast<int> (span.firstFrame + span.numFrames));
            for (int t = first; t < end; ++t)
                for (const Track& track : tracks)
                    made.expected.push_back (track[static_cast<std::size_t> (t)]);
            made.close (span);
        }
    }
    return made;
}

/** Spans of a few segments each. */
StoreCase segmentsCase (int deltaOrder, bool isHalf, int perSegment)
{
    StoreCase made (storeProgram (deltaOrder, isHalf));
    made.program.isSegments = true;
    made.program.framesPerSegment = perSegment;
    made.program.rowElements *= perSegment;
    std::mt19937 random (kSeed);
    for (const int numSegments : {1, 0, 7, 40})
    {
        DeviceSpan& span = made.open ();
        span.firstRow = 3;
        span.numRows = numSegments;
        span.firstFrame = std::int64_t {3} * perSegment;
        span.numFrames = std::int64_t {numSegments} * perSegment;
        for (int segment = 0; segment < numSegments; ++segment)
        {
            const auto tracks = randomTracks (perSegment, deltaOrder, random);
            made.addFrames (tracks, 0, perSegment);
            for (const Track& track : tracks)
                made.expected.insert (made.expected.end (), track.begin (), track.end ());
        }
        made.close (span);
    }
    return made;
}
} // namespace

TEST_CASE ("rows hold features and deltas of their signal, and nothing else is written",
           "[cuda][kernels]")
{
    const int deltaOrder = GENERATE (0, 1, 2);
    const bool isHalf = GENERATE (false, true);
    // float16 errs by 2^-11 of at most 8
    CHECK (framesCase (deltaOrder, isHalf).holds (isHalf ? 0.004 : 4e-6));
}

TEST_CASE ("segments hold features by frames, with deltas that end at their edges",
           "[cuda][kernels]")
{
    const int deltaOrder = GENERATE (0, 1, 2);
    const bool isHalf = GENERATE (false, true);
    const int perSegment = GENERATE (1, 2, 29, 128);
    CHECK (segmentsCase (deltaOrder, isHalf, perSegment).holds (isHalf ? 0.004 : 4e-6));
}

TEST_CASE ("float16 rows are rounded to even and cut at the largest number", "[cuda][kernels]")
{
    StoreCase made (storeProgram (0, true));
    const std::vector<std::pair<float, double>> pairs {
        {1e30f, 65504},           {-1e30f, -65504},         {65519.0f, 65504}, {-65520.0f, -65504},
        {2049.0f, 2048},          {2051.0f, 2052},          {-2049.0f, -2048}, {2049.5f, 2050},
        {0.3333f, 0.33325195312}, {6e-8f, 5.96046447754e-8}};
    DeviceSpan& span = made.open ();
    span.numRows = span.numFrames = static_cast<std::int64_t> (pairs.size ()) / kNumStatic;
    for (const auto& [value, stored] : pairs)
    {
        made.features.push_back (value);
        made.expected.push_back (stored);
    }
    made.close (span);
    CHECK (made.holds (1e-11));
}
