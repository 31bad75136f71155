// The whole app on a PCM of alsa-lib that needs no sound card.
#include "Tests/Support/App/AppRun.h"
#include "Tests/Support/Skip.h"

#include <algorithm>
#include <vector>

namespace melstrom::testing
{

namespace
{

const juce::String kNullName = "Melstrom null";

/** alsa-lib's null PCM under another name: JUCE leaves "null" itself out of its list. */
constexpr const char* kNullConfig = "pcm.melstrom_null {\n"
                                    "    type null\n"
                                    "    hint { show on description \"Melstrom null\" }\n"
                                    "}\n";

void rememberNull (AppSettings& settings)
{
    juce::XmlElement device ("DEVICESETUP");
    device.setAttribute ("deviceType", "ALSA");
    device.setAttribute ("audioInputDeviceName", kNullName);
    device.setAttribute ("audioOutputDeviceName", kNullName);
    device.setAttribute ("audioDeviceRate", 48000);
    device.setAttribute ("audioDeviceBufferSize", 512);
    settings.setXml ("audioSetup", &device);
}

bool isListed (AppAudio& audio)
{
    const auto& types = audio.devices ().getAvailableDeviceTypes ();
    return std::any_of (types.begin (), types.end (),
                        [] (const juce::AudioIODeviceType* type)
                        {
                            return type->getTypeName () == "ALSA" &&
                                   type->getDeviceNames (true).contains (kNullName) &&
                                   type->getDeviceNames (false).contains (kNullName);
                        });
}

} // namespace

TEST_CASE ("the app runs on ALSA's null PCM and shows its silence", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    const TemporaryFolder folder;
    const auto paths = "/usr/share/alsa/alsa.conf:" + folder.write ("null.conf", kNullConfig);
    const EnvironmentVariable config {"ALSA_CONFIG_PATH", paths.c_str ()};
    AppRun app (rememberNull);
    auto& audio = app.content ().audio ();
    if (! isListed (audio))
        return skipTest ("ALSA does not list its null PCM");

    CHECK (audio.deviceFault () == "");
    CHECK (audio.deviceText ().startsWith ("ALSA: Melstrom null, 48 kHz, "));
    CHECK (audio.deviceText ().endsWith (" samples, 2 in, 2 out"));
    // This PCM has no clock: it calls as fast as it is answered, and the rows have gaps.
    REQUIRE (AppRun::pumpUntil ([&] { return audio.position () > 10 * 48000; }));
    const auto& feed = app.content ().live ().feed (0);
    REQUIRE (
        AppRun::pumpUntil ([&] { return feed.rows () != nullptr && feed.rows ()->endRow () > 0; }));
    const auto& rows = *feed.rows ();
    std::vector<float> levels (static_cast<std::size_t> (rows.geometry ().numBands));
    REQUIRE (rows.maximum (rows.firstRow (), rows.endRow (), levels) != RowPresence::missing);
    CHECK (*std::max_element (levels.begin (), levels.end ()) < -80);
    CHECK (audio.gapsFrom (0).empty ()); // early callbacks are no gaps of the device
}

} // namespace melstrom::testing
