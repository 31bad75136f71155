// The full description of a mel feature: from samples to the stored number.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** Filter that brings a file to MelSpec::rateHz; Engine/Dsp/Resample has the formulae. */
enum class ResamplerKind
{
    soxrVhq,
    soxrHq,     ///< librosa's default since 0.10
    sincHann,   ///< torchaudio.functional.resample
    kaiserBest, ///< resampy's, librosa's before 0.10
    ffmpeg,     ///< swresample at its defaults
    kaldi       ///< Kaldi's LinearResample
};
/** How samples leave a file. */
enum class Loader
{
    plain,     ///< all channels as float32
    ffmpegS16, ///< ffmpeg -ac 1 -f s16le: mixed, resampled, rounded to 16 bits
    clapS16,   ///< LAION-CLAP's: resampled, mixed, cut to whole numbers of 1/32767
    ffmpegF32  ///< ffmpeg -ac 1 -f f32le: resampled and mixed, stereo to (L + R)/sqrt (2)
};
/** Content of one output row: a frame or a segment. */
enum class Layout
{
    frames,
    segments
};
/** Part of a longer signal that the clip takes. */
enum class ClipFrom
{
    start,
    centre,
    end
};
/** How a shorter signal fills its clip. none: the signal stays short. */
enum class ClipPad
{
    zero,
    repeat,
    none
};
/** each: one signal per channel, one after the other. */
enum class ChannelMode
{
    mean,
    one,
    each
};
/** signal: NeMo's (x[-1] = 0); frame: Kaldi's (x[-1] = x[0]). */
enum class PreemphasisScope
{
    signal,
    frame
};
enum class WindowShape
{
    hannPeriodic,
    hannSymmetric,
    hannHalfSample,
    povey,
    hammingPeriodic,
    hammingSymmetric,
    blackman,
    rectangular
};
/** Position of a window that is shorter than the transform. */
enum class WindowPlacement
{
    centred,
    left
};
enum class Framing
{
    valid,      ///< only frames that lie wholly inside the signal
    centred,    ///< fft/2 of padding on both sides
    kaldiEdges, ///< Kaldi's snip_edges = false: round (L / hop) frames, centred on hops
    hifigan     ///< (fft - hop)/2 of padding on both sides
};
enum class Padding
{
    constant,
    reflect,
    symmetric
};
enum class Spectrum
{
    power,
    magnitude
};
enum class MelScale
{
    htk,
    kaldi,
    slaney
};
enum class BankStyle
{
    librosa,    ///< triangles in Hz, float64, stored float32, normalised after
    torchaudio, ///< triangles in Hz, float32 throughout, bins spaced over 0 .. rate // 2
    kaldi,      ///< triangles in mel, strictly inside
    speechbrain ///< torchaudio's, but both flanks as wide as the lower one
};
enum class BankNorm
{
    none,
    slaney
};
/** Scale and order of MFCC's coefficients. */
enum class DctKind
{
    orthonormal, ///< coefficient k at place k
    htk          ///< coefficient 0 times sqrt (2), behind the others
};
enum class LogKind
{
    none,
    log10,
    decibel,
    ln
};
/** clamp: log (max (x, floor)); add: log (x + floor). */
enum class LogFloor
{
    clamp,
    add
};
/** dataset: by the training rows of a dataset, when rows are stored; computed as with none. */
enum class Normalisation
{
    none,
    whisper,
    perFeature,
    affine,
    dataset
};
/** Frames that a row lacks at the end of a signal. cut: the row is left out. repeat: also at the
    beginning, where rows start (stack - 1)/2 frames early. */
enum class StackEdge
{
    cut,
    zero,
    repeat
};
enum class StoredType
{
    float16,
    float32
};

/** A duration in samples or milliseconds. Milliseconds are rounded down to whole samples at the
    signal's rate. */
struct Length
{
    enum class Unit
    {
        samples,
        milliseconds
    };
    double value = 0;
    Unit unit = Unit::samples;

    int samplesAt (int rateHz) const noexcept;
    bool operator== (const Length&) const = default;
};

/** Per-channel energy normalisation (Wang 2017, librosa.pcen). Takes the place of the logarithm. */
struct Pcen
{
    double gain = 0.98, bias = 2, power = 0.5, timeConstantSeconds = 0.4, epsilon = 1e-6;
    bool operator== (const Pcen&) const = default;
};

/** Plain data; every field can be set from a TOML file or `--set`. The order is the order of the
    arithmetic. */
