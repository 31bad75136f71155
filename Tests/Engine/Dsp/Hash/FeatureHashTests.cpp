#include "Engine/Dsp/Hash/FeatureHash.h"

#include "Tests/Support/Catch.h"
#include "Tests/Support/InstructionSets.h"
#include "Tests/Support/Skip.h"

#include <random>
#include <string>
#include <vector>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** Sums in float, in the order of the records, straight from the definition. */
std::vector<float> defined (const FeatureRecords& records, const HashedShape& shape)
{
    std::vector<float> matrix (shape.numCells (), 0.0f);
    for (std::size_t i = 0; i < records.ids.size (); ++i)
    {
        std::uint64_t hash = static_cast<std::uint64_t> (records.ids[i]);
        for (const std::uint64_t factor : {0xFF51AFD7ED558CCDull, 0xC4CEB9FE1A85EC53ull})
        {
            hash ^= hash >> 33;
            hash *= factor;
        }
        hash ^= hash >> 33;
        const auto column = hash % shape.numDimensions;
        const bool isNegative = hash >= 0x8000000000000000ull;
        auto& cell =
            matrix[static_cast<std::size_t> (records.rows[i]) * shape.numDimensions + column];
        cell = isNegative ? cell - records.weights[i] : cell + records.weights[i];
    }
    return matrix;
}
} // namespace

TEST_CASE ("the mix of 64 bits is MurmurHash3's", "[duplicates]")
{
    // fmix64 of 0 and of 1, as the reference implementation (smhasher) has them
    STATIC_REQUIRE (mixBits (0) == 0);
    STATIC_REQUIRE (mixBits (1) == 0xB456BCFC34C2CB2Cu);
}

TEST_CASE ("feature hashing sums records in their order", "[duplicates]")
{
    const HashedShape shape =
        GENERATE (HashedShape {3, 7}, HashedShape {100, 256}, HashedShape {2'100, 512},
                  HashedShape {1'500, 1'000}, HashedShape {5, 300'000});
    const int count = GENERATE (0, 1, 50'003);
    CAPTURE (shape.numRows, shape.numDimensions, count);
    std::mt19937_64 random (7);
    std::vector<std::int64_t> rows, ids;
    std::vector<float> weights;
    for (int i = 0; i < count; ++i)
    {
        rows.push_back (
            static_cast<std::int64_t> (random () % static_cast<std::uint64_t> (shape.numRows)));
        ids.push_back (static_cast<std::int64_t> (random () % 5'000) - 2'500);
        weights.push_back (static_cast<float> (random () >> 40) * 0x1p-20f);
    }
    std::vector<float> matrix (shape.numCells () + 2, 5.0f); // with a cell before and one behind
    const std::int64_t target = GENERATE (std::int64_t {HWY_SSSE3}, HWY_AVX2, HWY_AVX3);
    if (! hasTarget (target))
        return skipTest (std::string ("this processor has no ") + hwy::TargetName (target));
    takeTargets (target);
    FeatureHasher hasher;
    for (int turn = 0; turn < 2; ++turn)
        hasher.sum ({rows, ids, weights}, shape, matrix.data () + 1);
    takeTargets (0);
    CHECK (matrix.front () == 5.0f);
    CHECK (matrix.back () == 5.0f);
    const std::vector<float> sums (matrix.begin () + 1, matrix.end () - 1);
    CHECK ((sums == defined ({rows, ids, weights}, shape)));
}

TEST_CASE ("records that are sorted in several parts are summed in their order", "[duplicates]")
{
    const HashedShape shape {2'100, 512};
    std::mt19937_64 random (8);
    std::vector<std::int64_t> rows, ids;
    std::vector<float> weights;
    for (int i = 0; i < 4'300'000; ++i)
    {
        rows.push_back (static_cast<std::int64_t> (random () % 2'100));
        ids.push_back (static_cast<std::int64_t> (random () % 5'000));
        weights.push_back (static_cast<float> (random () >> 40) * 0x1p-20f);
    }
    std::vector<float> matrix (shape.numCells (), 5.0f);
    FeatureHasher ().sum ({rows, ids, weights}, shape, matrix.data ());
    CHECK ((matrix == defined ({rows, ids, weights}, shape)));
}
