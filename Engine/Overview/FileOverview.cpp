#include "Engine/Overview/FileOverview.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Overview/FileRows.h"
#include "Engine/Overview/FileWave.h"
#include "Engine/Overview/OverviewThread.h"

#include <cmath>

namespace melstrom
{
namespace
{

/** What is on the screen. */
struct ShownPart
{
    double beginSeconds = 0, endSeconds = 0;
    int numColumns = 0; ///< 0: nothing yet
    bool operator== (const ShownPart&) const = default;
};

class ComputedOverview final : public FileOverview
{
public:
    /** stop: of `file`; the destructor sets it */
    ComputedOverview (OverviewSource source, std::unique_ptr<SoundFile> file,
                      std::shared_ptr<std::atomic<bool>> stop, Backend& backend,
                      const OverviewSettings& settings, const OverviewFrontEnd& frontEnd)
        : source_ (std::move (source)), stop_ (std::move (stop)), info_ (source_.info),
          settings_ (settings), frontEnd_ (std::make_shared<OverviewFrontEnd> (frontEnd)),
          rows_ (OverviewBudget::of (settings.mostBytes).tileBytes),
          wave_ (info_, OverviewBudget::of (settings.mostBytes).sampleBytes)
    {
        rows_.begin (frontEnd_);
        ask ();
        thread_ = std::make_unique<OverviewThread> (source_, std::move (file), backend, exchange_,
                                                    OverviewBudget::of (settings.mostBytes));
    }

    ~ComputedOverview () override { *stop_ = true; }

    const AudioInfo& info () const noexcept override { return info_; }
    const std::string& path () const noexcept override { return source_.path; }
    double seconds () const noexcept override
    {
        return static_cast<double> (info_.numSamples) / info_.rateHz;
    }
    const OverviewSettings& settings () const noexcept override { return settings_; }
    const RowStore& rows () const noexcept override { return rows_; }
    const WaveStore& wave () const noexcept override { return wave_; }

    Result<void> setFrontEnd (const MelPreset& frontEnd, OverviewChannel channel) override
    {
        if (frontEnd.spec == settings_.frontEnd.spec && channel == settings_.channel)
        {
            settings_.frontEnd = frontEnd; // another name for the same rows
            return {};
        }
        MELSTROM_TRY_VALUE (const auto made,
                            OverviewFrontEnd::make (frontEnd, channel, info_, source_.path));
        settings_.frontEnd = frontEnd;
        settings_.channel = channel;
        frontEnd_ = std::make_shared<OverviewFrontEnd> (made);
        ++generation_;
        forgetRows ();
        ask ();
        return {};
    }

    void setWork (OverviewWork work) override
    {
        if (work == settings_.work)
            return;
        if (work == OverviewWork::released)
        {
            ++generation_;
            forgetRows ();
            wave_.begin ();
        }
        settings_.work = work;
        ask ();
    }

    void setDevice (const OverviewDevice& device) override
    {
        device_ = std::make_shared<OverviewDevice> (device);
        ask ();
    }

    void look (double beginSeconds, double endSeconds, int numColumns) override
    {
        const ShownPart part {beginSeconds, endSeconds, numColumns};
        if (part == shown_)
            return;
        shown_ = part;
        takeOver (); // what has been computed is not asked for again
        ask ();
    }

    bool update () override
    {
        takeOver ();
        return std::exchange (hasChanged_, false);
    }

    OverviewStatus status () const override
    {
        auto now = status_;
        now.memoryBytes = rows_.memoryBytes () + wave_.memoryBytes ();
        now.computing = computing_;
        return now;
    }

    bool hasChangedOnDisk () const override
    {
        const auto now = source_.storage.info (source_.path);
        const auto& then = source_.opened;
        return ! now || now->bytes != then.bytes ||
               now->modifiedNanoseconds != then.modifiedNanoseconds || now->device != then.device ||
               now->inode != then.inode;
    }

private:
    void forgetRows ()
    {
        rows_.begin (frontEnd_);
        status_ = {};
        hasChanged_ = true;
    }

