// The open files: opening on a thread, choosing, closing, and which of them compute.
#pragma once

#include "Standalone/App/Files/OpenSound.h"

#include <juce_events/juce_events.h>

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** In the order of the list. At most two are shown: the chosen file, and the one that it is compared
    with. The others pause. Above the limit of memory, the file that was shown longest ago gives its
    rows and its waveform back; they are computed again when it is shown.
    Thread: message. */
class OpenedFiles
{
public:
    static constexpr int kMostOpen = 64;
    /** Rows, waveforms and computation of all files together. */
    static constexpr std::size_t kMostBytes = 1'000'000'000;

    explicit OpenedFiles (Backend& backend); ///< backend: outlives this object
    ~OpenedFiles ();

    // Files.

    int size () const noexcept { return static_cast<int> (sounds_.size ()); }
    OpenSound& operator[] (int index) const { return *sounds_[static_cast<std::size_t> (index)]; }
    const std::vector<std::unique_ptr<OpenSound>>& all () const noexcept { return sounds_; }
    int chosenIndex () const noexcept { return chosen_; }
    OpenSound* chosen () const noexcept; ///< null: none is open
    void choose (int index) { chosen_ = index; }
    int comparedIndex () const noexcept; ///< below 0: none
    /** Null: none, or the chosen file itself. */
    OpenSound* compared () const noexcept;
    void compare (int index); ///< below 0: none

    // Opening and closing. `onOpened` and `onFailed` tell the result.

    /** False: too many are open. An open file is not opened again. */
    bool open (const juce::File& file);
    void restore (const juce::XmlElement& session);
    void chooseNext () { choosesNext_ = true; } ///< the next file that opens is chosen
    void remove (int index);
    bool isOpening () const; ///< some file is not open yet, and has not failed
    juce::String openingName () const;

    std::unique_ptr<juce::XmlElement> session () const;
    bool hasUnsavedMarks () const;

    // Computation.

    void setFrontEnd (const MelPreset& frontEnd, OverviewChannel channel);
    /** Computation there from now on, of all files. */
    void setDevice (const OverviewDevice& device);
    /** For files that are opened later, and for all together. */
    void setMostBytes (std::size_t mostBytes) { mostBytes_ = mostBytes; }
    std::size_t mostBytes () const noexcept { return mostBytes_; }
    std::size_t memoryBytes () const;
    /** Takes what was computed, and shares out processor and memory. True: something is new. */
    bool update ();

    /** Every two seconds: which files have changed there. True: it was time. */
    bool lookAtDisk ();

    std::function<void (bool isChosen)> onOpened;
    /** A file is open, or was refused. */
    std::function<void ()> onEnded;
    std::function<void (const juce::File&, const Error&)> onFailed; ///< why it was refused
    std::function<void (const juce::String&)> onMessage;

private:
    void begin (std::unique_ptr<juce::XmlElement> entry);
    void opened (juce::XmlElement& waiting, Result<std::unique_ptr<FileOverview>> overview);
    void add (juce::XmlElement& waiting, std::unique_ptr<FileOverview> overview);
    void forget (const juce::XmlElement& waiting);
    bool isWaiting (const juce::File& file) const;
    bool showIfOpen (const juce::File& file);
    void giveTurns ();
    void releaseOldest ();
    void tell (const Result<void>& done);

    Backend& backend_;
    std::size_t mostBytes_ = kMostBytes;
    OverviewSettings settings_; ///< front end and channel of all
    OverviewDevice device_;     ///< of all
    std::vector<std::unique_ptr<OpenSound>> sounds_;
    /** Entries of a session for files that are being opened, or could not be opened and had marks. */
    std::vector<std::unique_ptr<juce::XmlElement>> waiting_;
    std::vector<std::shared_ptr<std::atomic<bool>>> stops_; ///< of files that are being opened
    int chosen_ = -1;
    OpenSound* compared_ = nullptr; ///< of sounds_
    bool choosesNext_ = false;
    std::uint64_t shownCount_ = 0;
    juce::uint32 lastLookMs_ = 0;  ///< at the disk
    juce::ThreadPool opening_ {1}; ///< destroyed first

    JUCE_DECLARE_WEAK_REFERENCEABLE (OpenedFiles)
};

} // namespace melstrom
