// The spectrogram and the waveform of a file of any length, computed in the background.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Overview/RowStore.h"
#include "Engine/Overview/SoundFile.h"
#include "Engine/Overview/WaveStore.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace melstrom
{

class LiveDevice;

enum class OverviewChannel : std::int8_t
{
    mean,
    left,
    right,
    mid,
    side
};

/** How much an overview does. */
enum class OverviewWork : std::int8_t
{
    all,
    paused,  ///< computes nothing; keeps what it has
    released ///< computes nothing, and has forgotten rows and waveform; `all` begins anew
};

struct OverviewSettings
{
    MelPreset frontEnd; ///< shown as MelStream::streamable (spec, true)
    OverviewChannel channel = OverviewChannel::mean;
    std::size_t mostBytes = std::size_t {512} << 20; ///< of rows and waveform in memory
    OverviewWork work = OverviewWork::all;           ///< at first
};

/** Which device computes rows. */
struct OverviewDevice
{
    /** cpu: the backend of `open`. gpu: the GPU; the backend of `open` until its plan is made.
        automatic: the GPU where the rule of RowDevice says that it pays. */
    BackendChoice::Kind kind = BackendChoice::Kind::cpu;
    /** Opens the GPU, or gives the open one; called on the overview's thread when a GPU is to
        compute. Empty, or returns null: there is no GPU. */
    std::function<std::shared_ptr<LiveDevice> ()> openGpu;
};

/** Which device computes rows now, and what it has done so far. */
struct OverviewComputing
{
    std::string backendName;  ///< "cpu", "cuda:0"
    std::string reason;       ///< a sentence: why this device
    bool hasFailed = false;   ///< a GPU was to compute and cannot; `reason` says why
    double rowSeconds = 0;    ///< in which the thread waited for rows, on all devices
    std::int64_t numRows = 0; ///< computed in that time
    bool operator== (const OverviewComputing&) const = default;
};

/** What a screen shows of a file now. */
struct OverviewStatus
{
    double doneRatio = 0;        ///< of the exact pass; 1: every row of the overview is whole
    bool isSampled = false;      ///< the sampled overview is complete
    std::size_t memoryBytes = 0; ///< of rows and waveform
    std::size_t workBytes = 0;   ///< besides, of what is being computed
    std::optional<Error> error;  ///< set: reading ended there; what was read stays
    OverviewComputing computing;
};

/** At first some thousand rows, spread over the file, are computed (RowPresence::sampled); then all
    rows in order, kept as maxima at the finest step that the memory allows. Rows finer than that
    are computed again for what is on the screen (`look`), in tiles that are kept while there is
    room. Own thread; the computation by `backend`, or by a GPU: see `setDevice`.
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

    /** For files that no screen shows: they leave processor and memory to the shown ones. */
    virtual void setWork (OverviewWork work) = 0;
    /** Rows are computed there from the next piece of work on; rows that are there stay, and all
        devices' rows agree to rounding. A GPU that fails is replaced by the backend of `open`,
        without a missing row, until the next call. Never waits for a device. */
    virtual void setDevice (const OverviewDevice& device) = 0;

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
