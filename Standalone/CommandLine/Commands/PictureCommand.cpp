#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/Printable.h"
#include "Source/Picture/FilePicture.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"

#include <filesystem>
#include <ostream>

namespace melstrom
{

namespace
{

Result<std::string> draw (const PictureRequest& request, Log& log)
{
    MELSTROM_TRY_VALUE (auto backend, openReadyBackend (request.backend, log));
    FilePicture picture;
    picture.audioFile = request.audioFile;
    picture.pictureFile = request.pictureFile;
    picture.title = printable (std::filesystem::path (request.audioFile).filename ().string ());
    picture.preset = request.preset;
    picture.audio = request.audio;
    picture.style = request.style;
    TarStorage storage (posixStorage ());
    MELSTROM_TRY_VALUE (const auto drawn, drawFile (picture, storage, *backend));
    return printable (request.pictureFile) + ": " + std::to_string (request.style.widthPixels) +
           " x " + std::to_string (request.style.heightPixels) + " pixels, " +
           countText (drawn.numFrames, "frame") + " of " +
           countText (drawn.numFeatures, drawn.hasBands ? "band" : "feature") + ", " +
           durationText (drawn.seconds) + "\n";
}

} // namespace

ExitCode runPictureCommand (const PictureRequest& request, Log& log, std::ostream& out)
{
    auto drawn = draw (request, log);
    if (! drawn)
    {
        log.error (drawn.error ());
        return exitCodeOf (drawn.error ());
    }
    if (log.shows (LogLevel::info))
        out << *drawn;
    return ExitCode::allIn;
}

} // namespace melstrom
