// The recorder that the audio thread writes to, put in and taken out while it runs.
#pragma once

#include "Engine/Recording/Recorder.h"
#include "Standalone/App/Audio/CallbackGate.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace melstrom
{

/** At most one recording at a time. It goes on when a device comes back at the same rate: the time
    without a device is a gap of the recording. At another rate it ends, and `stop` still gives its
    report.
    Threads: `write`: audio. `deviceStarts`: while no callback runs. All others: message. */
class RecorderSlot
{
public:
    /** gate: of the callbacks that call `write`; outlives this object. */
    explicit RecorderSlot (const CallbackGate& gate) : gate_ (gate) {}
    ~RecorderSlot () { stop (); }

    /** Fails: badUsage while a recording runs; as Recorder::start. */
    Result<void> start (const std::string& path, const RecordingSpec& spec);
    bool isRecording () const noexcept { return recorder_ != nullptr; }
    RecordingStatus status () const; ///< of the recording that runs, or of the last one
    /** Waits for the callback in progress and for the disk. Without a recording: the last report. */
    RecordingReport stop ();

    void deviceStarts (double rateHz);

    /** channels (2, numSamples). position: of the first sample; goes on over devices of one rate.
        Wait-free. */
    void write (const float* const* channels, int numSamples, std::int64_t position) noexcept;

private:
    const CallbackGate& gate_;
    std::unique_ptr<Recorder> recorder_;
    RecordingSpec spec_;
    RecordingReport report_; ///< of the last recording
    std::atomic<Recorder*> writing_ {nullptr};
};

} // namespace melstrom
