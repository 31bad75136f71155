// An input file as a stream of samples, whatever its container.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/SampleFormat.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct SignalClip;

inline constexpr int kMaxChannels = 64;

/** What to do with files that are not quite right. */
struct AudioOptions
{
    /** take the real samples of a file that is shorter than it declares */
    bool keepTruncated = false;
    bool zeroNonFinite = false; ///< put 0 for NaN and infinity, and count them
    bool operator== (const AudioOptions&) const = default;
};

struct AudioInfo
{
    int rateHz = 0;
    int numChannels = 0;
    std::int64_t numSamples = 0;               ///< a channel, real: what `read` can deliver
    SampleFormat format = SampleFormat::int16; ///< as `read` delivers it
    std::string container;                     ///< "WAV", "FLAC", ...
    bool randomAccess = false; ///< reads in any order cost the same (PCM); else in order only
    bool byFfmpeg = false;     ///< decoded by the user's ffmpeg
    bool hasNoSound = false;   ///< a video without: no rate, no samples, nothing to read
    std::vector<std::string> warnings;
};

/** An open audio file. Never invents samples: missing data is an error with declared and real
   counts. Thread: any, one at a time. */
class AudioReader
{
public:
    virtual ~AudioReader () = default;
    virtual const AudioInfo& info () const noexcept = 0;

    /** Puts samples [first, first + count) of all channels, interleaved, in `info().format`, at
       `to`. Without randomAccess `first` must continue where the last read ended, or be 0 to start
       anew. Fails: truncated, decodeFailed, nonFinite (with the index of the first bad sample),
       readFailed, fileChanged. */
    virtual Result<void> read (void* to, std::int64_t first, std::int64_t count) = 0;

    virtual std::int64_t nonFiniteCount () const noexcept { return 0; } ///< zeroed so far
};

/** What a file was found to hold when it was planned. */
struct KnownSound
{
    int rateHz = 0;
    int numChannels = 0;
    std::int64_t numSamples = 0; ///< a channel
};

struct OpeningContext
{
    std::optional<KnownSound> known; ///< spares decoding once to count
    /** ends a wait for another program; nullptr: none does */
    const std::atomic<bool>* stop = nullptr;
};

/** Opens a file by what is in it, not by its name: PCM WAV and RF64 by the own fast path; MP4,
   Matroska, ASF, AMR and raw AAC by the ffmpeg of the PATH, which needs path or ReadableFile::archived
   to lead to the file on disk; the rest by libsndfile. 8-bit and 64-bit PCM arrive as int16 and float32, what ffmpeg
   decodes as float32. Fails: one of the codes of one input file; interrupted. */
Result<std::unique_ptr<AudioReader>> openAudio (Storage& storage, const std::string& path,
                                                const AudioOptions& options,
                                                const OpeningContext& context = {});

/** The same for a file that is open already; `path` is its name, for messages. */
Result<std::unique_ptr<AudioReader>> openAudioFile (std::unique_ptr<ReadableFile> file,
                                                    const std::string& path,
                                                    const AudioOptions& options,
                                                    const OpeningContext& context = {});

/** Reads `source` at another rate through a Resampler: float32, resampledCount samples a channel, in
   order only. Fails: badRate, outOfMemory. */
Result<std::unique_ptr<AudioReader>> resampled (std::unique_ptr<AudioReader> source, int rateHz);

/** Reads the stretch of `source` that `clip` says, and zeros or the stretch again behind it: all
   that it delivers is clip.numSamples long. Reads in any order where the source does. */
std::unique_ptr<AudioReader> clipped (std::unique_ptr<AudioReader> source, const SignalClip& clip);

} // namespace melstrom
