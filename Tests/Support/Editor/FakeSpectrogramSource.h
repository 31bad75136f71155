// The processor's interface for a spectrogram, faked.
#pragma once

#include "Source/Processor/SpectrogramSource.h"
#include "Tests/Support/Editor/FakeMelTap.h"

namespace melstrom::testing
{

class FakeSpectrogramSource final : public SpectrogramSource
{
public:
    explicit FakeSpectrogramSource (bool hasInput = false) : hasInput_ (hasInput) {}

    FakeMelTap output, input;
    ViewState state;
    double rateHz = 48000;
    int numChanges = 0;

    MelTap& outputTap () override { return output; }
    MelTap* inputTap () override { return hasInput_ ? &input : nullptr; }
    std::shared_ptr<LiveDevice> device () override { return {}; }
    double sampleRateHz () const override { return rateHz; }
    ViewState& view () override { return state; }
    void viewChanged () override { ++numChanges; }

private:
    bool hasInput_;
};

} // namespace melstrom::testing
