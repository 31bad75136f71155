// The window of the analyzer.
#pragma once

#include "Source/Editor/Bars/EngineMenu.h"
#include "Source/Editor/Bars/HealthLine.h"
#include "Source/Editor/EditorSize.h"
#include "Source/Editor/Panels/FrontEndOverlay.h"
#include "Source/Processor/AnalyzerProcessor.h"
#include "Source/Spectrogram/SpectrogramPanel.h"

#include <memory>

namespace melstrom
{

/** The spectrogram; beside it, on demand, all settings of its front end; below it health and the
    choice of backend. Thread: message. */
class AnalyzerEditor final : public juce::AudioProcessorEditor
{
public:
    explicit AnalyzerEditor (AnalyzerProcessor& analyzer);
    ~AnalyzerEditor () override;

    void openFrontEnd ();
    void closeFrontEnd ();

    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    EditorSize size_;
    juce::SharedResourcePointer<MelstromLook> look_;
    SpectrogramPanel spectrogram_;
    std::unique_ptr<FrontEndOverlay> frontEnd_; ///< null: not open
    HealthLine health_;
    EngineMenu engine_;
    juce::TooltipWindow tooltips_ {this};
};

} // namespace melstrom
