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
    /** spectrogram: outlives this object. */
    explicit FrontEndOverlay (SpectrogramPanel& spectrogram)
        : OverlayPanel ("All settings of the front end"), spectrogram_ (spectrogram)
    {
        panel_.onFrontEnd = [this] (const FrontEndText& text)
        { return spectrogram_.takeFrontEnd (text); };
        spectrogram_.onFrontEnd = [this] { panel_.show (spectrogram_.frontEnd ()); };
        panel_.show (spectrogram_.frontEnd ());
        panel_.setFocusContainerType (FocusContainerType::none); // Tab goes on to the close button
        addAndMakeVisible (panel_);
    }
    ~FrontEndOverlay () override { spectrogram_.onFrontEnd = nullptr; }

    void takeFocus () override { panel_.takeFocus (); }

private:
    void layOut (juce::Rectangle<int> content) override { panel_.setBounds (content); }

    SpectrogramPanel& spectrogram_;
    FrontEndPanel panel_;
};

} // namespace melstrom
