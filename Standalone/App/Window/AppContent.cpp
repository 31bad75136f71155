#include "Standalone/App/Window/AppContent.h"

#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Window/ComputePanel.h"
#include "Standalone/App/Window/DevicePanel.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMargin = 10, kEngineWidth = 120, kDevicesWidth = 620, kDevicesHeight = 560;
constexpr int kLooksPerSecond = 5, kLooksBetweenReports = 3, kSecondsBetweenKeeps = 10;

} // namespace

AppContent::AppContent (AppSettings& settings)
    : settings_ (settings), computing_ (settings),
      session_ (AppSettings::dataFolder ().getChildFile ("Sessions")),
      pages_ (audio_, settings, computing_.cpu ()),
      reports_ (computing_, pages_.live (), pages_.files ()),
      engine_ (
          [this] {
              return EngineMenu::Choice {computing_.kind (ComputePart::live), {}};
          },
          [this] (const EngineMenu::Choice& choice)
          {
              for (const auto part : kComputeParts)
                  chooseBackend (part, choice.backend);
          },
          EngineMenu::Switch {"Live rows and files", "Details...  (Ctrl+E)", [] { return false; },
                              [this] (bool) { openComputation (); }}),
      frames_ (this, [this] { pages_.update (); })
{
    setTitle ("Melstrom");
    setOpaque (true);
    setWantsKeyboardFocus (true);
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    for (auto* part :
         std::initializer_list<juce::Component*> {&pages_, &devices_, &engine_, &status_})
        addAndMakeVisible (part);
    devices_.setTooltip ("Audio and MIDI devices, channels, rate, block (Ctrl+,)");
    devices_.onClick = [this] { openDevices (); };
    engine_.setTooltip ("What computes live rows and files; details (Ctrl+E)");
    listen ();
    restoreInstrument ();
    audio_.open (settings.xml ("audioSetup").get ());
    live ().setDevice (computing_.live ());
    files ().setDevice (computing_.files ());
    showDevice ();
    if (const auto xml = settings.xml ("batch"))
        batch ().show (BatchPageState::from (juce::ValueTree::fromXml (*xml)));
    showPage (static_cast<Page> (std::clamp (settings.text ("page").getIntValue (), 0, 3)));
    offerSession ();
    startTimerHz (kLooksPerSecond);
}

AppContent::~AppContent ()
{
    stopTimer ();
    batch ().stopAndWait ();
}

void AppContent::listen ()
{
    const auto tell = [this] (const juce::String& text) { showMessage (text); };
    live ().onMessage = files ().onMessage = synth ().onMessage = tell;
    live ().onOpenFile = [this]
    {
        showPage (Page::files);
        files ().openDialog ();
    };
    live ().onPlaySynth = [this] { showPage (Page::synth); };
    live ().onOpenDevices = [this] { openDevices (); };
    live ().onRecorded = [this] (const juce::File& file)
    {
        status_.offer (status_.message (), "Open the recording",
                       [this, file] { openPaths ({file.getFullPathName ()}); });
    };
    files ().onOpened = [this] { showPage (Page::files); };
    audio_.onDeviceChange = [this] { showDevice (); };
}

void AppContent::showDevice ()
{
    live ().deviceChanged ();
    devices_.setButtonText (audio_.deviceFault ().isEmpty () ? audio_.deviceText ()
                                                             : juce::String ("No device"));
}

/** The patch and everything else that a host would have saved. */
void AppContent::restoreInstrument ()
{
    const auto state = settings_.bytes ("filterState");
    if (state.getSize () > 0)
        audio_.instrument ().setStateInformation (state.getData (),
                                                  static_cast<int> (state.getSize ()));
}

void AppContent::offerSession ()
{
    if (session_.lost () == nullptr)
        return;
    status_.offer ("The last session left open files or unsaved marks.", "Open its files again",
                   [this]
                   {
                       files ().restore (*session_.lost ());
                       session_.forgetLost ();
                       showPage (Page::files);
                   });
}

void AppContent::chooseBackend (ComputePart part, BackendChoice::Kind kind)
{
    computing_.choose (part, kind);
    if (part == ComputePart::live)
        live ().setDevice (computing_.live ());
    else
        files ().setDevice (computing_.files ());
    engine_.update ();
}

