#include "Standalone/App/Window/AppPages.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kMargin = 10, kTabWidth = 96;
constexpr std::array kTabNames {"Live", "Files", "Synthesizer", "Batch"};
constexpr std::array kPages {AppPage::live, AppPage::files, AppPage::synth, AppPage::batch};
} // namespace

AppPages::AppPages (AppAudio& audio, AppSettings& settings, Backend& backend)
    : live_ (audio, settings), files_ (audio, settings, backend), synth_ (audio)
{
    setTitle ("Pages");
    for (std::size_t n = 0; n < tabs_.size (); ++n)
    {
        auto& tab = tabs_[n];
        tab.setButtonText (kTabNames[n]);
        tab.setTitle (kTabNames[n]);
        tab.setTooltip ("Ctrl+" + juce::String (n + 1));
        tab.setClickingTogglesState (false);
        tab.onClick = [this, n] { show (kPages[n]); };
        addAndMakeVisible (tab);
    }
    for (const auto page : kPages)
        addChildComponent (pageOf (page));
}

juce::Component& AppPages::pageOf (AppPage page) noexcept
{
    switch (page)
    {
        case AppPage::live: return live_;
        case AppPage::files: return files_;
        case AppPage::synth: return synth_;
        case AppPage::batch: break;
    }
    return batch_;
}

void AppPages::show (AppPage page)
{
    page_ = page;
    for (const auto one : kPages)
    {
        pageOf (one).setVisible (one == page);
        tabs_[static_cast<std::size_t> (one)].setToggleState (one == page,
                                                              juce::dontSendNotification);
    }
    resized ();
    takeFocus ();
}

void AppPages::takeFocus ()
{
    if (! isShowing ())
        return;
    switch (page_)
    {
        case AppPage::live: return live_.view ().grabKeyboardFocus ();
        case AppPage::files: return files_.view ().grabKeyboardFocus ();
        case AppPage::synth: return synth_.takeFocus ();
        case AppPage::batch:
            if (! batch_.takeFocus ())
                getParentComponent ()->grabKeyboardFocus ();
    }
}

void AppPages::openPaths (const juce::StringArray& paths)
{
    juce::StringArray songs, rest;
    files_.begin (paths.size ());
    for (const auto& path : paths)
        if (juce::File (path).hasFileExtension ("mid;midi"))
            songs.add (path);
        else if (! takes (path))
            rest.add (path);
    playSongs (songs);
    files_.add (rest);
}

/** A file for the shown page; false: for the page of files. */
bool AppPages::takes (const juce::String& path)
{
    const juce::File file (path);
    if (page_ == AppPage::live && file.hasFileExtension ("toml"))
    {
        if (const auto loaded = live_.loadFrontEnd (file); ! loaded)
            files_.fail (path, loaded.error ());
        return true;
    }
    if (page_ != AppPage::batch || ! file.isDirectory ())
        return false;
    auto state = batch_.state ();
    state.inputs.addIfNotAlreadyThere (path);
    batch_.show (state);
    return true;
}

/** The first one that can be played. */
void AppPages::playSongs (const juce::StringArray& paths)
{
    if (! paths.isEmpty ())
        show (AppPage::synth);
    bool plays = false;
    for (const auto& path : paths)
    {
        const auto begun = plays ? Error {ErrorCode::badUsage, "one MIDI file plays at a time", {}}
                                 : synth_.playMidi (juce::File (path));
        plays = plays || begun.ok ();
        if (! begun)
            files_.fail (path, begun.error ());
    }
}

bool AppPages::takeKey (const juce::KeyPress& key)
{
    // the focus is on the window when the page of batches opens
    if (page_ == AppPage::batch && getParentComponent ()->hasKeyboardFocus (false) &&
        batch_.keyPressed (key))
        return true;
    const int number = key.getKeyCode () - '1';
    if (! key.getModifiers ().isCommandDown () || number < 0 ||
        number >= static_cast<int> (tabs_.size ()) || page_ == AppPage::synth)
        return false; // the instrument has these keys for its own pages
    show (static_cast<AppPage> (number));
    return true;
}

bool AppPages::update ()
{
    if (page_ == AppPage::live)
        return live_.update ();
    return page_ != AppPage::files || files_.update ();
}

void AppPages::updateHidden ()
{
    if (page_ != AppPage::live)
        live_.update (); // the history goes on
    if (page_ == AppPage::synth)
        synth_.update ();
}

juce::String AppPages::statusText () const
{
    return page_ == AppPage::files ? files_.statusText () : live_.statusText ();
}

void AppPages::resized ()
{
    auto area = getLocalBounds ();
    auto row = area.removeFromTop (kBar).reduced (kMargin, Theme::kGap);
    for (auto& tab : tabs_)
    {
        tab.setBounds (row.removeFromLeft (kTabWidth));
        row.removeFromLeft (Theme::kGap);
    }
    pageOf (page_).setBounds (area);
}

} // namespace melstrom
