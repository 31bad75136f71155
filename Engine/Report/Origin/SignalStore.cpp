#include "Engine/Report/Origin/SignalStore.h"

#include "Engine/Batch/Audio/SignalSteps.h"
#include "Engine/Spec/Mel/MelSpecFields.h"

namespace melstrom
{

namespace
{
/** Keys of a spec that change its samples. */
constexpr const char* kSampleKeys[] = {
    "rate_hz",   "resampler", "resampler_width", "resampler_rolloff", "loader",    "clip_ms",
    "clip_from", "clip_pad",  "pad_to_samples",  "channels",          "difference"};

std::string keyOf (const MelSpec& spec)
{
    std::string text;
    for (const auto* key : kSampleKeys)
        if (const auto* const row = findSpecKey (key))
            text += row->write (spec) + ' ';
    return text;
}

/** (samples, channels) to the channel that the spec names, or the mean. */
std::vector<float> mixed (std::vector<float> samples, int numChannels, const MelSpec& spec)
{
    if (numChannels == 1)
        return samples;
    const auto channels = static_cast<std::size_t> (numChannels);
    std::vector<float> mono (samples.size () / channels);
    const bool isOne = spec.channels == ChannelMode::one && spec.channelIndex < numChannels;
    for (std::size_t i = 0; i < mono.size (); ++i)
    {
        const float* const frame = samples.data () + i * channels;
        float sum = 0;
        for (std::size_t channel = 0; channel < channels; ++channel)
            sum += frame[channel];
        mono[i] = isOne ? frame[spec.channelIndex] : sum / static_cast<float> (numChannels);
    }
    return mono;
}
} // namespace

Result<SignalStore> SignalStore::open (Storage& storage, const std::string& path,
                                       const AudioOptions& options, double beginningSeconds)
{
    MELSTROM_TRY_VALUE (const auto reader, openAudio (storage, path, options));
    SignalStore store (storage, path, options, beginningSeconds);
    store.info_ = reader->info ();
    if (store.info_.numSamples <= 0 || store.info_.rateHz <= 0)
        return Error {ErrorCode::noSamples, path + " has no samples", {}};
    return store;
}

Result<StoredSignal> SignalStore::make (const MelSpec& spec) const
{
    MELSTROM_TRY_VALUE (auto reader, openAudio (*storage_, path_, options_));
    const int rateHz = spec.rateHz.value_or (reader->info ().rateHz);
    MELSTROM_TRY_VALUE (reader, signalOf (std::move (reader), rateHz, spec));

    const AudioInfo info = reader->info ();
    const std::int64_t count = info.numSamples * info.numChannels;
    std::vector<std::byte> stored (static_cast<std::size_t> (count * bytesPerSample (info.format)));
    MELSTROM_TRY (reader->read (stored.data (), 0, info.numSamples));
    std::vector<float> samples (static_cast<std::size_t> (count));
    toFloat32 (stored.data (), info.format, samples.data (), count);

    StoredSignal signal;
    signal.rateHz = rateHz;
    signal.whole = mixed (std::move (samples), info.numChannels, spec);
    signal.wholeSamples = static_cast<std::int64_t> (signal.whole.size ());
    const auto first = static_cast<std::size_t> (beginningSeconds_ * rateHz);
    if (first < signal.whole.size ())
        signal.beginning.assign (signal.whole.begin (),
                                 signal.whole.begin () + static_cast<std::ptrdiff_t> (first));
    return signal;
}

Result<const StoredSignal*> SignalStore::signalFor (const MelSpec& spec)
{
    const auto key = keyOf (spec);
    const auto found = signals_.find (key);
    if (found != signals_.end ())
        return &found->second;
    MELSTROM_TRY_VALUE (auto signal, make (spec));
    return &signals_.emplace (key, std::move (signal)).first->second;
}

} // namespace melstrom
