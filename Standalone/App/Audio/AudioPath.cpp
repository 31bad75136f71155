#include "Standalone/App/Audio/AudioPath.h"

#include "Standalone/App/Audio/CaptureClock.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kLeastBlockSamples = 16;
}

void AudioPath::start (juce::AudioIODevice& device)
{
    const double rateHz = device.getCurrentSampleRate ();
    const int block = std::max (device.getCurrentBufferSizeSamples (), kLeastBlockSamples);
    silence_.assign (static_cast<std::size_t> (block), 0.0f);
    played_.prepare (rateHz, block);
    watched_.prepare (rateHz, block, device.getXRunCount ());
    blockSamples_ = block;
    inputLatencySamples_ = device.getInputLatencyInSamples ();
    outputLatencySamples_ = device.getOutputLatencyInSamples ();
    numOverruns_ = device.getXRunCount ();
    lastCallbackNs_ = steadyNs ();
    device_ = &device;
    rateHz_ = rateHz;
    ++generation_;
}

void AudioPath::stop () noexcept
{
    device_ = nullptr;
    rateHz_ = 0;
}

void AudioPath::run (const float* const* inputs, int numInputs, float* const* outputs,
                     int numOutputs, int numSamples) noexcept
{
    const CallbackGate::Callback callback (gate_);
    lastCallbackNs_ = steadyNs ();
    if (const auto* const device = device_.load ())
        numOverruns_ = device->getXRunCount ();
    const int most = blockSamples_;
    for (int begin = 0; begin < numSamples; begin += most)
        runPart ({inputs, numInputs, outputs, numOutputs}, begin,
                 std::min (most, numSamples - begin));
}

/** numSamples: at most the block of `start`. */
void AudioPath::runPart (const Channels& channels, int begin, int numSamples) noexcept
{
    const std::int64_t nowNs = lastCallbackNs_;
    const auto input = inputOf (channels, begin, numSamples);
    const auto output = played_.render (input, nowNs);
    const auto& shown = shown_ == ShownSound::input ? input : output;
    watched_.take (shown.left, shown.right, numSamples, nowNs, numOverruns_);
    for (int channel = 0; channel < channels.numOutputs; ++channel)
    {
        if (channels.outputs[channel] == nullptr)
            continue;
        float* const to = channels.outputs[channel] + begin;
        if (channels.numOutputs == 1)
            for (int n = 0; n < numSamples; ++n)
                to[n] = 0.5f * (output.left[n] + output.right[n]);
        else if (channel < 2)
            std::copy_n (channel == 0 ? output.left : output.right, numSamples, to);
        else
            std::fill_n (to, numSamples, 0.0f);
    }
}

/** The first two channels; one channel is both sides. */
StereoBlock AudioPath::inputOf (const Channels& channels, int begin, int numSamples) const noexcept
{
    std::array<const float*, 2> found {};
    std::size_t count = 0;
    for (int channel = 0; channel < channels.numInputs && count < found.size (); ++channel)
        if (channels.inputs[channel] != nullptr)
            found[count++] = channels.inputs[channel] + begin;
    const float* const left = count > 0 ? found[0] : silence_.data ();
    return {left, count > 1 ? found[1] : left, numSamples};
}

std::int64_t AudioPath::sinceCallbackNs () const noexcept
{
    return steadyNs () - lastCallbackNs_;
}

double AudioPath::latencySeconds (int deviceSamples) const noexcept
{
    const double rateHz = rateHz_;
    return rateHz > 0 ? (deviceSamples + blockSamples_) / rateHz : 0;
}

} // namespace melstrom
