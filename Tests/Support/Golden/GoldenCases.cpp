#include "Tests/Support/Golden/GoldenCases.h"

#include "Tests/Support/Golden/GoldenSpecs.h"
#include "Tests/Support/Golden/PresetGoldens.h"

#include <numbers>

namespace melstrom::testing
{

namespace
{

constexpr double kNaturalUnits = std::numbers::ln10;

/** torchaudio made the files of librosa's features. They are compared with specs of torchaudio's
    bank and of librosa's own bank. */
void addLibrosaCases (std::vector<GoldenCase>& cases, const std::string& input, BankStyle bankStyle)
{
    GoldenCase golden {.input = input, .spec = librosaSpec ()};
    golden.spec.bankStyle = bankStyle;
    golden.variant = bankStyle == BankStyle::librosa ? "librosa's bank" : "torchaudio's bank";
    golden.name = "librosa_default_" + input;
    cases.push_back (golden);

    golden.name = "librosa_db80_" + input;
    golden.spec.log = LogKind::decibel;
    golden.spec.topDb = 80;
    golden.goldenUnitsPerDecade = golden.valueUnitsPerDecade = 10;
    cases.push_back (golden);
}

void addPlainCases (std::vector<GoldenCase>& cases)
{
    for (const std::string input : {"chirp16k", "speech16k", "speech22k", "chord48k", "impulse44k"})
    {
        cases.push_back ({.name = "torchaudio_default_" + input,
                          .input = input,
                          .spec = torchaudioSpec (400, 200, 128)});
        addLibrosaCases (cases, input, BankStyle::torchaudio);
        addLibrosaCases (cases, input, BankStyle::librosa);
    }
}

/** A short window in a longer transform, band limits, magnitude. The file is 10 log10 of a
    magnitude, not decibels as the engine defines them. PyTorch's window is 0.5 - 0.5 cos in
    float32, off by 6e-8 near its ends. All samples of frame 428 lie there, at 2e-10, so that frame
    is off by 1e-4 relative. Hence `quietest`. */
GoldenCase oddCase ()
{
    MelSpec spec = torchaudioSpec (1024, 150, 60);
    spec.fftSamples = 1024;
    spec.window = {600, Length::Unit::samples};
    spec.lowestHz = 60;
    spec.highestHz = 7600;
    spec.bankNorm = BankNorm::slaney;
    spec.spectrum = Spectrum::magnitude;
    spec.log = LogKind::log10;
    return {.name = "odd_speech22k",
            .input = "speech22k",
            .spec = spec,
            .goldenUnitsPerDecade = 10,
            .valueUnitsPerDecade = 1,
            .quietest = 1e-9};
}

void addSegmentCases (std::vector<GoldenCase>& cases)
{
    GoldenCase golden {.input = "leak4k",
                       .axes = GoldenAxes::segmentFeatureFrame,
                       .goldenUnitsPerDecade = 10,
                       .valueUnitsPerDecade = 10};
    golden.name = "segments_512_128";
    golden.spec = segmentSpec (512, 128, 32);
    golden.spec.bankNorm = BankNorm::slaney;
    cases.push_back (golden);

    golden.name = "segments_64_16";
    golden.spec = segmentSpec (64, 16, 32);
    golden.spec.bankNorm = BankNorm::slaney;
    cases.push_back (golden);

    golden.name = "segments_h5_512_128";
    golden.spec = segmentSpec (512, 128, 64);
    golden.spec.longHopSamples = 1024;
    golden.spec.shortHopSamples = 512;
    golden.spec.spectrum = Spectrum::magnitude;
    golden.goldenUnitsPerDecade = golden.valueUnitsPerDecade = 20;
    cases.push_back (golden);
}

void addWhisperCases (std::vector<GoldenCase>& cases)
{
    for (const int numBands : {80, 128})
        for (const std::string input : {"chirp16k", "speech16k"})
        {
            GoldenCase golden {
                .input = input, .spec = whisperSpec (numBands), .rule = GoldenRule::whisperUnits};
            golden.name = "whisper" + std::to_string (numBands) + "_" + input;
            cases.push_back (golden);

            golden.name = "whisper" + std::to_string (numBands) + "_pad30_" + input;
            golden.spec.layout = Layout::segments;
            golden.spec.longWindowSamples = golden.spec.longHopSamples = 30 * 16000;
            golden.spec.shortWindowSamples = golden.spec.shortHopSamples = 30 * 16000;
            golden.spec.padLastSegment = true;
            cases.push_back (golden);
        }
}

void addKaldiCases (std::vector<GoldenCase>& cases)
{
    MelSpec edges = kaldiSpec (23);
    edges.windowShape = WindowShape::hammingSymmetric;
    edges.framing = Framing::kaldiEdges;
    edges.padding = Padding::symmetric;
    edges.lowestHz = 40;
    edges.highestHz = 8000 - 200;
    edges.useEnergy = true;
    edges.energyFloor = 1;
    MelSpec mfcc = kaldiSpec (23);
    mfcc.numCoefficients = 13;
    mfcc.lifter = 22;
    for (const std::string input : {"chirp16k", "speech16k"})
    {
        GoldenCase golden {.input = input,
                           .axes = GoldenAxes::frameFeature,
                           .rule = GoldenRule::kaldiLogs,
                           .goldenUnitsPerDecade = kNaturalUnits,
                           .valueUnitsPerDecade = kNaturalUnits};
        golden.name = "kaldi_fbank80_" + input;
        golden.spec = kaldiSpec (80);
        cases.push_back (golden);
        golden.name = "kaldi_fbank23_edges_" + input;
        golden.spec = edges;
        cases.push_back (golden);
        golden.name = "kaldi_mfcc13_" + input;
        golden.spec = mfcc;
        golden.rule = GoldenRule::kaldiCepstra;
        cases.push_back (golden);
    }
}

std::vector<GoldenCase> makeCases ()
{
    std::vector<GoldenCase> cases;
    addPlainCases (cases);
    cases.push_back (oddCase ());
    addSegmentCases (cases);
    addWhisperCases (cases);
    addKaldiCases (cases);
    for (const auto& preset : presetGoldens ())
        cases.push_back (preset.golden);
    return cases;
}

/** transformers made the files and rounds to float32 once, at the end. The engine also rounds
    before the norm, so the difference is a unit in the last place. torchaudio's bank, in float32
    throughout, differs more. */
std::vector<GoldenBank> makeBanks ()
{
    constexpr double oneRounding = 1.2e-7;
    constexpr double floatThroughout = 2e-5;
    return {{"filterbank_librosa_22050", MelSpec {}, 22050, 2048, oneRounding, 0},
            {"filterbank_whisper80", whisperSpec (80), 16000, 400, oneRounding, 0},
            {"filterbank_torchaudio_16000", torchaudioSpec (400, 200, 128), 16000, 400, 0,
             floatThroughout}};
}

} // namespace

const std::vector<GoldenCase>& goldenCases ()
{
    static const std::vector<GoldenCase> cases = makeCases ();
    return cases;
}

const std::vector<GoldenBank>& goldenBanks ()
{
    static const std::vector<GoldenBank> banks = makeBanks ();
    return banks;
}

} // namespace melstrom::testing
