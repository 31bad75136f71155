// The windowed-sinc filters of torchaudio, resampy, swresample and Kaldi as one table of taps.
#pragma once

#include "Engine/Dsp/Resample/Resampling.h"

#include <vector>

namespace melstrom
{

/** Sizes of a table. from : to = inputStep : numPhases in lowest terms. */
struct PolyphaseShape
{
    int numPhases = 1;
    int inputStep = 1; ///< output k is at input sample k x inputStep / numPhases
    int numTaps = 0;
    int firstTap =
        0; ///< input sample of the first tap, counted from that of the output, rounded down
    bool mirrorsEdges = false; ///< swresample; the other tools have zeros outside of the signal

    PolyphaseShape (const Resampling& resampling, int fromHz, int toHz) noexcept;

    /** Input sample under the first tap of output k. */
    std::int64_t firstSampleOf (std::int64_t output) const noexcept;
    /** Samples that swresample repeats behind the end of the signal, backwards. */
    std::int64_t mirroredAtEnd (std::int64_t numSamples) const noexcept;
};

/** Rows of taps, one a phase, with zeros up to a multiple of kTapsUnit. The values are the tool's,
    computed in float64 and rounded once. Thread: any. */
class PolyphaseFilter
{
public:
    static constexpr int kTapsUnit = 16;

    /** Fails: badRate, see checkResampling. */
    static Result<PolyphaseFilter> make (const Resampling& resampling, int fromHz, int toHz);

    const PolyphaseShape& shape () const noexcept { return shape_; }
    int rowTaps () const noexcept { return rowTaps_; }
    const float* taps () const noexcept { return taps_.data (); }
    /** The taps in units of 2^-15, of swresample for 16-bit samples. */
    std::vector<std::int16_t> taps16 () const;

private:
    explicit PolyphaseFilter (const PolyphaseShape& shape) noexcept : shape_ (shape) {}

    PolyphaseShape shape_;
    int rowTaps_ = 0;
    std::vector<float> taps_;
};

/** One row of `shape.numTaps` taps, in float64. The three makers of rows, by ResamplerKind.
    sources  sincHann: torchaudio 0.13.1, functional.py lines 1426 to 1513;
             kaldi: kaldi-asr/kaldi f400766102, src/feat/resample.cc:104-133, 246-259 */
class SincHannRows
{
public:
    SincHannRows (const Resampling& resampling, const PolyphaseShape& shape) noexcept;
    void write (int phase, double* row) const;

private:
    PolyphaseShape shape_;
    double cutoff_, widthZeros_;
    bool hasFloatPhases_; ///< torchaudio divides the phase in float32
};

/** source: resampy 0.4.2, interpn.py _resample_loop and filters.py sinc_window with the parameters of
    scripts/create_filter.py (checked against data/kaiser_best.npz: 4e-16). */
class KaiserBestRows
{
public:
    explicit KaiserBestRows (const PolyphaseShape& shape);
    void write (int phase, double* row);

    /** Steps of the table from one tap to the next; resampy cuts off the fraction. */
    static int tableStep (const PolyphaseShape& shape) noexcept;
    static int wingTaps (const PolyphaseShape& shape) noexcept;

private:
    /** values [i] = the window's half at offset + i x step. */
    void tableAt (int offset, std::vector<double>& values) const;
    /** The taps from rest/numPhases of a sample on, away from the output. */
    void computeWing (int rest, std::vector<double>& wing);
    const std::vector<double>& wingAt (int rest);

    PolyphaseShape shape_;
    double scale_;
    int step_;
    std::vector<double> stepSines_, stepCosines_, next_;
    std::vector<std::vector<double>> wings_; ///< by rest: each one is in two rows; or the last one
    std::vector<double> table_; ///< the window's half, if wings are not kept; else empty
};

/** source: FFmpeg 5.1, libswresample/resample.c build_filter and resample_init, with the defaults of
    options.c: 32 taps at factor 1, cutoff 0.97, Kaiser window with beta 9, exact phases up to 1024,
    else linear interpolation between 1024. */
class SwresampleRows
{
public:
    explicit SwresampleRows (const PolyphaseShape& shape);
    void write (int phase, double* row) const;

    static int tapsOf (const PolyphaseShape& shape) noexcept;

private:
    const double* tableRow (int index) const noexcept;

    PolyphaseShape shape_;
    int tablePhases_;
    std::vector<double> table_; ///< (tablePhases + 1, taps)
};

} // namespace melstrom
