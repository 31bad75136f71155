#include "Standalone/App/Live/LivePage.h"

#include "Engine/Core/NumberText.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMargin = 10, kButtonsWidth = 640, kButtonsBelowCentre = 60;

} // namespace

LivePage::LivePage (AppAudio& audio, AppSettings& settings)
    : audio_ (audio), settings_ (settings), history_ (audio), model_ (rememberedView (settings, 0)),
      secondModel_ (rememberedView (settings, 1))
{
    setTitle ("Live");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&tools_, &views_, &meters_})
        addAndMakeVisible (part);
    for (auto* part : std::initializer_list<juce::Component*> {
             &bar_, &secondBar_, &historyBar_, &openFile_, &demo_, &playSynth_, &devices_})
        addChildComponent (part);
    listen ();
    history_.feed (0).watch (true);
    restore ();
    deviceChanged ();
}

LivePage::~LivePage ()
{
    for (const int index : {0, 1})
        history_.feed (index).watch (false);
}

void LivePage::listen ()
{
    for (auto* model : {&model_, &secondModel_})
        model->onChange = [this]
        {
            configure ();
            bar_.show ();
            secondBar_.show ();
        };
    for (auto* bar : {&bar_, &secondBar_})
        bar->onHeight = [this] { resized (); };
    historyBar_.onLimit = [this] (std::size_t bytes) { history_.setMostBytes (bytes); };
    views_.onFreeze = [this] { tools_.showFrozen (views_.isFrozen ()); };
    meters_.onForget = [this] { audio_.forgetClipping (); };
    tools_.onSource = [this] (ShownSound source)
    {
        audio_.setShown (source);
        configure ();
    };
    tools_.onMonitor = [this] (bool isOn) { audio_.setMonitored (isOn); };
    tools_.onFreeze = [this] (bool isFrozen) { setFrozen (isFrozen); };
    tools_.onPeaks = [this] (bool isOn) { views_.showSpectrum (isOn); };
    tools_.onShowAll = [this] { view ().showAll (); };
    tools_.onGear = [this] { resized (); };
    tools_.onSecond = [this] (SecondView second) { showSecond (second); };
    tools_.onRecord = [this] (std::optional<RecordingFormat> format)
    { format ? record (*format) : stopRecording (); };
    tools_.onExport = [this] (ExportKind kind) { exportAs (kind); };
    openFile_.onClick = [this] { onOpenFile (); };
    demo_.onClick = [this] { onDemo (); };
    demo_.setTooltip ("Renders a short phrase with a built-in patch, and opens it");
    playSynth_.onClick = [this] { onPlaySynth (); };
    devices_.onClick = [this] { onOpenDevices (); };
}

void LivePage::setDevice (std::shared_ptr<LiveDevice> device)
{
    device_ = std::move (device);
    configure ();
}

void LivePage::deviceChanged ()
{
    if (tools_.isRecording () && ! audio_.isRecording ())
    {
        stopRecording ();
        tell (Error {ErrorCode::deviceUnavailable,
                     "the device came back with another rate: the recording has ended",
                     {}});
    }
    model_.setRate (audio_.rateHz ());
    secondModel_.setRate (audio_.rateHz ());
    configure ();
    const bool isMissing = audio_.deviceFault ().isNotEmpty ();
    view ().setNotice (isMissing ? audio_.deviceFault () : juce::String ());
    for (auto* button : {&openFile_, &demo_, &playSynth_, &devices_})
        button->setVisible (isMissing);
    resized ();
}

void LivePage::configure ()
{
    views_.setViews (model_.view (), secondModel_.view ());
    tell (history_.feed (0).configure (model_.frontEnd (), model_.view ().mix, device_,
                                       audio_.rateHz ()));
    if (views_.second () != SecondView::none)
        tell (history_.feed (1).configure (secondModel_.frontEnd (), secondModel_.view ().mix,
                                           device_, audio_.rateHz ()));
    tellDropped ();
    showHistory ();
}

/** The oldest rows cannot be computed for another front end. */
void LivePage::tellDropped ()
{
    const double seconds =
        std::max (history_.feed (0).takeDroppedSeconds (), history_.feed (1).takeDroppedSeconds ());
    if (seconds > 0 && onMessage)
        onMessage ("The history begins " + juce::String (clockText (std::floor (seconds))) +
                   " later: the new front end needs sound, which is kept for the last " +
                   juce::String (clockText (std::floor (history_.soundSeconds ()))) + ".");
}

