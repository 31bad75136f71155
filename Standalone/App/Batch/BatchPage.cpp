#include "Standalone/App/Batch/BatchPage.h"

#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kLooksPerSecond = 15, kMargin = 10, kPadding = 12, kStatus = 34, kButton = 96,
              kWide = 110;
constexpr int kShort = 580; ///< below it the results need the room of the command

/** The file that an unfinished run leaves in its folder. */
constexpr const char* kUnfinished = "plan.json";
} // namespace

BatchPage::BatchPage (BackendOpener open) : job_ (std::move (open))
{
    setTitle ("Batch");
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    onOpenFolder = [] (const juce::File& folder) { folder.startAsProcess (); };
    form_.onChange = [this] { changed (); };
    addAndMakeVisible (form_);
    addAndMakeVisible (command_);
    setUpButtons ();
    addAndMakeVisible (message_);
    addAndMakeVisible (status_);
    addAndMakeVisible (results_);
    int order = 1;
    for (auto* part : std::initializer_list<juce::Component*> {
             &form_, &command_, &dryRun_, &start_, &stop_, &verify_, &open_, &replace_, &results_})
        part->setExplicitFocusOrder (order++);
    changed ();
}

BatchPage::~BatchPage ()
{
    stopAndWait ();
}

void BatchPage::setUpButtons ()
{
    constexpr int control = juce::ModifierKeys::commandModifier;
    const auto key = [] (int code) { return juce::KeyPress (code, control, 0); };
    addButton (dryRun_, "Shows what the run would do, and writes nothing", key ('d'),
               [this] { start (BatchTask::dryRun); });
    addButton (start_, "Makes the dataset, or goes on with an unfinished run",
               key (juce::KeyPress::returnKey), [this] { start (BatchTask::build); });
    addButton (stop_, "Ends the run within 5 s. What is done is kept; Resume goes on", key ('.'),
               [this] { job_.stop (); });
    addButton (verify_,
               "Checks all bytes of the dataset, and computes some rows again from the audio",
               key ('k'), [this] { start (BatchTask::verify); });
    addButton (open_, "Shows the dataset's folder", key ('o'),
               [this] { onOpenFolder (folder ()); });
    addButton (replace_, "Lists the files of the other run, and asks whether to delete them",
               key ('r'), [this] { start (BatchTask::listOverwritten); });
    auto& copy = command_.copyButton ();
    copy.setTooltip ("Copies the command (" + key ('l').getTextDescription () + ")");
    shortcuts_.push_back ({key ('l'), &copy});
    start_.setColour (juce::TextButton::buttonColourId, Theme::accent ().withAlpha (0.35f));
}

void BatchPage::addButton (juce::Button& button, const juce::String& tooltip,
                           const juce::KeyPress& key, std::function<void ()> press)
{
    button.setTitle (button.getButtonText ());
    button.setTooltip (tooltip + " (" + key.getTextDescription () + ")");
    button.onClick = std::move (press);
    shortcuts_.push_back ({key, &button});
    addAndMakeVisible (button);
}

juce::File BatchPage::folder () const
{
    const auto path = fullPath (state ().outputFolder);
    return path.isEmpty () ? juce::File () : juce::File (path);
}

void BatchPage::show (const BatchPageState& state)
{
    form_.show (state);
    changed ();
}

void BatchPage::changed ()
{
    command_.show (textOf (shellCommand (batchArguments (state (), BatchTask::build))));
    asksToReplace_ = false;
    updateControls ();
    if (onStateChange)
        onStateChange ();
}

void BatchPage::updateControls ()
{
    const bool isFree = ! isRunning () && overwrite_ == nullptr;
    form_.setEnabled (isFree);
    for (auto* const button : {&dryRun_, &start_, &verify_})
        button->setEnabled (isFree);
    stop_.setEnabled (isRunning ());
    const auto output = folder ();
    open_.setEnabled (output.isDirectory ());
    start_.setButtonText (output.isDirectory () && output.getChildFile (kUnfinished).existsAsFile ()
                              ? "Resume"
                              : "Start");
    replace_.setVisible (asksToReplace_ && isFree);
    results_.setVisible (overwrite_ == nullptr);
    resized ();
}

void BatchPage::say (const juce::String& text, MessageTone tone)
{
    if (text == message_.text ())
        return;
    message_.say (text, tone);
    resized ();
}