struct MelSpec
{
    // the signal
    std::optional<int> rateHz; ///< empty: the file's rate; else files are resampled to this rate
    ResamplerKind resampler = ResamplerKind::soxrVhq;
    int resamplerWidth = 6;         ///< sincHann: zero crossings on each side
    double resamplerRolloff = 0.99; ///< sincHann: cutoff as a share of the lower Nyquist frequency
    Loader loader = Loader::plain;
    std::optional<double> clipMs; ///< length of every signal; empty: the file's length
    ClipFrom clipFrom = ClipFrom::start;
    ClipPad clipPad = ClipPad::zero;
    std::optional<int> padToSamples; ///< without clipMs: pads a shorter signal with zeros
    ChannelMode channels = ChannelMode::mean;
    int channelIndex = 0;  ///< for ChannelMode::one, from 0
    double difference = 0; ///< c in x[i + 1] - c x[i] over the clip, which loses one sample
    Layout layout = Layout::frames;
    int longWindowSamples = 0, longHopSamples = 0;   ///< Layout::segments: stage one
    int shortWindowSamples = 0, shortHopSamples = 0; ///< stage two; a segment is one short window
    bool padLastSegment = false; ///< pads the last long window with zeros; false: leaves it out

    // samples to frames
    double sampleScale = 1;     ///< full scale: 1, or 32768 for Kaldi's int16-valued floats
    double ditherAmplitude = 0; ///< times N(0,1), drawn by hash of (seed, signal, frame, sample)
    std::uint64_t ditherSeed = 0;
    bool removeFrameMean = false;
    double preemphasis = 0;
    PreemphasisScope preemphasisScope = PreemphasisScope::signal;
    Length window {2048, Length::Unit::samples};
    Length hop {512, Length::Unit::samples};
    std::optional<int> fftSamples; ///< empty: the window, or its next power of two
    bool fftPowerOfTwo = false;    ///< without fftSamples: rounds the window up
    WindowShape windowShape = WindowShape::hannPeriodic;
    WindowPlacement windowPlacement = WindowPlacement::centred;
    Framing framing = Framing::centred;
    Padding padding = Padding::constant;
    bool fillLastFrame = false; ///< zeros behind the padding complete a last frame
    bool dropLastFrame = false;

    // frames to bands
    Spectrum spectrum = Spectrum::power;
    double magnitudeEpsilon = 0; ///< magnitude = sqrt (|X|^2 + this)
    int numBands = 128;
    double lowestHz = 0;
    std::optional<double> highestHz; ///< empty: Nyquist; torchaudio, speechbrain: rate // 2
    MelScale melScale = MelScale::slaney;
    BankStyle bankStyle = BankStyle::librosa;
    BankNorm bankNorm = BankNorm::slaney;
    /** Kaldi: first feature is the raw frame's log energy (MFCC: replaces C0) */
    bool useEnergy = false;
    double energyFloor = 1.1920928955078125e-07;

    // bands to features
    std::optional<Pcen> pcen;
    LogKind log = LogKind::none;
    LogFloor logFloorKind = LogFloor::clamp;
    double logFloor = 1e-10;         ///< in the unit of the spectrum
    double reference = 1;            ///< decibel: subtracts 10 or 20 log10 (max (floor, this))
    bool referenceIsMaximum = false; ///< decibel: the signal's maximum is the reference
    std::optional<double> topDb;     ///< decibel: floor at the signal's maximum minus this
    Normalisation normalisation = Normalisation::none;
    double affineMean = 0, affineDivisor = 1; ///< affine: (x - mean)/divisor
    std::optional<int> numCoefficients;       ///< MFCC: coefficients kept of the DCT-II
    DctKind dct = DctKind::orthonormal;
    double lifter = 0;   ///< 1 + lifter/2 sin (pi k/lifter); 0: none
    int deltaOrder = 0;  ///< 1 appends deltas, 2 also their deltas
    int deltaWindow = 5; ///< odd, frames
    int stack = 1;       ///< frames a row, one after another
    int stackHop = 1;    ///< frames from one row to the next
    StackEdge stackEdge = StackEdge::cut;
    StoredType storedType = StoredType::float32;

    bool operator== (const MelSpec&) const = default;

    /** Checks each field alone and together with the other fields, at no particular rate. Fails:
        badSpec; the message names the field, its value and what is allowed. */
    Result<void> validate () const;

    /** True if a row is more than a frame, or rows are fewer than frames. */
    bool stacksFrames () const noexcept { return stack != 1 || stackHop != 1; }
    /** The same, with one row for each frame. */
    MelSpec unstacked () const;

    bool needsSignalMaximum () const noexcept
    {
        return (log == LogKind::decibel && (topDb || referenceIsMaximum)) ||
               normalisation == Normalisation::whisper;
    }
    /** True if a frame's features depend on the whole signal. A long signal is then read twice. */
    bool needsSignalStatistics () const noexcept
    {
        return needsSignalMaximum () || normalisation == Normalisation::perFeature ||
               pcen.has_value ();
    }
};

} // namespace melstrom
