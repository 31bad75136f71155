// Plays sound files into the output of the device.
#pragma once

#include "Engine/Realtime/Effects/SmoothedValue.h"
#include "Standalone/App/Audio/CallbackGate.h"
#include "Standalone/App/Audio/FileAhead.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** One section of a file at a time. A section that is stopped or replaced fades out in
    FileAhead::kRampSeconds; then the next one begins. A place that is not read yet is silent, and
    its samples are counted; the sound goes on behind it without a loss.
    Threads: `add`: audio. `reset`: while no callback runs. All others: message. */
class FilePlayer
{
public:
    /** gate: of the callbacks that call `add`; outlives this object. */
    explicit FilePlayer (const CallbackGate& gate) : gate_ (gate) {}

    /** Fails: as FileAhead::open; then what plays goes on. */
    Result<void> play (Storage& storage, const FileSection& section);
    void stop ();
    /** The place within the file that the audio thread had taken latencySeconds ago, not before the
        section's begin; empty: none plays. */
    std::optional<double> heardSeconds (double latencySeconds) const;
    /** Why the last section ended early; empty: it did not. */
    std::optional<Error> error () const;
    void setGain (double ratio) noexcept { gain_.store (ratio); }
    std::int64_t numMissing () const noexcept { return numMissing_.load (); }
    /** Destroys sections that are no longer heard. Call now and then. */
    void collect ();
    /** Forgets what plays; prepares for a device. */
    void reset (double rateHz);

    /** Adds the next numSamples samples to left and right. Wait-free. */
    void add (float* left, float* right, int numSamples) noexcept;

private:
    struct Playing
    {
        std::unique_ptr<FileAhead> file;
        std::uint64_t id = 0; ///< above 0
    };
    void use (std::unique_ptr<Playing> next);
    bool isSilent () const noexcept;
    bool addSample (float& left, float& right, bool isLeaving) noexcept;

    const CallbackGate& gate_;
    std::unique_ptr<Playing> playing_;
    std::vector<std::unique_ptr<Playing>> former_; ///< the audio thread may still fade the last one
    std::uint64_t lastId_ = 0;

    std::atomic<Playing*> wanted_ {nullptr};
    std::atomic<std::uint64_t> heardId_ {0}; ///< of the section that the audio thread may use
    std::atomic<std::uint64_t> endedId_ {0};
    std::atomic<double> gain_ {1};
    std::atomic<std::int64_t> numMissing_ {0};

    // The audio thread's.
    Playing* heard_ = nullptr;
    SmoothedValue smoothedGain_;
    float fade_ = 1, fadeStep_ = 1;
};

} // namespace melstrom
