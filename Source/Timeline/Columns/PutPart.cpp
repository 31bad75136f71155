#include "Source/Timeline/Columns/PutPart.h"

namespace melstrom
{

bool PutPart::put (juce::ComponentPeer& window, juce::Rectangle<int> area,
                   const juce::RectangleList<int>& parts, juce::Point<int> origin, int scale,
                   const std::function<void (juce::Graphics&)>& paint)
{
    const auto pixels = area * scale;
    if (! image_.isValid () || image_.getWidth () < pixels.getWidth () ||
        image_.getHeight () < pixels.getHeight ())
        image_ = WindowPixels::make (pixels.getWidth (), pixels.getHeight ());
    if (! image_.isValid ())
        return false;
    {
        juce::Graphics graphics (image_);
        graphics.addTransform (juce::AffineTransform::translation (-area.getPosition ().toFloat ())
                                   .scaled (static_cast<float> (scale)));
        if (graphics.reduceClipRegion (parts))
            paint (graphics);
    }
    for (const auto& part : parts)
        WindowPixels::put (window, image_, part * scale - pixels.getPosition (),
                           origin + part.getPosition () * scale);
    WindowPixels::send ();
    return true;
}

} // namespace melstrom
