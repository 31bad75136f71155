// The taps of a processor that feed a spectrogram.
#pragma once

#include "Engine/Live/Tap/MelTap.h"
#include "Source/State/ViewState.h"

#include <functional>

namespace melstrom
{

/** Implemented by both processors. Thread: message. */
class SpectrogramSource
{
public:
    virtual ~SpectrogramSource () = default;
    virtual MelTap& outputTap () = 0;
    virtual MelTap* inputTap () = 0; ///< null: the analyzer's input is its output
    virtual std::shared_ptr<LiveDevice> device () = 0;
    virtual double sampleRateHz () const = 0; ///< 0: not prepared
    virtual ViewState& view () = 0;           ///< saved with the state; see viewChanged
    virtual void viewChanged () = 0;
};

} // namespace melstrom
