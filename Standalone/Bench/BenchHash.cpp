#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/GpuBench.h"
#include "Engine/Backend/Gpu/GpuHashBench.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/TimedRuns.h"
#include "Engine/Dsp/Hash/FeatureHash.h"
#include "Standalone/Bench/BenchSubjects.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <ostream>
#include <vector>

namespace melstrom
{

namespace
{
using enum TextTable::Side;

struct Work
{
    std::size_t numRecords;
    HashedShape shape;
    RunCounts runsCpu, runsGpu;
};

const Work kWorks[] {
    {10'000, {100, 256}, {3, 101}, {5, 101}},
    {100'000, {1'000, 512}, {3, 51}, {5, 101}},
    {1'000'000, {10'000, 1'024}, {2, 21}, {5, 101}},
    {100'000'000, {10'000, 1'024}, {0, 3}, {1, 11}},
};
constexpr std::uint64_t kMostIds = 100'000;

/** Random rows, ids and weights, by counting. */
struct RandomRecords
{
    explicit RandomRecords (const Work& work)
        : rows (work.numRecords), ids (work.numRecords), weights (work.numRecords)
    {
        for (std::size_t i = 0; i < work.numRecords; ++i)
        {
            const std::uint64_t first = mixBits (2 * i + 1), second = mixBits (2 * i + 2);
            rows[i] =
                static_cast<std::int64_t> (first % static_cast<std::uint64_t> (work.shape.numRows));
            ids[i] = static_cast<std::int64_t> (second % kMostIds);
            weights[i] = static_cast<float> (first >> 40) * 0x1p-24f;
        }
    }
    FeatureRecords records () const { return {rows, ids, weights}; }

    std::vector<std::int64_t> rows, ids;
    std::vector<float> weights;
};

/** The definition, in double. */
class DefinedSums
{
public:
    DefinedSums (const FeatureRecords& records, const HashedShape& shape)
        : sums_ (shape.numCells ()), sizes_ (shape.numCells ())
    {
        for (std::size_t i = 0; i < records.rows.size (); ++i)
        {
            const auto place = hashedId (records.ids[i], shape.numDimensions);
            const auto cell =
                static_cast<std::size_t> (records.rows[i]) * shape.numDimensions + place.column;
            sums_[cell] += place.isNegative ? -records.weights[i] : records.weights[i];
            sizes_[cell] += records.weights[i];
        }
    }

    /** Fails: internalFault if sums differ by more than float32 rounds, or are missing. */
    Result<void> check (const std::vector<float>& matrix, const std::string& what) const
    {
        for (std::size_t cell = 0; cell < sums_.size (); ++cell)
            if (! (std::abs (sums_[cell] - static_cast<double> (matrix[cell])) <=
                   1e-4 * sizes_[cell]))
                return Error {ErrorCode::internalFault,
                              "feature hashing differs from its definition: " + what,
                              {}};
        return {};
    }

private:
    std::vector<double> sums_, sizes_;
};

/** One row of the table. */
struct Timed
{
    std::string device, kernel;
    bool isOrderIndependent = true;
    RunValues seconds;
    double limitBytesPerSecond = 0; ///< of a copy on this device
};

class Rows
{
public:
    explicit Rows (const BenchContext& context)
        : table_ (context.json["hash"], {left, left, left},
                  {"device", "variant", "order", "records", "rows", "dimensions", "us", "ns/record",
                   "MB", "GB/s", "of copy", "spread"})
    {
    }