/** Shows a panel over the page, or closes it if it is the one that is open. */
template <typename Panel, typename... Arguments>
void AppContent::openPanel (Arguments&&... arguments)
{
    if (dynamic_cast<Panel*> (std::exchange (panel_, nullptr).get ()) != nullptr)
        return pages_.takeFocus ();
    auto made = std::make_unique<Panel> (std::forward<Arguments> (arguments)...);
    made->onClose = [this] { closePanel (); };
    auto& panel = *made;
    panel_ = std::move (made);
    addAndMakeVisible (panel);
    resized ();
    panel.toFront (true);
    panel.takeFocus ();
}

void AppContent::closePanel ()
{
    panel_.reset ();
    pages_.takeFocus ();
}

void AppContent::openDevices ()
{
    openPanel<DevicePanel> (audio_.devices ());
}

void AppContent::openComputation ()
{
    openPanel<ComputePanel> (computing_, reports_,
                             [this] (ComputePart part, BackendChoice::Kind kind)
                             { chooseBackend (part, kind); });
}

void AppContent::timerCallback ()
{
    ++numLooks_;
    pages_.updateHidden ();
    status_.showState (pages_.statusText ());
    if (numLooks_ % kLooksBetweenReports == 0 && panel_ == nullptr) // else the panel looks
        reports_.update ();
    if (const auto news = reports_.news (); news.isNotEmpty ())
        showMessage (news);
    if (numLooks_ % (kLooksPerSecond * kSecondsBetweenKeeps) == 0)
        save (false);
}

void AppContent::save (bool isEnding)
{
    settings_.setText ("page", juce::String (static_cast<int> (page ())));
    computing_.save (settings_);
    settings_.setXml ("audioSetup", audio_.state ().get ());
    settings_.setXml ("batch", batch ().state ().tree ().createXml ().get ());
    live ().save ();
    files ().save ();
    juce::MemoryBlock instrument;
    audio_.instrument ().getStateInformation (instrument);
    settings_.setBytes ("filterState", instrument);
    if (isEnding && ! files ().hasUnsavedMarks ())
        session_.end ();
    else if (! session_.keep (files ().session ()))
        showMessage ("The session cannot be written to " +
                     AppSettings::dataFolder ().getFullPathName () +
                     ": after a crash open files and unsaved marks would be lost.");
    settings_.save ();
}

juce::String AppContent::reasonToStay ()
{
    const auto reason = unfinished ();
    return std::exchange (toldReason_, reason) == reason ? juce::String () : reason;
}

/** What an end of the app would cut short; empty: nothing. */
juce::String AppContent::unfinished () const
{
    if (audio_.isRecording ())
        return "A recording runs; close again to end it.";
    if (pages_.batch ().isRunning ())
        return "A batch run is not finished; close again to stop it. It can go on later.";
    if (pages_.files ().hasUnsavedMarks ())
        return "Marks are not saved; close again to leave. They are offered at the next start.";
    return {};
}

bool AppContent::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::F11Key && onFullScreen)
        onFullScreen ();
    else if (key == juce::KeyPress::escapeKey && panel_ != nullptr)
        closePanel ();
    else if (key == juce::KeyPress (',', juce::ModifierKeys::commandModifier, 0))
        openDevices ();
    else if (key == juce::KeyPress ('E', juce::ModifierKeys::commandModifier, 0))
        openComputation ();
    else
        return pages_.takeKey (key);
    return true;
}

void AppContent::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void AppContent::resized ()
{
    auto area = getLocalBounds ();
    status_.setBounds (area.removeFromBottom (StatusLine::kHeight));
    pages_.setBounds (area);
    auto row = area.removeFromTop (AppPages::kBar).reduced (kMargin, Theme::kGap);
    row.setLeft (pages_.endOfTabs () + Theme::kGap);
    engine_.setBounds (row.removeFromRight (kEngineWidth));
    row.removeFromRight (Theme::kGap);
    devices_.setBounds (row.removeFromRight (std::min (row.getWidth (), 320)));
    if (panel_ == nullptr)
        return;
    const bool isComputation = dynamic_cast<ComputePanel*> (panel_.get ()) != nullptr;
    panel_->setBounds (getLocalBounds ().withSizeKeepingCentre (
        std::min (getWidth () - 40, isComputation ? ComputePanel::kWidth : kDevicesWidth),
        std::min (getHeight () - 60, isComputation ? ComputePanel::kHeight : kDevicesHeight)));
}

} // namespace melstrom
