#include "Standalone/App/Files/FilesPage.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
constexpr int kMargin = 10, kDemoWidth = 180, kDemoBelow = 60;
constexpr int kLeastMarks = 330, kLeastPlot = 240;
constexpr int kLeastList = 150, kMostList = 180, kListShare = 6; ///< of the width
} // namespace

FilesPage::FilesPage (AppAudio& audio, AppSettings& settings, Backend& backend)
    : audio_ (audio), settings_ (settings), backend_ (backend), files_ (backend),
      model_ (settings.view ("fileView", {}))
{
    setTitle ("Files");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&tools_, &list_, &view_})
        addAndMakeVisible (part);
    for (auto* part :
         std::initializer_list<juce::Component*> {&bar_, &comparison_.bar (), &demoButton_})
        addChildComponent (part);
    view_.setView (model_.view ());
    files_.setFrontEnd (model_.frontEnd (), channelOf (model_.view ().mix));
    listen ();
    listenToFiles ();
    listenToDemo ();
    showChosen ();
}

FilesPage::~FilesPage ()
{
    view_.setOverlays ({});
    view_.setLayers ({});
    marks_.use (nullptr);
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
    tools_.onExport = [this] (ExportKind kind) { exportAs (kind); };
    comparison_.onLayout = [this] { resized (); };
    comparison_.onMessage = [this] (const juce::String& text) { onMessage (text); };
}

void FilesPage::choose (int index)
{
    if (index == files_.chosenIndex ())
        return;
    files_.choose (index);
    showChosen ();
}

/** Shows the chosen file, and its marks. */
void FilesPage::showChosen ()
{
    auto* const sound = chosen ();
    marks_.use (sound);
    if (sound != nullptr)
        view_.setOverlays ({&comparison_.overlay (), marks_.overlay ()});
    // the view clamps its present window to the new file, which `onWindow` would keep
    const auto wanted = sound != nullptr ? sound->window : TimeWindow {0, 0};
    if (sound == nullptr)
        view_.setLayers ({});
    describe ();
    comparison_.show ();
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
    model_.setRate (sound->overview->info ().rateHz);
    view_.setCaption (sound->file.getFileName (), detailsOf (*sound));
}

/** Shows the front end and the look in all files. */
void FilesPage::configure ()
{
    files_.setFrontEnd (model_.frontEnd (), channelOf (model_.view ().mix));
    view_.setView (model_.view ());
    bar_.show ();
    describe ();
    comparison_.show ();
}

bool FilesPage::update ()
{
    const bool hasChanged = files_.update ();
    showDemoButton ();
    comparison_.look ();
    const auto played = audio_.playedSeconds ();
    tools_.showPlaying (played.has_value ());
    view_.setPlayhead (playing_ != nullptr && playing_ == chosen () ? played : std::nullopt);
    if (! isShowing ())
        return false;
    const bool isNew = view_.update () || ! played;
    if (hasOpened_)
        showNames ();
    else if (hasChanged || files_.lookAtDisk ())
        list_.show (rowsOf (files_), files_.chosenIndex ());
    return isNew;
}

juce::String FilesPage::statusText () const
{
    return stateOf (files_, deviceOf (files_.chosen (), backend_)) +
           playFaultOf (audio_, underrunsBefore_);
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
    underrunsBefore_ = audio_.numPlayUnderruns ();
    from = std::clamp (from, 0.0, sound->overview->seconds ());
    tell (audio_.play (sound->file, from, end, sound->known ()));
    playing_ = sound;
}

void FilesPage::save ()
{
    settings_.setView ("fileView", model_.view ());
}

void FilesPage::tell (const Result<void>& done)
{
    if (! done && onMessage)
        onMessage (textOf (done.error ().message));
}

bool FilesPage::keyPressed (const juce::KeyPress& key)
{
    const auto modifiers = key.getModifiers ();
    if (key == juce::KeyPress ('o', juce::ModifierKeys::commandModifier, 0)) // of either case
    {
        openDialog ();
        return true;
    }
    if (key == juce::KeyPress ('w', juce::ModifierKeys::commandModifier, 0))
    {
        close (files_.chosenIndex ());
        return true;
    }
    if (marks_.panel () != nullptr && marks_.panel ()->keyPressed (key))
        return true;
    if (comparison_.overlay ().keyPressed (key))
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
    list_.setBounds (
        area.removeFromLeft (std::clamp (getWidth () / kListShare, kLeastList, kMostList)));
    area.removeFromLeft (kMargin);
    const auto placeRow = [&area] (juce::Component& row, int height)
    {
        if (! row.isVisible ())
            return;
        row.setBounds (area.removeFromTop (height));
        area.removeFromTop (Theme::kGap);
    };
    placeRow (tools_, FileTools::kHeight);
    placeRow (comparison_.bar (), ShiftBar::kHeight);
    bar_.setVisible (tools_.isGearOn ());
    placeRow (bar_, bar_.heightFor (area.getWidth ()));
    if (auto* const panel = marks_.panel ())
    {
        panel->setVisible (tools_.showsMarks ());
        if (panel->isVisible ())
        {
            const int most = std::max (kLeastMarks, area.getWidth () - kLeastPlot);
            panel->setBounds (
                area.removeFromRight (std::clamp (panel->fittingWidth (), kLeastMarks, most)));
            area.removeFromRight (Theme::kGap);
        }
    }
    view_.setBounds (area);
    demoButton_.setBounds (
        area.withSizeKeepingCentre (std::min (area.getWidth (), kDemoWidth), Theme::kControl)
            .translated (0, kDemoBelow));
}

} // namespace melstrom