    void add (const Work& work, const Timed& timed)
    {
        const auto numRecords = static_cast<double> (work.numRecords);
        const double bytes = 20 * numRecords + 4 * static_cast<double> (work.shape.numCells ());
        const double seconds = timed.seconds.median (), rate = bytes / seconds,
                     share = rate / timed.limitBytesPerSecond;
        const auto order = timed.isOrderIndependent ? "fixed" : "unordered";
        table_.addRow ({timed.device, timed.kernel, order,
                        groupedText (static_cast<std::int64_t> (work.numRecords)),
                        groupedText (work.shape.numRows), groupedText (work.shape.numDimensions),
                        fixedText (1e6 * seconds, 1), fixedText (1e9 * seconds / numRecords, 3),
                        fixedText (bytes / 1e6, 1), fixedText (rate / 1e9, 2),
                        fixedText (100 * share, 0) + "%",
                        fixedText (100 * timed.seconds.spreadRatio (), 0) + "%"},
                       {{"device", timed.device},
                        {"kernel", timed.kernel},
                        {"order", order},
                        {"records", work.numRecords},
                        {"rows", work.shape.numRows},
                        {"dimensions", work.shape.numDimensions},
                        {"bytes", bytes},
                        {"share_of_copy", share}},
                       {{"seconds_a_call", timed.seconds.inOrder ()}});
    }
    std::string text () const { return table_.text (); }

private:
    BenchTable table_;
};

/** Bytes a second that one core reads and writes in a copy larger than its caches. */
double copyRateOfCore ()
{
    constexpr std::size_t kBytes = std::size_t {256} << 20;
    const std::vector<char> from (kBytes, 1);
    std::vector<char> to (kBytes);
    const auto seconds = timedRuns ({1, 5},
                                    [&]
                                    {
                                        return secondsOf (
                                            [&] () -> Result<void>
                                            {
                                                std::memcpy (to.data (), from.data (), kBytes);
                                                return {};
                                            });
                                    });
    return 2.0 * kBytes / seconds->median ();
}

Result<RunValues> timeOnCore (const Work& work, const FeatureRecords& records,
                              const DefinedSums& defined)
{
    std::vector<float> matrix (work.shape.numCells ());
    FeatureHasher hasher;
    hasher.sum (records, work.shape, matrix.data ());
    MELSTROM_TRY (defined.check (matrix, "one core"));
    const auto once = [&] () -> Result<double>
    {
        MELSTROM_TRY (checkStop ());
        return secondsOf (
            [&] () -> Result<void>
            {
                hasher.sum (records, work.shape, matrix.data ());
                return {};
            });
    };
    return timedRuns (work.runsCpu, once);
}

/** A GPU and the rate of its copies. */
struct Gpu
{
    std::unique_ptr<gpu::GpuHashBench> bench;
    double copyRate = 0;
};

Result<Gpu> openGpu (int index)
{
    MELSTROM_TRY_VALUE (auto first, gpu::openCudaDevice (index));
    gpu::GpuBench copies (std::move (first));
    MELSTROM_TRY_VALUE (const auto rates, copies.copyRates ());
    MELSTROM_TRY_VALUE (auto device, gpu::openCudaDevice (index));
    return Gpu {std::make_unique<gpu::GpuHashBench> (std::move (device)), rates.within};
}

/** `shared` looks through all records for each row, which would take seconds. */
bool isTimed (gpu::HashVariant variant, const Work& work)
{
    constexpr std::size_t kMostForShared = 1'000'000;
    return variant != gpu::HashVariant::shared || work.numRecords <= kMostForShared;
}

Result<void> addGpu (const Gpu& gpu, const Work& work, const FeatureRecords& records,
                     const DefinedSums& defined, Rows& rows)
{
    auto& bench = *gpu.bench;
    MELSTROM_TRY (bench.load (records, work.shape));
    const auto add = [&] (const gpu::HashVariantRow& row, const std::string& name) -> Result<void>
    {
        MELSTROM_TRY_VALUE (const auto matrix, bench.sums (row.variant));
        MELSTROM_TRY (defined.check (matrix, row.name));
        MELSTROM_TRY_VALUE (const auto seconds, bench.time (row.variant, work.runsGpu));
        rows.add (work,
                  {bench.properties ().name, name, row.isOrderIndependent, seconds, gpu.copyRate});
        return {};
    };
    for (const auto& row : gpu::kHashVariants)
        if (isTimed (row.variant, work))
            MELSTROM_TRY (add (row, row.name));
    for (const bool orderIndependent : {false, true})
    {
        MELSTROM_TRY_VALUE (const auto fastest, bench.fastest (orderIndependent));
        const auto& row = gpu::rowOf (fastest);
        MELSTROM_TRY (add (row, std::string ("auto: ") + row.name));
    }
    return {};
}

Result<std::optional<Gpu>> gpuOf (const BenchContext& context)
{
    if (context.request.backend.kind == BackendChoice::Kind::cpu)
        return std::optional<Gpu> ();
    auto gpu = openGpu (context.request.backend.deviceIndex);
    if (gpu)
        return std::optional<Gpu> (*std::move (gpu));
    MELSTROM_TRY (context.withoutGpu ("Feature hashing is not timed on a GPU", gpu.error (),
                                      context.request.needsGpu));
    return std::optional<Gpu> ();
}
} // namespace

Result<void> benchHash (const BenchContext& context)
{
    MELSTROM_TRY_VALUE (const auto gpu, gpuOf (context));
    const bool hasCpu = context.request.backend.kind != BackendChoice::Kind::gpu;
    const double coreRate = hasCpu ? copyRateOfCore () : 0;
    Rows rows (context);
    for (const Work& work : kWorks)
    {
        MELSTROM_TRY (
            context.begin ("hashing " + groupedText (static_cast<std::int64_t> (work.numRecords))));
        const RandomRecords random (work);
        const DefinedSums defined (random.records (), work.shape);
        if (hasCpu)
        {
            MELSTROM_TRY_VALUE (const auto seconds, timeOnCore (work, random.records (), defined));
            rows.add (work, {"CPU, one core", "blocks", true, seconds, coreRate});
        }
        if (gpu)
            MELSTROM_TRY (addGpu (*gpu, work, random.records (), defined, rows));
    }
    context.out
        << "\nFeature hashing: random rows, ids below 100,000, the matrix set to zero first. "
           "Every variant is compared with its\ndefinition in double, then timed; medians. On a "
           "GPU a timing is ten calls in one graph, records and matrix in\nits memory. Order: "
           "fixed, the same bits in every run; unordered, the last bits change from run to run. "
           "MB: records\nread once, matrix written once; of copy: the share of a large copy's "
           "rate on that device, above 100% in its caches.\n\n"
        << rows.text ();
    return {};
}

} // namespace melstrom