    /** Sends the thread what the screen lacks. */
    void ask ()
    {
        OverviewRequest request;
        request.generation = generation_;
        request.work = settings_.work;
        request.frontEnd = frontEnd_;
        request.device = device_;
        if (shown_.numColumns > 0)
        {
            const auto rowAt = [this] (double seconds)
            { return (seconds - rows_.firstRowSeconds ()) * rows_.rowsPerSecond (); };
            auto needs = rows_.needs (wholeNumber (std::floor (rowAt (shown_.beginSeconds))) - 1,
                                      wholeNumber (std::ceil (rowAt (shown_.endSeconds))) + 2,
                                      shown_.numColumns);
            request.places = std::move (needs.places);
            request.rowTiles = std::move (needs.tiles);
            request.sampleTiles = wave_.needs (
                wholeNumber (std::floor (shown_.beginSeconds * info_.rateHz)),
                wholeNumber (std::ceil (shown_.endSeconds * info_.rateHz)) + 1, shown_.numColumns);
        }
        exchange_.ask (std::move (request));
    }

    static std::int64_t wholeNumber (double value) noexcept
    {
        constexpr double kMost = 4e15; // far behind the end of any file
        return value > -kMost && value < kMost ? static_cast<std::int64_t> (value)
               : value > 0                     ? static_cast<std::int64_t> (kMost)
                                               : 0;
    }

    void takeOver ()
    {
        auto results = exchange_.takeResults ();
        if (! results.isNew || settings_.work == OverviewWork::released)
            return;
        const auto& state = results.state;
        wave_.take (results.pieces.sampleTiles, state.wave);
        if (state.nonFiniteCount > 0 && ! warnsOfNonFinite_)
        {
            warnsOfNonFinite_ = true;
            info_.warnings.push_back ("has NaN, infinite or far too large samples; they are shown "
                                      "as 0");
        }
        if (state.generation == generation_)
        {
            rows_.take (results.pieces, state.rows);
            status_ = {state.doneRatio, state.isSampled, 0, state.workBytes, state.error, {}};
        }
        computing_ = state.computing;
        hasChanged_ = true;
    }

    const OverviewSource source_;
    const std::shared_ptr<std::atomic<bool>> stop_;
    AudioInfo info_;
    OverviewSettings settings_;
    std::shared_ptr<const OverviewFrontEnd> frontEnd_;
    int generation_ = 1;
    FileRows rows_;
    FileWave wave_;
    ShownPart shown_;
    OverviewStatus status_;
    OverviewComputing computing_;
    std::shared_ptr<const OverviewDevice> device_ = std::make_shared<OverviewDevice> ();
    bool hasChanged_ = false, warnsOfNonFinite_ = false;
    OverviewExchange exchange_;
    std::unique_ptr<OverviewThread> thread_; // last: it uses the others
};

Result<std::unique_ptr<FileOverview>> openOverview (Storage& storage, const std::string& path,
                                                    Backend& backend,
                                                    const OverviewSettings& settings,
                                                    std::shared_ptr<std::atomic<bool>> stop)
{
    if (stop == nullptr)
        stop = std::make_shared<std::atomic<bool>> (false);
    MELSTROM_TRY_VALUE (const auto opened, storage.info (path));
    MELSTROM_TRY_VALUE (auto file, SoundFile::open (storage, path, {std::nullopt, stop}));
    const auto info = file->info ();
    MELSTROM_TRY_VALUE (const auto frontEnd,
                        OverviewFrontEnd::make (settings.frontEnd, settings.channel, info, path));
    return std::unique_ptr<FileOverview> (std::make_unique<ComputedOverview> (
        OverviewSource {storage, path, opened, info}, std::move (file), std::move (stop), backend,
        settings, frontEnd));
}

} // namespace

Result<std::unique_ptr<FileOverview>> FileOverview::open (Storage& storage, const std::string& path,
                                                          Backend& backend,
                                                          const OverviewSettings& settings,
                                                          std::shared_ptr<std::atomic<bool>> stop)
{
    return guarded ([&]
                    { return openOverview (storage, path, backend, settings, std::move (stop)); });
}

} // namespace melstrom
