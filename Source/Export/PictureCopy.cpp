#include "Source/Export/PictureCopy.h"

#include "Source/Export/TextExport.h"

namespace melstrom
{

namespace
{

Result<std::string> pngOf (const juce::Image& picture)
{
    juce::MemoryOutputStream out;
    if (! picture.isValid () || ! juce::PNGImageFormat ().writeImageToStream (picture, out))
        return Error {ErrorCode::outOfMemory, "the picture is empty or too large for a PNG", {}};
    return std::string (static_cast<const char*> (out.getData ()), out.getDataSize ());
}

} // namespace

Result<void> PictureClipboard::copyPicture (const juce::Image& picture)
{
    MELSTROM_TRY_VALUE (auto bytes, pngOf (picture));
    auto offer = ClipboardOffer::make ("image/png", std::move (bytes));
    if (! offer)
        return Error {offer.error ().code,
                      "the picture was not copied: " + offer.error ().message +
                          "; save it as PNG instead",
                      {}};
    offer_ = *std::move (offer);
    return {};
}

Result<void> exportPicture (const juce::Image& picture, Storage& storage, const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto bytes, pngOf (picture));
    return exportText (bytes, storage, path);
}

} // namespace melstrom
