#include "Standalone/App/Live/LivePage.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr std::size_t kHistoryBytes = std::size_t {512} << 20; // of one front end
constexpr int kMargin = 10;
constexpr double kFirstSpanSeconds = 10, kBytesInMegabyte = 1e6;

ViewState firstView ()
{
    ViewState view;
    view.spanSeconds = kFirstSpanSeconds;
    return view;
}

ViewState secondView ()
{
    auto view = firstView ();
    view.preset = "librosa";
    return view;
}

} // namespace

LivePage::LivePage (AppAudio& audio, AppSettings& settings)
    : audio_ (audio), settings_ (settings), feeds_ {LiveFeed (audio.tap (0), kHistoryBytes),
                                                    LiveFeed (audio.tap (1), kHistoryBytes)},
      model_ (settings.view ("liveView", firstView ())),
      secondModel_ (settings.view ("secondView", secondView ()))
{
    setTitle ("Live");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&tools_, &first_, &meters_})
        addAndMakeVisible (part);
    for (auto* part : std::initializer_list<juce::Component*> {
             &bar_, &secondBar_, &second_, &openFile_, &demo_, &playSynth_, &devices_})
        addChildComponent (part);
    const int format = settings.text ("recordingFormat", "0").getIntValue ();
    tools_.setFormat (static_cast<RecordingFormat> (std::clamp (format, 0, 2)));
    audio_.setShown (settings.text ("source") == "output" ? ShownSound::output : ShownSound::input);
    second_.setVisible (false);
    listen ();
    for (auto* view : {&first_, &second_})
    {
        view->setFollowing (true);
        view->setWindow ({0, model_.view ().spanSeconds});
    }
    tools_.show (audio_.shown (), audio_.isMonitored (), SecondView::none);
    feeds_[0].watch (true);
    deviceChanged ();
}

LivePage::~LivePage ()
{
    for (auto& feed : feeds_)
        feed.watch (false);
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
    first_.onWindow = [this]
    {
        tools_.showFrozen (! first_.isFollowing ());
        alignViews (first_, second_);
    };
    second_.onWindow = [this] { alignViews (second_, first_); };
    meters_.onForget = [this] { audio_.forgetClipping (); };
    tools_.onSource = [this] (ShownSound source)
    {
        audio_.setShown (source);
        for (auto& feed : feeds_)
            feed.restart ();
        configure ();
    };
    tools_.onMonitor = [this] (bool isOn) { audio_.setMonitored (isOn); };
    tools_.onFreeze = [this] (bool isFrozen) { setFrozen (isFrozen); };
    tools_.onPeaks = [this] (bool isOn)
    {
        first_.showSpectrum (isOn);
        second_.showSpectrum (isOn);
    };
    tools_.onShowAll = [this] { first_.showAll (); };
    tools_.onGear = [this] { resized (); };
    tools_.onSecond = [this] (SecondView) { showSecond (); };
    tools_.onRecord = [this] (std::optional<RecordingFormat> format)
    { format ? record (*format) : stopRecording (); };
    tools_.onExport = [this] (ExportKind kind) { exportAs (kind); };
    openFile_.onClick = [this] { onOpenFile (); };
    demo_.onClick = [this] { onDemo (); };
    demo_.setTooltip ("Renders a short phrase with a built-in patch, and opens it");
    playSynth_.onClick = [this] { onPlaySynth (); };
    devices_.onClick = [this] { onOpenDevices (); };
}

/** Both views show the same time. Each follows by itself: setWindow would end that. */
void LivePage::alignViews (TimelineView& moved, TimelineView& other)
{
    if (isAligning_ || ! second_.isVisible ())
        return;
    isAligning_ = true;
    if (moved.isFollowing () != other.isFollowing ())
        other.setFollowing (moved.isFollowing ());
    if (! moved.isFollowing () || moved.window ().spanSeconds != other.window ().spanSeconds)
        other.setWindow (moved.window ());
    if (moved.isFollowing ())
        other.setFollowing (true);
    isAligning_ = false;
}

void LivePage::setDevice (std::shared_ptr<LiveDevice> device)
{
    device_ = std::move (device);
    configure ();
}

void LivePage::deviceChanged ()
{
    if (std::exchange (generation_, audio_.generation ()) != audio_.generation ())
        for (auto& feed : feeds_)
            feed.restart ();
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
    first_.setNotice (isMissing ? audio_.deviceFault () : juce::String ());
    for (auto* button : {&openFile_, &demo_, &playSynth_, &devices_})
        button->setVisible (isMissing);
    resized ();
}

void LivePage::configure ()
{
    for (auto* view : {&first_, &second_})
        view->setView (view == &first_ ? model_.view () : secondModel_.view ());
    tell (feeds_[0].configure (model_.frontEnd (), model_.view ().mix, device_, audio_.rateHz ()));
    if (tools_.second () != SecondView::none)
        tell (feeds_[1].configure (secondModel_.frontEnd (), secondModel_.view ().mix, device_,
                                   audio_.rateHz ()));
    showLayers ();
}

