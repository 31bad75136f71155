// Rows of the table of keys for the way from a file to samples at the features' rate.
#include "Engine/Spec/Mel/SpecKeyKinds.h"

namespace melstrom
{

namespace
{
bool resamples (const MelSpec& spec)
{
    return spec.rateHz.has_value ();
}
bool isSincHann (const MelSpec& spec)
{
    return resamples (spec) && spec.resampler == ResamplerKind::sincHann;
}
} // namespace

std::vector<SpecKey> loadingKeys ()
{
    using S = MelSpec;
    return {
        optionalWholeKey ("rate_hz", &S::rateHz, kRateHz, "none",
                          "rate to which files are resampled; none: each file keeps its own rate"),
        choiceKey ("resampler", &S::resampler,
                   {"soxr-vhq", "soxr-hq", "sinc-hann", "kaiser-best", "ffmpeg", "kaldi"},
                   "soxr-vhq, soxr-hq: libsoxr; sinc-hann: torchaudio; kaiser-best: resampy; "
                   "ffmpeg: swresample; kaldi: LinearResample")
            .when (resamples)
            .silentByDefault (),
        wholeKey ("resampler_width", &S::resamplerWidth, {1, 1024},
                  "sinc-hann: zero crossings of the sinc on each side (lowpass_filter_width)")
            .when (isSincHann),
        realKey ("resampler_rolloff", &S::resamplerRolloff, {0.01, 1},
                 "sinc-hann: cutoff as a share of half the lower rate (rolloff)")
            .when (isSincHann),
        choiceKey ("loader", &S::loader, {"plain", "ffmpeg-s16", "clap-s16", "ffmpeg-f32"},
                   "plain: samples as float32; ffmpeg-s16: as from ffmpeg -ac 1 -f s16le, mixed "
                   "to one channel and rounded to 16 bits after resampling; clap-s16: resampled, "
                   "mixed to one channel, and cut to whole numbers of 1/32767 (LAION-CLAP); "
                   "ffmpeg-f32: as from ffmpeg -ac 1 -f f32le, two channels mixed to their sum "
                   "over sqrt (2) (torchcodec with num_channels=1)")
            .silentByDefault (),
    };
}

} // namespace melstrom
