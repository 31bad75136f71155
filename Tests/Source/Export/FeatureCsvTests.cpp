// Features as CSV: the numbers of the NPY file, times, headings.
#include "Source/Export/TapExport.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/NpyArray.h"
#include "Tests/Support/TemporaryFolder.h"

#include <charconv>
#include <cmath>
#include <locale>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

TapSamples noise (int rateHz, int numSamples)
{
    std::mt19937 random (20261123);
    std::normal_distribution<float> normal (0, 0.2f);
    TapSamples sound {static_cast<double> (rateHz), 0, std::vector<std::vector<float>> (2)};
    for (auto& channel : sound.channels)
        for (int n = 0; n < numSamples; ++n)
            channel.push_back (normal (random));
    return sound;
}

std::vector<std::string> cutAt (const std::string& text, char separator)
{
    std::vector<std::string> parts (1);
    for (const char letter : text)
        if (letter == separator)
            parts.emplace_back ();
        else
            parts.back () += letter;
    return parts;
}

/** The lines of a CSV file, cut into cells. */
std::vector<std::vector<std::string>> linesOf (const std::string& text)
{
    REQUIRE (text.ends_with ('\n'));
    std::vector<std::vector<std::string>> lines;
    for (const auto& line : cutAt (text.substr (0, text.size () - 1), '\n'))
        lines.push_back (cutAt (line, ','));
    return lines;
}

template <typename Number>
Number numberOf (const std::string& cell)
{
    Number number = 0;
    const auto read = std::from_chars (cell.data (), cell.data () + cell.size (), number);
    INFO (cell);
    REQUIRE ((read.ec == std::errc () && read.ptr == cell.data () + cell.size ()));
    return number;
}

std::string csvOf (const TapSamples& sound, const MelPreset& preset)
{
    const TemporaryFolder folder;
    REQUIRE (failureOf (exportCsv (sound, preset, posixStorage (), folder.file ("a.csv"))) == "");
    CHECK (contentsOf (folder.path ()).size () == 1);
    return bytesOfFile (folder.file ("a.csv"));
}

NpyArray npyOf (const TapSamples& sound, const MelPreset& preset)
{
    const TemporaryFolder folder;
    REQUIRE (failureOf (exportNpy (sound, preset, posixStorage (), folder.file ("a.npy"))) == "");
    return readNpy (folder.file ("a.npy"));
}

MelPreset presetOf (const std::string& toml)
{
    const auto preset = parsePreset (toml, "test.toml");
    INFO (toml);
    REQUIRE (failureOf (preset) == "");
    return *preset;
}

/** A decimal comma, as many countries write it. */
struct CommaPoint : std::numpunct<char>
{
    char do_decimal_point () const override { return ','; }
    char do_thousands_sep () const override { return '.'; }
    std::string do_grouping () const override { return "\3"; }
};

} // namespace

TEST_CASE ("a CSV file has the numbers of the NPY file to the last bit", "[export]")
{
    for (const char* name : {"librosa-db", "kaldi-mfcc", "whisper-openai-80", "vggish"})
    {
        INFO (name);
        const auto sound = noise (16000, 40000);
        const auto lines = linesOf (csvOf (sound, *findPreset (name)));
        const auto npy = npyOf (sound, *findPreset (name));
        const bool hasSegments = npy.shape.size () == 3;
        const auto numFeatures = static_cast<std::size_t> (npy.shape[1]);
        const auto numFrames = static_cast<std::size_t> (hasSegments ? npy.shape[2] : 1);
        const std::size_t numBefore = hasSegments ? 3 : 1; // segment, frame, time_s
        REQUIRE (lines.size () == 1 + static_cast<std::size_t> (npy.shape[0]) * numFrames);
        for (std::size_t n = 1; n < lines.size (); ++n)
        {
            REQUIRE (lines[n].size () == numBefore + numFeatures);
            const auto row = (n - 1) / numFrames, frame = (n - 1) % numFrames;
            for (std::size_t feature = 0; feature < numFeatures; ++feature)
                REQUIRE (static_cast<double> (numberOf<float> (lines[n][numBefore + feature])) ==
                         npy.values[(row * numFeatures + feature) * numFrames + frame]);
        }
    }
}

