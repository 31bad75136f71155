// Pictures of the screen: to the clipboard, and to files.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Source/Export/ClipboardOffer.h"

#include <juce_graphics/juce_graphics.h>

#include <memory>
#include <string>

namespace melstrom
{

/** The last copied picture. Other programs can paste it while this object lives. An app has one,
    as long as it runs; editors of plugins share one by juce::SharedResourcePointer. Thread:
    message. */
class PictureClipboard
{
public:
    /** Offers the picture as image/png. Fails: deviceUnavailable (no display), outOfMemory; the
        message says to save the picture instead. */
    Result<void> copyPicture (const juce::Image& picture);

private:
    std::unique_ptr<ClipboardOffer> offer_;
};

/** Writes the picture as PNG, beside `path`, and renames it. Fails: as exportText. */
Result<void> exportPicture (const juce::Image& picture, Storage& storage, const std::string& path);

} // namespace melstrom
