// Images whose columns scroll without copying.
#pragma once

#include <juce_graphics/juce_graphics.h>

namespace melstrom
{

juce::PixelRGB pixelOf (juce::Colour colour) noexcept;

/** Paints an image whose columns begin at column `oldest` and go on at column 0. One image pixel for
    each screen pixel. scale: pixels of the screen to a point; (x, y): top left corner in points.
    Thread: message. */
void paintRing (juce::Graphics& graphics, const juce::Image& image, int oldest, float x, float y,
                float scale);

} // namespace melstrom
