#include "Standalone/App/Audio/DeviceLife.h"

#include "Standalone/App/Audio/JackMessages.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kChannels = 2;
constexpr double kPatienceSeconds = 2;
constexpr double kPatienceBlocks = 4;
constexpr juce::uint32 kErrorMs = 10'000; // an older error is not why a device stops
const juce::String kNoDevice = "No device: ";

bool lists (const juce::AudioIODeviceType& type, bool isInput, const juce::String& name)
{
    return name.isEmpty () || type.getDeviceNames (isInput).contains (name);
}
} // namespace

DeviceLife::DeviceLife (juce::AudioIODeviceCallback& callback) : callback_ (callback)
{
    silenceJack ();
    manager_.addAudioCallback (&callback_);
    manager_.addChangeListener (this);
}

DeviceLife::~DeviceLife ()
{
    manager_.removeChangeListener (this);
    manager_.closeAudioDevice ();
    manager_.removeAudioCallback (&callback_);
}

void DeviceLife::open (const juce::XmlElement* remembered)
{
    remembered_ =
        remembered != nullptr ? std::make_unique<juce::XmlElement> (*remembered) : nullptr;
    if (remembered_ != nullptr)
        remembered_->deleteAllChildElementsWithTagName ("MIDIINPUT"); // MidiInputs has them
    note (manager_.initialise (kChannels, kChannels, remembered_.get (), true));
}

void DeviceLife::look (std::int64_t sinceCallbackNs)
{
    if (isThere (sinceCallbackNs))
    {
        note ({});
        return;
    }
    if (isNoneChosen ())
    {
        fault_ = kNoDevice + "none is chosen; choose one in the settings";
        return;
    }
    if (manager_.getCurrentAudioDevice () != nullptr)
        lose ();
    find ();
}

bool DeviceLife::isThere (std::int64_t sinceCallbackNs) const
{
    auto* const device = manager_.getCurrentAudioDevice ();
    if (device == nullptr || ! device->isOpen ())
        return false;
    // JUCE's JACK device does not call while none of its ports is connected.
    if (device->getActiveInputChannels ().isZero () && device->getActiveOutputChannels ().isZero ())
        return true;
    const double blockSeconds =
        device->getCurrentBufferSizeSamples () / std::max (device->getCurrentSampleRate (), 1.0);
    return 1e-9 * static_cast<double> (sinceCallbackNs) <
           std::max (kPatienceSeconds, kPatienceBlocks * blockSeconds);
}

/** The user chose no device, or none of its channels. */
bool DeviceLife::isNoneChosen () const
{
    const auto chosen = manager_.createStateXml ();
    if (chosen == nullptr)
        return false;
    const auto isZero = [&chosen] (const char* channels)
    {
        const auto text = chosen->getStringAttribute (channels);
        return text.isNotEmpty () && ! text.containsChar ('1');
    };
    const auto input = chosen->getStringAttribute ("audioInputDeviceName");
    const auto output = chosen->getStringAttribute ("audioOutputDeviceName");
    const bool hasInput = input.isNotEmpty () && ! isZero ("audioDeviceInChans");
    const bool hasOutput = output.isNotEmpty () && ! isZero ("audioDeviceOutChans");
    return ! hasInput && ! hasOutput && ! chosen->hasAttribute ("audioDeviceName");
}

void DeviceLife::note (const juce::String& error)
{
    auto* const device = manager_.getCurrentAudioDevice ();
    if (device == nullptr || ! device->isOpen ())
    {
        fault_ = kNoDevice + (error.isEmpty () ? juce::String ("none was found") : error);
        return;
    }
    fault_.clear ();
    triedNames_.clear ();
    typeName_ = manager_.getCurrentAudioDeviceType ();
    setup_ = manager_.getAudioDeviceSetup ();
}

void DeviceLife::noteError (const juce::String& error)
{
    error_ = error;
    errorMs_ = juce::Time::getMillisecondCounter ();
}

juce::String DeviceLife::deviceName () const
{
    auto* const device = manager_.getCurrentAudioDevice ();
    return device != nullptr ? device->getTypeName () + ": " + device->getName ()
                             : typeName_ + ": " + setup_.outputDeviceName;
}

void DeviceLife::lose ()
{
    const auto text = deviceName ();
    manager_.closeAudioDevice ();
    const bool isRecent = juce::Time::getMillisecondCounter () - errorMs_ < kErrorMs;
    const auto reason = error_.isNotEmpty () && isRecent ? " (" + error_ + ")" : juce::String ();
    fault_ = kNoDevice + text + " stopped" + reason + "; it is opened again when it returns";
    if (onChange)
        onChange ();
}

void DeviceLife::find ()
{
    for (auto* const type : manager_.getAvailableDeviceTypes ())
    {
        if (type->getTypeName () != typeName_)
            continue;
        type->scanForDevices ();
        if (lists (*type, true, setup_.inputDeviceName) &&
            lists (*type, false, setup_.outputDeviceName))
        {
            findAgain (*type);
            return;
        }
    }
    if (typeName_.isEmpty () || manager_.createStateXml () == nullptr)
        findAny ();
}

void DeviceLife::findAgain (juce::AudioIODeviceType& type)
{
    const auto setup = setup_; // note () may replace it
    juce::String error;
    if (manager_.getCurrentAudioDeviceType () != type.getTypeName ())
        manager_.setCurrentAudioDeviceType (type.getTypeName (), false);
    else
        error = manager_.setAudioDeviceSetup (setup, false);
    if (manager_.getCurrentAudioDevice () != nullptr)
        note (error); // its change message tells the listeners
}

/** Tries again when other devices are listed than at the last try. */
void DeviceLife::findAny ()
{
    juce::StringArray names;
    for (auto* const type : manager_.getAvailableDeviceTypes ())
    {
        type->scanForDevices ();
        names.addArray (type->getDeviceNames (true));
        names.addArray (type->getDeviceNames (false));
    }
    if (names.isEmpty () || names == triedNames_)
        return;
    triedNames_ = names;
    note (manager_.initialise (kChannels, kChannels, remembered_.get (), true));
}

void DeviceLife::changeListenerCallback (juce::ChangeBroadcaster*)
{
    if (auto* const device = manager_.getCurrentAudioDevice ();
        device != nullptr && device->isOpen ())
        note ({});
    if (onChange)
        onChange ();
}

} // namespace melstrom
