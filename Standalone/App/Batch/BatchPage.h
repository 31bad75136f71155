// The batch page: folders of audio into a dataset, without a terminal.
#pragma once

#include "Standalone/App/Batch/BatchForm.h"
#include "Standalone/App/Batch/BatchJob.h"
#include "Standalone/App/Batch/BatchResults.h"
#include "Standalone/App/Batch/BatchStatus.h"
#include "Standalone/App/Batch/BatchTexts.h"
#include "Standalone/App/Batch/OverwritePanel.h"

namespace melstrom
{

/** Runs the code behind `melstrom --batch` with the arguments that it shows. Refusals are the
    command line's sentences. The files of another run are removed only after a list of them was
    confirmed. Thread: message. */
class BatchPage final : public juce::Component, private juce::Timer
{
public:
    /** open: a test's own backends */
    explicit BatchPage (BackendOpener open = {});
    ~BatchPage () override; ///< as stopAndWait

    BatchPageState state () const { return form_.state (); }
    void show (const BatchPageState& state);
    std::function<void ()> onStateChange; ///< after each edit, to remember `state`

    /** To the question about the files of another run. Returns false if it is not open. */
    bool takeFocus ();

    bool isRunning () const noexcept { return job_.isRunning (); }
    /** Before the app ends: up to 5 s. An unfinished run can go on later. */
    void stopAndWait ();
    /** Opens a dataset's folder; at first the system's file manager does. */
    std::function<void (const juce::File&)> onOpenFolder;

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    struct Shortcut
    {
        juce::KeyPress key;
        juce::Button* button;
    };

    void setUpButtons ();
    void addButton (juce::Button& button, const juce::String& tooltip, const juce::KeyPress& key,
                    std::function<void ()> press);
    void changed ();
    void updateControls ();
    void say (const juce::String& text, MessageTone tone);
    void start (BatchTask task);
    void timerCallback () override;
    void finish (const BatchEnd& end);
    void askToOverwrite (const BatchEnd& planned);
    juce::File folder () const; ///< of the dataset

    BatchForm form_;
    BatchCommandStrip command_;
    juce::TextButton dryRun_ {"Dry run"}, start_ {"Start"}, stop_ {"Stop"}, verify_ {"Verify"},
        open_ {"Open folder"}, replace_ {"Replace..."};
    BatchStatus status_;
    BatchMessage message_;
    BatchResults results_;
    std::unique_ptr<OverwritePanel> overwrite_;
    std::vector<Shortcut> shortcuts_;
    std::vector<juce::Rectangle<int>> panels_; ///< painted behind the controls
    BatchTask task_ = BatchTask::build;
    bool asksToReplace_ = false; ///< the dataset's folder belongs to another plan
    BatchJob job_;               ///< destroyed first: its end needs nothing of the page
};

} // namespace melstrom
