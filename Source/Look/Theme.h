// Colours, fonts and sizes of the user interface.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** Dark, with one accent colour for each kind of element. Contrast of text is at least 4.5 : 1. */
struct Theme
{
    static juce::Colour background () { return juce::Colour (0xff14171c); } ///< of the window
    static juce::Colour panel () { return juce::Colour (0xff1d2229); }      ///< of a group
    static juce::Colour raised () { return juce::Colour (0xff2a313b); }     ///< buttons, tracks
    static juce::Colour outline () { return juce::Colour (0xff39424e); }
    static juce::Colour text () { return juce::Colour (0xffe6eaf0); }
    static juce::Colour dimText () { return juce::Colour (0xffa3adba); }
    static juce::Colour accent () { return juce::Colour (0xff4cc2ff); } ///< values, focus
    static juce::Colour modulation ()
    {
        return juce::Colour (0xffffb454);
    } ///< modulation by the matrix
    static juce::Colour warning () { return juce::Colour (0xffff6b6b); }
    /** Pixels of an em. At these sizes the dot of an i stands apart from its stem. */
    static constexpr float kTinyText = 11.0f, kSmallText = 12.5f, kText = 13.0f, kTitle = 14.5f,
                           kHeading = 15.5f, kName = 17.75f;
    static constexpr int kGap = 6, kCorner = 5,
                         kControl = 26; ///< pixels before scaling; kControl: height of a button
    /** Property of a combo box: draws no arrow, and smaller text. */
    static constexpr const char* kIsCompact = "compact";
    /** Inter, embedded in the program: the windows do not depend on a machine's fonts. */
    static juce::Typeface::Ptr typeface (bool isBold = false);
    static juce::Font font (float sizePixels, bool isBold = false);
};

/** Draws every kind of component in the editors. Also JUCE's default while an instance lives,
    because dialogues and menus are windows of their own. All editors of a process share one, by
    juce::SharedResourcePointer. Thread: message. */
class MelstromLook final : public juce::LookAndFeel_V4
{
public:
    MelstromLook ();
    ~MelstromLook () override;
    /** Returns the theme's typeface for every family. */
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
    void drawResizableWindowBorder (juce::Graphics&, int width, int height,
                                    const juce::BorderSize<int>&, juce::ResizableWindow&) override;
    void drawFileBrowserRow (juce::Graphics&, int width, int height, const juce::File&,
                             const juce::String& name, juce::Image* icon, const juce::String& size,
                             const juce::String& time, bool isDirectory, bool isSelected, int index,
                             juce::DirectoryContentsDisplayComponent&) override;

    /** Draws the focus ring round a control. */
    static void drawFocusRing (juce::Graphics&, juce::Rectangle<float> area, float corner);

private:
    /** Colours of JUCE's own drawing: title bars, dialogues, file lists. */
    static ColourScheme scheme ();
};

} // namespace melstrom
