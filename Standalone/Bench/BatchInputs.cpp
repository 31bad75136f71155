#include "Standalone/Bench/BatchInputs.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"
#include "Standalone/Bench/BenchContext.h"
#include "Standalone/CommandLine/Machine/TestSignal.h"

#include <cstdlib>
#include <filesystem>
#include <span>
#include <utility>

namespace melstrom
{

namespace
{
/** Before the samples of a WAV file of mono int16; little-endian, as all supported machines. */
struct WavHeader
{
    explicit WavHeader (std::uint32_t sampleBytes)
        : riffBytes (sampleBytes + 36), dataBytes (sampleBytes)
    {
    }

    char riff[4] {'R', 'I', 'F', 'F'};
    std::uint32_t riffBytes;
    char wave[8] {'W', 'A', 'V', 'E', 'f', 'm', 't', ' '};
    std::uint32_t formatBytes = 16;
    std::uint16_t format = 1, numChannels = 1; // format 1: PCM
    std::uint32_t rateHz = BatchInputs::kRateHz, bytesASecond = BatchInputs::kRateHz * 2;
    std::uint16_t bytesAFrame = 2, bitsASample = 16;
    char data[4] {'d', 'a', 't', 'a'};
    std::uint32_t dataBytes;
};
static_assert (sizeof (WavHeader) == 44);

std::string wavBytes (std::span<const std::int16_t> samples)
{
    const WavHeader header (static_cast<std::uint32_t> (samples.size_bytes ()));
    std::string bytes (reinterpret_cast<const char*> (&header), sizeof header);
    bytes.append (reinterpret_cast<const char*> (samples.data ()), samples.size_bytes ());
    return bytes;
}
} // namespace

BatchInputs::BatchInputs (BatchInputs&& other) noexcept
    : path_ (std::exchange (other.path_, {})), fileBytes_ (other.fileBytes_)
{
}

BatchInputs::~BatchInputs ()
{
    std::error_code ignored; // a destructor cannot report errors
    if (! path_.empty ())
        std::filesystem::remove_all (path_, ignored);
}

Result<BatchInputs> BatchInputs::make (const std::atomic<bool>& stop)
{
    const char* const parent = std::getenv ("TMPDIR");
    std::string path = std::string (parent && *parent ? parent : "/tmp") + "/melstrom-bench-XXXXXX";
    if (! mkdtemp (path.data ()))
        return Error {ErrorCode::writeFailed,
                      printable (path) +
                          ": no folder can be made there; set TMPDIR to one that can be written",
                      {}};
    BatchInputs made (path);
    MELSTROM_TRY (made.write (stop));
    return made;
}

/** Each file has its own part of one long noise. */
Result<void> BatchInputs::write (const std::atomic<bool>& stop)
{
    const auto noise = makeNoise (kFileSamples + kNumFiles);
    for (int index = 0; index < kNumFiles; ++index)
    {
        if (stop)
            return Error {ErrorCode::interrupted, "interrupted while making the files", {}};
        const auto label = inputs () + "/label" + std::to_string (index / kFilesAFolder);
        if (index % kFilesAFolder == 0)
            MELSTROM_TRY (posixStorage ().makeFolders (label));
        const auto bytes = wavBytes ({noise.data () + index, kFileSamples});
        fileBytes_ = static_cast<std::int64_t> (bytes.size ());
        MELSTROM_TRY (writeFile (label + "/" + std::to_string (index) + ".wav", bytes));
    }
    return {};
}

} // namespace melstrom
