// Numbers of normalisation = "dataset": their file, and the rounding of normalised rows.
#include "Engine/Batch/Normalisation/BandMoments.h"
#include "Engine/Batch/Normalisation/RowNormaliser.h"
#include "Engine/Batch/Run/Normalising/MomentsFile.h"
#include "Engine/Core/Half.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a number is rounded once to half precision, ties to even", "[normalisation]")
{
    for (int bits = 0; bits < 0x7bff; ++bits) // each half and its next one
        for (const double sign : {1.0, -1.0})
        {
            const auto low = static_cast<std::uint16_t> (bits);
            const auto high = static_cast<std::uint16_t> (bits + 1);
            const double below = fromHalf (low), above = fromHalf (high);
            const double middle = (below + above) / 2; // exact in double
            const auto even = static_cast<std::uint16_t> (bits % 2 == 0 ? low : high);
            const auto minus = static_cast<std::uint16_t> (sign < 0 ? 0x8000 : 0);
            INFO (bits << ", sign " << sign);
            REQUIRE (nearestHalf (sign * below) == (low | minus));
            REQUIRE (nearestHalf (sign * middle) == (even | minus));
            // the next doubles: a float has no digits for the difference
            REQUIRE (nearestHalf (sign * std::nextafter (middle, 0.0)) == (low | minus));
            REQUIRE (nearestHalf (sign * std::nextafter (middle, 1e9)) == (high | minus));
        }
    CHECK (fromHalf (nearestHalf (1e300)) == 65504.0f);
    CHECK (fromHalf (nearestHalf (-1e300)) == -65504.0f);
}

TEST_CASE ("rows are normalised in place, by feature, and packed", "[normalisation]")
{
    const BandMoments moments {{1, -2}, {0.5, 0}}; // the second feature is constant
    const std::vector<float> rows {1, 2, 3, -2, -1, 0, /*second row*/ 5, 6, 7, 8, 9, 10};
    const std::vector<float> expected {0, 2, 4, 0, 1, 2, 8, 10, 12, 10, 11, 12};
    for (const StoredType type : {StoredType::float32, StoredType::float16})
    {
        const RowNormaliser normaliser (moments, 3, type);
        std::vector<std::byte> bytes (rows.size () * sizeof (float));
        std::memcpy (bytes.data (), rows.data (), bytes.size ());
        normaliser.apply (bytes.data (), 2);
        const bool isHalf = type == StoredType::float16;
        REQUIRE (normaliser.storedRowBytes () == (isHalf ? 12 : 24));
        for (std::size_t i = 0; i < expected.size (); ++i)
        {
            float value = 0;
            std::uint16_t half = 0;
            std::memcpy (&value, bytes.data () + 4 * i, sizeof value);
            std::memcpy (&half, bytes.data () + 2 * i, sizeof half);
            CHECK ((isHalf ? fromHalf (half) : value) == expected[i]);
        }
    }
    const RowNormaliser wide ({{0}, {1e-300}}, 1, StoredType::float32);
    float large = 1;
    wide.apply (reinterpret_cast<std::byte*> (&large), 1);
    CHECK (large == std::numeric_limits<float>::max ()); // finite, as all stored features
}

TEST_CASE ("a file of statistics has a mean and a deviation for each feature", "[normalisation]")
{
    MemoryStorage storage;
    const auto read = [&storage] (const std::string& text)
    {
        storage.addFile ("s.json", text);
        return readMoments (storage, "s.json", {});
    };
    const auto good = read (R"({"bands": 2, "mean": [1, -2.5], "deviation": [0.5, 0]})");
    REQUIRE (good);
    CHECK (*good == BandMoments {{1, -2.5}, {0.5, 0}});
    for (const char* text :
         {"", "{", "[]", "3", "{}", R"({"mean": [1]})", R"({"mean": [1], "deviation": []})",
          R"({"mean": [1], "deviation": [1, 2]})", R"({"mean": [1], "deviation": [-1]})",
          R"({"mean": ["1"], "deviation": [1]})", R"({"mean": [1e999], "deviation": [1]})",
          R"({"mean": [null], "deviation": [1]})", R"({"mean": 1, "deviation": 1})",
          R"({"bands": 2, "mean": [1], "deviation": [1]})",
          R"({"melstrom": "1", "spec": {}, "mean": [1], "deviation": [1]})"})
    {
        INFO (text);
        const auto bad = read (text);
        REQUIRE_FALSE (bad);
        CHECK (bad.error ().code == ErrorCode::badUsage);
        CHECK (bad.error ().message.find ("s.json") != std::string::npos);
    }
    CHECK (readMoments (storage, "nothing", {}).error ().code == ErrorCode::badUsage);
}

TEST_CASE ("numbers in dataset.json come back bit for bit", "[normalisation]")
{
    const BandMoments moments {{0.1, -1.0 / 3, 1e-300}, {std::sqrt (2.0), 5e-324, 0}};
    const auto text = momentsJson ({moments, "TRAINING", 7}).dump (2);
    const auto back = momentsOf (nlohmann::json::parse (text));
    REQUIRE (back);
    CHECK (*back == moments);
    CHECK (digestOf (*back) == digestOf (moments));
    BandMoments other = moments;
    other.deviation[0] = std::nextafter (other.deviation[0], 2.0);
    CHECK (digestOf (other) != digestOf (moments));
}
