// The spectrogram and the waveform of a file of any length, computed in the background.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Overview/RowStore.h"
#include "Engine/Overview/SoundFile.h"
#include "Engine/Overview/WaveStore.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

enum class OverviewChannel : std::int8_t
{
    mean,
    left,
    right,
    mid,
    side
};

struct OverviewSettings
{
    MelPreset frontEnd; ///< shown as MelStream::streamable (spec, true)
    OverviewChannel channel = OverviewChannel::mean;
    std::size_t mostBytes = std::size_t {512} << 20; ///< of rows and waveform in memory
};

/** What a screen shows of a file now. */
struct OverviewStatus
{
    double doneRatio = 0;   ///< of the exact pass; 1: every row of the overview is whole
    bool isSampled = false; ///< the sampled overview is complete
    std::size_t memoryBytes = 0;
    std::optional<Error> error; ///< set: reading ended there; what was read stays
};

/** At first some thousand rows, spread over the file, are computed (RowPresence::sampled); then all
    rows in order, kept as maxima at the finest step that the memory allows. Rows finer than that
    are computed again for what is on the screen (`look`), in tiles that are kept while there is
    room. Own thread; the computation by `backend`.
    Thread of all calls: message; none waits for the file or the device. */
class FileOverview
{
public:
    /** Opens the file and begins. backend: outlives this object. stop: set by any thread, it ends
        the opening, and later the overview; null: none.
        Fails: as SoundFile::open; badSpec, badRate for a front end that is impossible at the file's
        rate. */
    static Result<std::unique_ptr<FileOverview>>
    open (Storage& storage, const std::string& path, Backend& backend,
          const OverviewSettings& settings, std::shared_ptr<std::atomic<bool>> stop = {});
    virtual ~FileOverview () = default; ///< stops the thread, also while it seeks

    virtual const AudioInfo& info () const noexcept = 0;
    virtual const std::string& path () const noexcept = 0;
    virtual double seconds () const noexcept = 0;
    virtual const OverviewSettings& settings () const noexcept = 0;
    /** Computes anew from the sampled overview on; what is on the screen comes first. The waveform
        stays. Fails: badSpec, badRate; then the old front end stays. */
    virtual Result<void> setFrontEnd (const MelPreset& frontEnd, OverviewChannel channel) = 0;

    virtual const RowStore& rows () const noexcept = 0;
    virtual const WaveStore& wave () const noexcept = 0;

    /** Tells what is on the screen: [beginSeconds, endSeconds) in numColumns columns. Rows and
        samples that this needs are computed next. */
    virtual void look (double beginSeconds, double endSeconds, int numColumns) = 0;
    /** Takes over what the thread has computed. Call with each frame of the screen; takes less than
        a millisecond or so. Returns true if rows or waveform changed. */
    virtual bool update () = 0;
    virtual OverviewStatus status () const = 0;
    /** True if the file on the disk is no longer the one that was opened (size, time of change, or
        gone). */
    virtual bool hasChangedOnDisk () const = 0;
};

} // namespace melstrom
