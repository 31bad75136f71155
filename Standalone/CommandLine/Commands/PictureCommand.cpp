#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/System/Hardware.h"
#include "Source/Picture/FolderPictures.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/BatchReport.h"
#include "Standalone/CommandLine/Terminal/Signals.h"

#include <algorithm>
#include <filesystem>
#include <ostream>

namespace melstrom
{

namespace
{

/** Files at a time: a GPU needs no more than two to be busy. */
int threadsFor (const BackendChoice& choice, const Backend& backend)
{
    constexpr int threadsOfGpu = 2;
    const int threads = choice.numThreads.value_or (std::max (1, usableProcessors ()));
    return backend.driver ().empty () ? threads : std::min (threads, threadsOfGpu);
}

Result<std::string> drawFileOf (const PictureRequest& request, Storage& storage, Backend& backend)
{
    FilePicture picture;
    picture.audioFile = request.audioFile;
    picture.pictureFile = request.pictureFile;
    picture.title = printable (std::filesystem::path (request.audioFile).filename ().string ());
    picture.preset = request.preset;
    picture.audio = request.audio;
    picture.style = request.style;
    MELSTROM_TRY_VALUE (const auto drawn, drawFile (picture, storage, backend));
    return printable (request.pictureFile) + ": " + std::to_string (request.style.widthPixels) +
           " x " + std::to_string (request.style.heightPixels) + " pixels, " +
           countText (drawn.numFrames, "frame") + " of " +
           countText (drawn.numFeatures, drawn.hasBands ? "band" : "feature") + ", " +
           durationText (drawn.seconds) + "\n";
}

/** Sets `code` if some files could not be drawn. */
Result<std::string> drawFolderOf (const PictureRequest& request, Storage& storage, Backend& backend,
                                  Log& log, ExitCode& code)
{
    const FolderPictures pictures {request.audioFile, request.pictureFile,
                                   request.preset,    request.audio,
                                   request.style,     threadsFor (request.backend, backend)};
    MELSTROM_TRY_VALUE (const auto drawn, drawFolder (pictures, storage, backend, stopFlag ()));
    showWarnings (log, drawn.warnings, true);
    showFailures (log, drawn.failures, true);
    if (! drawn.failures.empty ())
        code = ExitCode::someFailed;
    return printable (request.pictureFile) + ": " + countText (drawn.numDrawn, "picture") +
           " and " + countText (drawn.numSheets, "contact sheet") + ", colours from " +
           fixedText (drawn.shown.range.lowest, 1) + " to " +
           fixedText (drawn.shown.range.highest, 1) + " " + drawn.shown.unit + "\n";
}

Result<std::string> draw (const PictureRequest& request, Log& log, ExitCode& code)
{
    MELSTROM_TRY_VALUE (auto backend, openReadyBackend (request.backend, log));
    TarStorage storage (posixStorage ());
    const auto info = posixStorage ().info (request.audioFile);
    if (info && info->kind == EntryKind::folder)
        return drawFolderOf (request, storage, *backend, log, code);
    return drawFileOf (request, storage, *backend);
}

} // namespace

ExitCode runPictureCommand (const PictureRequest& request, Log& log, std::ostream& out)
{
    auto code = ExitCode::allIn;
    auto drawn = draw (request, log, code);
    if (! drawn)
    {
        log.error (drawn.error ());
        return exitCodeOf (drawn.error (), stopSignal ());
    }
    if (log.shows (LogLevel::info))
        out << *drawn;
    return code;
}

} // namespace melstrom
