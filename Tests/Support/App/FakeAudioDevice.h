// An audio device under a test's control, and the machine that it is plugged into.
#pragma once

#include <juce_audio_devices/juce_audio_devices.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace melstrom::testing
{

/** What a test decides of devices named "fake", and the one that is open. */
struct FakeMachine
{
    double rateHz = 48000;
    int blockSamples = 512;
    int numInputs = 2, numOutputs = 2;
    bool isPluggedIn = true;
    int numOverruns = 0;
    int inputLatencySamples = 100, outputLatencySamples = 200;
    juce::AudioIODeviceCallback* callback = nullptr; ///< of the open device

    std::vector<std::vector<float>> inputs, outputs; ///< (channels, samples) of one callback

    /** One callback of the thread that calls this. The caller fills `inputs` before. */
    void call ()
    {
        if (callback == nullptr)
            return;
        std::array<const float*, 8> from {};
        std::array<float*, 8> to {};
        for (std::size_t channel = 0; channel < inputs.size (); ++channel)
            from[channel] = inputs[channel].data ();
        for (std::size_t channel = 0; channel < outputs.size (); ++channel)
            to[channel] = outputs[channel].data ();
        callback->audioDeviceIOCallbackWithContext (from.data (), numInputs, to.data (), numOutputs,
                                                    blockSamples, {});
    }
};

class FakeAudioDevice final : public juce::AudioIODevice
{
public:
    explicit FakeAudioDevice (FakeMachine& machine) : AudioIODevice ("fake", "Fake"), m_ (machine)
    {
    }
    ~FakeAudioDevice () override { close (); }

    juce::StringArray getOutputChannelNames () override { return names (m_.numOutputs); }
    juce::StringArray getInputChannelNames () override { return names (m_.numInputs); }
    juce::Array<double> getAvailableSampleRates () override { return {m_.rateHz}; }
    juce::Array<int> getAvailableBufferSizes () override { return {m_.blockSamples}; }
    int getDefaultBufferSize () override { return m_.blockSamples; }
    juce::String open (const juce::BigInteger&, const juce::BigInteger&, double, int) override
    {
        const auto numSamples = static_cast<std::size_t> (m_.blockSamples);
        m_.inputs.assign (static_cast<std::size_t> (m_.numInputs), std::vector<float> (numSamples));
        m_.outputs.assign (static_cast<std::size_t> (m_.numOutputs),
                           std::vector<float> (numSamples));
        isOpen_ = true;
        return {};
    }
    void close () override
    {
        stop ();
        isOpen_ = false;
    }
    bool isOpen () override { return isOpen_ && m_.isPluggedIn; }
    void start (juce::AudioIODeviceCallback* callback) override
    {
        callback->audioDeviceAboutToStart (this);
        m_.callback = callback;
    }
    void stop () override
    {
        if (auto* const callback = std::exchange (m_.callback, nullptr))
            callback->audioDeviceStopped ();
    }
    bool isPlaying () override { return m_.callback != nullptr; }
    juce::String getLastError () override { return {}; }
    int getCurrentBufferSizeSamples () override { return m_.blockSamples; }
    double getCurrentSampleRate () override { return m_.rateHz; }
    int getCurrentBitDepth () override { return 32; }
    juce::BigInteger getActiveOutputChannels () const override { return first (m_.numOutputs); }
    juce::BigInteger getActiveInputChannels () const override { return first (m_.numInputs); }
    int getOutputLatencyInSamples () override { return m_.outputLatencySamples; }
    int getInputLatencyInSamples () override { return m_.inputLatencySamples; }
    int getXRunCount () const noexcept override { return m_.numOverruns; }

private:
    static juce::StringArray names (int count)
    {
        juce::StringArray all;
        for (int n = 0; n < count; ++n)
            all.add (juce::String (n + 1));
        return all;
    }
    static juce::BigInteger first (int count)
    {
        juce::BigInteger bits;
        bits.setRange (0, count, true);
        return bits;
    }

    FakeMachine& m_;
    bool isOpen_ = false;
};

/** Lists the device while it is plugged in. */
class FakeAudioDeviceType final : public juce::AudioIODeviceType
{
public:
    explicit FakeAudioDeviceType (FakeMachine& machine) : AudioIODeviceType ("Fake"), m_ (machine)
    {
    }
    void scanForDevices () override {}
    juce::StringArray getDeviceNames (bool) const override
    {
        return m_.isPluggedIn ? juce::StringArray {"fake"} : juce::StringArray {};
    }
    int getDefaultDeviceIndex (bool) const override { return 0; }
    int getIndexOfDevice (juce::AudioIODevice*, bool) const override { return 0; }
    bool hasSeparateInputsAndOutputs () const override { return false; }
    juce::AudioIODevice* createDevice (const juce::String&, const juce::String&) override
    {
        return new FakeAudioDevice (m_);
    }

private:
    FakeMachine& m_;
};

} // namespace melstrom::testing
