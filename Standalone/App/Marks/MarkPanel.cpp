#include "Standalone/App/Marks/MarkPanel.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Marks/MarkCells.h"
#include "Standalone/App/Marks/MarkDialogs.h"
#include "Standalone/App/Marks/MarkShape.h"

#include <initializer_list>
#include <utility>

namespace melstrom
{

namespace
{

/** Sets a name for screen readers, a tooltip, and what a click does. */
void prepare (juce::Button& button, const juce::String& title, const juce::String& tooltip,
              std::function<void ()> onClick)
{
    button.setTitle (title);
    button.setTooltip (tooltip);
    button.setWantsKeyboardFocus (true);
    button.onClick = std::move (onClick);
}

juce::String stepTip (const char* verb, const std::string* name, const char* key)
{
    return verb + (name != nullptr ? ": " + textOf (*name) : juce::String ()) + " (" + key + ")";
}

} // namespace

MarkPanel::MarkPanel (MarkDocument& document, std::unique_ptr<MarkPrompts> prompts)
    : document_ (document),
      prompts_ (prompts ? std::move (prompts) : std::make_unique<MarkDialogs> (*this)),
      files_ (document, *prompts_), list_ (document)
{
    setTitle ("Marks of the sound");
    prepareButtons ();
    file_.setTitle ("File of marks");
    file_.setFont (Theme::font (Theme::kText));
    file_.setMinimumHorizontalScale (0.8f);
    message_.onClick = [this] { showMessage ({}); };
    files_.onMessage = [this] (const std::string& message, bool)
    { showMessage (textOf (message)); };
    list_.onMessage = [this] (const juce::String& message) { showMessage (message); };
    list_.onShow = [this] (const Mark& mark)
    {
        if (onShow)
            onShow (mark);
    };
    list_.onWidth = [this]
    {
        if (onWidth)
            onWidth ();
    };
    addAndMakeVisible (file_);
    addAndMakeVisible (list_);
    addChildComponent (message_);
    document_.addChangeListener (this);
    refresh ();
}

MarkPanel::~MarkPanel ()
{
    document_.removeChangeListener (this);
}

void MarkPanel::prepareButtons ()
{
    prepare (new_, "New mark", "Mark the selection, or the cursor's time (M)",
             [this] { makeMark (); });
    prepare (delete_, "Delete marks", "Remove the selected marks (Delete)",
             [this] { document_.removeSelected (); });
    prepare (undo_, "Undo", {}, [this] { document_.undo (); });
    prepare (redo_, "Redo", {}, [this] { document_.redo (); });
    prepare (open_, "Open marks", "Open labels of Audacity, a table of Raven or CSV (Ctrl+O)",
             [this] { files_.open (); });
    prepare (save_, "Save marks", "Save the marks; unchanged lines keep their bytes (Ctrl+S)",
             [this] { files_.save (); });
    prepare (saveAs_, "Save marks as",
             "Save under another name or in another format (Ctrl+Shift+S)",
             [this] { files_.saveAs (); });
    prepare (columns_, "Add columns", "The table lacks columns for frequencies or labels: add them",
             [this]
             {
                 const auto done = document_.addColumns ();
                 showMessage (done ? juce::String () : textOf (done.error ().message));
             });
    prepare (dataset_, "Dataset of the marks", "How the boxes become a dataset; copies the command",
             [this] { explainDataset (); });
    for (juce::Component* const button : std::initializer_list<juce::Component*> {
             &new_, &delete_, &undo_, &redo_, &open_, &save_, &saveAs_, &columns_, &dataset_})
        addAndMakeVisible (*button);
}

void MarkPanel::changeListenerCallback (juce::ChangeBroadcaster*)
{
    refresh ();
}

void MarkPanel::refresh ()
{
    const auto& history = document_.history ();
    undo_.setEnabled (history.canUndo ());
    redo_.setEnabled (history.canRedo ());
    undo_.setTooltip (
        stepTip ("Undo", history.canUndo () ? &history.undoName () : nullptr, "Ctrl+Z"));
    redo_.setTooltip (
        stepTip ("Redo", history.canRedo () ? &history.redoName () : nullptr, "Ctrl+Shift+Z"));
    delete_.setEnabled (! document_.selection ().empty ());
    save_.setEnabled (document_.isDirty () || document_.path ().empty ());

    const auto& path = document_.path ();
    const auto dot = juce::String::charToString (0x25CF) + " ";
    juce::String text = document_.isDirty () ? dot : juce::String ();
    text << (path.empty () ? juce::String ("No file")
                           : textOf (printable (path.filename ().string ())));
    const auto count = static_cast<std::int64_t> (document_.size ());
    text << ", " << textOf (groupedText (count)) << (count == 1 ? " mark" : " marks");
    file_.setText (text, juce::dontSendNotification);
    file_.setTooltip (textOf (printable (path.string ())) + (path.empty () ? "" : "\n") +
                      markFormatName (document_.table ().format ()) +
                      (document_.isDirty () ? ", not saved" : ""));

    if (std::exchange (revision_, document_.revision ()) != document_.revision ())
    {
        columns_.setVisible (document_.lacksColumns ());
        resized ();
    }
}

void MarkPanel::showMessage (const juce::String& message)
{
    message_.setText (message);
    message_.setVisible (message.isNotEmpty ());
    resized ();
}

void MarkPanel::add (const Mark& mark)
{
    const auto done = document_.add (mark);
    showMessage (done ? juce::String () : textOf (done.error ().message));
    if (done && onNew)
        onNew ();
}

bool MarkPanel::makeMark ()
{
    if (const auto selection = selectionNow ? selectionNow () : std::nullopt)
        add (markOf (*selection, document_.lastLabel ()));
    else if (const auto seconds = cursorNow ? cursorNow () : std::nullopt)
        add (markAt (*seconds, document_.lastLabel ()));
    else
    {
        showMessage ("Select a time in the spectrogram, or place the cursor; then press M");
        return false;
    }
    return true;
}

/** Behind the last mark and before the first one, the selection stays. */
void MarkPanel::step (MarkStep way)
{
    const auto index = steppedMark (document_, way, cursorNow ? cursorNow () : std::nullopt);
    if (! index)
        return;
    document_.select ({*index});
    if (onStep)
        onStep (document_[*index]);
    using Priority = juce::AccessibilityHandler::AnnouncementPriority;
    juce::AccessibilityHandler::postAnnouncement (markRowName (document_[*index], *index),
                                                  Priority::medium);
}

void MarkPanel::explainDataset ()
{
    if (document_.path ().empty () || document_.isDirty ())
        return showMessage ("Save the marks first: a dataset is made from their file");
    const auto sound =
        files_.soundPath.empty () ? std::string ("AUDIO") : shellWord (files_.soundPath.string ());
    const auto command = printableCommand ("melstrom --batch " + sound + " --boxes " +
                                           shellWord (document_.path ().string ()) + " --out DIR");
    juce::SystemClipboard::copyTextToClipboard (textOf (command));
    showMessage ("One entry a box; copied: " + textOf (command));
}

bool MarkPanel::keyPressed (const juce::KeyPress& key)
{
    using juce::KeyPress, juce::ModifierKeys;
    const int command = ModifierKeys::commandModifier;
    if (key == KeyPress ('m'))
        return makeMark ();
    if (const auto way = markStepOf (key); way && document_.size () > 0)
        step (*way);
    else if (key == KeyPress ('o', command, 0))
        files_.open ();
    else if (key == KeyPress ('s', command, 0))
        files_.save ();
    else if (key == KeyPress ('s', command | ModifierKeys::shiftModifier, 0))
        files_.saveAs ();
    else
        return false;
    return true;
}

void MarkPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::panel ());
}

