#include "Standalone/Bench/BatchInputs.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Machine/TestSignal.h"

#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

namespace melstrom
{

namespace
{
/** A WAV file: RIFF header of 44 bytes for mono int16, then the samples. */
std::string wavBytes (const std::vector<std::int16_t>& samples)
{
    const auto dataBytes = static_cast<std::uint32_t> (samples.size () * 2);
    std::string bytes;
    const auto number = [&bytes] (std::uint32_t value, std::size_t width)
    {
        bytes.append (reinterpret_cast<const char*> (&value), width);
    }; // little-endian, as all supported machines
    bytes += "RIFF";
    number (dataBytes + 36, 4);
    bytes += "WAVEfmt ";
    for (const auto& [value, width] : std::initializer_list<std::pair<std::uint32_t, std::size_t>> {
             {16, 4},
             {1, 2},
             {1, 2},
             {BatchInputs::kRateHz, 4},
             {BatchInputs::kRateHz * 2, 4},
             {2, 2},
             {16, 2}})
        number (value, width);
    bytes += "data";
    number (dataBytes, 4);
    bytes.append (reinterpret_cast<const char*> (samples.data ()), dataBytes);
    return bytes;
}

Result<void> writeFile (const std::string& path, const std::string& bytes)
{
    MELSTROM_TRY_VALUE (auto file, posixStorage ().create (path));
    MELSTROM_TRY (file->writeAt (bytes.data (), bytes.size (), 0));
    return file->close ();
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
        const auto bytes =
            wavBytes ({noise.begin () + index, noise.begin () + index + kFileSamples});
        fileBytes_ = static_cast<std::int64_t> (bytes.size ());
        MELSTROM_TRY (writeFile (label + "/" + std::to_string (index) + ".wav", bytes));
    }
    return {};
}

} // namespace melstrom
