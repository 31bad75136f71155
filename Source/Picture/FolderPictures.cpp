#include "Source/Picture/FolderPictures.h"

#include "Engine/Batch/Inputs/FolderWalk.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/MelGeometry.h"
#include "Source/Picture/ContactSheet.h"

#include <algorithm>
#include <mutex>

namespace melstrom
{

namespace
{

/** Errors that every later file would have, too. */
bool endsAll (const Error& error)
{
    switch (error.code)
    {
        case ErrorCode::diskFull:
        case ErrorCode::writeFailed:
        case ErrorCode::deviceLost:
        case ErrorCode::deviceUnavailable:
        case ErrorCode::outOfMemory:
        case ErrorCode::badUsage:
        case ErrorCode::internalFault: return true;
        default: return false;
    }
}

struct Sound
{
    std::string path, name; ///< name: below the folder
    std::optional<ShownValues> shown {};
    std::optional<Error> error {};
    double seconds = 0;
    Heatmap thumbnail {};
};

class Drawing
{
public:
    Drawing (const FolderPictures& request, Storage& storage, Backend& backend,
             const std::atomic<bool>& stop)
        : request_ (request), storage_ (storage), backend_ (backend), stop_ (stop)
    {
    }

    Result<DrawnFolder> draw ()
    {
        if (const auto rateHz = request_.preset.spec.rateHz)
            MELSTROM_TRY (geometryAt (request_.preset.spec.unstacked (), *rateHz));
        MELSTROM_TRY (find ());
        MELSTROM_TRY (eachOf (0, sounds_.size (), [this] (Sound& sound) { return look (sound); }));
        MELSTROM_TRY (checkSpecSuits ());
        chooseScale ();
        MELSTROM_TRY (storage_.makeFolders (request_.pictureFolder));
        MELSTROM_TRY (drawPages ());
        return report ();
    }

private:
    Result<void> find ()
    {
        FolderTable folders (storage_);
        FolderWalk walk (storage_, folders, std::nullopt);
        const auto& root = request_.soundFolder;
        const auto prefix = root.size () + (root.ends_with ('/') ? 0 : 1);
        MELSTROM_TRY (walk.walk (
            root,
            [&] (const std::string& path, int) {
                sounds_.push_back ({path, path.substr (std::min (prefix, path.size ()))});
            },
            [] (std::string_view, int) {}));
        drawn_.warnings = walk.warnings ();
        drawn_.numFiles = static_cast<std::int64_t> (sounds_.size ());
        if (sounds_.empty ())
            return Error {
                ErrorCode::nothingFound, printable (root) + ": the folder holds no sound", {}};
        return {};
    }

    /** Runs `work` on several threads. Keeps errors of a file with the file. */
    template <typename Work>
    Result<void> eachOf (std::size_t first, std::size_t count, const Work& work)
    {
        std::mutex mutex;
        std::optional<Error> end;
        std::atomic<bool> hasEnded {false};
        parallelFor (static_cast<std::int64_t> (count), request_.numThreads,
                     [&] (std::int64_t index)
                     {
                         Sound& sound = sounds_[first + static_cast<std::size_t> (index)];
                         if (stop_ || hasEnded || sound.error)
                             return;
                         const Result<void> done = work (sound);
                         if (done)
                             return;
                         if (! endsAll (done.error ()))
                         {
                             sound.error = done.error ();
                             return;
                         }
                         const std::lock_guard lock (mutex);
                         end = end ? end : std::optional (done.error ());
                         hasEnded = true;
                     });
        if (end)
            return *end;
        if (stop_)
            return Error {
                ErrorCode::interrupted, "stopped by a signal; finished pictures stay", {}};
        return {};
    }

    FilePicture pictureOf (const Sound& sound) const
    {
        FilePicture picture;
        picture.audioFile = sound.path;
        picture.pictureFile = request_.pictureFolder + "/" + sound.name + ".png";
        picture.title = printable (sound.name);
        picture.preset = request_.preset;
        picture.audio = request_.audio;
        picture.style = request_.style;
        picture.range = drawn_.shown.range;
        picture.thumbnailColumns = ContactSheet::kThumbnailWidthPixels;
        picture.thumbnailRows = ContactSheet::kThumbnailHeightPixels;
        return picture;
    }

