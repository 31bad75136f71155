#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Core/SampleFormat.h"
#include "Engine/Spec/Mel/SignalClip.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{
namespace
{

constexpr std::int64_t kSkipBytes = 1 << 16;
/** A section that repeats, up to this size, is read once. */
constexpr std::int64_t kKeptBytes = 1 << 20;

/** Positions are those of the clip unless stated otherwise. */
class ClippedReader final : public AudioReader
{
public:
    ClippedReader (std::unique_ptr<AudioReader> source, const SignalClip& clip)
        : source_ (std::move (source)), info_ (source_->info ()), clip_ (clip),
          frameBytes_ (info_.numChannels * bytesPerSample (info_.format))
    {
        info_.numSamples = clip.numSamples;
        isKept_ = clip.repeats && clip.takenSamples <= kKeptBytes / frameBytes_;
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        if (auto inside = checkRange ("clip", info_, first, count); ! inside || count == 0)
            return inside;
        auto* const out = static_cast<std::byte*> (to);
        for (std::int64_t done = 0; done < count;)
        {
            const auto position = first + done;
            const auto place = clip_.repeats ? position % clip_.takenSamples : position;
            const bool isSilent = place >= clip_.takenSamples;
            const auto part =
                isSilent ? count - done : std::min (count - done, clip_.takenSamples - place);
            auto* const at = out + done * frameBytes_;
            if (isSilent) // 0 in every format
                std::memset (at, 0, static_cast<std::size_t> (part * frameBytes_));
            else if (auto taken = take (at, place, part); ! taken)
                return taken;
            done += part;
        }
        return {};
    }

private:
    /** Takes samples of the section. */
    Result<void> take (std::byte* to, std::int64_t place, std::int64_t count)
    {
        if (! isKept_)
            return readSource (to, clip_.firstSample + place, count);
        if (kept_.empty ())
        {
            std::vector<std::byte> stretch (
                static_cast<std::size_t> (clip_.takenSamples * frameBytes_));
            MELSTROM_TRY (readSource (stretch.data (), clip_.firstSample, clip_.takenSamples));
            kept_ = std::move (stretch);
        }
        std::memcpy (to, kept_.data () + place * frameBytes_,
                     static_cast<std::size_t> (count * frameBytes_));
        return {};
    }

    /** `first` is a position in the source, which may allow reading in order only. */
    Result<void> readSource (std::byte* to, std::int64_t first, std::int64_t count)
    {
        if (info_.randomAccess)
            return source_->read (to, first, count);
        MELSTROM_TRY (skipTo (first));
        auto read = source_->read (to, first, count);
        position_ = read ? first + count : kNowhere;
        return read;
    }

    Result<void> skipTo (std::int64_t first)
    {
        if (first < position_ || position_ == kNowhere)
            position_ = 0;
        const auto most = std::max<std::int64_t> (1, kSkipBytes / frameBytes_);
        std::vector<std::byte> unwanted;
        while (position_ < first)
        {
            const auto count = std::min (first - position_, most);
            unwanted.resize (static_cast<std::size_t> (count * frameBytes_));
            auto read = source_->read (unwanted.data (), position_, count);
            position_ = read ? position_ + count : kNowhere;
            if (! read)
                return read;
        }
        return {};
    }

    static constexpr std::int64_t kNowhere = -1; ///< after an error: only a read from 0 can go on

    std::unique_ptr<AudioReader> source_;
    AudioInfo info_;
    SignalClip clip_;
    std::int64_t frameBytes_;
    bool isKept_ = false;
    std::vector<std::byte> kept_; ///< the section, once it was read
    std::int64_t position_ = 0;   ///< of the source, if it is read in order: its next sample
};

} // namespace

std::unique_ptr<AudioReader> clipped (std::unique_ptr<AudioReader> source, const SignalClip& clip)
{
    return std::make_unique<ClippedReader> (std::move (source), clip);
}

} // namespace melstrom
