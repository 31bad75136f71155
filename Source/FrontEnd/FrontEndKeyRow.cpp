#include "Source/FrontEnd/FrontEndKeyRow.h"

#include "Source/Parameters/ParameterText.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Source/Spectrogram/FrontEndKeys.h"

namespace melstrom
{

namespace
{
constexpr int kMark = 14, kName = 156, kEditor = 150, kLine = 36, kWords = 30;
/** From this width on, the meaning stands beside the value; else below. */
constexpr int kWideWidth = 620;
} // namespace

FrontEndKeyRow::FrontEndKeyRow (const SpecKey& key) : key_ (key), editor_ (makeEditor ())
{
    setFocusContainerType (FocusContainerType::focusContainer);
    setTitle (textOf (key.key));
    editor_->setTitle (textOf (key.key));
    editor_->setWantsKeyboardFocus (true);
    addAndMakeVisible (*editor_);
    reset_.onClick = [this]
    {
        if (onReset)
            (void)tell (onReset (key_));
    };
    addChildComponent (reset_);
}

FrontEndKeyRow::~FrontEndKeyRow () = default;

std::unique_ptr<juce::Component> FrontEndKeyRow::makeEditor ()
{
    if (! key_.choices.empty ())
        return makeChoices ();
    return key_.isFlag ? makeSwitch () : makeEntry ();
}

std::unique_ptr<juce::Component> FrontEndKeyRow::makeChoices ()
{
    auto box = std::make_unique<juce::ComboBox> (textOf (key_.key));
    int id = 1;
    for (const auto& choice : key_.choices)
        box->addItem (textOf (choice), id++);
    box->onChange = [this, made = box.get ()]
    {
        if (made->getText () != value_ && ! edit (made->getText ().toStdString ()))
            showText_ (value_);
    };
    showText_ = [made = box.get ()] (const juce::String& value)
    { made->setText (value, juce::dontSendNotification); };
    return box;
}

std::unique_ptr<juce::Component> FrontEndKeyRow::makeSwitch ()
{
    auto button = std::make_unique<juce::ToggleButton> ();
    button->onClick = [this, made = button.get ()]
    {
        if (! edit (made->getToggleState () ? "true" : "false"))
            showText_ (value_);
    };
    showText_ = [made = button.get ()] (const juce::String& value)
    { made->setToggleState (value == "true", juce::dontSendNotification); };
    return button;
}

std::unique_ptr<juce::Component> FrontEndKeyRow::makeEntry ()
{
    auto entry = std::make_unique<FrontEndEntry> ();
    entry->onEnter = [this] (const std::string& text) { return edit (text); };
    showText_ = [made = entry.get ()] (const juce::String& value) { made->show (value); };
    return entry;
}

Result<void> FrontEndKeyRow::edit (const std::string& text)
{
    return onEdit ? tell (onEdit (key_, text)) : Result<void> ();
}

Result<void> FrontEndKeyRow::tell (Result<void> done)
{
    refusal_ = done ? juce::String () : textOf (done.error ().message);
    describe ();
    return done;
}

void FrontEndKeyRow::show (const MelSpec& spec, const MelSpec& origin)
{
    value_ = textOf (keyText (spec, key_));
    originValue_ = textOf (keyText (origin, key_));
    matters_ = key_.matters (spec);
    refusal_.clear ();
    const bool isChanged = value_ != originValue_;
    if (! isChanged && reset_.hasKeyboardFocus (true))
        editor_->grabKeyboardFocus (); // the button disappears
    reset_.setVisible (isChanged);
    showText_ (value_);
    describe ();
}

/** Tooltips, and texts for screen readers. */
void FrontEndKeyRow::describe ()
{
    const auto allowed = "Must be " + textOf (key_.allowed) + ".";
    const auto help = sentence (key_.meaning) + "\n" + allowed;
    if (auto* const tip = dynamic_cast<juce::SettableTooltipClient*> (editor_.get ()))
        tip->setTooltip (help);
    editor_->setDescription (refusal_.isEmpty () ? help : refusal_);
    const auto reset = "Reset " + textOf (key_.key) + " to " + originValue_;
    reset_.setTitle (reset);
    reset_.setTooltip (reset);
    repaint ();
}

void FrontEndKeyRow::focusOfChildComponentChanged (FocusChangeType)
{
    if (hasKeyboardFocus (true) && onFocus)
        onFocus ();
}

bool FrontEndKeyRow::contains (const juce::String& text) const
{
    for (const auto& part :
         {textOf (key_.key), value_, textOf (key_.meaning), textOf (key_.allowed)})
        if (part.containsIgnoreCase (text))
            return true;
    return false;
}

int FrontEndKeyRow::heightFor (int width)
{
    return width >= kWideWidth ? kLine : kLine + kWords;
}

void FrontEndKeyRow::resized ()
{
    auto area = getLocalBounds ();
    const bool isWide = getWidth () >= kWideWidth;
    auto line = isWide ? area : area.removeFromTop (kLine);
    line.removeFromLeft (kMark);
    const int width = line.getWidth () - Theme::kControl - 2 * Theme::kGap;
    name_ = line.removeFromLeft (isWide ? kName : width / 2);
    const auto place = line.removeFromLeft (isWide ? kEditor : width - width / 2);
    editor_->setBounds (place.withSizeKeepingCentre (place.getWidth (), Theme::kControl));
    line.removeFromLeft (Theme::kGap);
    reset_.setBounds (line.removeFromLeft (Theme::kControl)
                          .withSizeKeepingCentre (Theme::kControl, Theme::kControl));
    line.removeFromLeft (Theme::kGap);
    words_ = isWide ? line : area.withTrimmedLeft (kMark);
}

void FrontEndKeyRow::paint (juce::Graphics& graphics)
{
    const float strength = matters_ || ! refusal_.isEmpty () ? 1.0f : 0.62f;
    if (isChanged ())
    {
        graphics.setColour (Theme::accent ());
        graphics.fillEllipse (
            juce::Rectangle<float> (6.0f, 6.0f)
                .withCentre ({kMark / 2.0f - 1.0f, static_cast<float> (name_.getCentreY ())}));
    }
    graphics.setFont (Theme::font (Theme::kText, isChanged ()));
    graphics.setColour (Theme::text ().withAlpha (strength));
    graphics.drawFittedText (textOf (key_.key), name_, juce::Justification::centredLeft, 1, 0.8f);
    const auto meaning = textOf (key_.meaning) + (matters_ ? "" : " (no effect now)");
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.setColour (refusal_.isEmpty () ? Theme::dimText ().withAlpha (strength)
                                            : Theme::warning ());
    graphics.drawFittedText (refusal_.isEmpty () ? meaning : refusal_, words_,
                             juce::Justification::centredLeft, 2, 0.85f);
}

} // namespace melstrom
