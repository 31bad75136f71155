#include "Standalone/App/Live/SoundRows.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/TapFeed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr std::size_t kMostWaitingBytes = std::size_t {4} << 20;
constexpr int kRingSamples = 2 * TapFeed::kPieceSamples;

/** The feed of one signal. */
class SignalRows
{
public:
    /** Fails: as TapFeed::make. */
    Result<void> begin (const TapSettings& settings, double rateHz)
    {
        feed_.reset (); // frees its thread first
        rateHz_ = rateHz;
        ring_ = std::make_unique<CaptureRing> (kRingSamples);
        const TapFeed::Host host {static_cast<int> (std::lround (rateHz)), kRingSamples};
        MELSTROM_TRY_VALUE (feed_, TapFeed::make (settings, nullptr, host, {}));
        return {};
    }
    double rateHz () const noexcept { return rateHz_; }

    /** Calls deliver (ComputedRows) until it returns false. */
    template <typename Deliver>
    void compute (const SoundPiece& piece, Deliver deliver)
    {
        if (feed_ == nullptr)
            return;
        const auto& [block, begin, end] = piece;
        auto& ring = ring_->samples ();
        for (int first = begin; first < end;)
        {
            const int count = std::min (end - first, TapFeed::kPieceSamples);
            const std::array channels {block->channels[0].data () + first,
                                       block->channels[1].data () + first};
            ring.skipTo (block->position + first);
            ring.tryPush (channels.data (), count); // there is room: all earlier samples are taken
            first += count;
            while (ring.numReadable () > 0)
            {
                feed_->give (ring.take (count));
                for (auto rows = feed_->compute (ring); rows.numRows > 0;
                     rows = feed_->compute (ring))
                    if (! deliver (copyOf (rows)))
                        return;
                if (feed_->hasFailed ())
                    return feed_.reset ();
            }
        }
    }

private:
    ComputedRows copyOf (const MelRows& rows) const
    {
        ComputedRows copy;
        copy.geometry = feed_->geometry ();
        copy.originSeconds = static_cast<double> (feed_->originSample ().value_or (0)) / rateHz_;
        copy.firstRow = rows.firstRow;
        copy.numRows = static_cast<int> (rows.numRows);
        const auto* const values = reinterpret_cast<const float*> (rows.data);
        copy.values.assign (values, values + rows.numRows * copy.geometry.rowElements ());
        return copy;
    }

    std::unique_ptr<CaptureRing> ring_;
    std::unique_ptr<TapFeed> feed_;
    double rateHz_ = 0;
};

} // namespace

SoundRows::SoundRows (const MelSpec& spec, TapMix mix)
    : settings_ {spec, mix, 0}, thread_ ([this] { run (); })
{
}

SoundRows::~SoundRows ()
{
    {
        const std::lock_guard lock (mutex_);
        isStopped_ = true;
    }
    changed_.notify_all ();
    thread_.join ();
}

void SoundRows::give (std::vector<SoundPiece> pieces)
{
    {
        const std::lock_guard lock (mutex_);
        for (auto& piece : pieces)
        {
            numGiven_ += piece.end - piece.begin;
            pieces_.push_back (std::move (piece));
        }
    }
    changed_.notify_all ();
}

void SoundRows::finish ()
{
    {
        const std::lock_guard lock (mutex_);
        isFinished_ = true;
    }
    changed_.notify_all ();
}

std::vector<ComputedRows> SoundRows::take ()
{
    std::vector<ComputedRows> rows;
    {
        const std::lock_guard lock (mutex_);
        rows.swap (rows_);
        rowBytes_ = 0;
    }
    changed_.notify_all ();
    return rows;
}

bool SoundRows::isDone () const
{
    const std::lock_guard lock (mutex_);
    return hasEnded_ && rows_.empty ();
}

double SoundRows::doneRatio () const
{
    const std::lock_guard lock (mutex_);
    return numGiven_ > 0 ? static_cast<double> (numUsed_) / static_cast<double> (numGiven_) : 0;
}

/** Waits. Empty: there will be none. */
std::optional<SoundPiece> SoundRows::nextPiece ()
{
    std::unique_lock lock (mutex_);
    changed_.wait (lock, [this] { return isStopped_ || isFinished_ || ! pieces_.empty (); });
    if (isStopped_ || pieces_.empty ())
        return std::nullopt;
    auto piece = std::move (pieces_.front ());
    pieces_.pop_front ();
    return piece;
}

/** Waits for room. false: the thread has to end. */
bool SoundRows::deliver (ComputedRows rows)
{
    std::unique_lock lock (mutex_);
    changed_.wait (lock, [this] { return isStopped_ || rowBytes_ < kMostWaitingBytes; });
    rowBytes_ += rows.values.size () * sizeof (float);
    rows_.push_back (std::move (rows));
    return ! isStopped_;
}

void SoundRows::run () noexcept
{
    const auto done = guarded (
        [this] () -> Result<void>
        {
            SignalRows signal;
            for (int number = -1; const auto piece = nextPiece ();)
            {
                if (piece->block->rateHz != signal.rateHz ())
                {
                    ++number;
                    // a front end may be impossible at this rate: its rows are left out
                    static_cast<void> (signal.begin (settings_, piece->block->rateHz));
                }
                signal.compute (*piece,
                                [&] (ComputedRows rows)
                                {
                                    rows.signal = number;
                                    return deliver (std::move (rows));
                                });
                const std::lock_guard lock (mutex_);
                numUsed_ += piece->end - piece->begin;
            }
            return {};
        });
    static_cast<void> (done); // without memory the rest is left out
    const std::lock_guard lock (mutex_);
    hasEnded_ = true;
}

} // namespace melstrom
