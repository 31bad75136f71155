// An input file as a stream of samples, from any container.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/SampleFormat.h"
#include "Engine/Dsp/Resample/Resampling.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct SignalClip;

inline constexpr int kMaxChannels = 64;

/** Faults of a file that are tolerated. */
struct AudioOptions
{
    /** accept a file that is shorter than it declares; use its real samples */
    bool keepTruncated = false;
    bool zeroNonFinite = false; ///< replace NaN and infinity by 0, and count them
    bool operator== (const AudioOptions&) const = default;
};

struct AudioInfo
{
    int rateHz = 0;
    int numChannels = 0;
    std::int64_t numSamples = 0; ///< per channel, real: the number that `read` can deliver
    SampleFormat format = SampleFormat::int16; ///< as `read` delivers it
    float fullScale = FullScale::int16;        ///< of the coding in the file
    std::string container;                     ///< "WAV", "FLAC", ...
    /** true: reads in any order cost the same (PCM); false: in order only */
    bool randomAccess = false;
    bool byFfmpeg = false;   ///< decoded by the user's ffmpeg
    bool hasNoSound = false; ///< a video without sound: no rate, no samples, nothing to read
    std::vector<std::string> warnings;
};

/** An open audio file. Never invents samples: missing data is an error with the declared and the
    real count. Thread: any, one at a time. */
class AudioReader
{
public:
    virtual ~AudioReader () = default;
    virtual const AudioInfo& info () const noexcept = 0;

    /** Writes samples [first, first + count) of all channels, interleaved, in `info().format`, to
        `to`. Without randomAccess, `first` must be the end of the last read, or 0 to start again.
        Fails: truncated, decodeFailed, nonFinite (with the index of the first bad sample),
        readFailed, fileChanged. */
    virtual Result<void> read (void* to, std::int64_t first, std::int64_t count) = 0;

    virtual std::int64_t nonFiniteCount () const noexcept { return 0; } ///< samples zeroed so far
};

/** Properties of a file, found when it was planned. */
struct KnownSound
{
    int rateHz = 0;
    int numChannels = 0;
    std::int64_t numSamples = 0; ///< per channel
    bool operator== (const KnownSound&) const = default;
};

/** What a later opening of the same file needs. */
inline KnownSound knownSound (const AudioInfo& info)
{
    return {info.rateHz, info.numChannels, info.numSamples};
}

struct OpeningContext
{
    /** Saves one decoding pass that counts samples. Without effect if the file has another rate or
        number of channels. */
    std::optional<KnownSound> known;
    /** set: a wait for another program and a count of samples end; nullptr: they cannot be
        stopped */
    const std::atomic<bool>* stop = nullptr;
    /** Coded files that libsndfile can seek in are read in any order (AudioInfo::randomAccess). A
        jump into MPEG or Ogg begins with the decoder's state missing. */
    bool jumps = false;
};

/** Opens a file by its content, not by its name. WavFile reads PCM WAV and RF64. The ffmpeg of the
    PATH decodes MP4, Matroska, ASF, AMR and raw AAC; path or ReadableFile::archived must lead it to
    the file on disk. libsndfile reads all other formats. 8-bit PCM arrives as int16, 64-bit PCM as
    float32, and samples from ffmpeg as float32. Fails: one of the codes of one input file;
    interrupted. */
Result<std::unique_ptr<AudioReader>> openAudio (Storage& storage, const std::string& path,
                                                const AudioOptions& options,
                                                const OpeningContext& context = {});

/** The same for an open file; `path` is its name in messages. */
Result<std::unique_ptr<AudioReader>> openAudioFile (std::unique_ptr<ReadableFile> file,
                                                    const std::string& path,
                                                    const AudioOptions& options,
                                                    const OpeningContext& context = {});

/** What a spec wants of a file's samples, before its clip. */
struct WantedSound
{
    int rateHz = 0;
    Resampling resampling {};
    Loader loader = Loader::plain;
};

/** Reads `source` at another rate: resampledCount samples per channel, float32, in order only; with
    Loader::ffmpegS16 one channel of int16, with the other loaders that mix one of float32. The
    source itself if nothing changes. Fails: badRate, outOfMemory, tooManyChannels. */
Result<std::unique_ptr<AudioReader>> resampled (std::unique_ptr<AudioReader> source,
                                                const WantedSound& wanted);

/** Reads the section of `source` that `clip` names, followed by zeros or by repetitions of the
    section, clip.numSamples samples in all. Reads in any order if the source does. */
std::unique_ptr<AudioReader> clipped (std::unique_ptr<AudioReader> source, const SignalClip& clip);

/** Stored samples to float32: full scale is 1. No other code converts integer samples.
    Converts `count` values in `format` at `from` (any address) to float32 at `to`: int16 / 2^15,
    int24 / 2^23 exactly, int32 / 2^31 rounded to nearest, float32 as it is. No overlap. */
void toFloat32 (const void* from, SampleFormat format, float* to, std::int64_t count) noexcept;

} // namespace melstrom