TEST_CASE ("a line of a CSV file has the middle of its frame", "[export]")
{
    const auto frames = presetOf ("window_samples = 400\nhop_samples = 160\nfft_samples = 400\n"
                                  "framing = \"valid\"\nbands = 4\n");
    const auto lines = linesOf (csvOf (noise (16000, 1200), frames));
    REQUIRE (lines.size () == 1 + 6); // (1200 - 400) / 160 + 1
    for (std::size_t n = 1; n < lines.size (); ++n)
        CHECK (numberOf<double> (lines[n][0]) ==
               (200.0 + 160.0 * static_cast<double> (n - 1)) / 16000);

    auto centred = frames;
    REQUIRE (applySetting (centred.spec, "framing=centred"));
    CHECK (linesOf (csvOf (noise (16000, 1200), centred))[1][0] == "0");
}

TEST_CASE ("lines of segments are counted by segment and frame", "[export]")
{
    const auto preset =
        presetOf ("layout = \"segments\"\nlong_window_samples = 4000\nlong_hop_samples = 4000\n"
                  "short_window_samples = 2000\nshort_hop_samples = 1000\nwindow_samples = 400\n"
                  "hop_samples = 800\nfft_samples = 400\nframing = \"valid\"\nbands = 4\n");
    const auto lines = linesOf (csvOf (noise (16000, 8000), preset));
    // A long window has segments at 0, 1000 and 2000; a segment has frames at 0, 800 and 1600.
    REQUIRE (lines.size () == 1 + 2 * 3 * 3);
    CHECK (std::vector (lines[0].begin (), lines[0].begin () + 3) ==
           std::vector<std::string> {"segment", "frame", "time_s"});
    for (int n = 0; n < 18; ++n)
    {
        const int segment = n / 3, frame = n % 3;
        const auto& line = lines[static_cast<std::size_t> (n + 1)];
        CHECK (line[0] == std::to_string (segment));
        CHECK (line[1] == std::to_string (frame));
        const int start = segment / 3 * 4000 + segment % 3 * 1000 + frame * 800;
        CHECK (numberOf<double> (line[2]) == (start + 200) / 16000.0);
    }
}

TEST_CASE ("the heading of a CSV file has the bands' centres, or the numbers of coefficients",
           "[export]")
{
    const auto bands =
        linesOf (csvOf (noise (16000, 8000), presetOf ("bands = 10\nmel_scale = \"htk\"\n"
                                                       "lowest_hz = 0\nhighest_hz = 8000\n")))[0];
    REQUIRE (bands.size () == 11);
    CHECK (bands[0] == "time_s");
    const double highestMel = 2595 * std::log10 (1 + 8000.0 / 700);
    for (int band = 0; band < 10; ++band) // 12 corners, evenly spaced in mel
    {
        const double mel = highestMel * (band + 1) / 11;
        CHECK (numberOf<double> (bands[static_cast<std::size_t> (band + 1)]) ==
               Approx (700 * (std::pow (10, mel / 2595) - 1)).epsilon (1e-9));
    }
    const auto coefficients = linesOf (csvOf (noise (16000, 8000), *findPreset ("kaldi-mfcc")))[0];
    REQUIRE (coefficients.size () == 14);
    CHECK (coefficients[1] == "0");
    CHECK (coefficients[13] == "12");
}

TEST_CASE ("channels that are signals of their own are numbered in a CSV file", "[export]")
{
    const auto preset = presetOf ("channels = \"each\"\nbands = 4\n");
    const auto lines = linesOf (csvOf (noise (16000, 5000), preset));
    CHECK (lines[0][0] == "channel");
    const std::size_t numEach = (lines.size () - 1) / 2;
    REQUIRE (numEach > 1);
    CHECK (lines[1][0] == "0");
    CHECK (lines[numEach][0] == "0");
    CHECK (lines[numEach + 1][0] == "1");
    CHECK (lines.back ()[0] == "1");
    CHECK (lines[numEach + 1][1] == lines[1][1]); // time begins anew
}

TEST_CASE ("a CSV file has the same bytes in every locale", "[export]")
{
    const auto preset = *findPreset ("librosa-db");
    const auto sound = noise (16000, 8000);
    const auto here = csvOf (sound, preset);
    const auto former = std::locale::global (std::locale (std::locale (), new CommaPoint));
    const auto there = csvOf (sound, preset);
    std::locale::global (former);
    CHECK (there == here);
}
