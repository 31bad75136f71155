// What became of the files that the user opened together.
#pragma once

#include <juce_core/juce_core.h>

#include <string>
#include <vector>

namespace melstrom
{

/** Counts the files of one request: a drop, a dialogue, a command line. Keeps why some of them were
    not opened. Thread: message. */
class OpeningReport
{
public:
    /** Another request. goesOn: files of the last one are still being opened, and both count as
        one. */
    void begin (int numFiles, bool goesOn);
    void expect (int numFiles) { numFiles_ += numFiles; } ///< more files
    /** path: its bytes. message: may begin with `printable (path)`, which is left out. */
    void fail (const std::string& path, const juce::String& message);
    void leaveOut (int numFiles) { numLeftOut_ += numFiles; } ///< no room for more

    int numFaults () const noexcept { return static_cast<int> (faults_.size ()); }
    /** One line: "PATH: reason" of a file alone; else "2 of 5 files were not opened: NAME: reason ·
        NAME: reason", with the number of those that were left out. Empty: all were opened. */
    juce::String text () const;
    /** All files that failed: each a line with its path, a line with the reason, an empty line. */
    juce::String listing () const;

private:
    struct Fault
    {
        juce::String path, reason;
    };
    juce::String faultsText () const;

    int numFiles_ = 0, numLeftOut_ = 0;
    std::vector<Fault> faults_;
};

} // namespace melstrom
