#include "Source/FrontEnd/FrontEndPanel.h"

#include "Source/Export/TextExport.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kPadding = 10, kButton = 70, kChanged = 116, kLeastBox = 120;
} // namespace

FrontEndPanel::FrontEndPanel ()
{
    setTitle ("Front end");
    setOpaque (true);
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    setWantsKeyboardFocus (true);
    int order = 1;
    for (juce::Component* const part : std::initializer_list<juce::Component*> {
             &box_, &load_, &save_, &filter_, &onlyChanged_, &resetAll_, &list_})
    {
        addAndMakeVisible (part);
        part->setExplicitFocusOrder (order++);
    }
    addChildComponent (message_);
    describeAll ();
    listen ();
    showAll ();
}

void FrontEndPanel::describeAll ()
{
    const auto describe = [] (auto& control, const juce::String& title, const juce::String& tooltip)
    {
        control.setTitle (title);
        control.setTooltip (tooltip);
        control.setWantsKeyboardFocus (true);
    };
    describe (box_, "Front end",
              "Front end to begin with: of the program, of a research tool, or "
              "your own");
    describe (load_, "Load front end", "Loads a front end of your own (TOML)");
    describe (save_, "Save front end",
              "Saves this front end as TOML, for melstrom --batch --preset");
    describe (filter_, "Filter keys",
              "Shows the keys whose name, value or meaning has this text "
              "(Ctrl+F)");
    describe (onlyChanged_, "Only changed keys",
              "Shows only the keys that differ from the preset or file");
    describe (resetAll_, "Reset all keys", "Takes the preset or file again as it was");
    filter_.setFont (Theme::font (Theme::kText));
    filter_.setJustification (juce::Justification::centredLeft);
    filter_.setTextToShowWhenEmpty ("Filter keys", Theme::dimText ());
    filter_.setSelectAllWhenFocused (true);
    filter_.setEscapeAndReturnKeysConsumed (false);
}

void FrontEndPanel::listen ()
{
    box_.onChoose = [this] (const std::string& name) { choose (name); };
    load_.onClick = [this]
    { loading_.open (*this, [this] (const juce::File& file) { (void)load (file); }); };
    save_.onClick = [this]
    {
        saving_.open (
            *this, textOf (text ().fileName),
            [this] (const juce::File& file) { return save (file); }, [] {});
    };
    filter_.onTextChange = [this] { filter (); };
    filter_.onEscapeKey = [this] { filter_.setText ({}); };
    onlyChanged_.onClick = [this] { filter (); };
    resetAll_.onClick = [this] { (void)tell (shown (edited_.resetAll ())); };
    message_.onClick = [this] { (void)tell ({}); };
    list_.onEdit = [this] (const SpecKey& key, const std::string& text)
    { return shown (edited_.edit (key, text)); };
    list_.onReset = [this] (const SpecKey& key) { return shown (edited_.reset (key)); };
    edited_.onTake = [this] (const FrontEndText& text)
    { return onFrontEnd ? onFrontEnd (text) : Result<void> (); };
}

void FrontEndPanel::choose (const std::string& name)
{
    if (! tell (shown (edited_.choose (name))))
        showAll (); // the box shows the former choice
}

void FrontEndPanel::show (const MelPreset& frontEnd)
{
    if (edited_.show (frontEnd))
        showAll ();
}

Result<void> FrontEndPanel::shown (Result<void> done)
{
    if (done)
    {
        (void)tell ({});
        showAll ();
    }
    return done;
}

void FrontEndPanel::showAll ()
{
    box_.show (textOf (edited_.ownName ()), edited_.builtInName ());
    list_.show (edited_.frontEnd ().spec, edited_.origin ().spec);
    const int numChanged = list_.numChanged ();
    onlyChanged_.setButtonText (numChanged == 0 ? juce::String ("Changed")
                                                : "Changed: " + juce::String (numChanged));
    resetAll_.setEnabled (numChanged > 0);
    if (onlyChanged_.getToggleState ())
        filter ();
}

void FrontEndPanel::filter ()
{
    // Escape of an empty filter is the owner's
    filter_.setEscapeAndReturnKeysConsumed (! filter_.isEmpty ());
    list_.filter (filter_.getText (), onlyChanged_.getToggleState ());
}

Result<void> FrontEndPanel::tell (Result<void> done)
{
    const auto text = done ? juce::String () : textOf (done.error ().message);
    if (message_.text () != text)
    {
        message_.setText (text);
        message_.setVisible (text.isNotEmpty ());
        resized ();
    }
    return done;
}

Result<void> FrontEndPanel::load (const juce::File& file)
{
    return tell (shown (edited_.load (file.getFullPathName ().toStdString ())));
}

Result<void> FrontEndPanel::save (const juce::File& file) const
{
    return exportText (text ().text, posixStorage (), file.getFullPathName ().toStdString ());
}

void FrontEndPanel::takeFocus ()
{
    filter_.grabKeyboardFocus ();
}

bool FrontEndPanel::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress ('f', juce::ModifierKeys::commandModifier, 0) &&
        key.getTextCharacter () != '/')
        return false;
    takeFocus ();
    return true;
}

void FrontEndPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::panel ());
}

void FrontEndPanel::resized ()
{
    auto area = getLocalBounds ().reduced (kPadding);
    const auto takeRight = [] (juce::Rectangle<int>& line, juce::Component& part, int width)
    {
        part.setBounds (line.removeFromRight (width));
        line.removeFromRight (Theme::kGap);
    };
    auto line = area.removeFromTop (Theme::kControl);
    takeRight (line, save_, kButton);
    takeRight (line, load_, kButton);
    box_.setBounds (line.withWidth (std::max (kLeastBox, line.getWidth ())));
    area.removeFromTop (Theme::kGap);
    line = area.removeFromTop (Theme::kControl);
    takeRight (line, resetAll_, kButton + Theme::kGap);
    takeRight (line, onlyChanged_, kChanged);
    filter_.setBounds (line);
    area.removeFromTop (Theme::kGap);
    if (message_.isVisible ())
    {
        message_.setBounds (area.removeFromTop (MessageBar::kHeight));
        area.removeFromTop (Theme::kGap);
    }
    list_.setBounds (area);
}

} // namespace melstrom
