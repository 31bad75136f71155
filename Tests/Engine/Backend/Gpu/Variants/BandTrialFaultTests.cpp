// Results that the trial of bands rejects: wrong values, NaN, transforms that are too long.
#include "Tests/Support/Gpu/BandTrialRig.h"

#include <algorithm>
#include <limits>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

TEST_CASE ("a band that is off in the first, last or a tile's border frame fails",
           "[cuda][variants]")
{
    BandTrial trial = trialOf (presetSpec ("whisper-openai-80"));
    const auto numBands = static_cast<std::size_t> (trial.geometry ().numBands);
    const std::size_t numFrames = trial.capacity ().outputBytes / sizeof (float) / numBands;
    REQUIRE (numFrames > 3 * 32);
    for (const std::size_t frame :
         {std::size_t {0}, std::size_t {31}, std::size_t {32}, numFrames / 2, numFrames - 1})
        for (const float share : {1e-6f, 1e-5f})
        {
            const auto shifted = checkChanged (trial,
                                               [&] (std::span<float> values)
                                               {
                                                   const auto bands =
                                                       values.subspan (frame * numBands, numBands);
                                                   bands[frame % numBands] +=
                                                       share * *std::ranges::max_element (bands);
                                               });
            CHECK (shifted.ok () == (share < 3e-6f));
            if (! shifted)
            {
                CHECK (shifted.error ().code == ErrorCode::verificationFailed);
                CHECK (shifted.error ().message.find ("off by 1.0e-05") != std::string::npos);
            }
        }
}

TEST_CASE ("a value that is no number fails, wherever it is", "[cuda][variants]")
{
    BandTrial trial = trialOf (presetSpec ("leak-fine"));
    const std::size_t numValues = trial.capacity ().outputBytes / sizeof (float);
    for (const std::size_t at : {std::size_t {0}, numValues / 3, numValues - 1})
        for (const float value :
             {std::numeric_limits<float>::quiet_NaN (), std::numeric_limits<float>::infinity ()})
            CHECK_FALSE (
                checkChanged (trial, [&] (std::span<float> values) { values[at] = value; }));
}

TEST_CASE ("a transform that is too long for its definition is refused", "[cuda][variants]")
{
    MelSpec spec;
    spec.window = spec.hop = {65537, Length::Unit::samples};
    const auto trial = BandTrial::make (geometryOf (spec), kTileFrames);
    REQUIRE_FALSE (trial);
    CHECK (trial.error ().code == ErrorCode::verificationFailed);
    CHECK (trial.error ().message.find ("65537") != std::string::npos);
    spec.window = spec.hop = {65536, Length::Unit::samples};
    BandTrial longer = trialOf (spec);
    CHECK (checkCpu (longer));
}
