#include "Standalone/App/Audio/AppAudio.h"

#include "Engine/Batch/Files/Storage.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kLookMilliseconds = 1000, kLooksPerMidiLook = 2;

std::string pathOf (const juce::File& file)
{
    return file.getFullPathName ().toStdString ();
}

Error noDevice (ErrorCode code, const juce::String& fault)
{
    return {code, fault.isNotEmpty () ? fault.toStdString () : "No device: none was opened", {}};
}
} // namespace

AppAudio::AppAudio ()
{
    life_.onChange = [this]
    {
        if (onDeviceChange)
            onDeviceChange ();
    };
    startTimer (kLookMilliseconds);
}

AppAudio::~AppAudio ()
{
    stopTimer ();
    life_.onChange = nullptr;
    path_->watched ().recorder ().stop ();
}

void AppAudio::audioDeviceAboutToStart (juce::AudioIODevice* device)
{
    path_->start (*device);
}

void AppAudio::audioDeviceIOCallbackWithContext (const float* const* inputs, int numInputs,
                                                 float* const* outputs, int numOutputs,
                                                 int numSamples,
                                                 const juce::AudioIODeviceCallbackContext&)
{
    const juce::ScopedNoDenormals noDenormals;
    path_->run (inputs, numInputs, outputs, numOutputs, numSamples);
}

/** JACK calls this on a thread of its own when its server ends. */
void AppAudio::audioDeviceStopped ()
{
    path_->stop ();
}

/** Any thread but that of the callback. The timer tells the text, and sees whether the device still
    calls. */
void AppAudio::audioDeviceError (const juce::String& message)
{
    const std::lock_guard lock (errorLock_);
    error_ = message;
}

void AppAudio::tellError ()
{
    juce::String error;
    {
        const std::lock_guard lock (errorLock_);
        error.swapWith (error_);
    }
    if (error.isEmpty ())
        return;
    life_.noteError (error);
    if (onDeviceError)
        onDeviceError (life_.deviceName () + ": " + error);
}

void AppAudio::timerCallback ()
{
    tellError ();
    life_.look (path_->sinceCallbackNs ());
    if (++numLooks_ % kLooksPerMidiLook == 0)
        midiInputs_.look ();
    static_cast<void> (path_->watched ().gaps ());
    path_->played ().files ().collect ();
}

// The device.

void AppAudio::open (const juce::XmlElement* remembered)
{
    life_.open (remembered);
    midiInputs_.look ();
}

std::unique_ptr<juce::XmlElement> AppAudio::state () const
{
    return life_.manager ().createStateXml ();
}

juce::String AppAudio::deviceText () const
{
    auto* const device = life_.manager ().getCurrentAudioDevice ();
    if (device == nullptr || ! device->isOpen ())
        return {};
    return device->getTypeName () + ": " + device->getName () + ", " +
           juce::String (device->getCurrentSampleRate () / 1000) + " kHz, " +
           juce::String (device->getCurrentBufferSizeSamples ()) + " samples, " +
           juce::String (device->getActiveInputChannels ().countNumberOfSetBits ()) + " in, " +
           juce::String (device->getActiveOutputChannels ().countNumberOfSetBits ()) + " out";
}

double AppAudio::inputLatencySeconds () const
{
    const auto geometry = path_->watched ().tap (0).tap ().geometry ();
    if (! geometry)
        return path_->inputLatencySeconds ();
    return path_->inputLatencySeconds () + 0.5 * (geometry->windowSamples + geometry->hopSamples) /
                                               static_cast<double> (geometry->rateHz);
}

// What is shown.

void AppAudio::setMonitored (bool isMonitored)
{
    path_->played ().setMonitored (isMonitored);
}

bool AppAudio::isMonitored () const noexcept
{
    return path_->played ().isMonitored ();
}

std::vector<DeviceGap> AppAudio::gapsFrom (std::size_t index) const
{
    const auto& gaps = path_->watched ().gaps ();
    return {gaps.begin () + static_cast<std::ptrdiff_t> (std::min (index, gaps.size ())),
            gaps.end ()};
}

int AppAudio::numOverruns () const
{
    return std::max (path_->numOverruns (), 0);
}

// What is played.

Result<void> AppAudio::play (const juce::File& file, double fromSeconds,
                             std::optional<double> endSeconds,
                             const std::optional<KnownSound>& known)
{
    const double rateHz = path_->rateHz ();
    if (! (rateHz > 0))
        return noDevice (ErrorCode::deviceUnavailable, deviceFault ());
    return path_->played ().files ().play (
        posixStorage (),
        {pathOf (file), fromSeconds, endSeconds, static_cast<int> (std::lround (rateHz)), known});
}

void AppAudio::stopPlaying ()
{
    path_->played ().files ().stop ();
}

std::optional<double> AppAudio::playedSeconds () const
{
    return path_->played ().files ().heardSeconds (path_->outputLatencySeconds ());
}

juce::String AppAudio::playFault () const
{
    const auto error = path_->played ().files ().error ();
    return error ? juce::String::fromUTF8 (error->message.c_str ()) : juce::String ();
}

std::int64_t AppAudio::numPlayUnderruns () const noexcept
{
    return path_->played ().files ().numMissing ();
}

void AppAudio::setPlayGainDb (double decibels)
{
    path_->played ().files ().setGain (std::pow (10.0, decibels / 20));
}

Result<void> AppAudio::playMidi (const juce::File& file)
{
    const double rateHz = path_->rateHz ();
    if (! (rateHz > 0))
        return noDevice (ErrorCode::deviceUnavailable, deviceFault ());
    return path_->played ().songs ().play (pathOf (file), rateHz);
}

void AppAudio::stopMidi ()
{
    path_->played ().songs ().stop ();
}

bool AppAudio::isMidiPlaying () const
{
    return path_->played ().songs ().isPlaying ();
}

// Recording.

Result<void> AppAudio::startRecording (const juce::File& file, RecordingFormat format)
{
    const double rateHz = path_->rateHz ();
    if (! (rateHz > 0))
        return noDevice (ErrorCode::noSamples, deviceFault ());
    RecordingSpec spec;
    spec.rateHz = static_cast<int> (std::lround (rateHz));
    spec.numChannels = 2;
    spec.format = format;
    MELSTROM_TRY (path_->watched ().recorder ().start (pathOf (file), spec));
    recordedFile_ = file;
    return {};
}

bool AppAudio::isRecording () const noexcept
{
    return path_->watched ().recorder ().isRecording ();
}

RecordingStatus AppAudio::recordingStatus () const
{
    return path_->watched ().recorder ().status ();
}

RecordingReport AppAudio::stopRecording ()
{
    return path_->watched ().recorder ().stop ();
}

} // namespace melstrom
