#include "Source/Spectrogram/SpectrogramExport.h"

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"
#include "Source/Picture/FilePicture.h"
#include "Source/Render/WavWriter.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace melstrom
{

namespace
{

constexpr int kNumChannels = 2;

/** A private folder in the system's temporary folder. The destructor removes it with its
    contents. */
class PrivateFolder
{
public:
    static Result<PrivateFolder> make ()
    {
        std::error_code failed;
        auto name = (std::filesystem::temp_directory_path (failed) / "melstrom-XXXXXX").string ();
        if (failed || mkdtemp (name.data ()) == nullptr)
            return Error {ErrorCode::writeFailed,
                          "the temporary folder cannot be created: " + printable (name) +
                              "; set TMPDIR to a folder with free space",
                          {}};
        return PrivateFolder (std::move (name));
    }
    PrivateFolder (PrivateFolder&& other) noexcept : path_ (std::exchange (other.path_, {})) {}
    PrivateFolder& operator= (PrivateFolder&&) = delete;
    ~PrivateFolder ()
    {
        std::error_code ignored; // the system removes leftovers
        if (! path_.empty ())
            std::filesystem::remove_all (path_, ignored);
    }
    std::string file (const std::string& name) const { return path_ + "/" + name; }

private:
    explicit PrivateFolder (std::string path) : path_ (std::move (path)) {}
    std::string path_;
};

Result<std::unique_ptr<Backend>> openCpu ()
{
    BackendChoice choice;
    choice.kind = BackendChoice::Kind::cpu;
    return openBackend (choice);
}

ArrayShape shapeOf (const ExtractedFile& extracted)
{
    const MelGeometry& geometry = extracted.geometry;
    ArrayShape shape;
    shape.type = geometry.spec.storedType == StoredType::float16 ? ElementType::float16
                                                                 : ElementType::float32;
    shape.dimensions = {extracted.file.numRows, geometry.numFeatures};
    if (geometry.spec.layout == Layout::segments)
        shape.dimensions.push_back (geometry.framesPerSegment);
    return shape;
}

/** Folder ("." if the path has none) and name of the file. */
std::pair<std::string, std::string> partsOf (const std::string& path)
{
    const std::filesystem::path whole (path);
    const auto folder = whole.parent_path ().string ();
    return {folder.empty () ? "." : folder, whole.filename ().string ()};
}

/** Writes a file beside `path` and renames it. */
Result<void> writeWhole (const std::string& bytes, Storage& storage, const std::string& path)
{
    const auto [where, name] = partsOf (path);
    auto written = replaceFile (storage, where, name, bytes);
    if (! written)
        (void)storage.remove (path + ".tmp"); // the first error counts
    return written;
}

Result<void> writeNpy (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                       const std::string& path)
{
    MELSTROM_TRY_VALUE (auto folder, PrivateFolder::make ());
    const auto wav = folder.file ("sound.wav");
    MELSTROM_TRY (exportWav (sound, posixStorage (), wav));
    MELSTROM_TRY_VALUE (auto backend, openCpu ());
    MELSTROM_TRY_VALUE (auto extracted,
                        extractFile (posixStorage (), *backend, preset.spec, wav, {}));
    std::string bytes = npyHeader (shapeOf (extracted));
    bytes.append (reinterpret_cast<const char*> (extracted.rows.data ()), extracted.rows.size ());
    return writeWhole (bytes, storage, path);
}

Result<void> drawPng (const TapSamples& sound, const MelPreset& preset, const std::string& colours,
                      const std::string& path)
{
    MELSTROM_TRY_VALUE (auto folder, PrivateFolder::make ());
    FilePicture picture;
    picture.audioFile = folder.file ("sound.wav");
    picture.pictureFile = path;
    picture.title = printable (std::filesystem::path (path).stem ().string () + ".wav");
    picture.preset = preset;
    picture.style.colours = colours;
    MELSTROM_TRY (exportWav (sound, posixStorage (), picture.audioFile));
    MELSTROM_TRY_VALUE (auto backend, openCpu ());
    auto drawn = drawFile (picture, posixStorage (), *backend);
    return drawn ? Result<void> () : drawn.error ();
}

Result<void> writeWav (const TapSamples& sound, Storage& storage, const std::string& path)
{
    const std::size_t numSamples = sound.channels.empty () ? 0 : sound.channels.front ().size ();
    if (numSamples == 0 || ! (sound.rateHz > 0))
        return Error {ErrorCode::noSamples,
                      "there is no sound yet, and so nothing to save: start playing in the host",
                      {}};
    WavSpec spec;
    spec.rateHz = static_cast<int> (std::lround (sound.rateHz));
    spec.numChannels = kNumChannels;
    spec.samples = WavSamples::float32;
    spec.isLong = false; // a minute is far below 4 GiB
    MELSTROM_TRY_VALUE (auto writer, WavWriter::create (storage, path, spec));
    std::vector<float> interleaved (numSamples * kNumChannels);
    for (std::size_t n = 0; n < numSamples; ++n)
    {
        interleaved[kNumChannels * n] = sound.channels.front ()[n];
        interleaved[kNumChannels * n + 1] = sound.channels.back ()[n];
    }
    MELSTROM_TRY (writer->write (interleaved));
    auto finished = writer->finish ();
    return finished ? Result<void> () : finished.error ();
}

} // namespace

TapSamples lastOf (TapSamples sound, double seconds)
{
    for (auto& channel : sound.channels)
    {
        const auto most =
            static_cast<std::size_t> (std::llround (std::max (0.0, seconds * sound.rateHz)));
        const std::size_t excess = channel.size () - std::min (channel.size (), most);
        channel.erase (channel.begin (), channel.begin () + static_cast<std::ptrdiff_t> (excess));
        if (&channel == &sound.channels.front ())
            sound.firstSample += static_cast<std::int64_t> (excess);
    }
    return sound;
}

Result<void> exportWav (const TapSamples& sound, Storage& storage, const std::string& path)
{
    return guarded ([&] { return writeWav (sound, storage, path); });
}

Result<void> exportNpy (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path)
{
    return guarded ([&] { return writeNpy (sound, preset, storage, path); });
}

Result<void> exportText (const std::string& text, Storage& storage, const std::string& path)
{
    return guarded ([&] { return writeWhole (text, storage, path); });
}

Result<void> exportPng (const TapSamples& sound, const MelPreset& preset,
                        const std::string& colours, const std::string& path)
{
    return guarded ([&] { return drawPng (sound, preset, colours, path); });
}

} // namespace melstrom