void LivePage::showSecond (SecondView second)
{
    history_.feed (1).watch (second != SecondView::none);
    views_.show (second);
    configure ();
    resized ();
}

/** After each change of the rows' grids. */
void LivePage::showHistory ()
{
    views_.setHistory (history_);
    views_.setCaptions (audio_.shown () == ShownSound::input ? "Input" : "Output",
                        {&model_.frontEnd (), &secondModel_.frontEnd ()}, history_);
}

bool LivePage::update ()
{
    const double now = juce::Time::getMillisecondCounterHiRes () / 1000;
    const double passed = std::clamp (now - std::exchange (lastUpdateSeconds_, now), 0.0, 1.0);
    if (history_.update ())
        showHistory ();
    if (audio_.isRecording ())
        showRecording ();
    if (! isSeen (now))
        return false;
    meters_.show (audio_.takeLevels (), passed);
    if (historyBar_.isVisible ())
        historyBar_.show (history_);
    return views_.update ();
}

juce::String LivePage::statusText () const
{
    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    auto text = "history " + megabytesText (history_.memory ().all ()) + " of " +
                megabytesText (history_.mostBytes ());
    if (const auto done = history_.doneRatio ())
        text << dot << "computed anew: " << juce::roundToInt (100 * *done) << " %";
    if (audio_.rateHz () > 0)
        text << dot << juce::roundToInt (1000 * latencySeconds ()) << " ms to the screen";
    if (const auto backend = history_.feed (0).backendName (); ! backend.empty ())
        text << dot << textOf (backend);
    if (const int numGaps = static_cast<int> (audio_.gapsFrom (0).size ()); numGaps > 0)
        text << dot << numGaps << (numGaps == 1 ? " gap" : " gaps");
    return text;
}

Result<void> LivePage::loadFrontEnd (const juce::File& file)
{
    tools_.setGear (true);
    resized ();
    return bar_.load (file);
}

void LivePage::tell (const Result<void>& done)
{
    if (! done && onMessage)
        onMessage (textOf (done.error ().message));
}

bool LivePage::keyPressed (const juce::KeyPress& key)
{
    if (key.getModifiers ().isAnyModifierKeyDown ())
        return false;
    switch (juce::CharacterFunctions::toLowerCase (key.getTextCharacter ()))
    {
        case 'f': setFrozen (! isFrozen ()); return true;
        case 'r': toggleRecording (); return true;
        case 'g':
            tools_.setGear (! tools_.isGearOn ());
            resized ();
            return true;
        case 'p': tools_.togglePeaks (); return true;
        default: return false;
    }
}

void LivePage::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void LivePage::resized ()
{
    auto area = getLocalBounds ().reduced (kMargin, Theme::kGap);
    tools_.setBounds (area.removeFromTop (LiveTools::kHeight));
    area.removeFromTop (Theme::kGap);
    const auto placeBar = [&] (ViewBar& bar, bool isSeen)
    {
        bar.setVisible (isSeen);
        if (! isSeen)
            return;
        bar.setBounds (area.removeFromTop (bar.heightFor (area.getWidth ())));
        area.removeFromTop (Theme::kGap);
    };
    placeBar (bar_, tools_.isGearOn ());
    placeBar (secondBar_, tools_.isGearOn () && views_.second () != SecondView::none);
    historyBar_.setVisible (tools_.isGearOn ());
    if (historyBar_.isVisible ())
    {
        historyBar_.show (history_);
        historyBar_.setBounds (area.removeFromTop (LiveHistoryBar::kHeight));
        area.removeFromTop (Theme::kGap);
    }
    meters_.setBounds (area.removeFromRight (LevelMeters::kWidth));
    area.removeFromRight (Theme::kGap);
    views_.setBounds (area);
    if (! openFile_.isVisible ())
        return;
    auto row =
        area.withSizeKeepingCentre (std::min (area.getWidth (), kButtonsWidth), Theme::kControl)
            .translated (0, kButtonsBelowCentre);
    const int width = (row.getWidth () - 3 * Theme::kGap) / 4;
    for (auto* button : {&devices_, &openFile_, &demo_, &playSynth_})
    {
        button->setBounds (row.removeFromLeft (width));
        row.removeFromLeft (Theme::kGap);
        button->toFront (false);
    }
}

} // namespace melstrom
