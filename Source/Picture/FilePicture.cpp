#include "Source/Picture/FilePicture.h"

#include "Engine/Core/NumberText.h"
#include "Source/Picture/Spectrogram.h"

namespace melstrom
{

namespace
{

/** "librosa-db, 22,050 Hz, window 2048, hop 512, 128 bands, 3.21 s". */
std::string describe (const MelPreset& preset, const ExtractedFile& extracted)
{
    const MelGeometry& geometry = extracted.geometry;
    const auto& dot = " \u00B7 ";
    std::string text = preset.name + dot + groupedText (geometry.rateHz) + " Hz";
    if (extracted.file.rateHz != geometry.rateHz)
        text += " (file " + groupedText (extracted.file.rateHz) + ")";
    text += dot + std::string ("window ") + std::to_string (geometry.windowSamples) + ", hop " +
            std::to_string (geometry.hopSamples);
    text += dot + (geometry.spec.numCoefficients ? countText (geometry.numStatic, "coefficient")
                                                 : countText (geometry.numBands, "band"));
    if (extracted.file.numSignals > 1)
        text += dot + std::string ("channel 1 of ") + std::to_string (extracted.file.numChannels);
    return text + dot + durationText (extracted.seconds ());
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

} // namespace

std::string durationText (double seconds)
{
    return seconds < 60 ? fixedText (seconds, seconds < 10 ? 2 : 1) + " s"
                        : clockText (seconds) + " min";
}

Result<ShownValues> shownValuesOf (const FilePicture& request, Storage& storage, Backend& backend)
{
    MELSTROM_TRY_VALUE (auto extracted,
                        extractFile (storage, backend, request.preset.spec.unstacked (),
                                     request.audioFile, request.audio));
    auto spectrogram = spectrogramOf (extracted);
    if (spectrogram.numFrames < 1 || spectrogram.numFeatures < 1)
        return Error {ErrorCode::noSamples, request.title + ": has no frame to draw", {}};
    showAsDecibels (spectrogram, kShownRangeDb);
    return ShownValues {rangeOf (reduceToCells (spectrogram.values.data (), spectrogram.numFrames,
                                                spectrogram.numFeatures, request.style.widthPixels,
                                                request.style.heightPixels)),
                        spectrogram.unit};
}

Result<DrawnPicture> drawFile (const FilePicture& request, Storage& storage, Backend& backend)
{
    MELSTROM_TRY_VALUE (auto extracted,
                        extractFile (storage, backend, request.preset.spec.unstacked (),
                                     request.audioFile, request.audio));
    auto spectrogram = spectrogramOf (extracted);
    showAsDecibels (spectrogram, kShownRangeDb);
    auto content = contentOf (spectrogram);
    content.title = request.title;
    content.subtitle = describe (request.preset, extracted);
    if (request.range)
        content.shownValues = {request.range->lowest, request.range->highest};
    MELSTROM_TRY (writePicture (content, request.style, request.pictureFile));
    DrawnPicture drawn {spectrogram.numFrames, spectrogram.numFeatures,
                        ! spectrogram.bandCentresHz.empty (), extracted.seconds ()};
    if (request.thumbnailColumns > 0 && request.thumbnailRows > 0)
        drawn.thumbnail = reduceToCells (spectrogram.values.data (), spectrogram.numFrames,
                                         spectrogram.numFeatures, request.thumbnailColumns,
                                         request.thumbnailRows);
    return drawn;
}

} // namespace melstrom
