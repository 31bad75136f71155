#include "Source/Editor/Theme.h"

namespace melstrom
{

namespace
{
constexpr float kRoom = 1.1f;

juce::String chosenTypeface ()
{
    const auto installed = juce::Font::findAllTypefaceNames ();
    for (const auto* name : {"Inter", "Segoe UI", "Helvetica Neue", "Noto Sans", "Open Sans",
                             "Roboto", "Ubuntu", "Cantarell", "Liberation Sans", "Nimbus Sans"})
        if (installed.contains (name))
            return name;
    return juce::Font::getDefaultSansSerifFontName ();
}
} // namespace

juce::Font Theme::font (float height, bool isBold)
{
    static const auto typeface = chosenTypeface ();
    // heights of these typefaces have much room above and below their letters
    return {typeface, height * kRoom, isBold ? juce::Font::bold : juce::Font::plain};
}

} // namespace melstrom
