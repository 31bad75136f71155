// Which settings made an array: arrays of other tools, arrays of changed presets, and arrays of
// nothing.
#include "Engine/Report/Origin/Origin.h"

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/PresetGoldens.h"
#include "Tests/Support/TestData.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
Backend& cpu ()
{
    static const auto backend = makeCpuBackend (1);
    return **backend;
}

std::string soundOf (const std::string& input)
{
    return (goldenFolder () / "inputs" / (input + ".wav")).string ();
}

const std::atomic<bool> kGoesOn {false};

Origin originOfFile (const std::string& input, const std::string& name)
{
    const auto path = goldenFolder () / "expected" / input / (name + ".npy");
    const auto array = readNpyContents (posixStorage (), path.string ());
    REQUIRE (array);
    const auto origin = originOf (posixStorage (), cpu (), *array, soundOf (input), {}, kGoesOn);
    REQUIRE (origin);
    return *origin;
}

/** The rows of a spec as (frames, features), and as an array. */
NpyContents arrayOf (const MelSpec& spec, const std::string& input)
{
    const auto extracted = extractFile (posixStorage (), cpu (), spec, soundOf (input), {});
    INFO (toToml (spec));
    REQUIRE (extracted);
    const auto matrix = matrixOf (*extracted);
    return {{matrix.numFrames, matrix.numFeatures}, 4, matrix.values};
}

std::string settingsText (const Origin& origin)
{
    if (origin.rows.empty ())
        return "no rows";
    std::string text = origin.rows.front ().preset;
    for (const auto& setting : origin.rows.front ().settings)
        text += " " + setting;
    return text + ", rms " + std::to_string (origin.rows.front ().deviation.rms) + ", distance " +
           std::to_string (origin.distance);
}

/** A preset and settings, as --preset and --set give them. */
MelSpec specOf (const std::string& preset, const std::vector<std::string>& settings)
{
    MelSpec spec = findPreset (preset)->spec;
    for (const auto& setting : settings)
    {
        INFO (setting);
        REQUIRE (applySetting (spec, setting));
    }
    return spec;
}

struct Change
{
    std::string preset;
    std::vector<std::string> settings;
    std::string input = "speech16k";
};

/** The settings that a search finds for the features of a changed preset give these features. */
void checkFound (const Change& change)
{
    auto spec = specOf (change.preset, change.settings);
    spec.storedType = StoredType::float32;
    const auto array = arrayOf (spec, change.input);
    const auto origin =
        originOf (posixStorage (), cpu (), array, soundOf (change.input), {}, kGoesOn);
    REQUIRE (origin);
    INFO (change.preset << " " << settingsText (*origin) << ", " << origin->numComputed
                        << " computed");
    CHECK (origin->verdict == OriginVerdict::equal);
    REQUIRE_FALSE (origin->rows.empty ());
    const auto again = arrayOf (
        specOf (origin->rows.front ().preset, origin->rows.front ().settings), change.input);
    // settings that make more frames are right as well: the array may end early
    REQUIRE (again.dimensions[1] == array.dimensions[1]);
    REQUIRE (again.dimensions[0] >= array.dimensions[0]);
    double squares = 0, deviations = 0, mean = 0;
    for (const float value : array.values)
        mean += value / static_cast<double> (array.values.size ());
    for (std::size_t i = 0; i < array.values.size (); ++i)
    {
        squares += std::pow (double (again.values[i]) - array.values[i], 2);
        deviations += std::pow (array.values[i] - mean, 2);
    }
    CHECK (std::sqrt (squares / deviations) < 2e-3);
}
} // namespace

TEST_CASE ("the preset of every golden file is found", "[origin]")
{
    for (const auto& golden : presetGoldens ())
    {
        const auto origin = originOfFile (golden.golden.input, golden.golden.name);
        INFO (golden.golden.name << ": " << settingsText (origin));
        CHECK (origin.verdict == OriginVerdict::equal);
        const auto isNamed = [&] (const OriginRow& row) {
            return row.preset == golden.preset && row.settings.empty () && row.deviation.isEqual ();
        };
        CHECK (std::ranges::any_of (origin.rows, isNamed));
    }
}

TEST_CASE ("changed fields of presets are found", "[origin]")
{
    const auto change = GENERATE (
        Change {"whisper-openai-80", {"bands=64", "highest_hz=7600"}},
        Change {"kaldi-fbank", {"bands=40", "window=hamming", "preemphasis=0.95", "lowest_hz=64"}},
        Change {"librosa-db", {"window_samples=1024", "hop_samples=200", "mel_scale=htk"}});
    checkFound (change);
}

TEST_CASE ("four changed fields are found by the stages, after the search by field", "[origin]")
{
    const auto array = arrayOf (
        specOf ("kaldi-fbank", {"bands=80", "window_ms=20", "hop_ms=12.5", "lowest_hz=50"}),
        "speech16k");
    const auto origin =
        originOf (posixStorage (), cpu (), array, soundOf ("speech16k"), {}, kGoesOn);
    REQUIRE (origin);
    INFO (settingsText (*origin));
    // a gain may stand for another sample scale
    CHECK ((origin->verdict == OriginVerdict::equal ||
            origin->verdict == OriginVerdict::equalAfterMap));
}

