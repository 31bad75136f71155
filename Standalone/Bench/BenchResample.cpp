#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/TimedRuns.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Standalone/Bench/BenchSubjects.h"

#include <cmath>
#include <cstring>
#include <ostream>
#include <type_traits>

namespace melstrom
{

namespace
{
constexpr int kToHz = 16000, kSeconds = 60;
constexpr RunCounts kRuns {1, 7};

/** A row of the table: one resampler as a loader calls it. */
struct Contender
{
    std::string name;
    Resampling resampling;
    Loader loader = Loader::plain;

    bool isInt16 () const noexcept { return loader == Loader::ffmpegS16; }
};

/** The resamplers of a spec by their names, and ffmpeg's 16-bit arithmetic, which only a loader
    asks for. The first one is the reference. */
std::vector<Contender> contenders ()
{
    const auto& names = findSpecKey ("resampler")->choices;
    std::vector<Contender> all;
    for (std::size_t i = 0; i < names.size (); ++i)
        all.push_back ({names[i], {static_cast<ResamplerKind> (i)}});
    all.push_back ({"ffmpeg-s16", {ResamplerKind::ffmpeg}, Loader::ffmpegS16});
    return all;
}

/** A chirp: float32 or 16 bits. */
template <typename Sample>
std::vector<Sample> chirp (int rateHz)
{
    constexpr double scale = std::is_same_v<Sample, float> ? 1 : 32767;
    std::vector<Sample> samples (static_cast<std::size_t> (kSeconds) *
                                 static_cast<std::size_t> (rateHz));
    for (std::size_t i = 0; i < samples.size (); ++i)
    {
        const double t = static_cast<double> (i);
        samples[i] = static_cast<Sample> (scale * 0.5 * std::sin (1e-7 * t * t));
    }
    return samples;
}

/** Mono samples of somebody else in memory. */
template <typename Sample>
class MemoryReader final : public AudioReader
{
public:
    MemoryReader (const std::vector<Sample>& samples, int rateHz) : samples_ (samples)
    {
        info_.rateHz = rateHz;
        info_.numChannels = 1;
        info_.numSamples = std::ssize (samples);
        info_.format = std::is_same_v<Sample, float> ? SampleFormat::float32 : SampleFormat::int16;
        info_.randomAccess = true;
    }
    const AudioInfo& info () const noexcept override { return info_; }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        std::memcpy (to, samples_.data () + first,
                     static_cast<std::size_t> (count) * sizeof (Sample));
        return {};
    }

private:
    AudioInfo info_;
    const std::vector<Sample>& samples_;
};

/** Samples of the file a second, the making of the filters included. */
template <typename Sample>
Result<RunValues> timeResampler (const Contender& contender, int fromHz)
{
    const auto samples = chirp<Sample> (fromHz);
    std::vector<Sample> block (1 << 14);
    const auto work = [&] () -> Result<void>
    {
        MELSTROM_TRY_VALUE (const auto reader,
                            resampled (std::make_unique<MemoryReader<Sample>> (samples, fromHz),
                                       {kToHz, contender.resampling, contender.loader}));
        const auto count = reader->info ().numSamples;
        for (std::int64_t at = 0; at < count;)
        {
            const auto some = std::min (count - at, std::ssize (block));
            MELSTROM_TRY (reader->read (block.data (), at, some));
            at += some;
        }
        return {};
    };
    return timedRuns (kRuns,
                      [&] () -> Result<double>
                      {
                          MELSTROM_TRY_VALUE (const double seconds, secondsOf (work));
                          return static_cast<double> (samples.size ()) / seconds;
                      });
}

Result<RunValues> timeContender (const Contender& contender, int fromHz)
{
    return contender.isInt16 () ? timeResampler<std::int16_t> (contender, fromHz)
                                : timeResampler<float> (contender, fromHz);
}
} // namespace

Result<void> benchResample (const BenchContext& context)
{
    using enum TextTable::Side;
    BenchTable table (context.json["resample"], {left},
                      {"resampler", "from Hz", "samples/s", "x real time", "x soxr-vhq", "spread"});
    for (const int fromHz : {44100, 48000})
    {
        double reference = 0;
        for (const auto& contender : contenders ())
        {
            const auto& name = contender.name;
            MELSTROM_TRY (context.begin ("resampling by " + name));
            MELSTROM_TRY_VALUE (const auto values, timeContender (contender, fromHz));
            const double rate = values.median ();
            reference = reference > 0 ? reference : rate;
            table.addRow (
                {name, groupedText (fromHz), shortText (rate), shortText (rate / fromHz),
                 fixedText (rate / reference, 2), fixedText (100 * values.spreadRatio (), 0) + "%"},
                {{"resampler", name}, {"from_hz", fromHz}, {"to_hz", kToHz}},
                {{"samples_per_second", values.inOrder ()}, {"times_soxr_vhq", rate / reference}});
        }
    }
    context.out << "\nResamplers: " << kSeconds
                << " s of mono in memory, float32 (ffmpeg-s16: 16 bits), to " << kToHz
                << " Hz on one thread, with the making of the filters; median of " << kRuns.numRuns
                << " runs. Samples are those of the source.\n\n"
                << table.text ();
    return {};
}

} // namespace melstrom
