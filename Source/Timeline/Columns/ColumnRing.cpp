#include "Source/Timeline/Columns/ColumnRing.h"

namespace melstrom
{

juce::PixelRGB pixelOf (juce::Colour colour) noexcept
{
    juce::PixelRGB pixel;
    pixel.set (colour.getPixelARGB ());
    return pixel;
}

void ColumnRing::begin (int width, int height)
{
    // images without alpha are copied, not blended
    if (! hasBegun () || width != image_.getWidth () || height != image_.getHeight ())
        image_ = juce::Image (juce::Image::RGB, width, height, false, juce::SoftwareImageType ());
    forget ();
}

/** Columns before time 0 are negative. */
int ColumnRing::slotOf (std::int64_t column) const noexcept
{
    const std::int64_t width = image_.getWidth ();
    return static_cast<int> ((column % width + width) % width);
}

void ColumnRing::paint (juce::Graphics& graphics, float x, float y, float scale) const
{
    if (drawn_.isEmpty ())
        return;
    const int width = image_.getWidth (), oldest = slotOf (drawn_.first);
    graphics.setOpacity (1); // of the last colour; less would blend each pixel
    const auto place = juce::AffineTransform::scale (1 / scale).translated (x, y);
    const auto paintPiece = [&] (int from, int end, int toX)
    {
        if (from == end)
            return;
        const juce::Graphics::ScopedSaveState keep (graphics);
        graphics.addTransform (place);
        graphics.reduceClipRegion ({toX, 0, end - from, image_.getHeight ()});
        graphics.drawImageAt (image_, toX - from, 0);
    };
    paintPiece (oldest, width, 0);
    paintPiece (0, oldest, width - oldest);
}

} // namespace melstrom
