// Colours, fonts and measures of everything on the screen.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** Dark, quiet, one accent a kind of thing; contrast of text at least 4.5 : 1. */
struct Theme
{
    static juce::Colour background () { return juce::Colour (0xff14171c); } ///< behind all
    static juce::Colour panel () { return juce::Colour (0xff1d2229); }      ///< of a group
    static juce::Colour raised () { return juce::Colour (0xff2a313b); }     ///< buttons, tracks
    static juce::Colour outline () { return juce::Colour (0xff39424e); }
    static juce::Colour text () { return juce::Colour (0xffe6eaf0); }
    static juce::Colour dimText () { return juce::Colour (0xffa3adba); }
    static juce::Colour accent () { return juce::Colour (0xff4cc2ff); } ///< values, focus
    static juce::Colour modulation ()
    {
        return juce::Colour (0xffffb454);
    } ///< what the matrix moves
    static juce::Colour warning () { return juce::Colour (0xffff6b6b); }
    /** Pixels of an em, at which the dot of an i stands apart from its stem. */
    static constexpr float kTinyText = 11.0f, kSmallText = 12.5f, kText = 13.0f, kTitle = 14.5f,
                           kHeading = 15.5f, kName = 17.75f;
    static constexpr int kGap = 6, kCorner = 5,
                         kControl = 26; ///< pixels before scaling; kControl: height of a button
    /** A property of a combo box: it has no room for its arrow, and smaller text. */
    static constexpr const char* kIsCompact = "compact";
    /** Inter, which is in the program: no window depends on the fonts of a machine. */
    static juce::Typeface::Ptr typeface (bool isBold = false);
    static juce::Font font (float sizePixels, bool isBold = false);
};

/** Draws every kind of component that the editors use. While one lives it is JUCE's default as well, for dialogues and
    menus, which are windows of their own: one for all editors of a process, by juce::SharedResourcePointer. Thread:
    message. */
class MelstromLook final : public juce::LookAndFeel_V4
{
public:
    MelstromLook ();
    ~MelstromLook () override;
    /** The theme's, whatever family was asked for. */
    juce::Typeface::Ptr getTypefaceForFont (const juce::Font&) override;
    void drawRotarySlider (juce::Graphics&, int x, int y, int width, int height, float position,
                           float startAngle, float endAngle, juce::Slider&) override;
    void drawButtonBackground (juce::Graphics&, juce::Button&, const juce::Colour&, bool isOver,
                               bool isDown) override;
    void drawToggleButton (juce::Graphics&, juce::ToggleButton&, bool isOver, bool isDown) override;
    void drawComboBox (juce::Graphics&, int width, int height, bool isDown, int buttonX,
                       int buttonY, int buttonWidth, int buttonHeight, juce::ComboBox&) override;
    juce::Font getComboBoxFont (juce::ComboBox&) override;
    juce::Font getTextButtonFont (juce::TextButton&, int height) override;
    juce::Font getPopupMenuFont () override;
    void positionComboBoxText (juce::ComboBox&, juce::Label&) override;
    void drawComboBoxTextWhenNothingSelected (juce::Graphics&, juce::ComboBox&,
                                              juce::Label&) override;
    void drawButtonText (juce::Graphics&, juce::TextButton&, bool isOver, bool isDown) override;
    void drawTooltip (juce::Graphics&, const juce::String& text, int width, int height) override;
    juce::Rectangle<int> getTooltipBounds (const juce::String& text, juce::Point<int> place,
                                           juce::Rectangle<int> area) override;
    void fillTextEditorBackground (juce::Graphics&, int width, int height,
                                   juce::TextEditor&) override;
    void drawTextEditorOutline (juce::Graphics&, int width, int height, juce::TextEditor&) override;
    juce::Button* createDocumentWindowButton (int kind) override;

    /** Round a control that has the keyboard's focus. */
    static void drawFocusRing (juce::Graphics&, juce::Rectangle<float> area, float corner);

private:
    /** Of whatever is drawn by JUCE: title bars, dialogues, lists of files. */
    static ColourScheme scheme ();
};

} // namespace melstrom
