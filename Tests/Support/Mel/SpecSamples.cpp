#include "Tests/Support/Mel/SpecSamples.h"

#include "Engine/Spec/Mel/MelSpecToml.h"

namespace melstrom::testing
{

const std::vector<SpecSamples>& specSamples ()
{
    static const std::vector<SpecSamples> samples {
        {"rate_hz", {"16000", "1", "768000", "none"}},
        {"resampler", {"soxr-hq", "sinc-hann", "kaiser-best", "ffmpeg", "kaldi", "soxr-vhq"}},
        {"resampler_width", {"1", "1024", "64"}},
        {"resampler_rolloff", {"0.01", "1", "0.9475937167399596"}},
        {"loader", {"ffmpeg-s16", "clap-s16", "ffmpeg-f32", "plain"}},
        {"clip_ms", {"1000", "250.5", "none"}},
        {"clip_from", {"centre", "end", "start"}},
        {"clip_pad", {"repeat", "none", "zero"}},
        {"pad_to_samples", {"40960", "1", "none"}},
        {"channels", {"each", "0", "63", "mean"}},
        {"difference", {"0.97", "0"}},
        {"layout", {"segments", "frames"}},
        {"long_window_samples", {"4096", "1000000"}},
        {"long_hop_samples", {"1024", "3"}},
        {"short_window_samples", {"2048", "4096"}},
        {"short_hop_samples", {"17", "512"}},
        {"pad_last_segment", {"true", "false"}},
        {"sample_scale", {"32768", "0.1"}},
        {"dither", {"1", "1e-5"}},
        {"dither_seed", {"9223372036854775807", "7"}},
        {"remove_frame_mean", {"true", "false"}},
        {"preemphasis", {"0.97", "1"}},
        {"preemphasis_scope", {"frame", "signal"}},
        {"window_samples", {"400", "2", "1048576"}},
        {"window_ms", {"25", "0.3333333333333333"}},
        {"hop_samples", {"160", "1", "16777216"}},
        {"hop_ms", {"10", "11.609977324263039"}},
        {"fft_samples", {"power-of-two", "4096", "2", "window"}},
        {"window",
         {"hann-symmetric", "hann-half-sample", "povey", "hamming", "hamming-symmetric", "blackman",
          "rectangular", "hann"}},
        {"window_placement", {"left", "centred"}},
        {"framing", {"valid", "kaldi-edges", "hifigan", "centred"}},
        {"padding", {"reflect", "symmetric", "constant"}},
        {"fill_last_frame", {"true", "false"}},
        {"drop_last_frame", {"true", "false"}},
        {"spectrum", {"magnitude", "power"}},
        {"magnitude_epsilon", {"1e-9", "0.25"}},
        {"bands", {"1", "80", "4096"}},
        {"lowest_hz", {"20", "0.1"}},
        {"highest_hz", {"8000", "7600.5", "nyquist"}},
        {"mel_scale", {"htk", "kaldi", "slaney"}},
        {"bank_style", {"torchaudio", "kaldi", "speechbrain", "librosa"}},
        {"bank_norm", {"none", "slaney"}},
        {"use_energy", {"true", "false"}},
        {"energy_floor", {"0", "1"}},
        {"pcen", {"true", "false"}},
        {"pcen_gain", {"0.9", "0"}},
        {"pcen_bias", {"1", "10"}},
        {"pcen_power", {"0.25", "0.333"}},
        {"pcen_time_constant_s", {"0.06", "1"}},
        {"pcen_epsilon", {"1e-9", "0.001"}},
        {"log", {"log10", "decibel", "ln", "none"}},
        {"log_floor_kind", {"add", "clamp"}},
        {"log_floor", {"1e-5", "5.960464477539063e-08"}},
        {"reference", {"max", "0.5", "1"}},
        {"top_db", {"80", "0", "none"}},
        {"normalisation", {"whisper", "per-feature", "affine", "none", "dataset"}, 1},
        {"affine_mean", {"-4.2677393", "3"}},
        {"affine_divisor", {"9.1379948", "0.5"}},
        {"coefficients", {"13", "1", "none"}},
        {"dct", {"htk", "orthonormal"}},
        {"lifter", {"22", "0.5"}},
        {"delta_order", {"1", "2", "0"}},
        {"delta_window", {"3", "9", "99"}},
        {"stack", {"2", "7", "1"}},
        {"stack_hop", {"2", "6", "1"}},
        {"stack_edge", {"repeat", "zero", "cut"}},
        {"stored", {"f16", "f32"}},
    };
    return samples;
}

MelSpec mutatedSpec (MelSpec spec, std::mt19937& random)
{
    const auto& samples = specSamples ();
    const auto below = [&] (std::size_t end) { return random () % end; };
    for (auto numChanges = 1 + below (12); numChanges > 0;)
    {
        auto changed = spec;
        const auto& sample = samples[below (samples.size ())];
        const auto& value = sample.values[below (sample.values.size () - sample.numNotDrawn)];
        if (! applySetting (changed, sample.key + '=' + value) || ! changed.validate ())
            continue;
        spec = changed;
        --numChanges;
    }
    return spec;
}

} // namespace melstrom::testing
