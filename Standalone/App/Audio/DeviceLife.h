// Opens audio devices, notices that one is gone, and finds it again.
#pragma once

#include <juce_audio_devices/juce_audio_devices.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace melstrom
{

/** Owns JUCE's device manager. A device is gone if it is no longer open (a JACK server that ended),
    or if it has not called for two seconds (an unplugged ALSA device: JUCE ends its thread and says
    nothing). It is opened again when its name is listed again, with its rate, block and channels; if
    nothing was chosen, the default device takes its place. Thread: message. */
class DeviceLife final : private juce::ChangeListener
{
public:
    explicit DeviceLife (juce::AudioIODeviceCallback& callback); ///< outlives this object
    ~DeviceLife () override;                                     ///< closes the device

    void open (const juce::XmlElement* remembered);
    juce::AudioDeviceManager& manager () noexcept { return manager_; }
    const juce::AudioDeviceManager& manager () const noexcept { return manager_; }
    /** "No device: ..."; empty: a device runs. */
    juce::String fault () const { return fault_; }

    /** The device says what is wrong. The fault tells it if the device stops soon after. */
    void noteError (const juce::String& error);
    juce::String deviceName () const; ///< "ALSA: default"; of the last one that ran

    /** Call once a second. sinceCallbackNs: time since the device called, or since it started. */
    void look (std::int64_t sinceCallbackNs);

    std::function<void ()> onChange; ///< started, changed, lost or found again

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override;
    bool isThere (std::int64_t sinceCallbackNs) const;
    bool isNoneChosen () const;
    void note (const juce::String& error);
    void lose ();
    void find ();
    void findAgain (juce::AudioIODeviceType& type);
    void findAny ();

    juce::AudioIODeviceCallback& callback_;
    juce::AudioDeviceManager manager_;
    std::unique_ptr<juce::XmlElement> remembered_;
    juce::String fault_;
    juce::String error_; ///< that the device told last
    juce::uint32 errorMs_ = 0;
    // Of the last device that ran; without a name: none did.
    juce::String typeName_;
    juce::AudioDeviceManager::AudioDeviceSetup setup_;
    juce::StringArray triedNames_; ///< listed when no device could be opened
};

} // namespace melstrom
