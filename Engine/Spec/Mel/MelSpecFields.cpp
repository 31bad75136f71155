#include "Engine/Spec/Mel/MelSpecFields.h"

#include "Engine/Spec/Mel/SpecKeyKinds.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr WholeRange kSegmentSamples {0, 1 << 30};
constexpr RealRange kMilliseconds {0.001, 1e6};
constexpr RealRange kClipMilliseconds {0.001, 3.6e6}; ///< up to one hour
constexpr WholeRange kPaddedSamples {1, 1 << 30};
constexpr RealRange kFrequencyHz {0, 384000};

bool cutsSegments (const MelSpec& spec)
{
    return spec.layout == Layout::segments;
}
bool clips (const MelSpec& spec)
{
    return spec.clipMs.has_value ();
}
bool padsFiles (const MelSpec& spec)
{
    return ! clips (spec) && spec.padToSamples.has_value ();
}
bool preemphasises (const MelSpec& spec)
{
    return spec.preemphasis != 0;
}
bool pads (const MelSpec& spec)
{
    return spec.framing != Framing::valid;
}
bool hasPcen (const MelSpec& spec)
{
    return spec.pcen.has_value ();
}

std::vector<SpecKey> signalKeys ()
{
    using S = MelSpec;
    return {
        optionalRealKey ("clip_ms", &S::clipMs, kClipMilliseconds, "none",
                         "length of the clip taken from each file, rounded down to whole samples "
                         "at the rate of the features; none: the whole file"),
        choiceKey ("clip_from", &S::clipFrom, {"start", "centre", "end"},
                   "position of the clip in a longer file")
            .when (clips),
        choiceKey ("clip_pad", &S::clipPad, {"zero", "repeat", "none"},
                   "for a file shorter than the clip; zero: zeros at its end; repeat: the file is "
                   "repeated; none: it stays short")
            .when (clips),
        optionalWholeKey ("pad_to_samples", &S::padToSamples, kPaddedSamples, "none",
                          "without clip_ms: a shorter file gets zeros at its end; a longer file "
                          "stays whole")
            .when (padsFiles),
        channelsKey ("channels", {0, 63},
                     "mean: the mean of all channels; each: a signal for each channel; a number: "
                     "only that channel, counted from 0"),
        realKey ("difference", &S::difference, {0, 1},
                 "factor c in x[i+1] - c x[i] over the clip, before all other steps: one sample "
                 "fewer (PaSST); 0: the samples as they are")
            .silentByDefault (),
        choiceKey ("layout", &S::layout, {"frames", "segments"},
                   "a row of the output is one frame, or one segment of (features, frames)"),
        wholeKey ("long_window_samples", &S::longWindowSamples, kSegmentSamples,
                  "segments, stage one: length of a long window")
            .when (cutsSegments),
        wholeKey ("long_hop_samples", &S::longHopSamples, kSegmentSamples,
                  "distance from one long window to the next")
            .when (cutsSegments),
        wholeKey ("short_window_samples", &S::shortWindowSamples, kSegmentSamples,
                  "segments, stage two: length of a segment")
            .when (cutsSegments),
        wholeKey ("short_hop_samples", &S::shortHopSamples, kSegmentSamples,
                  "distance from one segment of a long window to the next")
            .when (cutsSegments),
        flagKey ("pad_last_segment", &S::padLastSegment,
                 "true: zeros complete the last long window; false: it is left out")
            .when (cutsSegments),
        realKey ("sample_scale", &S::sampleScale, {1e-9, 1e10},
                 "value of full scale: 1, or 32768 for Kaldi's int16-valued floats"),
    };
}