/** From left to right, in as many lines as the width needs. */
void MarkPanel::placeButtons (juce::Rectangle<int>& area)
{
    const std::pair<juce::Component*, int> buttons[] {{&new_, 54},
                                                      {&delete_, 62},
                                                      {&undo_, Theme::kControl},
                                                      {&redo_, Theme::kControl},
                                                      {&open_, 66},
                                                      {&save_, 54},
                                                      {&saveAs_, 82},
                                                      {&dataset_, 80},
                                                      {&columns_, 96}};
    auto line = area.removeFromTop (Theme::kControl);
    for (const auto& [button, width] : buttons)
    {
        if (! button->isVisible ())
            continue;
        if (line.getWidth () < width)
        {
            area.removeFromTop (Theme::kGap);
            line = area.removeFromTop (Theme::kControl);
        }
        button->setBounds (line.removeFromLeft (width));
        line.removeFromLeft (Theme::kGap);
    }
}

int MarkPanel::fittingWidth () const
{
    return list_.fittingWidth () + 2 * Theme::kGap;
}

void MarkPanel::resized ()
{
    constexpr int kFileHeight = 22;
    auto area = getLocalBounds ().reduced (Theme::kGap);
    file_.setBounds (area.removeFromTop (kFileHeight));
    placeButtons (area);
    area.removeFromTop (Theme::kGap);
    if (message_.isVisible ())
        message_.setBounds (area.removeFromBottom (MessageBar::kHeight));
    list_.setBounds (area);
}

} // namespace melstrom
