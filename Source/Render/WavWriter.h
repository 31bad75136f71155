// Writes a WAV file that appears under its name only when complete. Quantizes float samples with
// dither that depends on the sample's index.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace melstrom
{

enum class WavSamples : std::int8_t
{
    int16,
    int24,
    float32
};

struct WavSpec
{
    int rateHz = 48000;  ///< 1 .. 768000
    int numChannels = 2; ///< 1 .. 64
    WavSamples samples = WavSamples::int24;
    std::uint32_t ditherSeed = 0; ///< for int16 and int24, always dithered
    /** True: the file may grow beyond 4 GiB. False: plain WAV header, which all readers know. */
    bool isLong = true;
    bool operator== (const WavSpec&) const = default;
    Result<void> validate () const; ///< fails: badSpec
};

struct WavReport
{
    std::int64_t numFrames = 0;
    /** Samples beyond full scale: clipped in int16 and int24, unchanged in float32. */
    std::int64_t numClipped = 0;
    float peak = 0; ///< largest |sample| before dither
    bool operator== (const WavReport&) const = default;
};

/** Writes to a file beside PATH (partPathOf of ReplaceFile.h). `finish` renames it to PATH. A failure before
    that leaves PATH as it was, and no other file. The same samples give the same bytes. Above 4 GiB
    the file is RF64 (EBU Tech 3306), below plain WAV; readers of either format can read it. Thread:
    any, one at a time. */
class WavWriter
{
public:
    /** Fails: badSpec; notAFile if PATH is a folder or device; errors of `storage`. storage:
        outlives this object. */
    static Result<std::unique_ptr<WavWriter>> create (Storage& storage, const std::string& path,
                                                      const WavSpec& spec);
    ~WavWriter ();
    WavWriter (const WavWriter&) = delete;
    WavWriter& operator= (const WavWriter&) = delete;

    /** samples: whole frames, interleaved. Fails: nonFinite with the position; diskFull,
        writeFailed. After a failure only destruction is allowed. */
    Result<void> write (std::span<const float> samples);

    /** Call once. Syncs the file and renames it to PATH. Fails: as write. */
    Result<WavReport> finish ();

private:
    struct Content;
    explicit WavWriter (std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

/** Full scale 1 is 2^(bits - 1) steps; the highest positive step is one less. out = round (x + d),
    clipped to the range. d is triangular over -1 .. 1 steps, so that mean and variance of the error
    do not depend on the sound. d is a function of (seed, index) alone.
    in          finite      out  same size as in
    bits        16 or 24
    firstIndex  index of in[0], counting the samples of all channels from the file's beginning
    returns     number of samples beyond the range before dither
    source      Lipshitz, Wannamaker & Vanderkooy 1992, "Quantization and dither" */
std::int64_t quantize (std::span<const float> in, std::span<std::int32_t> out, int bits,
                       std::uint32_t seed, std::int64_t firstIndex) noexcept;

/** Triangular over -1 .. 1, mean 0, variance 1/6. */
double triangularDither (std::uint32_t seed, std::int64_t index) noexcept;

} // namespace melstrom
