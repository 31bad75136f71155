#include "Engine/Report/SoundMeasurement.h"

#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Statistics/MeasuredReader.h"
#include "Engine/Batch/Statistics/SoundTally.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Report/Loudness.h"
#include "Engine/Report/MeanSpectrum.h"
#include "Engine/Report/NoiseMeter.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace melstrom
{

struct SoundMeter::Meters
{
    int numChannels;
    SampleFormat format;
    SoundTally samples;
    std::int64_t numSamples = 0;
    NoiseMeter noise;
    LoudnessMeter loudness;
    MeanSpectrum spectrum;
    std::vector<float> floats, channel, mixed; ///< floats: (kMostSamples, channels)
};

SoundMeter::SoundMeter (const SoundShape& shape)
    : meters_ (new Meters {shape.numChannels,
                           shape.format,
                           SoundTally (shape),
                           0,
                           {shape.rateHz, shape.numChannels},
                           {shape.rateHz, shape.numChannels},
                           {},
                           std::vector<float> (static_cast<std::size_t> (kMostSamples) *
                                               static_cast<std::size_t> (shape.numChannels)),
                           std::vector<float> (static_cast<std::size_t> (kMostSamples)),
                           std::vector<float> (static_cast<std::size_t> (kMostSamples))})
{
}

SoundMeter::~SoundMeter () = default;
SoundMeter::SoundMeter (SoundMeter&&) noexcept = default;

void SoundMeter::add (const void* samples, std::int64_t numSamples)
{
    Meters& m = *meters_;
    m.samples.add (samples, m.numSamples, numSamples);
    m.numSamples += numSamples;
    toFloat32 (samples, m.format, m.floats.data (), numSamples * m.numChannels);
    const float* const interleaved = m.floats.data ();
    const auto count = static_cast<std::size_t> (numSamples);
    const auto numChannels = static_cast<std::size_t> (m.numChannels);
    if (numChannels == 1)
    {
        m.noise.add (0, interleaved, numSamples);
        m.loudness.add (0, interleaved, numSamples);
        return m.spectrum.add (interleaved, numSamples);
    }
    std::fill_n (m.mixed.begin (), count, 0.0f);
    for (std::size_t channel = 0; channel < numChannels; ++channel)
    {
        for (std::size_t i = 0; i < count; ++i)
            m.channel[i] = interleaved[i * numChannels + channel];
        for (std::size_t i = 0; i < count; ++i)
            m.mixed[i] += m.channel[i];
        m.noise.add (static_cast<int> (channel), m.channel.data (), numSamples);
        m.loudness.add (static_cast<int> (channel), m.channel.data (), numSamples);
    }
    m.spectrum.add (m.mixed.data (), numSamples); // a factor does not move the bandwidth
}

SoundFacts SoundMeter::finish ()
{
    SoundFacts facts;
    facts.state = SoundState::measured;
    facts.hasSamples = true;
    facts.samples = meters_->samples.record ();
    facts.snrDb = meters_->noise.snrDb ();
    if (const auto lufs = meters_->loudness.finish ())
        facts.loudnessLufs = static_cast<float> (*lufs);
    if (const auto bandwidth = meters_->spectrum.numFrames () > 0
                                   ? bandwidthOf (meters_->spectrum.powers ())
                                   : std::nullopt)
    {
        facts.bandwidthRatio = static_cast<float> (bandwidth->ratio);
        facts.hasEdge = bandwidth->hasEdge;
    }
    return facts;
}

namespace
{
SoundFacts inState (SoundState state)
{
    SoundFacts facts;
    facts.state = state;
    return facts;
}

/** missing, failed, or an error that ends the report. */
Result<SoundFacts> outcomeOf (const Error& error)
{
    if (error.code == ErrorCode::interrupted || error.code == ErrorCode::outOfMemory)
        return error;
    return inState (error.code == ErrorCode::fileMissing ? SoundState::missing
                                                         : SoundState::failed);
}

/** The samples of all channels from `first` on, `file.numSamples` of each. */
Result<SoundFacts> measureFrom (AudioReader& reader, std::int64_t first, const FileLine& file,
                                const std::atomic<bool>& stop)
{
    const AudioInfo& info = reader.info ();
    SoundMeter meter (soundShapeOf (info));
    const auto values = static_cast<std::size_t> (SoundMeter::kMostSamples * info.numChannels);
    std::vector<std::byte> stored (values *
                                   static_cast<std::size_t> (bytesPerSample (info.format)));
    for (std::int64_t done = 0; done < file.numSamples;)
    {
        if (stop)
            return Error {ErrorCode::interrupted, "interrupted while reading audio", {}};
        const auto count = std::min (SoundMeter::kMostSamples, file.numSamples - done);
        if (auto read = reader.read (stored.data (), first + done, count); ! read)
            return outcomeOf (read.error ());
        meter.add (stored.data (), count);
        done += count;
    }
    return meter.finish ();
}

Result<SoundFacts> measureFile (Storage& storage, const FileLine& file, const AudioOptions& audio,
                                const std::atomic<bool>& stop)
{
    OpeningContext context;
    context.stop = &stop;
    context.jumps = file.isBox;
    auto reader = openAudio (storage, file.soundPath (), audio, context);
    if (! reader)
        return outcomeOf (reader.error ());
    const AudioInfo& info = (*reader)->info ();
    std::int64_t first = 0;
    if (const auto box = file.isBox ? boxOfPath (file.path) : std::nullopt)
        first = samplesOf (*box, info.rateHz).first;
    const bool isSame = info.rateHz == file.rateHz && info.numChannels == file.numChannels &&
                        (file.isBox ? first + file.numSamples <= info.numSamples
                                    : file.numSamples == info.numSamples);
    if (! isSame)
        return inState (SoundState::changed);
    return measureFrom (**reader, first, file, stop);
}
} // namespace

Result<SoundFacts> measureSound (Storage& storage, const FileLine& file, const AudioOptions& audio,
                                 const std::atomic<bool>& stop)
{
    return guarded ([&] { return measureFile (storage, file, audio, stop); });
}

} // namespace melstrom