    Result<void> look (Sound& sound)
    {
        MELSTROM_TRY_VALUE (sound.shown, shownValuesOf (pictureOf (sound), storage_, backend_));
        return {};
    }

    /** Fails: badSpec, if the spec suits the rate of no sound. */
    Result<void> checkSpecSuits () const
    {
        const auto isUnsuited = [] (const Sound& sound)
        { return sound.error && sound.error->code == ErrorCode::badSpec; };
        const auto found = std::ranges::find_if (sounds_, isUnsuited);
        const bool anyShown = std::ranges::any_of (sounds_, [] (const Sound& sound)
                                                   { return sound.shown.has_value (); });
        return anyShown || found == sounds_.end () ? Result<void> () : *found->error;
    }

    void chooseScale ()
    {
        bool isFirst = true;
        auto& shown = drawn_.shown;
        for (const Sound& sound : sounds_)
            if (sound.shown && std::exchange (isFirst, false))
                shown = *sound.shown;
            else if (sound.shown)
                shown.range = {std::min (shown.range.lowest, sound.shown->range.lowest),
                               std::max (shown.range.highest, sound.shown->range.highest)};
        if (shown.unit == "dB")
            shown.range.lowest = std::max (shown.range.lowest, shown.range.highest - kShownRangeDb);
    }

    Result<void> drawOne (Sound& sound)
    {
        const auto picture = pictureOf (sound);
        const auto slash = picture.pictureFile.rfind ('/');
        MELSTROM_TRY (storage_.makeFolders (picture.pictureFile.substr (0, slash)));
        MELSTROM_TRY_VALUE (auto drawn, drawFile (picture, storage_, backend_));
        sound.seconds = drawn.seconds;
        sound.thumbnail = std::move (drawn.thumbnail);
        return {};
    }

    /** The thumbnails of one sheet are in memory at a time. */
    Result<void> drawPages ()
    {
        constexpr std::size_t most = ContactSheet::kMostSounds;
        for (std::size_t first = 0; first < sounds_.size (); first += most)
        {
            const auto count = std::min (most, sounds_.size () - first);
            MELSTROM_TRY (eachOf (first, count, [this] (Sound& sound) { return drawOne (sound); }));
            MELSTROM_TRY (writeSheet (first, count));
        }
        return {};
    }

    Result<void> writeSheet (std::size_t first, std::size_t count)
    {
        ContactSheet sheet;
        for (std::size_t i = first; i < first + count; ++i)
            if (Sound& sound = sounds_[i]; ! sound.error)
                sheet.sounds.push_back (
                    {printable (sound.name) + ", " + durationText (sound.seconds),
                     std::exchange (sound.thumbnail, {})});
        if (sheet.sounds.empty ())
            return {};
        drawn_.numDrawn += static_cast<std::int64_t> (sheet.sounds.size ());
        const auto& range = drawn_.shown.range;
        sheet.title = printable (request_.soundFolder);
        sheet.subtitle = request_.preset.name + " \u00B7 " + countText (drawn_.numFiles, "sound") +
                         " \u00B7 colours from " + fixedText (range.lowest, 1) + " to " +
                         fixedText (range.highest, 1) + " " + drawn_.shown.unit;
        sheet.colours = request_.style.colours;
        sheet.range = range;
        ++drawn_.numSheets;
        const std::string name (kContactSheetName);
        const auto dot = name.rfind ('.');
        return writeContactSheet (sheet, request_.pictureFolder + "/" +
                                             (drawn_.numSheets == 1
                                                  ? name
                                                  : name.substr (0, dot) + "-" +
                                                        std::to_string (drawn_.numSheets) +
                                                        name.substr (dot)));
    }

    DrawnFolder report ()
    {
        for (const Sound& sound : sounds_)
            if (sound.error)
                drawn_.failures.emplace_back (sound.path, *sound.error);
        return std::move (drawn_);
    }

    const FolderPictures& request_;
    Storage& storage_;
    Backend& backend_;
    const std::atomic<bool>& stop_;
    std::vector<Sound> sounds_;
    DrawnFolder drawn_;
};

} // namespace

Result<DrawnFolder> drawFolder (const FolderPictures& request, Storage& storage, Backend& backend,
                                const std::atomic<bool>& stop)
{
    return Drawing (request, storage, backend, stop).draw ();
}

} // namespace melstrom
