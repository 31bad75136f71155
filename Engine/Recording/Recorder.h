// Records the sound of an audio thread to a file.
#pragma once

#include "Engine/Recording/RecordingReport.h"
#include "Engine/Recording/RecordingRing.h"
#include "Engine/Recording/RecordingWriter.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace melstrom
{

/** One recording. The audio thread fills a ring (RecordingRing). A writer thread empties it every 50
    ms (RecordingWriter), so that a process that ends by force loses less than half a second; all
    samples before are exact. A power failure may lose what the system has not yet brought to the
    disk. After a failure of the file the recording ends: what was written is kept and readable,
    `status` has the error with its cure, and `write` is without effect.
    Owners: ring: audio thread and writer thread, an end each; sound file and labels: writer thread;
    status and list of gaps: a mutex, for writer and asking threads. */
class Recorder
{
public:
    /** Creates the file at `path` and starts the writer thread. Neither that file nor `path`.gaps.txt
        (GapLabels) may be there. storage: outlives this object.
        thread  any but audio
        fails   badSpec, writeFailed, notAFile, diskFull, permissionDenied, outOfMemory; then there
                is no file */
    static Result<std::unique_ptr<Recorder>> start (Storage& storage, const std::string& path,
                                                    const RecordingSpec& spec);
    ~Recorder (); ///< as `stop`
    Recorder (const Recorder&) = delete;
    Recorder& operator= (const Recorder&) = delete;

    /** As RecordingRing::write. Thread: audio; wait-free. */
    void write (const float* const* channels, int numSamples, std::int64_t position) noexcept
    {
        ring_.write (channels, numSamples, position);
    }

    /** Thread: any but audio. */
    RecordingStatus status () const { return ledger_.status (); }
    /** The listed gaps from this index on. Thread: any but audio. */
    std::vector<RecordingGap> gapsFrom (std::size_t index) const
    {
        return ledger_.gapsFrom (index);
    }

    /** Writes the rest of the ring, completes the file and syncs it. The last `write` must have
        returned, and none may follow. Further calls give the same report.
        thread  the owner's; waits for the disk */
    RecordingReport stop ();

private:
    Recorder (Storage& storage, const std::string& path, const RecordingSpec& spec,
              std::unique_ptr<RecordingFile> file);
    void run ();
    Result<void> record ();
    bool waitForWork ();

    RecordingRing ring_;
    RecordingLedger ledger_;
    RecordingWriter writer_;

    std::mutex mutex_;
    std::condition_variable wake_;
    bool isStopping_ = false; ///< guarded by the mutex
    std::thread thread_;
};

} // namespace melstrom
