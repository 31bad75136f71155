#include "Standalone/App/Live/LiveFeed.h"

#include "Source/Spectrogram/TapScreen.h"
#include "Source/Spectrogram/TapTrace.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMostPops = 16;         // for each update; the next update takes the rest
constexpr double kSoundSeconds = 300; // samples that can be exported

} // namespace

void LiveFeed::watch (bool isWatched)
{
    if (std::exchange (isWatched_, isWatched) != isWatched)
        tap_.watch (isWatched);
}

Result<void> LiveFeed::configure (const MelPreset& frontEnd, ViewMix mix,
                                  const std::shared_ptr<LiveDevice>& device, double rateHz)
{
    const Wanted wanted {frontEnd.spec, mix, device, rateHz};
    if (wanted == wanted_ || rateHz <= 0)
        return {};
    MELSTROM_TRY (checkShown (frontEnd.spec, rateHz));
    MELSTROM_TRY (tap_.set ({frontEnd.spec, tapMixOf (mix), kSoundSeconds}, device));
    wanted_ = wanted;
    return {};
}

bool LiveFeed::update ()
{
    bool isReplaced = false;
    // a call returns consecutive rows; after a gap the next call goes on
    for (int n = 0; n < kMostPops; ++n)
    {
        const auto rows = tap_.pop ();
        if (rows.numRows == 0)
            break;
        const auto geometry = tap_.geometry ();
        if (! geometry)
            break;
        if (generation_ != rows.generation || rows_ == nullptr)
        {
            generation_ = rows.generation;
            // the first sample of the signal: row 0 may begin before it, with padding
            const double originSeconds =
                wanted_ && wanted_->rateHz > 0
                    ? static_cast<double> (tap_.firstSampleOf (0)) / wanted_->rateHz -
                          static_cast<double> (geometry->frameStart (0)) / geometry->rateHz
                    : 0;
            rows_ = std::make_unique<RowPyramid> (*geometry, mostBytes_, originSeconds);
            isReplaced = true;
        }
        rows_->append (rows.firstRow, rows.numRows, rows.values.data ());
    }
    return isReplaced;
}

TapSamples LiveFeed::sound (double beginSeconds, double endSeconds) const
{
    auto sound = tap_.lastSamples (kSoundSeconds);
    if (! (sound.rateHz > 0) || sound.channels.empty ())
        return sound;
    const auto size = static_cast<std::int64_t> (sound.channels.front ().size ());
    const auto indexOf = [&] (double seconds)
    {
        const auto place = static_cast<std::int64_t> (std::llround (seconds * sound.rateHz));
        return std::clamp (place - sound.firstSample, std::int64_t {0}, size);
    };
    const auto begin = indexOf (beginSeconds), end = std::max (begin, indexOf (endSeconds));
    for (auto& channel : sound.channels)
        channel = {channel.begin () + begin, channel.begin () + end};
    sound.firstSample += begin;
    return sound;
}

} // namespace melstrom
