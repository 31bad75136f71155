#include "Source/Editor/Browser/SaveAsPanel.h"

#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kLabelWidth = 84, kLine = 36, kTitleLine = 22;

juce::String joined (const std::vector<std::string>& tags)
{
    juce::StringArray texts;
    for (const auto& tag : tags)
        texts.add (textOf (tag));
    return texts.joinIntoString (", ");
}
} // namespace

SaveAsPanel::SaveAsPanel (InstrumentProcessor& processor, const juce::String& fault)
    : OverlayPanel ("Save as"), processor_ (processor)
{
    const auto patch = processor.patch ();
    makeField (name, "Name", patch.name);
    makeField (author, "Author", patch.author);
    makeField (tags, "Tags", joined (patch.tags).toStdString ());
    makeField (description, "Description", patch.description);
    fields_[description].setMultiLine (true);
    fields_[tags].setTextToShowWhenEmpty ("wide, warm, ...", Theme::dimText ());
    fields_[name].onTextChange = [this] { checkName (); };
    category_.setTitle ("Category");
    category_.setEditableText (true);
    int id = 0;
    for (const auto& category : processor.patches ().categories ())
        category_.addItem (textOf (category), ++id);
    category_.setText (patch.category.empty () ? juce::String ("Pads") : textOf (patch.category),
                       juce::dontSendNotification);
    message_.setFont (Theme::font (Theme::kText));
    message_.setMinimumHorizontalScale (0.8f);
    save_.onClick = [this] { save (); };
    cancel_.onClick = [this] { close (); };
    for (auto* part :
         std::initializer_list<juce::Component*> {&category_, &save_, &cancel_, &message_})
        addAndMakeVisible (part);
    save_.setColour (juce::TextButton::buttonColourId, Theme::accent ().withAlpha (0.35f));
    category_.setExplicitFocusOrder (name + 2);
    save_.setExplicitFocusOrder (numFields + 2);
    cancel_.setExplicitFocusOrder (numFields + 3);
    checkName ();
    if (fault.isNotEmpty ())
        say (fault, Theme::warning ());
}

void SaveAsPanel::makeField (Field field, const juce::String& title, const std::string& text)
{
    auto& editor = fields_[field];
    editor.setTitle (title);
    editor.setFont (Theme::font (Theme::kText));
    editor.setIndents (8, 5);
    editor.setSelectAllWhenFocused (true);
    editor.setText (textOf (text), juce::dontSendNotification);
    editor.setExplicitFocusOrder (field == name ? 1 : field + 2);
    editor.onReturnKey = [this] { save (); };
    editor.onEscapeKey = [this] { close (); };
    addAndMakeVisible (editor);
}

void SaveAsPanel::takeFocus ()
{
    fields_[name].grabKeyboardFocus ();
}

void SaveAsPanel::checkName ()
{
    const auto& store = processor_.patches ();
    const auto text = fields_[name].getText ().trim ();
    const auto index = store.indexOf (text.toStdString ());
    const bool replaces = index && ! store.all ()[*index].isFactory;
    save_.setEnabled (text.isNotEmpty ());
    save_.setButtonText (replaces ? "Replace" : "Save");
    say (replaces ? "Replaces your patch of this name." : "", Theme::dimText ());
}

void SaveAsPanel::say (const juce::String& text, juce::Colour colour)
{
    message_.setColour (juce::Label::textColourId, colour);
    message_.setText (text, juce::dontSendNotification);
}

Patch SaveAsPanel::patchToSave () const
{
    auto patch = processor_.patch ();
    patch.name = fields_[name].getText ().trim ().toStdString ();
    patch.category = category_.getText ().trim ().toStdString ();
    patch.author = fields_[author].getText ().trim ().toStdString ();
    patch.description = fields_[description].getText ().trim ().toStdString ();
    patch.tags.clear ();
    for (const auto& tag : juce::StringArray::fromTokens (fields_[tags].getText (), ",", {}))
        if (tag.trim ().isNotEmpty ())
            patch.tags.push_back (tag.trim ().toStdString ());
    return patch;
}

void SaveAsPanel::save ()
{
    const auto patch = patchToSave ();
    if (const auto saved = processor_.patches ().save (patch); ! saved)
    {
        say (textOf (saved.error ().message), Theme::warning ());
        return;
    }
    processor_.renamePatch (patch);
    close ();
}

void SaveAsPanel::layOut (juce::Rectangle<int> content)
{
    auto right = content.removeFromRight (content.getWidth () / 2 - 2 * Theme::kGap);
    content.removeFromRight (4 * Theme::kGap);
    right.removeFromTop (kTitleLine);
    fields_[description].setBounds (right);
    const int line = std::min (kLine, content.getHeight () / 5);
    const auto next = [&]
    {
        return content.removeFromTop (line)
            .withTrimmedLeft (kLabelWidth)
            .withSizeKeepingCentre (content.getWidth () - kLabelWidth, std::min (28, line - 2));
    };
    fields_[name].setBounds (next ());
    category_.setBounds (next ());
    fields_[author].setBounds (next ());
    fields_[tags].setBounds (next ());
    auto buttons = next ();
    save_.setBounds (buttons.removeFromLeft (90).withSizeKeepingCentre (90, Theme::kControl));
    cancel_.setBounds (
        buttons.removeFromLeft (90 + Theme::kGap).withSizeKeepingCentre (90, Theme::kControl));
    message_.setBounds (buttons.withTrimmedLeft (Theme::kGap));
}

void SaveAsPanel::paint (juce::Graphics& graphics)
{
    OverlayPanel::paint (graphics);
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kText));
    const auto write = [&] (const juce::Component& field)
    {
        graphics.drawText (field.getTitle (), field.getX () - kLabelWidth, field.getY (),
                           kLabelWidth - 10, field.getHeight (), juce::Justification::centredLeft);
    };
    for (const auto field : {name, author, tags})
        write (fields_[field]);
    write (category_);
    const auto& last = fields_[description];
    graphics.drawText (last.getTitle (), last.getX (), last.getY () - kTitleLine, last.getWidth (),
                       kTitleLine - 2, juce::Justification::centredLeft);
}

} // namespace melstrom
