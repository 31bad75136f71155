#include "Tests/Support/Golden/GoldenSpecs.h"

namespace melstrom::testing
{

namespace
{

Length samples (int count)
{
    return {static_cast<double> (count), Length::Unit::samples};
}

} // namespace

MelSpec torchaudioSpec (int fftSamples, int hopSamples, int numBands)
{
    MelSpec spec;
    spec.window = samples (fftSamples);
    spec.hop = samples (hopSamples);
    spec.numBands = numBands;
    spec.padding = Padding::reflect;
    spec.melScale = MelScale::htk;
    spec.bankStyle = BankStyle::torchaudio;
    spec.bankNorm = BankNorm::none;
    return spec;
}

MelSpec librosaSpec ()
{
    MelSpec spec = torchaudioSpec (2048, 512, 128);
    spec.padding = Padding::constant;
    spec.melScale = MelScale::slaney;
    spec.bankNorm = BankNorm::slaney;
    return spec;
}

MelSpec segmentSpec (int fftSamples, int hopSamples, int numBands)
{
    MelSpec spec = torchaudioSpec (fftSamples, hopSamples, numBands);
    spec.layout = Layout::segments;
    spec.longWindowSamples = 1024;
    spec.longHopSamples = 512;
    spec.shortWindowSamples = 512;
    spec.shortHopSamples = 256;
    spec.framing = Framing::valid;
    spec.log = LogKind::decibel;
    return spec;
}

MelSpec whisperSpec (int numBands)
{
    MelSpec spec;
    spec.window = samples (400);
    spec.hop = samples (160);
    spec.padding = Padding::reflect;
    spec.dropLastFrame = true;
    spec.numBands = numBands;
    spec.log = LogKind::log10;
    spec.normalisation = Normalisation::whisper;
    return spec;
}

MelSpec kaldiSpec (int numBands)
{
    MelSpec spec;
    spec.sampleScale = 32768;
    spec.removeFrameMean = true;
    spec.preemphasis = 0.97;
    spec.preemphasisScope = PreemphasisScope::frame;
    spec.window = {25, Length::Unit::milliseconds};
    spec.hop = {10, Length::Unit::milliseconds};
    spec.fftPowerOfTwo = true;
    spec.windowShape = WindowShape::povey;
    spec.windowPlacement = WindowPlacement::left;
    spec.framing = Framing::valid;
    spec.numBands = numBands;
    spec.lowestHz = 20;
    spec.melScale = MelScale::kaldi;
    spec.bankStyle = BankStyle::kaldi;
    spec.bankNorm = BankNorm::none;
    spec.log = LogKind::ln;
    spec.logFloor = 1.1920928955078125e-07;
    return spec;
}

} // namespace melstrom::testing
