#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/TimedRuns.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Standalone/Bench/BenchSubjects.h"

#include <cmath>
#include <cstring>
#include <ostream>

namespace melstrom
{

namespace
{
constexpr int kToHz = 16000, kSeconds = 60;
constexpr RunCounts kRuns {1, 7};

/** A chirp in memory. */
class ChirpReader final : public AudioReader
{
public:
    explicit ChirpReader (int rateHz)
    {
        info_.rateHz = rateHz;
        info_.numChannels = 1;
        info_.numSamples = std::int64_t {kSeconds} * rateHz;
        info_.format = SampleFormat::float32;
        info_.randomAccess = true;
        samples_.reserve (static_cast<std::size_t> (info_.numSamples));
        for (std::int64_t i = 0; i < info_.numSamples; ++i)
        {
            const double t = static_cast<double> (i);
            samples_.push_back (static_cast<float> (0.5 * std::sin (1e-7 * t * t)));
        }
    }
    const AudioInfo& info () const noexcept override { return info_; }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        std::memcpy (to, samples_.data () + first,
                     static_cast<std::size_t> (count) * sizeof (float));
        return {};
    }

private:
    AudioInfo info_;
    std::vector<float> samples_;
};

/** Samples of the file a second, the making of the filters included. */
Result<RunValues> timeResampler (ResamplerKind kind, int fromHz)
{
    return timedRuns (kRuns,
                      [&] () -> Result<double>
                      {
                          std::unique_ptr<AudioReader> source =
                              std::make_unique<ChirpReader> (fromHz);
                          const auto numSamples = source->info ().numSamples;
                          std::vector<float> block (1 << 14);
                          const auto work = [&] () -> Result<void>
                          {
                              MELSTROM_TRY_VALUE (const auto reader,
                                                  resampled (std::move (source), {kToHz, {kind}}));
                              const auto count = reader->info ().numSamples;
                              for (std::int64_t at = 0; at < count;)
                              {
                                  const auto some = std::min<std::int64_t> (
                                      count - at, static_cast<std::int64_t> (block.size ()));
                                  MELSTROM_TRY (reader->read (block.data (), at, some));
                                  at += some;
                              }
                              return {};
                          };
                          MELSTROM_TRY_VALUE (const double seconds, secondsOf (work));
                          return static_cast<double> (numSamples) / seconds;
                      });
}
} // namespace

Result<void> benchResample (const BenchContext& context)
{
    using enum TextTable::Side;
    BenchTable table (context.json["resample"], {left},
                      {"resampler", "from Hz", "samples/s", "x real time", "x soxr-vhq", "spread"});
    const auto& names = findSpecKey ("resampler")->choices;
    for (const int fromHz : {44100, 48000})
    {
        double reference = 0;
        for (std::size_t i = 0; i < names.size (); ++i)
        {
            MELSTROM_TRY (context.begin ("resampling by " + names[i]));
            MELSTROM_TRY_VALUE (const auto values,
                                timeResampler (static_cast<ResamplerKind> (i), fromHz));
            const double rate = values.median ();
            reference = i == 0 ? rate : reference;
            table.addRow (
                {names[i], groupedText (fromHz), shortText (rate), shortText (rate / fromHz),
                 fixedText (rate / reference, 2), fixedText (100 * values.spreadRatio (), 0) + "%"},
                {{"resampler", names[i]}, {"from_hz", fromHz}, {"to_hz", kToHz}},
                {{"samples_per_second", values.inOrder ()}, {"times_soxr_vhq", rate / reference}});
        }
    }
    context.out << "\nResamplers: " << kSeconds << " s of mono float32 in memory to " << kToHz
                << " Hz on one thread, with the making of the filters; median of " << kRuns.numRuns
                << " runs. Samples are those of the source.\n\n"
                << table.text ();
    return {};
}

} // namespace melstrom