TEST_CASE ("one changed field of a preset is found and named alone", "[origin]")
{
    const auto change = GENERATE (
        Change {"speechbrain-fbank", {"window_samples=320"}}, Change {"nemo-80", {"mel_scale=htk"}},
        Change {"kaldi-mfcc", {"bands=28"}}, Change {"hifigan-22k", {"lowest_hz=70"}, "mix44k"},
        Change {"vits", {"hop_samples=300"}, "mix44k"});
    const auto array = arrayOf (specOf (change.preset, change.settings), change.input);
    const auto origin =
        originOf (posixStorage (), cpu (), array, soundOf (change.input), {}, kGoesOn);
    REQUIRE (origin);
    INFO (change.preset << ": " << settingsText (*origin));
    CHECK (origin->verdict == OriginVerdict::equal);
    REQUIRE_FALSE (origin->rows.empty ());
    CHECK (origin->rows.front ().preset == change.preset);
    CHECK (origin->rows.front ().settings == change.settings);
    CHECK (origin->numComputed < 14000);
}

TEST_CASE ("a step that no setting describes is named", "[origin]")
{
    const auto spec = specOf ("wespeaker", {});
    auto array = arrayOf (spec, "speech16k");
    const auto numFeatures = static_cast<std::size_t> (array.dimensions[1]);
    const std::size_t numFrames = array.values.size () / numFeatures;
    for (std::size_t feature = 0; feature < numFeatures; ++feature)
    {
        double sum = 0;
        for (std::size_t frame = 0; frame < numFrames; ++frame)
            sum += array.values[frame * numFeatures + feature];
        for (std::size_t frame = 0; frame < numFrames; ++frame)
            array.values[frame * numFeatures + feature] -=
                static_cast<float> (sum / static_cast<double> (numFrames));
    }
    const auto origin =
        originOf (posixStorage (), cpu (), array, soundOf ("speech16k"), {}, kGoesOn);
    REQUIRE (origin);
    INFO (settingsText (*origin));
    CHECK (origin->verdict == OriginVerdict::equalAfterMap);
    REQUIRE_FALSE (origin->rows.empty ());
    CHECK (origin->rows.front ().deviation.map == FeatureMap::means);
    CHECK (origin->rows.front ().preset == "wespeaker");
}

TEST_CASE ("arrays that are no features of the sound are not found", "[origin]")
{
    std::mt19937 random (20261127);
    const auto spec = specOf ("whisper-openai-80", {});
    auto array = arrayOf (spec, "speech16k");
    const auto what = GENERATE (as<std::string> {}, "noise", "shuffled frames");
    INFO (what);
    if (what == "noise")
        for (float& value : array.values)
            value = std::normal_distribution<float> () (random);
    if (what == "shuffled frames")
    {
        std::vector<std::size_t> order (static_cast<std::size_t> (array.dimensions[0]));
        for (std::size_t i = 0; i < order.size (); ++i)
            order[i] = i;
        std::ranges::shuffle (order, random);
        const auto before = array.values;
        const auto numFeatures = static_cast<std::size_t> (array.dimensions[1]);
        for (std::size_t i = 0; i < array.values.size (); ++i)
            array.values[i] = before[order[i / numFeatures] * numFeatures + i % numFeatures];
    }
    const auto origin =
        originOf (posixStorage (), cpu (), array, soundOf ("speech16k"), {}, kGoesOn);
    REQUIRE (origin);
    INFO (settingsText (*origin));
    CHECK (origin->verdict == OriginVerdict::notFound);
}

TEST_CASE ("arrays without bands and frames are refused", "[origin]")
{
    const auto code = [] (std::vector<std::int64_t> dimensions)
    {
        std::int64_t count = 1;
        for (const auto dimension : dimensions)
            count *= dimension;
        const NpyContents array {std::move (dimensions), 4,
                                 std::vector<float> (static_cast<std::size_t> (count), 1.0f)};
        const auto origin =
            originOf (posixStorage (), cpu (), array, soundOf ("speech16k"), {}, kGoesOn);
        return origin ? std::optional<ErrorCode> {} : origin.error ().code;
    };
    CHECK (code ({}) == ErrorCode::badUsage);
    CHECK (code ({100}) == ErrorCode::badUsage);
    CHECK (code ({80, 0}) == ErrorCode::badUsage);
    CHECK (code ({4, 4}) == ErrorCode::badUsage);
    CHECK (code ({2, 3, 80, 100}) == ErrorCode::badUsage);
}

TEST_CASE ("a search ends when it is stopped", "[origin]")
{
    const std::atomic<bool> stopped {true};
    const auto array = arrayOf (specOf ("kaldi-fbank", {"bands=40"}), "speech16k");
    const auto origin =
        originOf (posixStorage (), cpu (), array, soundOf ("speech16k"), {}, stopped);
    REQUIRE_FALSE (origin);
    CHECK (origin.error ().code == ErrorCode::interrupted);
}
