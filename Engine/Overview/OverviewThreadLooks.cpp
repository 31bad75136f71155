// What the screen shows now, and the sampled overview.
#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Core/Printable.h"
#include "Engine/Overview/OverviewThread.h"

namespace melstrom
{

namespace
{
constexpr std::size_t kPlacesAtATime = 64;
} // namespace

Result<void> OverviewThread::openForLook ()
{
    if (look_ != nullptr)
        return {};
    if (source_.info.randomAccess && forLook_ == nullptr)
    {
        MELSTROM_TRY_VALUE (auto opened, SoundFile::open (source_.storage, source_.path,
                                                          {knownSound (source_.info), nullptr}));
        const auto& info = opened->info ();
        if (info.numSamples != source_.info.numSamples || info.rateHz != source_.info.rateHz ||
            info.numChannels != source_.info.numChannels)
            return audioFault (ErrorCode::fileChanged, printable (source_.path),
                               "was changed after it was opened; open it again");
        forLook_ = std::move (opened);
    }
    auto& file = source_.info.randomAccess ? *forLook_ : *inOrder_;
    MELSTROM_TRY_VALUE (look_, OverviewLook::make (file, *request_.frontEnd, *device_.computer ()));
    return {};
}

Result<void> OverviewThread::look ()
{
    MELSTROM_TRY (openForLook ());
    if (! places_.empty ())
    {
        MELSTROM_TRY_VALUE (auto made, look_->places (places_, kPlacesAtATime));
        publishPlaces (std::move (made));
        return {};
    }
    if (! sampleTiles_.empty ())
    {
        auto tile = look_->sampleTile (sampleTiles_.front ());
        sampleTiles_ = sampleTiles_.subspan (1);
        if (tile)
            publish ([&] (OverviewResults& results)
                     { results.pieces.sampleTiles.push_back (*std::move (tile)); });
        return {};
    }
    MELSTROM_TRY_VALUE (auto made, look_->rowTiles (rowTiles_));
    publish (
        [&] (OverviewResults& results)
        {
            for (auto& tile : made)
                results.pieces.rowTiles.push_back (std::move (tile));
        });
    return {};
}

Result<void> OverviewThread::samplePlaces ()
{
    const auto start = std::chrono::steady_clock::now ();
    MELSTROM_TRY (openForLook ());
    MELSTROM_TRY_VALUE (auto made, look_->places (sampling_.left (), kPlacesAtATime));
    publishPlaces (std::move (made));
    sampling_.addTime (std::chrono::steady_clock::now () - start);
    if (sampling_.isDone ())
        publishSampled ();
    return {};
}

void OverviewThread::publishSampled ()
{
    publish ([] (OverviewResults& results) { results.state.isSampled = true; });
}

void OverviewThread::publishPlaces (std::vector<RowPlace> places)
{
    publish (
        [&] (OverviewResults& results)
        {
            for (auto& place : places)
                results.pieces.places.push_back (std::move (place));
        });
}

} // namespace melstrom
