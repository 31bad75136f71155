#include "Source/Look/RingPainting.h"

namespace melstrom
{

juce::PixelRGB pixelOf (juce::Colour colour) noexcept
{
    juce::PixelRGB pixel;
    pixel.set (colour.getPixelARGB ());
    return pixel;
}

void paintRing (juce::Graphics& graphics, const juce::Image& image, int oldest, float x, float y,
                float scale)
{
    graphics.setOpacity (1); // of the last colour; less would blend each pixel
    const auto place = juce::AffineTransform::scale (1 / scale).translated (x, y);
    const auto paintPiece = [&] (int from, int end, int toX)
    {
        if (from == end)
            return;
        const juce::Graphics::ScopedSaveState keep (graphics);
        graphics.addTransform (place);
        graphics.reduceClipRegion ({toX, 0, end - from, image.getHeight ()});
        graphics.drawImageAt (image, toX - from, 0);
    };
    paintPiece (oldest, image.getWidth (), 0);
    paintPiece (0, oldest, image.getWidth () - oldest);
}

} // namespace melstrom
