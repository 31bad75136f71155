#include "Standalone/App/Window/AppContent.h"

#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Window/DevicePanel.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr int kMargin = 10, kTabWidth = 96;
constexpr int kLooksPerSecond = 5, kSecondsBetweenKeeps = 10;
constexpr std::array kTabNames {"Live", "Files", "Synthesizer", "Batch"};

BackendChoice::Kind kindOf (const juce::String& text)
{
    return text == "cpu"   ? BackendChoice::Kind::cpu
           : text == "gpu" ? BackendChoice::Kind::gpu
                           : BackendChoice::Kind::automatic;
}

juce::String textOf (BackendChoice::Kind kind)
{
    switch (kind)
    {
        case BackendChoice::Kind::cpu: return "cpu";
        case BackendChoice::Kind::gpu: return "gpu";
        case BackendChoice::Kind::automatic: break;
    }
    return "auto";
}

std::shared_ptr<LiveDevice> deviceOf (BackendChoice::Kind kind)
{
    BackendChoice choice;
    choice.kind = kind;
    return LiveDevice::shared (choice);
}

std::unique_ptr<Backend> allCores ()
{
    auto made = makeCpuBackend ();
    if (! made)
        throw std::runtime_error (made.error ().message);
    return *std::move (made);
}

} // namespace

AppContent::AppContent (AppSettings& settings)
    : settings_ (settings), backendKind_ (kindOf (settings.text ("backend"))),
      device_ (deviceOf (backendKind_)), cpu_ (allCores ()),
      session_ (AppSettings::dataFolder ().getChildFile ("Sessions")),
      engine_ (
          [this] {
              return EngineMenu::Choice {backendKind_, {}};
          },
          [this] (const EngineMenu::Choice& choice) { chooseBackend (choice.backend); }),
      live_ (audio_, settings), files_ (audio_, settings, *cpu_), synth_ (audio_),
      frames_ (this, [this] { update (); })
{
    setTitle ("Melstrom");
    setOpaque (true);
    setWantsKeyboardFocus (true);
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    for (std::size_t n = 0; n < tabs_.size (); ++n)
    {
        auto& tab = tabs_[n];
        tab.setButtonText (kTabNames[n]);
        tab.setTitle (kTabNames[n]);
        tab.setTooltip ("Ctrl+" + juce::String (n + 1));
        tab.setClickingTogglesState (false);
        tab.onClick = [this, n] { showPage (static_cast<Page> (n)); };
        addAndMakeVisible (tab);
    }
    for (auto* part : std::initializer_list<juce::Component*> {&devices_, &engine_, &status_})
        addAndMakeVisible (part);
    for (const auto page : {Page::live, Page::files, Page::synth, Page::batch})
        addChildComponent (pageOf (page));
    devices_.setTooltip ("Audio and MIDI devices, channels, rate, block (Ctrl+,)");
    devices_.onClick = [this] { openDevices (); };
    listen ();
    restoreInstrument ();
    audio_.open (settings.xml ("audioSetup").get ());
    live_.setDevice (device_);
    showDevice ();
    if (const auto batch = settings.xml ("batch"))
        batch_.show (BatchPageState::from (juce::ValueTree::fromXml (*batch)));
    showPage (static_cast<Page> (std::clamp (settings.text ("page").getIntValue (), 0, 3)));
    offerSession ();
    startTimerHz (kLooksPerSecond);
}

AppContent::~AppContent ()
{
    stopTimer ();
    batch_.stopAndWait ();
}

void AppContent::listen ()
{
    const auto tell = [this] (const juce::String& text) { showMessage (text); };
    live_.onMessage = files_.onMessage = synth_.onMessage = tell;
    live_.onOpenFile = [this]
    {
        showPage (Page::files);
        files_.openDialog ();
    };
    live_.onPlaySynth = [this] { showPage (Page::synth); };
    live_.onOpenDevices = [this] { openDevices (); };
    live_.onRecorded = [this] (const juce::File& file)
    {
        status_.offer (status_.message (), "Open the recording",
                       [this, file] { openPaths ({file.getFullPathName ()}); });
    };
    files_.onOpened = [this] { showPage (Page::files); };
    audio_.onDeviceChange = [this] { showDevice (); };
    audio_.onDeviceError = tell;
}

void AppContent::showDevice ()
{
    live_.deviceChanged ();
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
                       files_.restore (*session_.lost ());
                       session_.forgetLost ();
                       showPage (Page::files);
                   });
}

void AppContent::chooseBackend (BackendChoice::Kind kind)
{
    backendKind_ = kind;
    device_ = deviceOf (kind);
    live_.setDevice (device_);
    engine_.update ();
}

juce::Component& AppContent::pageOf (Page page) noexcept
{
    switch (page)
    {
        case Page::live: return live_;
        case Page::files: return files_;
        case Page::synth: return synth_;
        case Page::batch: break;
    }
    return batch_;
}

