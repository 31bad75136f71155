#include "Standalone/App/Files/FilesPage.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMargin = 10, kListWidth = 180, kMarksWidth = 330;
constexpr juce::uint32 kLookMs = 2000;
constexpr double kBytesInMegabyte = 1e6;
const juce::String kDot = juce::CharPointer_UTF8 (" \xc2\xb7 ");

/** "3.4 s", "1:02", "26:00:00". */
juce::String lengthText (double seconds)
{
    if (seconds < 60)
        return juce::String (seconds, 1) + " s";
    const auto whole = juce::roundToInt (seconds);
    return whole < 3600 ? juce::String::formatted ("%d:%02d", whole / 60, whole % 60)
                        : juce::String::formatted ("%d:%02d:%02d", whole / 3600, whole / 60 % 60,
                                                   whole % 60);
}

} // namespace

FilesPage::FilesPage (AppAudio& audio, AppSettings& settings, Backend& backend)
    : audio_ (audio), settings_ (settings), backend_ (backend),
      model_ (settings.view ("fileView", {}))
{
    setTitle ("Files");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&tools_, &list_, &view_})
        addAndMakeVisible (part);
    addChildComponent (bar_);
    view_.addChildComponent (labelEditor_);
    view_.setView (model_.view ());
    listen ();
    showChosen ();
}

