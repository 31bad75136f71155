#include "Engine/Core/NumberText.h"
#include "Engine/Core/TimedRuns.h"
#include "Engine/Dsp/Hash/FeatureHash.h"
#include "Standalone/Bench/BenchSubjects.h"

#include <cmath>
#include <ostream>
#include <vector>

namespace melstrom
{

namespace
{
struct HashWork
{
    std::size_t numRecords;
    HashedShape shape;
    RunCounts runs;
};

const HashWork kWorks[] {
    {10'000, {100, 256}, {3, 101}},
    {100'000, {1'000, 512}, {3, 51}},
    {1'000'000, {10'000, 1'024}, {2, 21}},
    {100'000'000, {10'000, 1'024}, {0, 3}},
};
constexpr std::uint64_t kMostIds = 100'000;

/** Random rows, ids and weights, by counting. */
struct RandomRecords
{
    explicit RandomRecords (const HashWork& work)
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

/** Fails: internalFault if the sums differ from sums in double by more than float32 rounds. */
Result<void> checkSums (const FeatureRecords& records, const HashedShape& shape,
                        const std::vector<float>& matrix)
{
    std::vector<double> sums (shape.numCells ()), sizes (shape.numCells ());
    for (std::size_t i = 0; i < records.rows.size (); ++i)
    {
        const auto place = hashedId (records.ids[i], shape.numDimensions);
        const auto cell =
            static_cast<std::size_t> (records.rows[i]) * shape.numDimensions + place.column;
        sums[cell] += place.isNegative ? -records.weights[i] : records.weights[i];
        sizes[cell] += records.weights[i];
    }
    for (std::size_t cell = 0; cell < sums.size (); ++cell)
        if (std::abs (sums[cell] - static_cast<double> (matrix[cell])) > 1e-4 * sizes[cell])
            return Error {
                ErrorCode::internalFault, "feature hashing differs from its definition", {}};
    return {};
}
} // namespace

Result<void> benchHash (const BenchContext& context)
{
    using enum TextTable::Side;
    BenchTable table (context.json["hash"], {},
                      {"records", "rows", "dimensions", "us", "ns/record", "MB", "GB/s", "spread"});
    for (const HashWork& work : kWorks)
    {
        MELSTROM_TRY (
            context.begin ("hashing " + groupedText (static_cast<std::int64_t> (work.numRecords))));
        const RandomRecords random (work);
        std::vector<float> matrix (work.shape.numCells ());
        FeatureHasher hasher;
        hasher.sum (random.records (), work.shape, matrix.data ());
        MELSTROM_TRY (checkSums (random.records (), work.shape, matrix));
        const auto once = [&] () -> Result<double>
        {
            MELSTROM_TRY (checkStop ());
            return secondsOf (
                [&] () -> Result<void>
                {
                    hasher.sum (random.records (), work.shape, matrix.data ());
                    return {};
                });
        };
        MELSTROM_TRY_VALUE (const auto values, timedRuns (work.runs, once));
        const auto numRecords = static_cast<double> (work.numRecords);
        const double bytes = 20 * numRecords + 4 * static_cast<double> (work.shape.numCells ());
        const double seconds = values.median ();
        table.addRow ({groupedText (static_cast<std::int64_t> (work.numRecords)),
                       groupedText (work.shape.numRows), groupedText (work.shape.numDimensions),
                       fixedText (1e6 * seconds, 1), fixedText (1e9 * seconds / numRecords, 2),
                       fixedText (bytes / 1e6, 1), fixedText (bytes / seconds / 1e9, 2),
                       fixedText (100 * values.spreadRatio (), 0) + "%"},
                      {{"records", work.numRecords},
                       {"rows", work.shape.numRows},
                       {"dimensions", work.shape.numDimensions},
                       {"bytes", bytes}},
                      {{"seconds", values.inOrder ()}});
    }
    context.out
        << "\nFeature hashing on one thread: random rows, ids below 100,000, the matrix set to "
           "zero first; fixed order of sums. Medians. Bytes: records read once, matrix "
           "written once.\n\n"
        << table.text ();
    return {};
}

} // namespace melstrom