void AppContent::showPage (Page page)
{
    page_ = page;
    for (const auto one : {Page::live, Page::files, Page::synth, Page::batch})
    {
        pageOf (one).setVisible (one == page);
        tabs_[static_cast<std::size_t> (one)].setToggleState (one == page,
                                                              juce::dontSendNotification);
    }
    resized ();
    takeFocus ();
}

void AppContent::takeFocus ()
{
    if (! isShowing ())
        return;
    switch (page_)
    {
        case Page::live: return live_.view ().grabKeyboardFocus ();
        case Page::files: return files_.view ().grabKeyboardFocus ();
        case Page::synth: return synth_.takeFocus ();
        case Page::batch: return grabKeyboardFocus ();
    }
}

void AppContent::openDevices ()
{
    if (devicePanel_ != nullptr)
    {
        devicePanel_.reset ();
        return;
    }
    devicePanel_ = std::make_unique<DevicePanel> (audio_.devices (),
                                                  [safe = SafePointer (this)]
                                                  {
                                                      if (safe != nullptr)
                                                          safe->devicePanel_.reset ();
                                                  });
    addAndMakeVisible (*devicePanel_);
    resized ();
    devicePanel_->toFront (true);
}

void AppContent::openPaths (const juce::StringArray& paths)
{
    juce::StringArray sounds;
    for (const auto& path : paths)
    {
        const juce::File file (path);
        if (file.hasFileExtension ("mid;midi"))
        {
            showPage (Page::synth);
            synth_.playMidi (file);
        }
        else if (file.hasFileExtension ("toml") && page_ == Page::live)
            live_.loadFrontEnd (file);
        else if (page_ == Page::batch && file.isDirectory ())
        {
            auto state = batch_.state ();
            state.inputs.addIfNotAlreadyThere (path);
            batch_.show (state);
        }
        else
            sounds.add (path);
    }
    if (! sounds.isEmpty ())
        files_.open (sounds);
}

void AppContent::showMessage (const juce::String& text)
{
    status_.showMessage (text);
}

/** For each frame of the screen. */
void AppContent::update ()
{
    if (page_ == Page::live)
        live_.update ();
    else if (page_ == Page::files)
        files_.update ();
}

void AppContent::timerCallback ()
{
    ++numLooks_;
    if (page_ != Page::live)
        live_.update (); // the history goes on
    if (page_ == Page::synth)
        synth_.update ();
    status_.showState (page_ == Page::files ? files_.statusText () : live_.statusText ());
    if (numLooks_ % (kLooksPerSecond * kSecondsBetweenKeeps) == 0)
        save (false);
}

void AppContent::save (bool isEnding)
{
    settings_.setText ("page", juce::String (static_cast<int> (page_)));
    settings_.setText ("backend", textOf (backendKind_));
    settings_.setXml ("audioSetup", audio_.state ().get ());
    settings_.setXml ("batch", batch_.state ().tree ().createXml ().get ());
    live_.save ();
    files_.save ();
    juce::MemoryBlock instrument;
    audio_.instrument ().getStateInformation (instrument);
    settings_.setBytes ("filterState", instrument);
    if (isEnding && ! files_.hasUnsavedMarks ())
        session_.end ();
    else if (! session_.keep (files_.session ()))
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
    if (batch_.isRunning ())
        return "A batch run is not finished; close again to stop it. It can go on later.";
    if (files_.hasUnsavedMarks ())
        return "Marks are not saved; close again to leave. They are offered at the next start.";
    return {};
}

bool AppContent::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::F11Key && onFullScreen)
    {
        onFullScreen ();
        return true;
    }
    if (key == juce::KeyPress::escapeKey && devicePanel_ != nullptr)
    {
        devicePanel_.reset ();
        return true;
    }
    const auto modifiers = key.getModifiers ();
    if (! modifiers.isCommandDown ())
        return false;
    if (key.isKeyCode (','))
    {
        openDevices ();
        return true;
    }
    const int number = key.getKeyCode () - '1';
    if (number < 0 || number >= static_cast<int> (tabs_.size ()) || page_ == Page::synth)
        return false; // the instrument has these keys for its own pages
    showPage (static_cast<Page> (number));
    return true;
}

void AppContent::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void AppContent::resized ()
{
    auto area = getLocalBounds ();
    auto row =
        area.removeFromTop (Theme::kControl + 2 * Theme::kGap).reduced (kMargin, Theme::kGap);
    for (auto& tab : tabs_)
    {
        tab.setBounds (row.removeFromLeft (kTabWidth));
        row.removeFromLeft (Theme::kGap);
    }
    engine_.setBounds (row.removeFromRight (120));
    row.removeFromRight (Theme::kGap);
    devices_.setBounds (row.removeFromRight (std::min (row.getWidth (), 320)));
    status_.setBounds (area.removeFromBottom (StatusLine::kHeight));
    pageOf (page_).setBounds (area);
    if (devicePanel_ != nullptr)
        devicePanel_->setBounds (area.withSizeKeepingCentre (
            std::min (area.getWidth () - 40, 620), std::min (area.getHeight () - 20, 560)));
}

} // namespace melstrom
