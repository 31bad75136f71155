// The pages of the app's window, and the tabs above them.
#pragma once

#include "Standalone/App/Batch/BatchPage.h"
#include "Standalone/App/Files/FilesPage.h"
#include "Standalone/App/Live/LivePage.h"
#include "Standalone/App/Synth/SynthPage.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <array>

namespace melstrom
{

enum class AppPage : std::int8_t
{
    live,
    files,
    synth,
    batch
};

/** One page at a time. What is opened goes to the page that takes it.
    Keys: Ctrl+1 .. 4 pages. Thread: message. */
class AppPages final : public juce::Component
{
public:
    static constexpr int kBar = Theme::kControl + 2 * Theme::kGap; ///< height of the tabs' row

    /** All outlive this object. */
    AppPages (AppAudio& audio, AppSettings& settings, Backend& backend);

    void show (AppPage page);
    AppPage page () const noexcept { return page_; }
    void takeFocus (); ///< to the page's main part
    /** Sounds, folders, MIDI files, front ends, tables of marks. */
    void openPaths (const juce::StringArray& paths);
    bool takeKey (const juce::KeyPress& key); ///< of the pages' choice, and of the batch page

    /** For each frame of the screen. Returns false if a page that moves shows nothing new. */
    bool update ();
    void updateHidden (); ///< some times a second: histories go on
    juce::String statusText () const;
    /** Right end of the tabs, where the window's own buttons may begin. */
    int endOfTabs () const noexcept { return tabs_.back ().getRight (); }

    LivePage& live () noexcept { return live_; }
    FilesPage& files () noexcept { return files_; }
    SynthPage& synth () noexcept { return synth_; }
    BatchPage& batch () noexcept { return batch_; }
    const FilesPage& files () const noexcept { return files_; }
    const BatchPage& batch () const noexcept { return batch_; }

    void resized () override;

private:
    juce::Component& pageOf (AppPage page) noexcept;
    bool takes (const juce::String& path);
    void playSongs (const juce::StringArray& paths);

    std::array<juce::TextButton, 4> tabs_;
    LivePage live_;
    FilesPage files_;
    SynthPage synth_;
    BatchPage batch_;
    AppPage page_ = AppPage::live;
};

} // namespace melstrom
