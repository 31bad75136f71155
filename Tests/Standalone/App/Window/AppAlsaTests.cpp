// The whole app on PCMs of alsa-lib that need no sound card.
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/Recording/RecordedSignal.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace melstrom::testing
{

namespace
{

constexpr int kRateHz = 48000, kBlockSamples = 512;
const juce::String kNullName = "Melstrom null", kFileName = "Melstrom file";

/** alsa-lib's null PCM under another name, because JUCE leaves "null" itself out of its list, and
    its file PCM, which reads interleaved samples of the opened format from `fifo`. */
std::string configOf (const std::string& fifo)
{
    return "pcm.melstrom_null {\n"
           "    type null\n"
           "    hint { show on description \"Melstrom null\" }\n"
           "}\n"
           "pcm.melstrom_file {\n"
           "    type file\n"
           "    slave.pcm melstrom_null\n"
           "    file \"/dev/null\"\n"
           "    format \"raw\"\n"
           "    infile \"" +
           fifo +
           "\"\n"
           "    hint { show on description \"Melstrom file\" }\n"
           "}\n";
}

/** alsa-lib finds both PCMs for the lifetime of this object. */
class OwnPcms
{
public:
    std::string fifo () const { return folder_.file ("fifo"); }

private:
    TemporaryFolder folder_;
    std::string paths_ = "/usr/share/alsa/alsa.conf:" +
                         folder_.write ("pcms.conf", configOf (folder_.file ("fifo")));
    EnvironmentVariable variable_ {"ALSA_CONFIG_PATH", paths_.c_str ()};
};

/** Writes recordedSample () of both channels to a FIFO at the rate of a device, from position 0 on.
    A block is one write, of no more than PIPE_BUF. While nobody reads, the pipe fills and the signal
    waits. */
class FifoSignal
{
public:
    explicit FifoSignal (const std::string& path)
    {
        REQUIRE (mkfifo (path.c_str (), 0600) == 0);
        // for both, so that neither end ever waits for the other one to open it
        pipe_ = ::open (path.c_str (), O_RDWR | O_NONBLOCK);
        REQUIRE (pipe_ >= 0);
        thread_ = std::thread ([this] { run (); });
    }
    ~FifoSignal ()
    {
        isOver_ = true;
        thread_.join ();
        ::close (pipe_);
    }
    FifoSignal (const FifoSignal&) = delete;
    FifoSignal& operator= (const FifoSignal&) = delete;

    std::int64_t numWritten () const noexcept { return numWritten_; }

private:
    void run ()
    {
        const std::chrono::duration<double> block (static_cast<double> (kBlockSamples) / kRateHz);
        const auto begin = std::chrono::steady_clock::now ();
        std::array<float, std::size_t {2} * kBlockSamples> samples {};
        static_assert (sizeof samples <= 4096); // PIPE_BUF
        for (int n = 1; ! isOver_; ++n)
        {
            for (int i = 0; i < 2 * kBlockSamples; ++i)
                samples[static_cast<std::size_t> (i)] = recordedSample (numWritten_ + i / 2, i % 2);
            if (::write (pipe_, samples.data (), sizeof samples) ==
                static_cast<ssize_t> (sizeof samples))
                numWritten_ += kBlockSamples;
            std::this_thread::sleep_until (
                begin +
                std::chrono::duration_cast<std::chrono::steady_clock::duration> (n * block));
        }
    }

    int pipe_ = -1;
    std::atomic<bool> isOver_ {false};
    std::atomic<std::int64_t> numWritten_ {0};
    std::thread thread_;
};

/** Output: the null PCM. */
auto withInput (const juce::String& input)
{
    return [input] (AppSettings& settings)
    {
        juce::XmlElement device ("DEVICESETUP");
        device.setAttribute ("deviceType", "ALSA");
        device.setAttribute ("audioInputDeviceName", input);
        device.setAttribute ("audioOutputDeviceName", kNullName);
        device.setAttribute ("audioDeviceRate", kRateHz);
        device.setAttribute ("audioDeviceBufferSize", kBlockSamples);
        settings.setXml ("audioSetup", &device);
        settings.setText ("recordingFormat",
                          juce::String (static_cast<int> (RecordingFormat::wavFloat)));
    };
}

bool isListed (AppAudio& audio, const juce::String& input)
{
    const auto& types = audio.devices ().getAvailableDeviceTypes ();
    return std::any_of (types.begin (), types.end (),
                        [&input] (const juce::AudioIODeviceType* type)
                        {
                            return type->getTypeName () == "ALSA" &&
                                   type->getDeviceNames (true).contains (input) &&
                                   type->getDeviceNames (false).contains (kNullName);
                        });
}

} // namespace

TEST_CASE ("the app runs on ALSA's null PCM and shows its silence", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const OwnPcms pcms;
    AppRun app (withInput (kNullName));
    auto& audio = app.content ().audio ();
    if (! isListed (audio, kNullName))
        return skipTest ("ALSA does not list its null PCM");

    CHECK (audio.deviceFault () == "");
    CHECK (audio.deviceText () == "ALSA: Melstrom null, 48 kHz, 512 samples, 2 in, 2 out");
    // This PCM has no clock: it calls as fast as it is answered, and the rows have gaps.
    REQUIRE (AppRun::pumpUntil ([&] { return audio.position () > 10 * kRateHz; }));
    const auto& feed = app.content ().live ().feed (0);
    REQUIRE (
        AppRun::pumpUntil ([&] { return feed.rows () != nullptr && feed.rows ()->endRow () > 0; }));
    const auto& rows = *feed.rows ();
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands));
    REQUIRE (rows.maximum (rows.firstRow (), rows.endRow (), levels) != RowPresence::missing);
    CHECK (*std::max_element (levels.begin (), levels.end ()) < -80);
    CHECK (audio.gapsFrom (0).empty ()); // early callbacks are no gaps of the device
}

TEST_CASE ("a recording holds the very samples of ALSA's file PCM", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const OwnPcms pcms;
    const FifoSignal signal (pcms.fifo ());
    AppRun app (withInput (kFileName));
    auto& audio = app.content ().audio ();
    if (! isListed (audio, kFileName))
        return skipTest ("ALSA does not list its file PCM");

    REQUIRE (audio.deviceFault () == "");
    REQUIRE (audio.deviceText ().endsWith (", 48 kHz, 512 samples, 2 in, 2 out"));
    app.content ().live ().toggleRecording ();
    REQUIRE (audio.isRecording ());
    CHECK (AppRun::pumpUntil ([&] { return audio.recordingStatus ().numSamples > 2 * kRateHz; }));
    app.content ().live ().toggleRecording ();

    const auto read =
        readRecording (posixStorage (), audio.recordedFile ().getFullPathName ().toStdString ());
    REQUIRE (read.numChannels == 2);
    REQUIRE (read.numSamples > 2 * kRateHz);
    std::int64_t begin = 0;
    while (begin < signal.numWritten () && (recordedSample (begin, 0) != read.samples[0] ||
                                            recordedSample (begin, 1) != read.samples[1]))
        ++begin;
    std::int64_t numSame = 0;
    while (numSame < 2 * read.numSamples &&
           read.samples[static_cast<std::size_t> (numSame)] ==
               recordedSample (begin + numSame / 2, static_cast<int> (numSame % 2)))
        ++numSame;
    CHECK (numSame == 2 * read.numSamples);
    CHECK (audio.recordingStatus ().numGaps == 0);
}

} // namespace melstrom::testing