void LivePage::showSecond ()
{
    const auto shown = tools_.second ();
    feeds_[1].watch (shown != SecondView::none);
    second_.setVisible (shown == SecondView::below);
    first_.setBlend (shown == SecondView::difference ? TimelineBlend::difference
                                                     : TimelineBlend::first);
    configure ();
    resized ();
}

void LivePage::showLayers ()
{
    const TimelineLayer one {feeds_[0].rows (), &audio_.wave (), 0};
    const TimelineLayer two {feeds_[1].rows (), &audio_.wave (), 0};
    first_.setLayers (one, tools_.second () == SecondView::difference ? two : TimelineLayer {});
    second_.setLayers (two);
    describe ();
}

void LivePage::describe ()
{
    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    const auto detailsOf = [&] (const LiveFeed& feed, const MelPreset& frontEnd)
    {
        auto text = textOf (frontEnd.name);
        if (const auto* rows = feed.rows ())
            text << dot << rows->geometry ().numBands << " bands" << dot
                 << juce::String (rows->geometry ().rateHz / 1000.0) << " kHz" << dot
                 << textOf (feed.backendName ());
        return text;
    };
    const bool isInput = audio_.shown () == ShownSound::input;
    first_.setCaption (isInput ? "Input" : "Output", detailsOf (feeds_[0], model_.frontEnd ()));
    second_.setCaption ("Second front end", detailsOf (feeds_[1], secondModel_.frontEnd ()));
}

bool LivePage::isFrozen () const
{
    return ! first_.isFollowing ();
}

void LivePage::setFrozen (bool isFrozen)
{
    first_.setFollowing (! isFrozen);
    second_.setFollowing (! isFrozen);
    tools_.showFrozen (isFrozen);
}

void LivePage::update ()
{
    const double now = juce::Time::getMillisecondCounterHiRes () / 1000;
    const double passed = std::clamp (now - std::exchange (lastUpdateSeconds_, now), 0.0, 1.0);
    bool isReplaced = false;
    for (auto& feed : feeds_)
        isReplaced = feed.update () || isReplaced;
    audio_.updateWave ();
    if (isReplaced)
        showLayers ();
    if (audio_.isRecording ())
        showRecording ();
    if (! isShowing ())
        return;
    meters_.show (audio_.takeLevels (), passed);
    first_.update ();
    if (second_.isVisible ())
        second_.update ();
}

juce::String LivePage::statusText () const
{
    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    const auto megabytes = [] (std::size_t bytes)
    {
        return juce::String (juce::roundToInt (static_cast<double> (bytes) / kBytesInMegabyte)) +
               " MB";
    };
    auto text = "history " + megabytes (feeds_[0].memoryBytes () + feeds_[1].memoryBytes ()) +
                " of " + megabytes (2 * kHistoryBytes);
    if (audio_.rateHz () > 0)
        text << dot << juce::roundToInt (1000 * audio_.inputLatencySeconds ()) << " ms to the row";
    if (const auto backend = feeds_[0].backendName (); ! backend.empty ())
        text << dot << textOf (backend);
    if (const int numGaps = static_cast<int> (audio_.gapsFrom (0).size ()); numGaps > 0)
        text << dot << numGaps << (numGaps == 1 ? " gap" : " gaps");
    return text;
}

void LivePage::save ()
{
    settings_.setView ("liveView", model_.view ());
    settings_.setView ("secondView", secondModel_.view ());
    settings_.setText ("recordingFormat", juce::String (static_cast<int> (tools_.format ())));
    settings_.setText ("source", audio_.shown () == ShownSound::output ? "output" : "input");
}

void LivePage::loadFrontEnd (const juce::File& file)
{
    tools_.setGear (true);
    resized ();
    bar_.load (file);
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
    placeBar (secondBar_, tools_.isGearOn () && tools_.second () != SecondView::none);
    meters_.setBounds (area.removeFromRight (LevelMeters::kWidth));
    area.removeFromRight (Theme::kGap);
    if (second_.isVisible ())
        second_.setBounds (area.removeFromBottom (area.getHeight () / 2));
    first_.setBounds (area);
    if (! openFile_.isVisible ())
        return;
    auto row = area.withSizeKeepingCentre (std::min (area.getWidth (), 640), Theme::kControl)
                   .translated (0, 60);
    const int width = (row.getWidth () - 3 * Theme::kGap) / 4;
    for (auto* button : {&devices_, &openFile_, &demo_, &playSynth_})
    {
        button->setBounds (row.removeFromLeft (width));
        row.removeFromLeft (Theme::kGap);
        button->toFront (false);
    }
}

} // namespace melstrom
