#include "Engine/Batch/Audio/AudioReader.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/GoldenCases.h"
#include "Tests/Support/NpyArray.h"

#include <bit>
#include <cmath>
#include <set>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
namespace fs = std::filesystem;

/** One file of Tests/Golden/resample: "<name>_<from>_<to>.npy". */
struct ResampleCase
{
    std::string name;
    int fromHz = 0;
    Resampling resampling;
    double tolerance = 0; ///< full scale is 1; ffmpegS16: one step of 16 bits is 1
    Loader loader = Loader::plain;
    int numChannels = 1; ///< of the input
    int numSamples = 1501;
    bool isFloat = false; ///< the input is float32
    int toHz = 16000;

    std::string file () const
    {
        return name + '_' + std::to_string (fromHz) + '_' + std::to_string (toHz) + ".npy";
    }
};

const NpyArray& stereo ()
{
    static const NpyArray array = readNpy (goldenFolder () / "resample" / "stereo.npy");
    return array;
}

/** The input as a WAV file, from 16 bits to float32 as the case says. */
std::string inputOf (const ResampleCase& golden)
{
    std::string data;
    for (int i = 0; i < golden.numSamples; ++i)
        for (int channel = 0; channel < golden.numChannels; ++channel)
        {
            // six channels: those of the stereo file in turn, each turned further
            const int at = golden.numChannels > 2 ? (i + 1501 - 97 * channel) % 1501 : i;
            const double value = stereo ().values[static_cast<std::size_t> (2 * at + channel % 2)];
            if (golden.isFloat)
                data += littleEndian (
                    std::bit_cast<std::uint32_t> (static_cast<float> (value / 32768)), 4);
            else
                data += littleEndian (
                    static_cast<std::uint16_t> (static_cast<std::int16_t> (value)), 2);
        }
    return wav ({.formatTag = golden.isFloat ? 3 : 1,
                 .numChannels = golden.numChannels,
                 .rateHz = static_cast<std::uint32_t> (golden.fromHz),
                 .bits = golden.isFloat ? 32 : 16},
                data);
}

std::vector<ResampleCase> goldenResampleCases ()
{
    using enum ResamplerKind;
    std::vector<ResampleCase> cases;
    for (const int fromHz : {44100, 48000, 8000, 22050, 11025})
    {
        cases.push_back ({"ffmpeg", fromHz, {ffmpeg}, 3e-7});
        cases.push_back ({"sinc-hann", fromHz, {sincHann}, 1e-6});
        cases.push_back ({"kaiser-best", fromHz, {kaiserBest}, 2e-6});
        cases.push_back ({"kaldi", fromHz, {kaldi}, 1e-6});
        cases.push_back ({"soxr-hq", fromHz, {soxrHq}, 2e-6});
        cases.push_back ({"sox-rate", fromHz, {soxrHq}, 2e-3}); // near, not equal
        cases.push_back ({"ffmpeg-f32", fromHz, {ffmpeg}, 3e-7, Loader::ffmpegF32, 2});
        cases.push_back ({"ffmpeg-s16", fromHz, {ffmpeg}, 0, Loader::ffmpegS16, 2});
    }
    cases.push_back ({"ffmpeg", 16001, {ffmpeg}, 3e-7});
    cases.push_back ({"sinc-hann-wide", 44100, {sincHann, 64, 0.9475937167399596}, 1e-6});
    cases.push_back ({"ffmpeg-s16-from-f32", 44100, {ffmpeg}, 1, Loader::ffmpegS16, 2, 1501, true});
    cases.push_back ({"ffmpeg-s16-same-rate", 16000, {ffmpeg}, 0, Loader::ffmpegS16, 2});
    cases.push_back ({"ffmpeg-f32-same-rate", 16000, {ffmpeg}, 1e-7, Loader::ffmpegF32, 2});
    cases.push_back ({"ffmpeg-f32-six", 44100, {ffmpeg}, 5e-7, Loader::ffmpegF32, 6});
    cases.push_back ({"ffmpeg-s16-six", 44100, {ffmpeg}, 0, Loader::ffmpegS16, 6});
    for (const int numSamples : {60, 62, 70, 93})
        cases.push_back ({"ffmpeg-s16-short" + std::to_string (numSamples),
                          44100,
                          {ffmpeg},
                          0,
                          Loader::ffmpegS16,
                          1,
                          numSamples});
    return cases;
}

std::vector<double> resampledValues (const ResampleCase& golden)
{
    auto opened = openBytes (inputOf (golden));
    REQUIRE (opened.ok ());
    const auto reader =
        resampled (*std::move (opened), {golden.toHz, golden.resampling, golden.loader});
    INFO ((reader ? std::string {} : reader.error ().message));
    REQUIRE (reader.ok ());
    CHECK ((*reader)->info ().numSamples ==
           resampledCount (golden.resampling, golden.numSamples, golden.fromHz, golden.toHz));
    REQUIRE ((*reader)->info ().numChannels == 1);
    std::vector<double> values;
    if (golden.loader != Loader::ffmpegS16)
        for (const float value : readAll<float> (**reader, 100))
            values.push_back (static_cast<double> (value));
    else
        for (const std::int16_t value : readAll<std::int16_t> (**reader, 100))
            values.push_back (value);
    return values;
}
} // namespace

TEST_CASE ("every resampler equals its tool", "[resampler][golden]")
{
    for (const auto& golden : goldenResampleCases ())
    {
        INFO (golden.file ());
        const auto expected = readNpy (goldenFolder () / "resample" / golden.file ());
        const auto values = resampledValues (golden);
        REQUIRE (values.size () == expected.values.size ());
        double largest = 0;
        for (std::size_t i = 0; i < values.size (); ++i)
            largest = std::max (largest, std::abs (values[i] - expected.values[i]));
        CHECK (largest <= golden.tolerance);
    }
}

TEST_CASE ("every golden file of a resampler has a case", "[resampler][golden]")
{
    std::set<std::string> files {"stereo.npy"}, found;
    for (const auto& golden : goldenResampleCases ())
        files.insert (golden.file ());
    for (const auto& entry : fs::directory_iterator (goldenFolder () / "resample"))
        if (entry.path ().extension () == ".npy")
            found.insert (entry.path ().filename ().string ());
    CHECK (files == found);
}
