#include "Engine/Batch/Audio/SharedSource.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr std::int64_t kSkipBytes = 1 << 16;

class PartReader final : public AudioReader
{
public:
    PartReader (std::shared_ptr<SharedSource> source, std::int64_t first, std::int64_t count)
        : source_ (std::move (source)), info_ (source_->info ()), first_ (first)
    {
        info_.numSamples = count;
        info_.randomAccess = true;
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        if (auto inside = checkRange ("box", info_, first, count); ! inside || count == 0)
            return inside;
        return source_->read (static_cast<std::byte*> (to), first_ + first, count);
    }

private:
    std::shared_ptr<SharedSource> source_;
    AudioInfo info_;
    std::int64_t first_;
};

} // namespace

SharedSource::SharedSource (std::unique_ptr<AudioReader> reader)
    : reader_ (std::move (reader)),
      frameBytes_ (reader_->info ().numChannels * bytesPerSample (reader_->info ().format))
{
}

std::int64_t SharedSource::nonFiniteCount () const noexcept
{
    return reader_->nonFiniteCount () - droppedNonFinite_;
}

Result<void> SharedSource::read (std::byte* to, std::int64_t first, std::int64_t count)
{
    if (info ().randomAccess)
        return reader_->read (to, first, count);
    if (first < keptFrom_)
        restart ();
    MELSTROM_TRY (skipTo (first));
    const std::int64_t held = std::min (position_ - first, count);
    std::copy_n (kept_.data () + (first - keptFrom_) * frameBytes_, held * frameBytes_, to);
    return held == count ? Result<void> () : readNext (to + held * frameBytes_, count - held);
}

Result<void> SharedSource::skipTo (std::int64_t first)
{
    const std::int64_t before = nonFiniteCount ();
    const std::int64_t most = std::max<std::int64_t> (1, kSkipBytes / frameBytes_);
    std::vector<std::byte> dropped;
    while (position_ < first)
    {
        const std::int64_t count = std::min (first - position_, most);
        dropped.resize (static_cast<std::size_t> (count * frameBytes_));
        MELSTROM_TRY (readNext (dropped.data (), count));
    }
    droppedNonFinite_ += nonFiniteCount () - before;
    return {};
}

Result<void> SharedSource::readNext (std::byte* to, std::int64_t count)
{
    auto done = reader_->read (to, position_, count);
    if (! done)
    {
        restart (); // after an error only a read from the start can follow
        return done;
    }
    position_ += count;
    keep (to, count);
    return {};
}

void SharedSource::keep (const std::byte* samples, std::int64_t count)
{
    const auto most = static_cast<std::int64_t> (kKeptBytes) / frameBytes_;
    const std::int64_t added = std::min (count, most);
    if (static_cast<std::int64_t> (kept_.size ()) / frameBytes_ + added > 2 * most || added < count)
    {
        const std::int64_t held = position_ - count - keptFrom_;
        const std::int64_t stays = std::clamp<std::int64_t> (most - count, 0, held);
        kept_.erase (kept_.begin (), kept_.end () - stays * frameBytes_);
    }
    kept_.insert (kept_.end (), samples + (count - added) * frameBytes_,
                  samples + count * frameBytes_);
    keptFrom_ = position_ - static_cast<std::int64_t> (kept_.size ()) / frameBytes_;
}

void SharedSource::restart () noexcept
{
    position_ = keptFrom_ = 0;
    kept_.clear ();
}

std::unique_ptr<AudioReader> partOf (std::shared_ptr<SharedSource> source, std::int64_t first,
                                     std::int64_t count)
{
    return std::make_unique<PartReader> (std::move (source), first, count);
}

} // namespace melstrom