void BatchPage::start (BatchTask task)
{
    asksToReplace_ = false;
    results_.clear ();
    task_ = task;
    if (const auto started = job_.start (batchArguments (state (), task)); ! started)
        say (textOf (started.error ().message), MessageTone::bad);
    else
    {
        say ({}, MessageTone::good);
        startTimerHz (kLooksPerSecond);
    }
    status_.show (job_.snapshot ());
    updateControls ();
}

void BatchPage::timerCallback ()
{
    const auto shown = job_.snapshot ();
    status_.show (shown);
    if (shown.isRunning)
        return say (shown.device.empty () ? juce::String ()
                                          : "Computes on " + textOf (shown.device),
                    MessageTone::good);
    stopTimer ();
    if (shown.end != nullptr)
        finish (*shown.end);
}

void BatchPage::finish (const BatchEnd& end)
{
    if (task_ == BatchTask::listOverwritten && ! end.error)
        return askToOverwrite (end);
    const bool isOther = end.error && end.error->code == ErrorCode::otherPlan;
    asksToReplace_ = isOther && task_ != BatchTask::listOverwritten;
    results_.show (end);
    say (textOf (end.sentence ()), end.code == ExitCode::allIn        ? MessageTone::good
                                   : end.code == ExitCode::someFailed ? MessageTone::doubtful
                                                                      : MessageTone::bad);
    updateControls ();
}

void BatchPage::askToOverwrite (const BatchEnd& planned)
{
    say ({}, MessageTone::good);
    overwrite_ = std::make_unique<OverwritePanel> (folder ().getFullPathName (), planned.removals);
    overwrite_->onConfirm = [this] { start (BatchTask::overwrite); };
    overwrite_->onClose = [this]
    {
        const auto closed = std::move (overwrite_); // it owns this function
        updateControls ();
        start_.grabKeyboardFocus ();
    };
    addAndMakeVisible (*overwrite_);
    updateControls ();
    overwrite_->takeFocus ();
}

bool BatchPage::takeFocus ()
{
    if (overwrite_ != nullptr)
        overwrite_->takeFocus ();
    return overwrite_ != nullptr;
}

void BatchPage::stopAndWait ()
{
    job_.stop ();
    job_.wait ();
}

bool BatchPage::keyPressed (const juce::KeyPress& key)
{
    for (const auto& shortcut : shortcuts_)
        if (key == shortcut.key)
        {
            if (shortcut.button->isVisible () && shortcut.button->isEnabled ())
                shortcut.button->triggerClick ();
            return true;
        }
    return false;
}

void BatchPage::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    graphics.setColour (Theme::panel ());
    for (const auto& panel : panels_)
        graphics.fillRoundedRectangle (panel.toFloat (), Theme::kCorner);
}

void BatchPage::resized ()
{
    auto area = getLocalBounds ().reduced (kMargin);
    panels_.clear ();
    const auto panel = [&] (int height)
    {
        panels_.push_back (
            area.removeFromTop (std::min (height + 2 * kPadding, area.getHeight ())));
        area.removeFromTop (Theme::kGap);
        return panels_.back ().reduced (kPadding);
    };
    const int width = area.getWidth () - 2 * kPadding;
    const int form = form_.heightFor (width);
    command_.setVisible (getHeight () >= kShort);
    auto top =
        panel (form + (command_.isVisible () ? 2 * Theme::kGap + BatchCommandStrip::kHeight : 0));
    form_.setBounds (top.removeFromTop (form));
    command_.setBounds (top.removeFromBottom (BatchCommandStrip::kHeight));

    const int messagePixels = message_.heightFor (width - kWide);
    auto run = panel (Theme::kControl + kStatus + messagePixels + 4 * Theme::kGap);
    auto buttons = run.removeFromTop (Theme::kControl);
    for (auto* const button : {&dryRun_, &start_, &stop_, &verify_})
    {
        button->setBounds (buttons.removeFromLeft (kButton));
        buttons.removeFromLeft (Theme::kGap);
    }
    open_.setBounds (buttons.removeFromRight (kWide));
    run.removeFromTop (2 * Theme::kGap);
    status_.setBounds (run.removeFromTop (kStatus));
    auto message = run.removeFromBottom (messagePixels);
    if (replace_.isVisible ())
    {
        replace_.setBounds (
            message.removeFromRight (kWide).withSizeKeepingCentre (kWide, Theme::kControl));
        message.removeFromRight (Theme::kGap);
    }
    message_.setBounds (message);
    panels_.push_back (area);
    results_.setBounds (area.reduced (kPadding));
    if (overwrite_ != nullptr)
        overwrite_->setBounds (area);
    repaint ();
}

} // namespace melstrom
