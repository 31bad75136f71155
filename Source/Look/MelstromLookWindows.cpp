// Drawing of windows: the app's title bar, and dialogues.
#include "Source/Look/IconButton.h"

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

} // namespace melstrom
