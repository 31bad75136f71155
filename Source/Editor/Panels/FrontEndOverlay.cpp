#include "Source/Editor/Panels/FrontEndOverlay.h"

namespace melstrom
{

FrontEndOverlay::FrontEndOverlay (SpectrogramPanel& spectrogram)
    : OverlayPanel ("All settings of the front end"), spectrogram_ (spectrogram)
{
    panel_.onFrontEnd = [this] (const FrontEndText& text)
    { return spectrogram_.takeFrontEnd (text); };
    spectrogram_.onFrontEnd = [this] { panel_.show (spectrogram_.frontEnd ()); };
    panel_.show (spectrogram_.frontEnd ());
    panel_.setFocusContainerType (FocusContainerType::none); // Tab goes on to the close button
    addAndMakeVisible (panel_);
}

FrontEndOverlay::~FrontEndOverlay ()
{
    spectrogram_.onFrontEnd = nullptr;
}

} // namespace melstrom
