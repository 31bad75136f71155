// Drawing of knobs, buttons, boxes and menus.
#include "Source/Look/Theme.h"

namespace melstrom
{

namespace
{
constexpr float kRing = 1.5f; ///< width of the focus ring

juce::Colour faded (juce::Colour colour, const juce::Component& component)
{
    return component.isEnabled () ? colour : colour.withMultipliedAlpha (0.4f);
}

bool isCompact (const juce::ComboBox& box)
{
    return box.getProperties ().contains (Theme::kIsCompact);
}
} // namespace

MelstromLook::MelstromLook () : juce::LookAndFeel_V4 (scheme ())
{
    const auto none = juce::Colours::transparentBlack;
    const std::pair<int, juce::Colour> chosen[] {
        {juce::ResizableWindow::backgroundColourId, Theme::background ()},
        {juce::Label::textColourId, Theme::text ()},
        {juce::TextButton::buttonColourId, Theme::raised ()},
        {juce::TextButton::buttonOnColourId, Theme::accent ().withAlpha (0.35f)},
        {juce::TextButton::textColourOffId, Theme::text ()},
        {juce::TextButton::textColourOnId, Theme::text ()},
        {juce::ToggleButton::textColourId, Theme::text ()},
        {juce::ComboBox::backgroundColourId, Theme::raised ()},
        {juce::ComboBox::textColourId, Theme::text ()},
        {juce::ComboBox::outlineColourId, Theme::outline ()},
        {juce::PopupMenu::backgroundColourId, Theme::panel ()},
        {juce::PopupMenu::textColourId, Theme::text ()},
        {juce::PopupMenu::headerTextColourId, Theme::dimText ()},
        {juce::PopupMenu::highlightedBackgroundColourId, Theme::accent ().withAlpha (0.3f)},
        {juce::PopupMenu::highlightedTextColourId, Theme::text ()},
        {juce::TextEditor::backgroundColourId, Theme::background ()},
        {juce::TextEditor::textColourId, Theme::text ()},
        {juce::TextEditor::highlightColourId, Theme::accent ().withAlpha (0.35f)},
        {juce::TextEditor::highlightedTextColourId, Theme::text ()},
        {juce::TextEditor::outlineColourId, Theme::outline ()},
        {juce::TextEditor::focusedOutlineColourId, Theme::accent ()},
        {juce::CaretComponent::caretColourId, Theme::accent ()},
        {juce::Slider::backgroundColourId, Theme::raised ()},
        {juce::Slider::trackColourId, Theme::accent ().withAlpha (0.55f)},
        {juce::ListBox::backgroundColourId, none},
        {juce::ListBox::textColourId, Theme::text ()},
        {juce::ScrollBar::thumbColourId, Theme::outline ().brighter (0.3f)},
        {juce::ScrollBar::trackColourId, none},
        {juce::TooltipWindow::backgroundColourId, Theme::raised ()},
        {juce::TooltipWindow::textColourId, Theme::text ()},
        {juce::TooltipWindow::outlineColourId, Theme::outline ()}};
    for (const auto& [id, colour] : chosen)
        setColour (id, colour);
    juce::Typeface::clearTypefaceCache (); // drops typefaces of a former look
    setDefaultLookAndFeel (this);
}

MelstromLook::~MelstromLook ()
{
    setDefaultLookAndFeel (nullptr);
    juce::Typeface::clearTypefaceCache ();
}

void MelstromLook::drawFocusRing (juce::Graphics& g, juce::Rectangle<float> area, float corner)
{
    g.setColour (Theme::accent ());
    g.drawRoundedRectangle (area.reduced (kRing / 2), corner, kRing);
}

void MelstromLook::drawRotarySlider (juce::Graphics& g, int x, int y, int width, int height,
                                     float position, float startAngle, float endAngle,
                                     juce::Slider& slider)
{
    const auto area = juce::Rectangle<int> (x, y, width, height).toFloat ();
    const auto centre = area.getCentre ();
    const float radius = std::min (area.getWidth (), area.getHeight ()) / 2 - 3.0f;
    const float thickness = std::max (2.5f, radius * 0.14f);
    const float angle = startAngle + position * (endAngle - startAngle);
    const bool isTwoSided =
        slider.getMinimum () < 0 && slider.getMinimum () == -slider.getMaximum ();
    const auto zero = isTwoSided ? static_cast<float> (slider.valueToProportionOfLength (0)) : 0.0f;
    const juce::PathStrokeType stroke (thickness, juce::PathStrokeType::curved,
                                       juce::PathStrokeType::rounded);

    juce::Path track, value;
    track.addCentredArc (centre.x, centre.y, radius, radius, 0, startAngle, endAngle, true);
    g.setColour (Theme::outline ());
    g.strokePath (track, stroke);

    const float zeroAngle = startAngle + zero * (endAngle - startAngle);
    value.addCentredArc (centre.x, centre.y, radius, radius, 0, zeroAngle, angle, true);
    g.setColour (faded (Theme::accent (), slider));
    g.strokePath (value, stroke);

    const float body = radius - thickness - 1.0f;
    g.setGradientFill (
        juce::ColourGradient::vertical (Theme::raised ().brighter (0.12f), centre.y - body,
                                        Theme::raised ().darker (0.15f), centre.y + body));
    g.fillEllipse (juce::Rectangle<float> (2 * body, 2 * body).withCentre (centre));
    g.setColour (faded (Theme::text (), slider));
    g.drawLine ({centre.getPointOnCircumference (body * 0.40f, angle),
                 centre.getPointOnCircumference (body * 0.92f, angle)},
                std::max (1.6f, radius * 0.1f));
}

void MelstromLook::drawButtonBackground (juce::Graphics& g, juce::Button& button,
                                         const juce::Colour& colour, bool isOver, bool isDown)
{
    const auto area = button.getLocalBounds ().toFloat ().reduced (0.5f);
    g.setColour (faded (colour.brighter (isDown ? 0.25f : (isOver ? 0.12f : 0.0f)), button));
    g.fillRoundedRectangle (area, Theme::kCorner);
    if (button.hasKeyboardFocus (true))
        drawFocusRing (g, area, Theme::kCorner);
}

void MelstromLook::drawButtonText (juce::Graphics& g, juce::TextButton& button, bool, bool)
{
    g.setFont (getTextButtonFont (button, button.getHeight ()));
    g.setColour (faded (button.findColour (juce::TextButton::textColourOffId), button));
    g.drawFittedText (button.getButtonText (), button.getLocalBounds ().reduced (6, 0),
                      juce::Justification::centred, 1, 0.8f);
}

void MelstromLook::drawToggleButton (juce::Graphics& g, juce::ToggleButton& button, bool isOver,
                                     bool)
{
    const float height = 14.0f, width = 25.0f;
    const auto bounds = button.getLocalBounds ().toFloat ();
    const auto pill = juce::Rectangle<float> (width, height)
                          .withCentre ({bounds.getX () + width / 2 + 2.0f, bounds.getCentreY ()});
    const bool isOn = button.getToggleState ();
    g.setColour (isOn ? Theme::accent ().withMultipliedAlpha (isOver ? 1.0f : 0.85f)
                      : Theme::outline ().brighter (isOver ? 0.2f : 0.0f));
    g.fillRoundedRectangle (pill, height / 2);
    const auto knob = pill.reduced (2.0f);
    g.setColour (isOn ? Theme::background () : Theme::dimText ());
    g.fillEllipse (isOn ? knob.withLeft (knob.getRight () - knob.getHeight ())
                        : knob.withWidth (knob.getHeight ()));
    if (button.hasKeyboardFocus (true))
        drawFocusRing (g, pill.expanded (2.0f), height / 2 + 2.0f);
    g.setColour (Theme::text ());
    g.setFont (Theme::font (Theme::kText));
    g.drawFittedText (button.getButtonText (),
                      bounds.withLeft (pill.getRight () + 6.0f).toNearestInt (),
                      juce::Justification::centredLeft, 1);
}

void MelstromLook::drawComboBox (juce::Graphics& g, int width, int height, bool isDown, int, int,
                                 int, int, juce::ComboBox& box)
{
    const auto area = juce::Rectangle<int> (width, height).toFloat ().reduced (0.5f);
    const auto colour = box.findColour (juce::ComboBox::backgroundColourId);
    g.setColour (
        faded (colour.brighter (isDown ? 0.25f : (box.isMouseOver (true) ? 0.12f : 0.0f)), box));
    g.fillRoundedRectangle (area, Theme::kCorner - 1.0f);
    if (! isCompact (box))
    {
        const auto centre = juce::Point<float> (area.getRight () - 9.0f, area.getCentreY () + 0.5f);
        juce::Path arrow;
        arrow.startNewSubPath (centre.translated (-3.0f, -1.5f));
        arrow.lineTo (centre.translated (0.0f, 1.5f));
        arrow.lineTo (centre.translated (3.0f, -1.5f));
        g.setColour (faded (Theme::dimText (), box));
        g.strokePath (arrow, juce::PathStrokeType (1.4f));
    }
    if (box.hasKeyboardFocus (true))
        drawFocusRing (g, area, Theme::kCorner - 1.0f);
}

void MelstromLook::positionComboBoxText (juce::ComboBox& box, juce::Label& label)
{
    label.setBounds (
        box.getLocalBounds ().withTrimmedLeft (2).withTrimmedRight (isCompact (box) ? 1 : 15));
    label.setFont (getComboBoxFont (box));
    label.setBorderSize ({0, isCompact (box) ? 2 : 5, 0, 0});
    label.setMinimumHorizontalScale (0.7f);
}

void MelstromLook::drawComboBoxTextWhenNothingSelected (juce::Graphics& g, juce::ComboBox& box,
                                                        juce::Label& label)
{
    g.setColour (Theme::dimText ());
    g.setFont (getLabelFont (label));
    g.drawFittedText (box.getTextWhenNothingSelected (), label.getBounds ().withTrimmedLeft (5),
                      juce::Justification::centredLeft, 1);
}

void MelstromLook::drawTextEditorOutline (juce::Graphics& g, int width, int height,
                                          juce::TextEditor& editor)
{
    if (dynamic_cast<juce::Label*> (editor.getParentComponent ()) != nullptr)
        return;
    const bool isFocused = editor.hasKeyboardFocus (true) && ! editor.isReadOnly ();
    g.setColour (isFocused ? Theme::accent () : Theme::outline ());
    g.drawRoundedRectangle (juce::Rectangle<int> (width, height).toFloat ().reduced (0.5f),
                            Theme::kCorner - 1.0f, 1.0f);
}

void MelstromLook::fillTextEditorBackground (juce::Graphics& g, int width, int height,
                                             juce::TextEditor& editor)
{
    if (dynamic_cast<juce::Label*> (editor.getParentComponent ()) != nullptr)
        return;                  // a label's editor: its box is drawn already
    g.fillAll (Theme::panel ()); // the background of text fields
    g.setColour (editor.findColour (juce::TextEditor::backgroundColourId));
    g.fillRoundedRectangle (juce::Rectangle<int> (width, height).toFloat (), Theme::kCorner - 1.0f);
}

juce::Typeface::Ptr MelstromLook::getTypefaceForFont (const juce::Font& font)
{
    return Theme::typeface (font.isBold ());
}
juce::Font MelstromLook::getComboBoxFont (juce::ComboBox& box)
{
    return Theme::font (isCompact (box) ? Theme::kTinyText : Theme::kText);
}
juce::Font MelstromLook::getTextButtonFont (juce::TextButton&, int)
{
    return Theme::font (Theme::kText);
}
juce::Font MelstromLook::getPopupMenuFont ()
{
    return Theme::font (Theme::kText);
}

} // namespace melstrom
