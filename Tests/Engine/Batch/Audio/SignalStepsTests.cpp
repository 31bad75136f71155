// The steps between a file's samples and its signal.
#include "Engine/Batch/Audio/SignalSteps.h"
#include "Engine/Spec/Mel/SignalClip.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** int16 in memory. */
class Int16Reader final : public AudioReader
{
public:
    Int16Reader (std::vector<std::int16_t> samples, int numChannels, bool randomAccess)
        : samples_ (std::move (samples))
    {
        info_.rateHz = 48000;
        info_.numChannels = numChannels;
        info_.numSamples = static_cast<std::int64_t> (samples_.size ()) / numChannels;
        info_.randomAccess = randomAccess;
    }
    const AudioInfo& info () const noexcept override { return info_; }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        REQUIRE (first >= 0);
        REQUIRE (first + count <= info_.numSamples);
        REQUIRE ((info_.randomAccess || first == 0 || first == next_));
        next_ = first + count;
        std::memcpy (to, samples_.data () + first * info_.numChannels,
                     static_cast<std::size_t> (count * info_.numChannels) * 2);
        return {};
    }

private:
    std::vector<std::int16_t> samples_;
    AudioInfo info_;
    std::int64_t next_ = 0;
};

std::vector<float> readAll (AudioReader& reader, std::int64_t atOnce)
{
    const auto& info = reader.info ();
    REQUIRE (info.format == SampleFormat::float32);
    std::vector<float> samples (static_cast<std::size_t> (info.numSamples * info.numChannels));
    for (std::int64_t first = 0; first < info.numSamples; first += atOnce)
        REQUIRE (reader
                     .read (samples.data () + first * info.numChannels, first,
                            std::min (atOnce, info.numSamples - first))
                     .ok ());
    return samples;
}

std::vector<std::int16_t> noise (std::size_t count)
{
    std::mt19937 random (11);
    std::vector<std::int16_t> samples (count);
    for (auto& sample : samples)
        sample = static_cast<std::int16_t> (random ());
    return samples;
}
} // namespace

TEST_CASE ("CLAP's rounding loses one step of every 16-bit sample", "[loader]")
{
    // n/32768 * 32767 is n - n/32768, whose whole part is one step nearer to 0
    std::vector<std::int16_t> all;
    for (int n = -32768; n <= 32767; ++n)
        all.push_back (static_cast<std::int16_t> (n));
    auto reader =
        resampled (std::make_unique<Int16Reader> (all, 1, true), {48000, {}, Loader::clapS16});
    REQUIRE (reader.ok ());
    const auto samples = readAll (**reader, 1000);
    for (int n = -32768; n <= 32767; ++n)
    {
        const int step = n == -32768 ? -32767 : n < 0 ? n + 1 : n > 0 ? n - 1 : 0;
        INFO (n);
        REQUIRE (samples[static_cast<std::size_t> (n + 32768)] ==
                 static_cast<float> (step) / 32767.0f);
    }
}

TEST_CASE ("CLAP's loader mixes, resamples, and cuts last", "[loader]")
{
    const auto source = noise (2 * 44100);
    auto reader = resampled (std::make_unique<Int16Reader> (source, 2, true),
                             {48000, {ResamplerKind::soxrHq}, Loader::clapS16});
    REQUIRE (reader.ok ());
    CHECK ((*reader)->info ().numChannels == 1);
    auto plain = resampled (meanOfChannels (std::make_unique<Int16Reader> (source, 2, true)),
                            {48000, {ResamplerKind::soxrHq}});
    REQUIRE (plain.ok ());
    const auto cut = readAll (**reader, 5000), whole = readAll (**plain, 5000);
    REQUIRE (cut.size () == whole.size ());
    for (std::size_t i = 0; i < cut.size (); ++i)
    {
        const double limited = std::clamp (double (whole[i]), -1.0, 1.0);
        REQUIRE (std::abs (limited) * 32767 - std::abs (double (cut[i])) * 32767 < 1.01);
        REQUIRE (std::abs (double (cut[i])) <= std::abs (limited) + 1e-7);
        const double steps = double (cut[i]) * 32767;
        REQUIRE (std::abs (steps - std::round (steps)) < 5e-3);
    }
}

TEST_CASE ("the difference of samples is the same in any pieces and any order", "[loader]")
{
    const int numChannels = GENERATE (1, 3);
    const bool randomAccess = GENERATE (true, false);
    const auto source = noise (static_cast<std::size_t> (numChannels) * 20'001);
    const float factor = 0.97f;
    std::vector<float> expected;
    for (std::size_t i = static_cast<std::size_t> (numChannels); i < source.size (); ++i)
        expected.push_back (
            float (source[i]) / 32768.0f -
            factor * (float (source[i - static_cast<std::size_t> (numChannels)]) / 32768.0f));
    const auto make = [&] {
        return differenced (std::make_unique<Int16Reader> (source, numChannels, randomAccess),
                            factor);
    };
    for (const std::int64_t atOnce : {1, 777, 4096, 4097, 30'000})
        CHECK (readAll (*make (), atOnce) == expected);
    const auto again = make ();
    CHECK (readAll (*again, 5000) == expected); // and once more from the start
    CHECK (readAll (*again, 5000) == expected);
    if (! randomAccess)
        return;
    std::mt19937 random (3);
    for (int trial = 0; trial < 50; ++trial)
    {
        const auto first = static_cast<std::int64_t> (random () % 20'000);
        const auto count = static_cast<std::int64_t> (random () % 6000) % (20'000 - first) + 1;
        std::vector<float> part (static_cast<std::size_t> (count * numChannels));
        REQUIRE (again->read (part.data (), first, count).ok ());
        REQUIRE (std::equal (part.begin (), part.end (), expected.begin () + first * numChannels));
    }
}

TEST_CASE ("a difference makes a signal of one sample fewer", "[loader]")
{
    MelSpec spec;
    spec.difference = 0.97;
    CHECK (signalSamplesOf (spec, 16000, 1000) == 999);
    CHECK (signalSamplesOf (spec, 16000, 1) == 0);
    CHECK (signalSamplesOf (spec, 16000, 0) == 0);
    spec.clipMs = 100;
    CHECK (signalSamplesOf (spec, 16000, 1000) == 1599);
}

TEST_CASE ("a signal gets the silence of its clip before the difference of its samples", "[loader]")
{
    const auto source = noise (240); // 5 ms
    auto reader = std::make_unique<Int16Reader> (source, 1, true);
    const AudioReader* const same = reader.get ();
    const auto unchanged = signalOf (std::move (reader), 48000, {});
    REQUIRE (unchanged.ok ());
    CHECK (unchanged->get () == same);

    MelSpec spec;
    spec.clipMs = 10;
    spec.difference = 0.5;
    const auto signal = signalOf (std::make_unique<Int16Reader> (source, 1, true), 48000, spec);
    REQUIRE (signal.ok ());
    std::vector<float> clip (480), expected;
    for (std::size_t i = 0; i < source.size (); ++i)
        clip[i] = float (source[i]) / 32768.0f;
    for (std::size_t i = 1; i < clip.size (); ++i)
        expected.push_back (clip[i] - 0.5f * clip[i - 1]);
    CHECK (readAll (**signal, 100) == expected);
}
