#include "Standalone/CommandLine/PictureCommand.h"

#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/NumberText.h"
#include "Standalone/CommandLine/ReadyBackend.h"
#include "Standalone/CommandLine/Spectrogram.h"

#include <filesystem>
#include <ostream>

namespace melstrom
{

namespace
{

constexpr double kShownRangeDb = 80;

std::string countText (std::int64_t count, const std::string& what)
{
    return groupedText (count) + " " + what + (count == 1 ? "" : "s");
}

std::string durationText (double seconds)
{
    return seconds < 60 ? fixedText (seconds, seconds < 10 ? 2 : 1) + " s"
                        : clockText (seconds) + " min";
}

/** "librosa-db, 22,050 Hz, window 2048, hop 512, 128 bands, 3.21 s". */
std::string describe (const PictureRequest& request, const ExtractedFile& extracted)
{
    const MelGeometry& geometry = extracted.geometry;
    const auto& dot = " \u00B7 ";
    std::string text = request.preset.name + dot + groupedText (geometry.rateHz) + " Hz";
    if (extracted.file.rateHz != geometry.rateHz)
        text += " (file " + groupedText (extracted.file.rateHz) + ")";
    text += dot + std::string ("window ") + std::to_string (geometry.windowSamples) + ", hop " +
            std::to_string (geometry.hopSamples);
    text += dot + (geometry.spec.numCoefficients ? countText (geometry.numStatic, "coefficient")
                                                 : countText (geometry.numBands, "band"));
    if (extracted.file.numSignals > 1)
        text += dot + std::string ("channel 1 of ") + std::to_string (extracted.file.numChannels);
    return text + dot + durationText (extracted.file.seconds ());
}

PictureContent contentOf (const Spectrogram& spectrogram)
{
    PictureContent content;
    content.numFrames = spectrogram.numFrames;
    content.numBands = spectrogram.numFeatures;
    content.values = spectrogram.values.data ();
    content.secondsPerFrame = spectrogram.secondsPerFrame;
    content.firstFrameSeconds = spectrogram.firstFrameSeconds;
    content.bandCentresHz = spectrogram.bandCentresHz;
    content.valueUnit = spectrogram.unit;
    return content;
}

Result<std::string> draw (const PictureRequest& request, Log& log)
{
    auto backend = openReadyBackend (request.backend, log);
    if (! backend)
        return backend.error ();
    auto extracted = extractFile (posixStorage (), **backend, request.preset.spec,
                                  request.audioFile, request.audio);
    if (! extracted)
        return extracted.error ();
    auto spectrogram = spectrogramOf (*extracted);
    showAsDecibels (spectrogram, kShownRangeDb);
    auto content = contentOf (spectrogram);
    content.title = printable (std::filesystem::path (request.audioFile).filename ().string ());
    content.subtitle = describe (request, *extracted);
    if (auto written = writePicture (content, request.style, request.pictureFile); ! written)
        return written.error ();
    return printable (request.pictureFile) + ": " + std::to_string (request.style.widthPixels) +
           " x " + std::to_string (request.style.heightPixels) + " pixels, " +
           countText (spectrogram.numFrames, "frame") + " of " +
           (spectrogram.bandCentresHz.empty () ? countText (spectrogram.numFeatures, "feature")
                                               : countText (spectrogram.numFeatures, "band")) +
           ", " + durationText (extracted->file.seconds ()) + "\n";
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
