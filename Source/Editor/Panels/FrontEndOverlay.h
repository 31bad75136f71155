// All settings of the spectrogram's front end, in the editors of the plugins.
#pragma once

#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/FrontEnd/FrontEndPanel.h"
#include "Source/Spectrogram/SpectrogramPanel.h"

namespace melstrom
{

/** Each edit goes to the spectrogram at once; its refusal appears here. Shows front ends that are
    chosen, dropped or restored meanwhile. Thread: message. */
class FrontEndOverlay final : public OverlayPanel
{
public:
    explicit FrontEndOverlay (SpectrogramPanel& spectrogram); ///< outlives this object
    ~FrontEndOverlay () override;

    void takeFocus () override { panel_.takeFocus (); }

private:
    void layOut (juce::Rectangle<int> content) override { panel_.setBounds (content); }

    SpectrogramPanel& spectrogram_;
    FrontEndPanel panel_;
};

} // namespace melstrom
