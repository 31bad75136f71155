#include "Tests/Support/Golden/PresetGoldens.h"

#include "Engine/Spec/Mel/MelSpecToml.h"

#include <numbers>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{

struct Row
{
    const char* preset;
    const char* maker;
    const char* file; ///< without "_" and the input
    const char* input;
    GoldenRule rule = GoldenRule::ladder;
    double flatTolerance = 0;
    GoldenAxes axes = GoldenAxes::featureFrame;
    int framesLeftOut = 0;
};

constexpr auto kLadder = GoldenRule::ladder, kLogs = GoldenRule::kaldiLogs,
               kCepstra = GoldenRule::kaldiCepstra, kFlat = GoldenRule::flat,
               kWhisper = GoldenRule::whisperUnits;

/** Flat tolerances are three to five times the largest difference between the CPU backend and the
    file, all of it float32 rounding of the tool. Vocos and F5-TTS: PyTorch's window is off by 6e-8
    where it fades, which is 4e-3 of the logarithms in the frame whose only samples lie there.
    SeamlessM4T: torchaudio's FFT is off by 1e-2 in the chirp's deepest bands, which its deviations
    divide. */
constexpr Row kRows[] = {
    {"torchaudio", "torchaudio", "torchaudio_default", "speech16k"},
    {"torchaudio-mfcc", "torchaudio", "torchaudio_mfcc", "speech16k", kFlat, 2e-3},
    {"librosa", "librosa", "librosa", "speech22k"},
    {"librosa-db", "librosa", "librosa_power_to_db", "speech22k"},
    {"librosa-mfcc", "librosa", "librosa_mfcc", "speech22k", kFlat, 2e-3},
    {"librosa-pcen", "librosa", "librosa_pcen", "speech22k", kFlat, 3e-5},
    {"kaldi-fbank", "torchaudio", "kaldi_fbank23", "speech16k", kLogs},
    {"kaldi-fbank-htk", "torchaudio", "kaldi_timit", "speech16k", kLogs},
    {"kaldi-mfcc", "torchaudio", "kaldi_mfcc13", "speech16k", kCepstra, 0,
     GoldenAxes::frameFeature},
    {"kaldi-mfcc-energy", "torchaudio", "kaldi_mfcc_energy", "speech16k", kCepstra},
    {"kaldi-mfcc-hires", "torchaudio", "kaldi_mfcc_hires", "speech16k", kCepstra},
    {"kaldi-mfcc-voxceleb", "torchaudio", "kaldi_voxceleb", "speech16k", kCepstra},
    {"opensmile-mfcc", "openSMILE", "opensmile_mfcc", "speech16k", kFlat, 1e-3,
     GoldenAxes::featureFrame, 2},
    {"wenet", "torchaudio", "wenet", "chirp16k", kLogs},
    {"wespeaker", "torchaudio", "wespeaker", "speech16k", kLogs},
    {"campplus", "torchaudio", "campplus", "speech16k", kLogs},
    {"lhotse", "its code", "lhotse", "speech16k", kLogs},
    {"paraformer", "its code", "paraformer", "speech16k", kLogs},
    {"fsmn-vad", "its code", "fsmn_vad", "chirp16k", kLogs},
    {"seamless-m4t", "torchaudio", "seamless", "speech16k", kFlat, 1e-3},
    {"seamless-m4t", "torchaudio", "seamless_even", "chirp16k", kFlat, 1e-2},
    {"speechbrain-fbank", "its code", "speechbrain", "speech16k"},
    {"hubert-mfcc", "torchaudio", "hubert_mfcc", "speech16k", kFlat, 1e-3},
    {"beats", "torchaudio", "beats", "speech16k", kLogs},
    {"whisper-openai-80", "transformers", "whisper80", "speech16k", kWhisper},
    {"whisper-openai-128", "transformers", "whisper128", "speech16k", kWhisper},
    {"whisper-hf-80", "transformers", "whisper80_pad30", "speech16k", kWhisper},
    {"whisper-hf-128", "transformers", "whisper128_pad30", "speech16k", kWhisper},
    {"espnet", "", "espnet", "speech16k"},
    {"gigaam", "torchaudio", "gigaam", "speech16k", kFlat, 1e-3},
    {"granite", "torchaudio", "granite", "speech16k", kWhisper},
    {"granite-stacked", "torchaudio", "granite_stacked", "speech16k", kWhisper},
    {"nemo-80", "transformers", "nemo80", "speech16k", kFlat, 2e-4},
    {"nemo-128", "transformers", "nemo128", "speech16k", kFlat, 2e-4},
    {"hifigan-22k", "BigVGAN's code", "hifigan_22k", "speech22k"},
    {"bigvgan-22k", "its code", "bigvgan_22k", "speech22k"},
    {"bigvgan-24k", "its code", "bigvgan_24k", "mix24k"},
    {"bigvgan-44k-256x", "its code", "bigvgan_44k_256x", "mix44k"},
    {"bigvgan-44k-512x", "its code", "bigvgan_44k_512x", "mix44k"},
    {"openvpi-44k", "its code", "openvpi", "mix44k"},
    {"matcha", "its code", "matcha", "speech22k"},
    {"cosyvoice2", "Matcha's code", "cosyvoice2", "mix24k"},
    {"vits", "its code", "vits", "speech22k"},
    {"tacotron2", "its code", "tacotron2", "speech22k"},
    {"audioldm", "its code", "audioldm", "speech16k"},
    {"vocos", "its code", "vocos", "mix24k", kFlat, 1e-2},
    {"f5-tts", "its code", "f5", "mix24k", kFlat, 5e-3},
    {"encodec-24k", "its code", "encodec", "mix24k"},
    {"encodec-msspec-24k", "its code", "encodec_msspec", "mix24k"},
    {"rmvpe", "its code", "rmvpe", "speech16k"},
    {"clap-fused", "torchaudio", "clap_laion", "chord48k"},
    {"msclap-2022", "torchlibrosa", "msclap", "mix44k"},
    {"panns", "torchlibrosa", "panns", "mix32k"},
    {"clap-fused", "transformers", "clap_fused", "chord48k"},
    {"clap-unfused", "transformers", "clap_unfused", "chord48k"},
    {"bigvgan-24k", "UnivNet of transformers", "univnet", "mix24k"},
    {"speecht5", "transformers", "speecht5", "speech16k"},
    {"clvp", "transformers", "clvp", "speech22k"},
    {"ast", "transformers", "ast", "speech16k", kLogs},
    {"ast-speech-commands", "transformers", "ast_speech_commands", "speech16k", kLogs},
    {"passt", "its code", "passt", "mix32k"},
    {"efficientat", "its code", "efficientat", "mix32k"},
    {"ced", "torchaudio", "ced", "speech16k", kFlat, 5e-3},
    {"musicnn", "librosa", "musicnn", "speech16k"},
    {"resemblyzer", "its code", "resemblyzer", "speech16k"},
    {"openl3", "its code", "openl3", "chord48k", kLadder, 0, GoldenAxes::segmentFeatureFrame},
};

