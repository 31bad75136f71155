// Feature hashing on the emulated device and, tagged [gpu], on a real one.
#include "Engine/Backend/Gpu/GpuHashBench.h"
#include "Engine/Backend/Gpu/Kernels/Hash/HashPlace.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Gpu/FaultyDevice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <tuple>

using namespace melstrom;
using namespace melstrom::testing;
using gpu::GpuHashBench;
using gpu::HashVariant;

namespace
{

struct Records
{
    std::vector<std::int64_t> rows, ids;
    std::vector<float> weights;

    FeatureRecords view () const { return {rows, ids, weights}; }
};

Records randomRecords (const HashedShape& shape, int count, unsigned seed)
{
    std::mt19937_64 random (seed);
    Records records;
    for (int i = 0; i < count; ++i)
    {
        records.rows.push_back (
            static_cast<std::int64_t> (random () % static_cast<std::uint64_t> (shape.numRows)));
        records.ids.push_back (static_cast<std::int64_t> (random () % 5'000) - 2'500);
        const auto bits = random (); // of either sign, over 2^20
        const float size =
            std::ldexp (static_cast<float> (bits >> 40), -static_cast<int> (bits % 20));
        records.weights.push_back ((bits & 32) != 0 ? -size : size);
    }
    return records;
}

Records shuffled (const Records& records, unsigned seed)
{
    std::vector<std::size_t> order (records.rows.size ());
    std::iota (order.begin (), order.end (), std::size_t {0});
    std::ranges::shuffle (order, std::mt19937 (seed));
    Records mixed;
    for (const std::size_t i : order)
    {
        mixed.rows.push_back (records.rows[i]);
        mixed.ids.push_back (records.ids[i]);
        mixed.weights.push_back (records.weights[i]);
    }
    return mixed;
}

struct DefinedCell
{
    __extension__ __int128 units = 0; // of FixedUnit
    double sum = 0, size = 0, numRecords = 0;
};

/** Sums by the definition: in double, and in whole units that are counted here by other means. */
std::vector<DefinedCell> defined (const FeatureRecords& records, const HashedShape& shape,
                                  int& exponent)
{
    float largest = 0;
    for (const float weight : records.weights)
        largest = std::max (largest, std::abs (weight));
    int log2Largest = -126, log2Count = 0;
    if (largest >= std::numeric_limits<float>::min ())
        std::frexp (largest, &log2Largest);
    std::frexp (static_cast<double> (records.rows.size ()), &log2Count);
    exponent = 62 - log2Count - log2Largest;
    std::vector<DefinedCell> cells (shape.numCells ());
    for (std::size_t i = 0; i < records.rows.size (); ++i)
    {
        const auto place = hashedId (records.ids[i], shape.numDimensions);
        auto& cell =
            cells[static_cast<std::size_t> (records.rows[i]) * shape.numDimensions + place.column];
        const double weight = place.isNegative ? -records.weights[i] : records.weights[i];
        cell.units += static_cast<std::int64_t> (std::nearbyint (std::ldexp (weight, exponent)));
        cell.sum += weight;
        cell.size += std::abs (weight);
        ++cell.numRecords;
    }
    return cells;
}

/** Compares every variant that fits with the definition. */
void checkVariants (GpuHashBench& bench, const Records& records, const HashedShape& shape)
{
    int exponent = 0;
    const auto cells = defined (records.view (), shape, exponent);
    REQUIRE (bench.load (records.view (), shape));
    for (const auto& row : gpu::kHashVariants)
    {
        INFO (row.name);
        const auto matrix = bench.sums (row.variant);
        if (! matrix && row.variant == HashVariant::shared &&
            matrix.error ().code == ErrorCode::badSpec)
        {
            CHECK (shape.numDimensions * sizeof (std::int64_t) + 64 >
                   bench.properties ().sharedBytesPerBlock);
            continue;
        }
        INFO ((matrix ? "" : matrix.error ().message));
        REQUIRE (matrix);
        REQUIRE (matrix->size () == cells.size ());
        std::size_t numWrong = 0;
        for (std::size_t i = 0; i < cells.size (); ++i)
        {
            const float expected = static_cast<float> (std::ldexp (
                static_cast<long double> (static_cast<std::int64_t> (cells[i].units)), -exponent));
            // half a unit a record, besides float32's rounding
            const double rounding = cells[i].numRecords * std::ldexp (0.5, -exponent);
            const bool isNear = std::abs ((*matrix)[i] - cells[i].sum) <=
                                1e-5 * cells[i].size + (row.isOrderIndependent ? rounding : 0);
            numWrong += isNear && (! row.isOrderIndependent || (*matrix)[i] == expected) ? 0 : 1;
        }
        CHECK (numWrong == 0);
    }
}

std::unique_ptr<EmulatedDevice> emulated (const std::shared_ptr<EmulationRecord>& record,
                                          std::size_t totalBytes = std::size_t {64} << 20,
                                          EmulationOptions options = {})
{
    options.runsLate = true;
    options.totalBytes = totalBytes;
    return std::make_unique<EmulatedDevice> (options, record);
}

const std::vector<HashedShape> kShapes {{1, 1},         {3, 7},       {100, 256},    {2'100, 512},
                                        {1'500, 1'000}, {5, 300'000}, {300, 29'000}, {7, 13'001}};

} // namespace

TEST_CASE ("a division by multiplication is exact", "[cuda][duplicates]")
{
    std::mt19937 random (3);
    for (std::uint32_t divisor = 2; divisor < 70'000; divisor += 1 + random () % 40)
    {
        const auto by = gpu::quickDivisor (divisor);
        for (const std::uint32_t number :
             {0u, 1u, divisor - 1, divisor, divisor + 1, 0x7fffffffu, 0x80000000u, 0xfffffffeu,
              0xffffffffu, 0xffffffffu / divisor * divisor, 0xffffffffu / divisor * divisor - 1,
              static_cast<std::uint32_t> (random ())})
            if (gpu::quotientOf (number, by) != number / divisor)
                FAIL (number << " by " << divisor);
    }
}

TEST_CASE ("feature hashing on a GPU sums as defined", "[cuda][duplicates]")
{
    const HashedShape shape = GENERATE (from_range (kShapes));
    const int count = GENERATE (0, 1, 9, 20'011);
    CAPTURE (shape.numRows, shape.numDimensions, count);
    const auto record = std::make_shared<EmulationRecord> ();
    {
        GpuHashBench bench (emulated (record));
        checkVariants (bench, randomRecords (shape, count, 7), shape);
    }
    CHECK (record->liveObjects == 0);
    CHECK (record->workDropped == 0);
    CHECK (record->misuse.empty ());
}

TEST_CASE ("few records are summed in streamed buckets, many in large ones", "[cuda][duplicates]")
{
    using gpu::HashKernel;
    const HashedShape shape = GENERATE (HashedShape {100, 256}, HashedShape {2'100, 511});
    constexpr int kMostStreamed = 4 * 2 * 8192; // multiprocessors, blocks, records of a block
    const int more = GENERATE (0, 1), count = kMostStreamed + more;
    CAPTURE (shape.numRows, count);
    const auto record = std::make_shared<EmulationRecord> ();
    GpuHashBench bench (emulated (record));
    checkVariants (bench, randomRecords (shape, count, 11), shape);
    const auto numLaunches = [&] (HashKernel kernel)
    { return std::ranges::count (record->hashLaunches, kernel); };
    const int streamed = 1 - more;
    CHECK (numLaunches (HashKernel::streamBuckets) == streamed);
    CHECK (numLaunches (HashKernel::streamBucketsFixed) == streamed);
    CHECK (numLaunches (HashKernel::sumBuckets) == more);
    CHECK (numLaunches (HashKernel::sumBucketsFixed) == more);
    CHECK (record->misuse.empty ());
}

TEST_CASE ("feature hashing fits large and small GPUs", "[cuda][duplicates]")
{
    EmulationOptions options;
    std::tie (options.numMultiprocessors, options.sharedBytesPerBlock) =
        GENERATE (table<int, std::size_t> ({{132, 227 << 10}, {40, 64 << 10}, {1, 48 << 10}}));
    const HashedShape shape = GENERATE (from_range (kShapes));
    CAPTURE (options.numMultiprocessors, shape.numRows, shape.numDimensions);
    const auto record = std::make_shared<EmulationRecord> ();
    GpuHashBench bench (emulated (record, std::size_t {64} << 20, options));
    auto records = randomRecords (shape, 12'011, 12);
    checkVariants (bench, records, shape);
    std::ranges::fill (records.rows, shape.numRows - 1); // all of them in few runs
    checkVariants (bench, records, shape);
    CHECK (record->misuse.empty ());
}

TEST_CASE ("a matrix of more buckets than a block counts is summed in slices", "[cuda][duplicates]")
{
    const HashedShape shape {32'000, 1'000};
    const auto record = std::make_shared<EmulationRecord> ();
    GpuHashBench bench (emulated (record, std::size_t {256} << 20));
    const auto records = randomRecords (shape, 4'000, 8);
    REQUIRE (bench.load (records.view (), shape));
    record->kernelLaunches = 0;
    const auto matrix = bench.sums (HashVariant::chunkedFixed);
    REQUIRE (matrix);
    CHECK (record->kernelLaunches == 4); // two slices
    int exponent = 0;
    const auto cells = defined (records.view (), shape, exponent);
    std::size_t numWrong = 0;
    for (std::size_t i = 0; i < cells.size (); ++i)
        numWrong += std::abs ((*matrix)[i] - cells[i].sum) <= 1e-5 * cells[i].size ? 0 : 1;
    CHECK (numWrong == 0);
}

TEST_CASE ("the bits of order-independent sums do not depend on the order", "[cuda][duplicates]")
{
    const HashedShape shape {90, 300};
    const auto records = randomRecords (shape, 30'000, 9);
    GpuHashBench bench (emulated (std::make_shared<EmulationRecord> ()));
    for (const auto variant : {HashVariant::shared, HashVariant::chunkedFixed})
    {
        REQUIRE (bench.load (records.view (), shape));
        const auto matrix = bench.sums (variant);
        const auto mixed = shuffled (records, 4);
        REQUIRE (bench.load (mixed.view (), shape));
        const auto again = bench.sums (variant);
        REQUIRE (matrix);
        REQUIRE (again);
        CHECK ((*matrix == *again));
        CHECK (gpu::rowOf (variant).isOrderIndependent);
    }
    for (const auto variant : {HashVariant::basic, HashVariant::chunked})
        CHECK_FALSE (gpu::rowOf (variant).isOrderIndependent);
}

TEST_CASE ("variants of feature hashing are timed, and the fastest is chosen", "[cuda][duplicates]")
{
    const HashedShape shape {10, 64};
    const auto record = std::make_shared<EmulationRecord> ();
    {
        GpuHashBench bench (emulated (record));
        const auto records = randomRecords (shape, 500, 2);
        REQUIRE (bench.load (records.view (), shape));
        record->kernelLaunches = 0;
        const auto times = bench.time (HashVariant::chunked, {1, 3});
        REQUIRE (times);
        CHECK (times->inOrder ().size () == 3);
        CHECK (times->median () == 1e-3 / GpuHashBench::kCallsPerTiming); // the emulated clock
        CHECK (record->graphLaunches == 4);
        const auto any = bench.fastest (false), fixed = bench.fastest (true);
        REQUIRE (any);
        REQUIRE (fixed);
        CHECK (gpu::rowOf (*fixed).isOrderIndependent);
    }
    CHECK (record->liveObjects == 0);
    CHECK (record->misuse.empty ());
}

TEST_CASE ("feature hashing reports every failing call of the device", "[cuda][duplicates]")
{
    const auto code = GENERATE (ErrorCode::deviceLost, ErrorCode::outOfMemory);
    const HashedShape shape {10, 64};
    const auto records = randomRecords (shape, 500, 2);
    bool hasFailed = true;
    for (int index = 0; hasFailed; ++index)
    {
        REQUIRE (index < 500);
        const auto emulation = std::make_shared<EmulationRecord> ();
        const auto calls = std::make_shared<CallRecord> ();
        {
            GpuHashBench bench (std::make_unique<FaultyDevice> (
                emulated (emulation), DeviceFault {{}, index, code}, calls));
            auto done = bench.load (records.view (), shape);
            if (done)
                if (const auto matrix = bench.sums (HashVariant::chunked); ! matrix)
                    done = matrix.error ();
            if (done)
                if (const auto times = bench.time (HashVariant::shared, {0, 1}); ! times)
                    done = times.error ();
            hasFailed = calls->hasFailed;
            CHECK (done.ok () != hasFailed);
            if (! done)
                CHECK (done.error ().code == code);
        }
        CHECK (emulation->liveObjects == 0);
    }
}

TEST_CASE ("a GPU's feature hashing sums as defined", "[gpu][duplicates]")
{
    auto device = openCudaDevice ();
    if (! device)
        return;
    GpuHashBench bench (std::move (device));
    for (const auto& shape : kShapes)
        for (const int count : {0, 1, 9, 20'011, 400'000})
        {
            CAPTURE (shape.numRows, shape.numDimensions, count);
            checkVariants (bench, randomRecords (shape, count, 7), shape);
        }
    const HashedShape large {70'000, 1'000}; // in slices
    checkVariants (bench, randomRecords (large, 3'000'000, 8), large);
    auto skewed = randomRecords (kShapes[6], 1'000'000, 8);
    std::ranges::fill (skewed.rows, 7);
    checkVariants (bench, skewed, kShapes[6]);
}

TEST_CASE ("a GPU's short feature hashing sums as defined", "[gpu][duplicates]") // for sanitizers
{
    auto device = openCudaDevice ();
    if (! device)
        return;
    GpuHashBench bench (std::move (device));
    for (const auto& shape : {HashedShape {7, 13'001}, HashedShape {100, 256}})
        checkVariants (bench, randomRecords (shape, 3'001, 7), shape);
}

TEST_CASE ("a GPU's order-independent sums have the same bits in every run and order",
           "[gpu][duplicates]")
{
    auto device = openCudaDevice ();
    if (! device)
        return;
    GpuHashBench bench (std::move (device));
    const HashedShape shape {1'000, 512};
    const auto records = randomRecords (shape, 300'000, 9);
    for (const auto variant : {HashVariant::shared, HashVariant::chunkedFixed})
    {
        REQUIRE (bench.load (records.view (), shape));
        const auto matrix = bench.sums (variant);
        REQUIRE (matrix);
        for (unsigned turn = 0; turn < 5; ++turn)
        {
            const auto mixed = shuffled (records, turn);
            REQUIRE (bench.load (mixed.view (), shape));
            const auto again = bench.sums (variant);
            REQUIRE (again);
            CHECK ((*matrix == *again));
        }
    }
}
