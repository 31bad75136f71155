#include "Source/Timeline/TickLabels.h"

#include "Source/Look/Theme.h"

#include <cmath>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostImages = 64;
}

void TickLabels::paint (juce::Graphics& graphics, const std::string& text,
                        juce::Rectangle<int> area, float scale)
{
    const juce::Point<int> size (
        static_cast<int> (std::ceil (static_cast<float> (area.getWidth ()) * scale)),
        static_cast<int> (std::ceil (static_cast<float> (area.getHeight ()) * scale)));
    if (scale != scale_ || size != size_ || images_.size () > kMostImages)
        images_.clear ();
    scale_ = scale;
    size_ = size;
    auto& image = images_[text];
    if (! image.isValid ())
    {
        image = juce::Image (juce::Image::ARGB, size.x, size.y, true, juce::SoftwareImageType ());
        juce::Graphics drawing (image);
        drawing.addTransform (juce::AffineTransform::scale (scale));
        drawing.setFont (Theme::font (Theme::kSmallText));
        drawing.setColour (Theme::text ());
        drawing.drawText (juce::String (text), area.withZeroOrigin (), juce::Justification::centred,
                          false);
    }
    graphics.setOpacity (1);
    graphics.drawImageTransformed (image, juce::AffineTransform::scale (1 / scale).translated (
                                              area.getPosition ().toFloat ()));
}

} // namespace melstrom
