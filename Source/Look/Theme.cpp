#include "Source/Look/Theme.h"

#include "Source/Look/Fonts/Inter.h"

#include <span>

namespace melstrom
{

namespace
{
/** JUCE's height of a font over its em: ascender less descender, 2728 + 680 of 2816 units in Inter. */
constexpr float kHeightOfEm = 3408.0f / 2816.0f;

juce::Typeface::Ptr typefaceOf (std::span<const unsigned char> file)
{
    return juce::Typeface::createSystemTypefaceFor (file.data (), file.size ());
}
} // namespace

juce::Typeface::Ptr Theme::typeface (bool isBold)
{
    static const auto plain = typefaceOf (interMedium ());
    static const auto bold = typefaceOf (interBold ());
    return isBold ? bold : plain;
}

juce::Font Theme::font (float sizePixels, bool isBold)
{
    return juce::Font (typeface (isBold)).withHeight (sizePixels * kHeightOfEm);
}

} // namespace melstrom