std::vector<SpecKey> frameKeys ()
{
    using S = MelSpec;
    return {
        realKey ("dither", &S::ditherAmplitude, {0, 1e6},
                 "standard deviation of added normal noise, in scaled samples"),
        seedKey ("dither_seed", &S::ditherSeed, "seed of the dither noise")
            .when ([] (const S& spec) { return spec.ditherAmplitude != 0; }),
        flagKey ("remove_frame_mean", &S::removeFrameMean, "subtract each frame's mean"),
        realKey ("preemphasis", &S::preemphasis, {0, 1},
                 "factor c in x[i] - c x[i-1]; 0: no pre-emphasis"),
        choiceKey ("preemphasis_scope", &S::preemphasisScope, {"signal", "frame"},
                   "signal: over the signal with x[-1] = 0 (NeMo); frame: in each frame with x[-1] "
                   "= x[0] (Kaldi)")
            .when (preemphasises),
        samplesKey ("window_samples", &S::window, kTransformSamples, "length of the window"),
        millisecondsKey ("window_ms", &S::window, kMilliseconds,
                         "the same in time, rounded down to whole samples"),
        samplesKey ("hop_samples", &S::hop, kHopSamples, "distance from one frame to the next"),
        millisecondsKey ("hop_ms", &S::hop, kMilliseconds,
                         "the same in time, rounded down to whole samples"),
        transformKey ("fft_samples", kTransformSamples,
                      "length of the transform: a number, the window's length, or the next power "
                      "of two"),
        choiceKey ("window", &S::windowShape,
                   {"hann", "hann-symmetric", "hann-half-sample", "povey", "hamming",
                    "hamming-symmetric", "blackman", "rectangular"},
                   "shape of the window; hann and hamming are periodic"),
        choiceKey ("window_placement", &S::windowPlacement, {"centred", "left"},
                   "place in the transform of a window that is shorter"),
        choiceKey ("framing", &S::framing, {"valid", "centred", "kaldi-edges", "hifigan"},
                   "valid: only frames inside the signal; centred: padding of fft/2; kaldi-edges: "
                   "Kaldi's snip_edges = false; hifigan: padding of (fft - hop)/2"),
        choiceKey ("padding", &S::padding, {"constant", "reflect", "symmetric"},
                   "constant: zeros; reflect: a mirror at the edge sample; symmetric: a mirror "
                   "that repeats the edge sample")
            .when (pads),
        flagKey ("fill_last_frame", &S::fillLastFrame,
                 "zeros behind the padding complete the last frame, so that no sample is left out "
                 "(audiocraft)")
            .silentByDefault (),
        flagKey ("drop_last_frame", &S::dropLastFrame, "leave out the last frame (Whisper)"),
    };
}

std::vector<SpecKey> bandKeys ()
{
    using S = MelSpec;
    return {
        choiceKey ("spectrum", &S::spectrum, {"power", "magnitude"}, "|X|^2, or |X|"),
        realKey ("magnitude_epsilon", &S::magnitudeEpsilon, {0, 1},
                 "e in magnitude = sqrt (|X|^2 + e)")
            .when ([] (const S& spec) { return spec.spectrum == Spectrum::magnitude; }),
        wholeKey ("bands", &S::numBands, {1, 4096}, "number of mel bands"),
        realKey ("lowest_hz", &S::lowestHz, kFrequencyHz, "lower edge of the first band"),
        optionalRealKey ("highest_hz", &S::highestHz, kFrequencyHz, "nyquist",
                         "upper edge of the last band"),
        choiceKey ("mel_scale", &S::melScale, {"htk", "kaldi", "slaney"},
                   "htk: 2595 log10 (1 + f/700); kaldi: 1127 ln (1 + f/700); slaney: linear below "
                   "1 kHz"),
        choiceKey ("bank_style", &S::bankStyle, {"librosa", "torchaudio", "kaldi", "speechbrain"},
                   "librosa: triangles in Hz from float64; torchaudio: in Hz in float32; kaldi: in "
                   "mel, without Nyquist; speechbrain: in Hz in float32, each with the width of "
                   "its lower flank on both sides"),
        choiceKey ("bank_norm", &S::bankNorm, {"none", "slaney"},
                   "none: peaks of 1; slaney: areas of 1 (2 / width in Hz)"),
        flagKey ("use_energy", &S::useEnergy,
                 "log energy of the raw frame as the first feature (MFCC: it replaces the first "
                 "coefficient)"),
        realKey ("energy_floor", &S::energyFloor, {0, 1e12}, "least energy before its logarithm")
            .when ([] (const S& spec) { return spec.useEnergy; }),
    };
}

std::vector<SpecKey> allKeys ()
{
    std::vector<SpecKey> keys;
    const auto add = [&keys] (SpecGroup group, std::vector<SpecKey> rows)
    {
        for (auto& row : rows)
            row.group = group;
        keys.insert (keys.end (), rows.begin (), rows.end ());
    };
    add (SpecGroup::signal, loadingKeys ());
    add (SpecGroup::signal, signalKeys ());
    add (SpecGroup::frames, frameKeys ());
    add (SpecGroup::bands, bandKeys ());
    add (SpecGroup::level, levelKeys ());
    add (SpecGroup::features, featureKeys ());
    add (SpecGroup::storage,
         {choiceKey ("stored", &MelSpec::storedType, {"f16", "f32"}, "type of a stored feature")});
    for (auto& key : keys)
        if (! key.matters)
            key.matters =
                key.key.starts_with ("pcen") ? hasPcen : [] (const MelSpec&) { return true; };
    return keys;
}
} // namespace

SpecKey SpecKey::when (std::function<bool (const MelSpec&)> condition) &&
{
    matters = std::move (condition);
    return std::move (*this);
}

SpecKey SpecKey::silentByDefault () &&
{
    isSilentDefault = true;
    return std::move (*this);
}

const std::vector<SpecKey>& specKeys ()
{
    static const std::vector<SpecKey> keys = allKeys ();
    return keys;
}

const SpecKey* findSpecKey (std::string_view key)
{
    for (const auto& row : specKeys ())
        if (row.key == key || row.storedKey == key)
            return &row;
    return nullptr;
}

} // namespace melstrom
