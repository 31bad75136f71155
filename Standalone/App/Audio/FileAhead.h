// Reads a file ahead of the audio thread, at the device's rate.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Overview/SoundFile.h"
#include "Engine/Realtime/Queues/SpscRing.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace melstrom
{

/** What to read of a file, and for which device. */
struct FileSection
{
    std::string path;
    double fromSeconds = 0;
    std::optional<double> endSeconds;   ///< empty: the file's end
    int rateHz = 48000;                 ///< of the device
    std::optional<KnownSound> known {}; ///< as SoundOpening
};

struct StereoFrame
{
    float left = 0, right = 0;
};

/** A thread reads, resamples and fills a ring of two seconds. Mono goes to both sides; of more than
    two channels the first two are taken. The section begins and ends with a ramp of kRampSeconds.
    After an error of the file the sound ends, and `error` says why.
    Threads: `tryTake`, `isReady`, `isOver`: audio, wait-free. All others: the owner's. */
class FileAhead
{
public:
    static constexpr double kRampSeconds = 0.005;

    /** Opens the file and begins to read. storage: outlives this object. Fails: badUsage for a
        section that is not in the file; noSamples; badRate; as SoundFile::open; outOfMemory. */
    static Result<std::unique_ptr<FileAhead>> open (Storage& storage, const FileSection& section);
    ~FileAhead (); ///< ends the thread within some ms, also while it decodes up to its section
    FileAhead (const FileAhead&) = delete;
    FileAhead& operator= (const FileAhead&) = delete;

    /** Enough is there to begin: 0.1 s, or all. */
    bool isReady () const noexcept { return isReady_.load (std::memory_order_acquire); }
    /** false: nothing is there (yet). */
    bool tryTake (StereoFrame& frame) noexcept;
    /** All frames were taken. */
    bool isOver () const noexcept;

    /** Taken frames, as seconds of the file. Thread: any. */
    double takenSeconds () const noexcept;
    const FileSection& section () const noexcept { return section_; }
    std::optional<Error> error () const;

private:
    using StopFlag = std::shared_ptr<std::atomic<bool>>;
    FileAhead (const FileSection& section, std::unique_ptr<SoundFile> file, StopFlag stop,
               std::optional<Resampler> resampler);
    void run ();
    Result<void> readAll ();
    Result<void> readPiece (std::int64_t first, int numSamples);
    Result<void> give (const std::vector<float>& stereo, std::int64_t numSamples);
    Result<void> giveSilence ();
    void push (const float* stereo, std::int64_t numFrames);
    float rampAt (std::int64_t frame) const noexcept;

    FileSection section_;
    std::unique_ptr<SoundFile> file_;
    std::optional<Resampler> resampler_;
    std::int64_t firstSample_ = 0, endSample_ = 0; ///< of the file
    std::int64_t numFrames_ = 0;                   ///< of the section at the device's rate
    SpscRing<StereoFrame> ring_;

    // The thread's.
    std::vector<float> samples_, stereo_, resampled_;
    std::int64_t numPushed_ = 0;

    const StopFlag isStopping_; ///< of the file, too
    std::atomic<bool> isReady_ {false};
    std::atomic<std::int64_t> numTaken_ {0};
    std::atomic<std::int64_t> endFrame_; ///< numFrames_, or fewer after an error
    mutable std::mutex mutex_;
    std::optional<Error> error_; ///< guarded by the mutex
    std::thread thread_;
};

} // namespace melstrom