double unitsPerDecade (const MelSpec& spec)
{
    switch (spec.log)
    {
        case LogKind::none: return 0;
        case LogKind::log10: return 1;
        case LogKind::ln: return std::numbers::ln10;
        case LogKind::decibel: return spec.spectrum == Spectrum::power ? 10 : 20;
    }
    return 0;
}

PresetGolden goldenOf (const Row& row)
{
    const auto preset = findPreset (row.preset);
    if (! preset)
        throw std::invalid_argument (preset.error ().message);
    GoldenCase golden {.name = std::string (row.file) + "_" + row.input,
                       .variant = std::string ("preset ") + row.preset,
                       .input = row.input,
                       .spec = preset->spec,
                       .axes = row.axes,
                       .rule = row.rule,
                       .flatTolerance = row.flatTolerance,
                       .framesLeftOut = row.framesLeftOut};
    golden.spec.storedType = StoredType::float32;
    golden.goldenUnitsPerDecade = golden.valueUnitsPerDecade = unitsPerDecade (golden.spec);
    return {row.preset, row.maker, golden};
}

/** Files whose names have no input, and whose axes are (segment, feature, frame). */
void addLeakGoldens (std::vector<PresetGolden>& goldens)
{
    const auto add = [&goldens] (const char* preset, const char* file)
    {
        auto golden = goldenOf (
            {preset, "torchaudio", file, "leak4k", kLadder, 0, GoldenAxes::segmentFeatureFrame});
        golden.golden.name = file;
        goldens.push_back (golden);
    };
    add ("leak", "segments_512_128");
    add ("leak-fine", "segments_64_16");
    add ("leak-training", "segments_h5_512_128");
}

std::vector<PresetGolden> makeGoldens ()
{
    std::vector<PresetGolden> goldens;
    for (const Row& row : kRows)
        goldens.push_back (goldenOf (row));
    addLeakGoldens (goldens);
    return goldens;
}

} // namespace

const std::vector<PresetGolden>& presetGoldens ()
{
    static const std::vector<PresetGolden> goldens = makeGoldens ();
    return goldens;
}

std::string proofOfPreset (const std::string& preset)
{
    std::string makers, last;
    bool isTranscribed = false;
    for (const auto& row : presetGoldens ())
        if (row.preset == preset)
        {
            isTranscribed = isTranscribed || row.maker.empty ();
            if (! row.maker.empty () && row.maker != last)
                makers += (makers.empty () ? "" : ", ") + row.maker;
            last = row.maker;
        }
    if (! makers.empty ())
        return makers;
    return isTranscribed ? "a transcription" : "the tests' reference alone";
}

} // namespace melstrom::testing
