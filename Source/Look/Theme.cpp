#include "Source/Look/Theme.h"

#include "Source/Look/Fonts/Inter.h"

#include <span>

namespace melstrom
{

namespace
{
/** Ratio of JUCE's font height to the em. In Inter the ascender is 2728 units, the descender -680,
    the em 2816. */
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
