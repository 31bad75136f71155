// The feature of a batch, its output and how to run.
#pragma once

#include "Source/Spectrogram/CaptionedRows.h"
#include "Standalone/App/Batch/BatchPageState.h"
#include "Standalone/App/Batch/ChoiceBox.h"

#include <functional>

namespace melstrom
{

/** The choices in one line, or in more lines in a narrow window. Thread: message. */
class BatchFields final : public CaptionedRows
{
public:
    BatchFields ();
    std::function<void ()> onChange;
    void read (BatchPageState& state) const; ///< writes its part
    void show (const BatchPageState& state); ///< without a callback

private:
    ChoiceBox preset_, format_, type_, labels_, backend_;
    juce::TextEditor split_, threads_;
};

} // namespace melstrom
