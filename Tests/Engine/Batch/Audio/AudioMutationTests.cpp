// Files with random damage: each file is read or refused, within bounds and time.
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Timing.h"

#include <random>
#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

std::string mutated (std::string bytes, std::mt19937& random)
{
    const auto upTo = [&] (std::size_t largest)
    { return std::uniform_int_distribution<std::size_t> (0, largest) (random); };
    constexpr std::string_view extremes ("\x00\x01\x7F\x80\xFE\xFF", 6);

    for (auto numEdits = 1 + upTo (4); numEdits > 0; --numEdits)
    {
        // Half of the edits hit the header, the most sensitive part.
        const auto place = upTo (1) == 0 ? upTo (std::min<std::size_t> (bytes.size () - 1, 80))
                                         : upTo (bytes.size () - 1);
        switch (upTo (3))
        {
            case 0: bytes[place] = static_cast<char> (upTo (255)); break;
            case 1: bytes.replace (place, 1 + upTo (7), 1 + upTo (7), extremes[upTo (5)]); break;
            case 2: bytes.erase (place, upTo (40)); break;
            default:
                bytes.insert (place, bytes.substr (upTo (bytes.size () - 1), upTo (40)));
                break;
        }
        if (bytes.empty ())
            bytes = "x";
    }
    return bytes;
}

} // namespace

TEST_CASE ("random damage is survived by every reader", "[wav][decoder]")
{
    constexpr unsigned seed = 7;
    constexpr int numAttempts = 400;
    std::mt19937 random (seed);
    const auto samples = testSamples (500);
    std::vector<std::string> wholes {wav ({.numChannels = 2}, testSampleBytes (500)),
                                     rf64 ({.bits = 8}, testSampleBytes (500), 1'000),
                                     wav ({.formatTag = 3, .bits = 32}, testSampleBytes (500))};
    for (const int format : {SF_FORMAT_AIFF, SF_FORMAT_AU, SF_FORMAT_CAF, SF_FORMAT_W64,
                             SF_FORMAT_NIST, SF_FORMAT_FLAC})
        wholes.push_back (encoded (format | SF_FORMAT_PCM_16, 1, 16000, samples));
    for (const int format :
         {SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM, SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM,
          SF_FORMAT_OGG | SF_FORMAT_VORBIS, SF_FORMAT_OGG | SF_FORMAT_OPUS})
        wholes.push_back (encoded (format, 1, 16000, samples));

    for (std::size_t whole = 0; whole < wholes.size (); ++whole)
        for (int attempt = 0; attempt < numAttempts; ++attempt)
        {
            INFO ("seed " << seed << ", file " << whole << ", attempt " << attempt);
            const auto bytes = mutated (wholes[whole], random);
            const double start = threadSeconds ();
            const auto fault = faultOf (bytes, attempt % 2 == 0 ? AudioOptions {} : kKeepTruncated);
            REQUIRE (threadSeconds () - start < 1);
            REQUIRE ((! fault || fault->code != ErrorCode::internalFault));
        }
}