FilesPage::~FilesPage ()
{
    opening_.removeAllJobs (true, 60'000); // they use the backend
    view_.setOverlays ({});
    view_.setLayers ({});
    panel_.reset ();
    overlay_.reset ();
}

void FilesPage::listen ()
{
    model_.onChange = [this] { configure (); };
    bar_.onHeight = [this] { resized (); };
    list_.onChoose = [this] (int index) { choose (index); };
    list_.onClose = [this] (int index) { close (index); };
    list_.onOpen = [this] { openDialog (); };
    view_.onWindow = [this]
    {
        if (auto* const sound = chosen ())
            sound->window = view_.window ();
    };
    tools_.onPlay = [this] { togglePlaying (); };
    tools_.onShowAll = [this] { view_.showAll (); };
    tools_.onGear = tools_.onMarks = [this] { resized (); };
    tools_.onPeaks = [this] (bool isOn) { view_.showSpectrum (isOn); };
    tools_.onCompare = [this]
    {
        const int index = tools_.second ();
        compared_ = index >= 0 && index < numOpen ()
                        ? sounds_[static_cast<std::size_t> (index)].get ()
                        : nullptr;
        showCompared ();
    };
    tools_.onExport = [this] (PageExport kind) { exportAs (kind); };
}

OpenSound* FilesPage::chosen () noexcept
{
    return chosen_ >= 0 && chosen_ < numOpen () ? sounds_[static_cast<std::size_t> (chosen_)].get ()
                                                : nullptr;
}

OpenSound* FilesPage::compared () noexcept
{
    return compared_;
}

void FilesPage::choose (int index)
{
    if (index == chosen_)
        return;
    chosen_ = index;
    showChosen ();
}

/** Shows the chosen file, and its marks. */
void FilesPage::showChosen ()
{
    useMarks ();
    auto* const sound = chosen ();
    // the view clamps its present window to the new file, which `onWindow` would keep
    const auto wanted = sound != nullptr ? sound->window : TimeWindow {0, 0};
    if (sound == nullptr)
        view_.setLayers ({});
    describe ();
    showCompared ();
    if (wanted.spanSeconds > 0)
        view_.setWindow (wanted);
    else if (sound != nullptr)
        view_.showAll ();
    resized ();
}

void FilesPage::describe ()
{
    const auto* const sound = chosen ();
    view_.setNotice (sound != nullptr
                         ? juce::String ()
                         : juce::String ("Drop sounds or a folder here, or press Ctrl+O."));
    if (sound == nullptr)
        return view_.setCaption ("Files", {});
    const auto& info = sound->overview->info ();
    model_.setRate (info.rateHz);
    view_.setCaption (sound->file.getFileName (),
                      textOf (info.container) + kDot + juce::String (info.rateHz / 1000.0) +
                          " kHz" + kDot + juce::String (info.numChannels) +
                          (info.numChannels == 1 ? " channel" : " channels") + kDot +
                          textOf (model_.frontEnd ().name));
}

void FilesPage::showCompared ()
{
    auto* const sound = chosen ();
    auto* const other = compared ();
    juce::StringArray names;
    for (const auto& open : sounds_)
        names.add (open->file.getFileName ());
    const auto isCompared = [other] (const auto& open) { return open.get () == other; };
    const auto place = std::find_if (sounds_.begin (), sounds_.end (), isCompared);
    tools_.showFiles (names, other != nullptr ? static_cast<int> (place - sounds_.begin ()) : -1);
    if (sound != nullptr)
        view_.setLayers (sound->layer (),
                         other != nullptr && other != sound ? other->layer () : TimelineLayer {});
    view_.setBlend (other != nullptr && other != sound ? tools_.blend () : TimelineBlend::first);
}

void FilesPage::useMarks ()
{
    view_.setOverlays ({});
    overlay_.reset ();
    panel_.reset ();
    auto* const sound = chosen ();
    if (sound == nullptr)
        return;
    overlay_ = std::make_unique<MarkOverlay> (sound->marks, labelEditor_);
    overlay_->onRepaint = [this] { view_.repaint (); };
    overlay_->onMessage = [this] (const juce::String& text) { panel_->showMessage (text); };
    view_.setOverlays ({overlay_.get ()});
    panel_ = std::make_unique<MarkPanel> (sound->marks);
    panel_->files ().soundPath = sound->file.getFullPathName ().toStdString ();
    panel_->selectionNow = [this] { return view_.selection (); };
    panel_->cursorNow = [this] { return view_.cursorSeconds (); };
    panel_->onShow = [this] (const Mark& mark)
    {
        const double length = std::max (mark.endSeconds - mark.beginSeconds, 0.5);
        view_.setWindow ({mark.beginSeconds - length / 2, 2 * length});
    };
    panel_->onNew = [this]
    {
        view_.setSelection (std::nullopt);
        overlay_->editLabel ();
    };
    addChildComponent (*panel_);
}

/** Shows the front end and the look in all files. */
void FilesPage::configure ()
{
    for (auto& sound : sounds_)
        tell (sound->overview->setFrontEnd (model_.frontEnd (), channelOf (model_.view ().mix)));
    view_.setView (model_.view ());
    bar_.show ();
    describe ();
    showCompared ();
}

void FilesPage::update ()
{
    bool hasChanged = false;
    for (auto& sound : sounds_)
        hasChanged = sound->overview->update () || hasChanged;
    if (auto* const sound = chosen ())
    {
        const auto window = view_.window ();
        const int width = std::max (view_.getWidth (), 1);
        for (auto* const shown : {sound, compared ()})
            if (shown != nullptr)
                shown->overview->look (window.beginSeconds - shown->startSeconds,
                                       window.endSeconds () - shown->startSeconds, width);
    }
    const auto played = audio_.playedSeconds ();
    tools_.showPlaying (played.has_value ());
    view_.setPlayhead (playing_ != nullptr && playing_ == chosen () ? played : std::nullopt);
    if (! isShowing ())
        return;
    view_.update ();
    const auto now = juce::Time::getMillisecondCounter ();
    const bool looksAtDisk = now - lastLookMs_ > kLookMs;
    if (looksAtDisk)
    {
        lastLookMs_ = now;
        for (auto& sound : sounds_)
            sound->hasChangedOnDisk = sound->overview->hasChangedOnDisk ();
    }
    if (hasChanged || looksAtDisk)
        showList ();
}

void FilesPage::showList ()
{
    std::vector<FileList::Row> rows;
    for (const auto& sound : sounds_)
    {
        const auto status = sound->overview->status ();
        FileList::Row row {(sound->marks.isDirty () ? "* " : "") + sound->file.getFileName (),
                           {},
                           sound->file.getFullPathName (),
                           false};
        if (status.error)
        {
            row.details =
                textOf (status.error->message)
                    .replace (sound->file.getFullPathName () + ": ", {}); // the row has it
            row.isWarning = true;
        }
        else if (sound->hasChangedOnDisk)
        {
            row.details = "changed on the disk: close and open it again";
            row.isWarning = true;
        }
        else if (! sound->overview->info ().warnings.empty ())
        {
            row.details = textOf (sound->overview->info ().warnings.front ());
            row.isWarning = true;
        }
        else
            row.details =
                lengthText (sound->overview->seconds ()) +
                (status.doneRatio < 1
                     ? kDot + juce::String (juce::roundToInt (100 * status.doneRatio)) + " %"
                     : juce::String ());
        rows.push_back (std::move (row));
    }
    list_.show (std::move (rows), chosen_);
}

juce::String FilesPage::statusText () const
{
    std::size_t bytes = 0;
    for (const auto& sound : sounds_)
        bytes += sound->overview->status ().memoryBytes;
    auto text = juce::String (numOpen ()) + (numOpen () == 1 ? " file" : " files") + kDot +
                juce::String (juce::roundToInt (static_cast<double> (bytes) / kBytesInMegabyte)) +
                " MB" + kDot + textOf (backend_.name ());
    if (! waiting_.empty ())
        text << kDot << "opening "
             << juce::File (waiting_.front ()->getStringAttribute ("path")).getFileName ();
    if (const auto fault = audio_.playFault (); fault.isNotEmpty ())
        text << kDot << fault;
    return text;
}

void FilesPage::togglePlaying ()
{
    if (audio_.playedSeconds ())
        return audio_.stopPlaying ();
    auto* const sound = chosen ();
    if (sound == nullptr)
        return;
    double from = view_.cursorSeconds ().value_or (view_.window ().beginSeconds);
    std::optional<double> end;
    if (const auto selected = view_.selection ())
    {
        from = selected->beginSeconds;
        end = selected->endSeconds;
    }
    from = std::clamp (from - sound->startSeconds, 0.0, sound->overview->seconds ());
    tell (audio_.play (sound->file, from, end));
    playing_ = sound;
}

void FilesPage::save ()
{
    settings_.setView ("fileView", model_.view ());
}

void FilesPage::loadFrontEnd (const juce::File& file)
{
    tools_.setGear (true);
    resized ();
    bar_.load (file);
}

void FilesPage::tell (const Result<void>& done)
{
    if (! done && onMessage)
        onMessage (textOf (done.error ().message));
}

bool FilesPage::keyPressed (const juce::KeyPress& key)
{
    const auto modifiers = key.getModifiers ();
    if (modifiers.isCommandDown () && key.isKeyCode ('O') && ! modifiers.isShiftDown ())
    {
        openDialog ();
        return true;
    }
    if (modifiers.isCommandDown () && key.isKeyCode ('W'))
    {
        close (chosen_);
        return true;
    }
    if (panel_ != nullptr && panel_->keyPressed (key))
        return true;
    if (modifiers.isAnyModifierKeyDown ())
        return false;
    switch (juce::CharacterFunctions::toLowerCase (key.getTextCharacter ()))
    {
        case ' ':
            if (! std::exchange (isSpaceDown_, true)) // else the key repeats
                togglePlaying ();
            return true;
        case 'l': tools_.toggleMarks (); return true;
        case 'p': tools_.togglePeaks (); return true;
        case 'g':
            tools_.setGear (! tools_.isGearOn ());
            resized ();
            return true;
        default: return false;
    }
}

bool FilesPage::keyStateChanged (bool)
{
    isSpaceDown_ = isSpaceDown_ && juce::KeyPress::isKeyCurrentlyDown (juce::KeyPress::spaceKey);
    return false;
}

void FilesPage::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void FilesPage::resized ()
{
    auto area = getLocalBounds ().reduced (kMargin, Theme::kGap);
    list_.setBounds (area.removeFromLeft (kListWidth));
    area.removeFromLeft (kMargin);
    tools_.setBounds (area.removeFromTop (FileTools::kHeight));
    area.removeFromTop (Theme::kGap);
    bar_.setVisible (tools_.isGearOn ());
    if (bar_.isVisible ())
    {
        bar_.setBounds (area.removeFromTop (bar_.heightFor (area.getWidth ())));
        area.removeFromTop (Theme::kGap);
    }
    if (panel_ != nullptr)
    {
        panel_->setVisible (tools_.showsMarks ());
        if (panel_->isVisible ())
        {
            panel_->setBounds (area.removeFromRight (std::min (kMarksWidth, area.getWidth () / 2)));
            area.removeFromRight (Theme::kGap);
        }
    }
    view_.setBounds (area);
}

} // namespace melstrom
