// What two specs do to a file before their first frame: its filter to another rate, its samples.
#include "Standalone/CommandLine/Commands/Difference.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Dsp/Resample/Resampling.h"
#include "Engine/Spec/Mel/MelSpecFields.h"

#include <algorithm>

namespace melstrom
{

namespace
{

/** The word that the spec's key takes. */
template <typename Choice>
const std::string& wordOf (const char* key, Choice choice)
{
    return findSpecKey (key)->choices[static_cast<std::size_t> (choice)];
}

std::string resamplerName (const MelSpec& spec)
{
    auto name = wordOf ("resampler", spec.resampler);
    if (spec.resampler == ResamplerKind::sincHann)
        name += " (width " + std::to_string (spec.resamplerWidth) + ", rolloff " +
                shortText (spec.resamplerRolloff) + ")";
    return name;
}

bool haveSameFilter (const MelSpec& a, const MelSpec& b) noexcept
{
    return a.resampler == b.resampler &&
           (a.resampler != ResamplerKind::sincHann || resamplingOf (a) == resamplingOf (b));
}

/** Noise: RMS of an even error, step/sqrt (12) if rounded, step/sqrt (3) if cut, against that of a
    sine, sqrt (1/2). */
std::string loaderText (Loader loader)
{
    const auto& word = wordOf ("loader", loader);
    switch (loader)
    {
        case Loader::plain: return word + " keeps all channels as float32";
        case Loader::ffmpegS16:
            return word + " mixes channels and rounds to 16 bits: noise 98 dB below a full sine";
        case Loader::clapS16:
            return word + " mixes channels and cuts to 1/32767: noise 92 dB below a full sine";
        case Loader::ffmpegF32: return word + " mixes two channels to their sum over sqrt (2)";
    }
    return word;
}

/** Of one channel at the rate of both specs, plain and ffmpeg keep 16 bits. Without mixing, ffmpeg-f32
    is plain. */
bool loadersActAlike (Loader a, Loader b, const ComparedSound& sound, bool isResampled) noexcept
{
    if (a == b || ! sound.isFile)
        return true;
    if (sound.numChannels > 1 || a == Loader::clapS16 || b == Loader::clapS16)
        return false;
    const bool rounds = a == Loader::ffmpegS16 || b == Loader::ffmpegS16;
    return ! rounds || (! isResampled && sound.isInt16);
}

} // namespace

std::vector<DifferenceCause> loadingCauses (const MelGeometry& first, const MelGeometry& second,
                                            const ComparedSound& sound)
{
    const MelSpec &a = first.spec, &b = second.spec;
    const bool resamplesA = sound.rateHz != first.rateHz,
               resamplesB = sound.rateHz != second.rateHz;
    const auto hertz = [] (int hz) { return groupedText (hz) + " Hz"; };
    std::vector<DifferenceCause> causes;
    if (resamplesA && resamplesB && ! haveSameFilter (a, b))
        causes.push_back (
            {"resampler", resamplerName (a) + ", and " + resamplerName (b) + ", bring " +
                              hertz (sound.rateHz) + " to " + hertz (first.rateHz) +
                              (first.rateHz == second.rateHz ? std::string {}
                                                             : " and " + hertz (second.rateHz)) +
                              ": filters that end differently towards " +
                              hertz (std::min ({first.rateHz, second.rateHz, sound.rateHz}) / 2)});
    if (! loadersActAlike (a.loader, b.loader, sound, resamplesA || resamplesB))
        causes.push_back ({"loader", loaderText (a.loader) + "; " + loaderText (b.loader)});
    return causes;
}

} // namespace melstrom
