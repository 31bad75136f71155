// Drawing of windows: the app's title bar, dialogues and tooltips.
#include "Source/Look/IconButton.h"

#include <cmath>

namespace melstrom
{

namespace
{
/** A title bar's button: an icon that lights up under the mouse. */
class WindowButton final : public juce::Button
{
public:
    WindowButton (const juce::String& name, Icon icon) : juce::Button (name), icon_ (icon)
    {
        setTitle (name);
    }
    void paintButton (juce::Graphics& graphics, bool isOver, bool isDown) override
    {
        graphics.fillAll (isOver ? Theme::raised ().brighter (isDown ? 0.2f : 0.0f)
                                 : Theme::panel ());
        const auto side = 0.4f * static_cast<float> (getHeight ());
        drawIcon (graphics, icon_, getLocalBounds ().toFloat ().withSizeKeepingCentre (side, side),
                  isOver ? Theme::text () : Theme::dimText ());
    }

private:
    const Icon icon_;
};

juce::TextLayout tooltipLayout (const juce::String& text)
{
    juce::AttributedString lines;
    lines.setJustification (juce::Justification::topLeft);
    lines.append (text, Theme::font (Theme::kText), Theme::text ());
    juce::TextLayout layout;
    layout.createLayoutWithBalancedLineLengths (lines, 340.0f);
    return layout;
}
} // namespace

juce::LookAndFeel_V4::ColourScheme MelstromLook::scheme ()
{
    const auto chosen = Theme::raised ().interpolatedWith (Theme::accent (), 0.3f);
    // window, widget, menu, outline, text, fill, highlighted text and fill, text of menus
    return {Theme::background (), Theme::panel (), Theme::panel (),
            Theme::outline (),    Theme::text (),  Theme::accent (),
            Theme::text (),       chosen,          Theme::text ()};
}

juce::Button* MelstromLook::createDocumentWindowButton (int kind)
{
    switch (kind) // JUCE takes ownership
    {
        case juce::DocumentWindow::closeButton: return new WindowButton ("Close", Icon::close);
        case juce::DocumentWindow::minimiseButton:
            return new WindowButton ("Minimise", Icon::fewer);
        case juce::DocumentWindow::maximiseButton: break;
    }
    return new WindowButton ("Maximise", Icon::more);
}

/** Of windows that have no frame of the desktop's, as choosers of files. */
void MelstromLook::drawResizableWindowBorder (juce::Graphics& graphics, int width, int height,
                                              const juce::BorderSize<int>&,
                                              juce::ResizableWindow& window)
{
    if (window.isUsingNativeTitleBar ())
        return;
    graphics.setColour (Theme::outline ().brighter (0.3f));
    graphics.drawRect (0, 0, width, height);
}

void MelstromLook::drawFileBrowserRow (juce::Graphics& graphics, int width, int height,
                                       const juce::File& file, const juce::String& name,
                                       juce::Image* icon, const juce::String& size,
                                       const juce::String& time, bool isDirectory, bool isSelected,
                                       int index, juce::DirectoryContentsDisplayComponent& list)
{
    constexpr int kSize = 80, kTime = 130;
    const bool hasDetails = width > 450 && ! isDirectory;
    const int nameWidth = hasDetails ? width - kSize - kTime - Theme::kGap : width;
    LookAndFeel_V4::drawFileBrowserRow (graphics, width, height, file, {}, icon, {}, {},
                                        isDirectory, isSelected, index, list);
    constexpr int kIcon = 32; // JUCE's
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawFittedText (name, kIcon, 0, nameWidth - kIcon, height,
                             juce::Justification::centredLeft, 1);
    if (! hasDetails)
        return;
    graphics.setColour (Theme::dimText ());
    graphics.drawFittedText (size, nameWidth, 0, kSize, height, juce::Justification::centredRight,
                             1);
    graphics.drawFittedText (time, nameWidth + kSize, 0, kTime, height,
                             juce::Justification::centredRight, 1);
}

juce::Rectangle<int> MelstromLook::getTooltipBounds (const juce::String& text,
                                                     juce::Point<int> place,
                                                     juce::Rectangle<int> area)
{
    const auto layout = tooltipLayout (text);
    const int width = static_cast<int> (std::ceil (layout.getWidth ())) + 16;
    const int height = static_cast<int> (std::ceil (layout.getHeight ())) + 12;
    const int x = place.x > area.getCentreX () ? place.x - width - 12 : place.x + 18;
    const int y = place.y > area.getCentreY () ? place.y - height - 8 : place.y + 12;
    return juce::Rectangle<int> (x, y, width, height).constrainedWithin (area);
}

void MelstromLook::drawTooltip (juce::Graphics& g, const juce::String& text, int width, int height)
{
    const auto area = juce::Rectangle<int> (width, height).toFloat ();
    g.setColour (Theme::raised ());
    g.fillRect (area);
    g.setColour (Theme::outline ().brighter (0.3f));
    g.drawRect (area, 1.0f);
    tooltipLayout (text).draw (g, area.reduced (8.0f, 6.0f));
}

} // namespace melstrom
