// Pictures of all sounds below a folder, with one scale of colours.
#pragma once

#include "Source/Picture/FilePicture.h"

#include <atomic>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

inline constexpr const char* kContactSheetName = "contact-sheet.png";

struct FolderPictures
{
    std::string soundFolder, pictureFolder;
    MelPreset preset;
    AudioOptions audio;
    PictureStyle style;
    int numThreads = 1; ///< files at a time
};

struct DrawnFolder
{
    std::int64_t numFiles = 0, numDrawn = 0;
    int numSheets = 0;
    ShownValues shown;                                   ///< of all pictures
    std::vector<std::pair<std::string, Error>> failures; ///< path and reason, in order
    std::vector<std::string> warnings;                   ///< of the walk
};

/** Draws each sound below soundFolder to pictureFolder/PATH.png, where PATH is its path below
    soundFolder; and all of them, small, to contact sheets of at most ContactSheet::kMostSounds:
    contact-sheet.png, contact-sheet-2.png, ... Reads each file twice: for the scale, then for the
    picture. The scale reaches from the lowest to the highest colour that any file would have by
    itself, and over 80 dB at most if the unit is dB. Each picture replaces an older one only when it
    is complete; pictures of other sounds stay. A bad file is a failure and ends nothing. The bytes
    depend neither on threads nor on order.
    stop    ends the work soon
    Thread: any but audio; starts its own. Fails: as FolderWalk::walk; nothingFound without a sound;
    diskFull, writeFailed, interrupted, deviceLost, outOfMemory. */
Result<DrawnFolder> drawFolder (const FolderPictures& request, Storage& storage, Backend& backend,
                                const std::atomic<bool>& stop);

} // namespace melstrom
