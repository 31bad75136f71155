// A WAV file that is there when it is whole, and not before.
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
    std::uint32_t ditherSeed = 0; ///< of int16 and int24, which are always dithered
    /** It may grow beyond 4 GiB. What cannot has the oldest kind of header, which all readers know. */
    bool isLong = true;
    bool operator== (const WavSpec&) const = default;
    Result<void> validate () const; ///< fails: badSpec
};

struct WavReport
{
    std::int64_t numFrames = 0;
    /** Samples beyond full scale: cut in int16 and int24, kept as they are in float32. */
    std::int64_t numClipped = 0;
    float peak = 0; ///< the largest |sample|, before the dither
    bool operator== (const WavReport&) const = default;
};

/** Writes to a file beside PATH, see `partPathOf`, which becomes PATH in `finish`; whatever happens before leaves PATH as it
    was and nothing beside it. The same samples make the same bytes. Beyond 4 GiB it is RF64 (EBU Tech 3306), below plain
    WAV; a reader of either can read it. Thread: any, one at a time. */
class WavWriter
{
public:
    /** Fails: badSpec; notAFile when a folder or device has that name; what `storage` says.
       storage: outlives this. */
    static Result<std::unique_ptr<WavWriter>> create (Storage& storage, const std::string& path,
                                                      const WavSpec& spec);
    ~WavWriter ();
    /** PATH.PROCESS.part: two processes that write one PATH do not meet before the end; the last one's stays. */
    static std::string partPathOf (const std::string& path);
    WavWriter (const WavWriter&) = delete;
    WavWriter& operator= (const WavWriter&) = delete;

    /** Whole frames, interleaved. Fails: nonFinite, naming the place; diskFull, writeFailed. After
       a failure only destroy it. */
    Result<void> write (std::span<const float> samples);

    /** Once. Brings all to stable storage under its name. Fails: as write. */
    Result<WavReport> finish ();

private:
    struct Content;
    explicit WavWriter (std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

} // namespace melstrom
