#include "Source/Timeline/Columns/ColumnRing.h"

namespace melstrom
{

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
    if (! drawn_.isEmpty ())
        paintRing (graphics, image_, slotOf (drawn_.first), x, y, scale);
}

} // namespace melstrom
