// A picture of what one audio file's feature looks like.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Picture/Picture.h"

#include <string>

namespace melstrom
{

struct FilePicture
{
    std::string audioFile, pictureFile;
    std::string title; ///< above the picture; UTF-8
    MelPreset preset;
    AudioOptions audio;
    PictureStyle style;
};

/** What has been drawn. */
struct DrawnPicture
{
    std::int64_t numFrames = 0;
    int numFeatures = 0;
    bool hasBands = true; ///< else they are coefficients
    double seconds = 0;   ///< of the file
};

/** "1 band", "39,563 frames". */
std::string countText (std::int64_t count, const std::string& what);
/** "3.21 s", "12.3 s", "1:05 min". */
std::string durationText (double seconds);

/** Extracts the file's feature and draws its first signal over 80 dB. The same bytes for the same
    request and backend.
    Thread: any but audio. Fails: as extractFile and writePicture; no picture then. */
Result<DrawnPicture> drawFile (const FilePicture& request, Storage& storage, Backend& backend);

} // namespace melstrom
