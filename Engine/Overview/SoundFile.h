// Samples of a sound file at any place.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

/** How a sound is opened. */
struct SoundOpening
{
    /** From knownSound of an earlier opening of the same, unchanged file: the samples of files
        without a declared length are not counted again. */
    std::optional<KnownSound> known;
    /** Set by any thread: opening, and reads that have to decode up to their place, end within some
        ms with `interrupted`. Null: nothing stops them. */
    std::shared_ptr<const std::atomic<bool>> stop;
};

/** Opens what `--batch` opens (openAudio), and adds jumps: WAV and other PCM, and what libsndfile
    can seek in (FLAC, Ogg, MP3), are read from any place in milliseconds. Other files (by ffmpeg)
    are read in order; a jump back begins again. Thread: one at a time, any but audio. */
class SoundFile
{
public:
    /** A file that is shorter than it declares opens with its real length and a warning in `info`.
        storage: outlives the result. Fails: as openAudio, each with file, reason and cure. */
    static Result<std::unique_ptr<SoundFile>> open (Storage& storage, const std::string& path,
                                                    const SoundOpening& how = {});
    virtual ~SoundFile () = default;

    /** info ().randomAccess: a jump costs milliseconds. */
    virtual const AudioInfo& info () const noexcept = 0;
    /** Samples [first, first + count) of all channels, interleaved float32, full scale 1; the same
        numbers that a front end gets; after a jump in MPEG they differ by 1e-6 at most (tested in
        SoundFileTests). [first, first + count) lies within the file. Of a lossy stream with a fault
        the samples before it can be read, and reads behind it give the fault.
        Fails: as AudioReader::read; interrupted. */
    virtual Result<void> read (float* to, std::int64_t first, std::int64_t count) = 0;
    /** NaN, infinite and far too large samples among those read; each was read as 0. */
    virtual std::int64_t nonFiniteCount () const noexcept = 0;
};

} // namespace melstrom
