#include "Standalone/App/Window/AppContent.h"

#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Window/ComputePanel.h"
#include "Standalone/App/Window/DevicePanel.h"
#include "Standalone/App/Window/FaultPanel.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kMargin = 10, kEngineWidth = 120, kMostDeviceWidth = 320;
constexpr int kDevicesWidth = 620, kDevicesHeight = 560;
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
      frames_ (this,
               [this]
               {
                   if (pace_.isDue (juce::Time::getMillisecondCounterHiRes () / 1000) &&
                       ! pages_.update ())
                       pace_.giveBack ();
               })
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
    audio_.midiInputs ().setTurnedOff (
        juce::StringArray::fromLines (settings.text (kMidiOff, "Midi Through Port-0")));
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
    saving_.cancelAll ();
    batch ().stopAndWait ();
    panel_.reset (); // while the page, which gets its focus, is there
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
    live ().onDemo = [this]
    {
        showPage (Page::files);
        files ().openDemo ();
    };
    live ().onPlaySynth = [this] { showPage (Page::synth); };
    live ().onOpenDevices = [this] { openDevices (); };
    live ().onRecorded = [this] (const juce::File& file)
    {
        status_.offer (status_.message (), "Open the recording",
                       [this, file] { openPaths ({file.getFullPathName ()}); });
    };
    live ().onExport = files ().onExport = [this] (SaveRequest request)
    {
        showMessage ({});
        takeFocus (); // the dialog had it; Escape must reach this window
        saving_.start (std::move (request));
    };
    saving_.onProgress = [this] { showSaving (); };
    saving_.onMessage = tell;
    files ().onDemo = [this]
    {
        if (audio_.deviceFault ().isEmpty ())
            status_.offer ("The demo is open.", "Play it", [this] { files ().togglePlaying (); });
    };
    files ().onOpened = [this] { showPage (Page::files); };
    files ().onReport = [this] (const OpeningReport& report) { showReport (report); };
    audio_.onDeviceChange = [this] { showDevice (); };
    audio_.onDeviceError = tell;
}

/** Other messages stay in front. */
void AppContent::showSaving ()
{
    const auto text = saving_.text ();
    if (status_.message () == text)
        return;
    if (status_.message ().isEmpty ())
        status_.offer (text, "Cancel", [this] { saving_.cancel (); });
    else if (status_.message () == savingText_)
        status_.changeText (text);
    else
        return;
    savingText_ = text;
}

void AppContent::showDevice ()
{
    live ().deviceChanged ();
    devices_.setButtonText (audio_.deviceFault ().isEmpty () ? audio_.deviceText ()
                                                             : juce::String ("No device"));
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
        return takeFocus ();
    auto made = std::make_unique<Panel> (std::forward<Arguments> (arguments)...);
    made->onClose = [this] { closePanel (); };
    auto& panel = *made;
    panel_ = std::move (made);
    addAndMakeVisible (panel);
    resized ();
    panel.toFront (true);
    takeFocus ();
}

void AppContent::closePanel ()
{
    panel_.reset ();
    takeFocus ();
}

void AppContent::takeFocus ()
{
    if (panel_ != nullptr)
        panel_->takeFocus ();
    else
        pages_.takeFocus ();
}

void AppContent::openDevices ()
{
    openPanel<DevicePanel> (audio_.devices (), audio_.midiInputs ());
}

void AppContent::openComputation ()
{
    openPanel<ComputePanel> (computing_, reports_,
                             [this] (ComputePart part, BackendChoice::Kind kind)
                             { chooseBackend (part, kind); });
}

/** The line has room for the first reasons; the panel has all. */
void AppContent::showReport (const OpeningReport& report)
{
    if (report.numFaults () < 2)
        return showMessage (report.text ());
    status_.offer (report.text (), "Show all",
                   [this, listing = report.listing ()] { openPanel<FaultPanel> (listing); });
}

void AppContent::showMessage (const juce::String& text)
{
    status_.showMessage (text);
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

bool AppContent::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::F11Key && onFullScreen)
        onFullScreen ();
    else if (key == juce::KeyPress::escapeKey && panel_ != nullptr)
        closePanel ();
    else if (key == juce::KeyPress::escapeKey && saving_.isRunning ())
        saving_.cancel ();
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
    devices_.setBounds (row.removeFromRight (std::min (row.getWidth (), kMostDeviceWidth)));
    if (panel_ == nullptr)
        return;
    const bool isComputation = dynamic_cast<ComputePanel*> (panel_.get ()) != nullptr;
    panel_->setBounds (getLocalBounds ().withSizeKeepingCentre (
        std::min (getWidth () - 40, isComputation ? ComputePanel::kWidth : kDevicesWidth),
        std::min (getHeight () - 60, isComputation ? ComputePanel::kHeight : kDevicesHeight)));
}

} // namespace melstrom
