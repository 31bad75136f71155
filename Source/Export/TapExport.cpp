#include "Source/Export/TapExport.h"

#include "Engine/Core/Guarded.h"
#include "Source/Export/WavFeatures.h"
#include "Source/Render/WavWriter.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr std::size_t kNumChannels = 2, kBlockSamples = 1 << 16;

Result<void> writeWav (const TapSamples& sound, Storage& storage, const std::string& path,
                       const ExportControl& control)
{
    const std::size_t numSamples = sound.channels.empty () ? 0 : sound.channels.front ().size ();
    if (numSamples == 0 || ! (sound.rateHz > 0))
        return Error {ErrorCode::noSamples,
                      "there is no sound yet, and so nothing to save: start playing in the host",
                      {}};
    WavSpec spec;
    spec.rateHz = static_cast<int> (std::lround (sound.rateHz));
    spec.numChannels = static_cast<int> (kNumChannels);
    spec.samples = WavSamples::float32;
    spec.isLong = false; // a minute is far below 4 GiB
    MELSTROM_TRY_VALUE (auto writer, WavWriter::create (storage, path, spec));
    std::vector<float> interleaved (kBlockSamples * kNumChannels);
    for (std::size_t first = 0; first < numSamples; first += kBlockSamples)
    {
        MELSTROM_TRY (control.reach (first, numSamples));
        const auto count = std::min (kBlockSamples, numSamples - first);
        for (std::size_t n = 0; n < count; ++n)
        {
            interleaved[kNumChannels * n] = sound.channels.front ()[first + n];
            interleaved[kNumChannels * n + 1] = sound.channels.back ()[first + n];
        }
        MELSTROM_TRY (writer->write ({interleaved.data (), kNumChannels * count}));
    }
    MELSTROM_TRY (control.reach (numSamples, numSamples));
    auto finished = writer->finish ();
    return finished ? Result<void> () : finished.error ();
}

WavSource sourceOf (const TapSamples& sound, const ExportControl& control)
{
    return [&sound, &control] (const std::string& wavPath)
    { return writeWav (sound, posixStorage (), wavPath, control); };
}

} // namespace

TapSamples lastOf (TapSamples sound, double seconds)
{
    for (auto& channel : sound.channels)
    {
        const auto most =
            static_cast<std::size_t> (std::llround (std::max (0.0, seconds * sound.rateHz)));
        const std::size_t excess = channel.size () - std::min (channel.size (), most);
        channel.erase (channel.begin (), channel.begin () + static_cast<std::ptrdiff_t> (excess));
        if (&channel == &sound.channels.front ())
            sound.firstSample += static_cast<std::int64_t> (excess);
    }
    return sound;
}

Result<void> exportWav (const TapSamples& sound, Storage& storage, const std::string& path,
                        const ExportControl& control)
{
    return guarded ([&] { return writeWav (sound, storage, path, control); });
}

Result<void> exportNpy (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control)
{
    return exportWavNpy (sourceOf (sound, control), preset, storage, path, control);
}

Result<void> exportCsv (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control)
{
    return exportWavCsv (sourceOf (sound, control), preset, storage, path, control);
}

Result<void> exportPng (const TapSamples& sound, const MelPreset& preset,
                        const std::string& colours, const std::string& path,
                        const ExportControl& control)
{
    return exportWavPng (sourceOf (sound, control), preset, colours, path, control);
}

} // namespace melstrom
