// The form of the batch page: inputs, feature, dataset and how to run.
#pragma once

#include "Standalone/App/Batch/BatchFields.h"

#include <functional>
#include <memory>

namespace melstrom
{

/** Checks nothing: the command line's parser does. Files and folders that are dropped become
    inputs; on the dataset's folder a dropped folder becomes that folder; a TOML file becomes the
    feature. Thread: message. */
class BatchForm final : public juce::Component, public juce::FileDragAndDropTarget
{
public:
    BatchForm ();

    std::function<void ()> onChange;
    BatchPageState state () const;
    void show (const BatchPageState& state); ///< without a callback
    int heightFor (int width) const;

    void resized () override;
    void paint (juce::Graphics& graphics) override;
    void paintOverChildren (juce::Graphics& graphics) override;
    bool isInterestedInFileDrag (const juce::StringArray& files) override;
    void fileDragEnter (const juce::StringArray& files, int x, int y) override;
    void fileDragExit (const juce::StringArray& files) override;
    void filesDropped (const juce::StringArray& files, int x, int y) override;

private:
    void setUpText (juce::TextEditor& editor, const juce::String& title,
                    const juce::String& tooltip);
    void changed ();
    void addInputs (const juce::StringArray& paths);
    void askForInputs (bool forFolders);
    void askForOutput ();
    void markDrag (bool isOver);

    juce::TextEditor inputs_, output_;
    juce::TextButton addFolder_ {"Folders..."}, addFiles_ {"Files..."}, chooseOutput_ {"Choose..."};
    BatchFields fields_;
    std::unique_ptr<juce::FileChooser> chooser_;
    bool isDraggedOver_ = false;
};

} // namespace melstrom
