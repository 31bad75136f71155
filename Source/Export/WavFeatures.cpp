#include "Source/Export/WavFeatures.h"

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"
#include "Source/Export/TextExport.h"
#include "Source/Picture/FilePicture.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

namespace melstrom
{

namespace
{

constexpr std::int64_t kPieceBytes = 1 << 20;

/** A private folder in the system's temporary folder. The destructor removes it with its contents. */
class PrivateFolder
{
public:
    static Result<PrivateFolder> make (); ///< fails: writeFailed
    PrivateFolder (PrivateFolder&& other) noexcept;
    PrivateFolder& operator= (PrivateFolder&&) = delete;
    ~PrivateFolder ();
    std::string file (const std::string& name) const { return path_ + "/" + name; }

private:
    explicit PrivateFolder (std::string path) : path_ (std::move (path)) {}
    std::string path_;
};

Result<PrivateFolder> PrivateFolder::make ()
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

PrivateFolder::PrivateFolder (PrivateFolder&& other) noexcept
    : path_ (std::exchange (other.path_, {}))
{
}

PrivateFolder::~PrivateFolder ()
{
    std::error_code ignored; // the system removes leftovers
    if (! path_.empty ())
        std::filesystem::remove_all (path_, ignored);
}

Result<std::unique_ptr<Backend>> openCpu ()
{
    BackendChoice choice;
    choice.kind = BackendChoice::Kind::cpu;
    return openBackend (choice);
}

/** The name of the WAV to a file: the name seeds the dither of features. */
std::string wavNameOf (const std::string& path)
{
    return std::filesystem::path (path).stem ().string () + ".wav";
}

Result<ExtractedFile> extract (const WavSource& sound, const MelPreset& preset,
                               const std::string& path, const ExportControl& control)
{
    MELSTROM_TRY_VALUE (const auto folder, PrivateFolder::make ());
    const auto wav = folder.file (wavNameOf (path));
    MELSTROM_TRY (control.begin (ExportStage::sound));
    MELSTROM_TRY (sound (wav));
    MELSTROM_TRY (control.begin (ExportStage::features));
    MELSTROM_TRY_VALUE (const auto backend, openCpu ());
    return extractFile (posixStorage (), *backend, preset.spec, wav, {});
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

std::int64_t numPieces (std::int64_t numBytes)
{
    return (numBytes + kPieceBytes - 1) / kPieceBytes;
}

/** Lines without the heading. */
std::int64_t numLinesOf (const ExtractedFile& extracted)
{
    const auto& geometry = extracted.geometry;
    return extracted.file.numRows *
           (geometry.spec.layout == Layout::segments ? geometry.framesPerSegment : 1);
}

/** numPieces: of the text, for the progress */
Result<void> writeText (const TextSource& text, std::int64_t numPieces, Storage& storage,
                        const std::string& path, const ExportControl& control)
{
    MELSTROM_TRY (control.begin (ExportStage::file));
    const auto give = [&] (const TextSink& sink)
    {
        std::int64_t numGiven = 0;
        return text (
            [&] (std::string_view piece) -> Result<void>
            {
                MELSTROM_TRY (control.reach (numGiven++, numPieces));
                return sink (piece);
            });
    };
    return exportText (TextSource (give), storage, path);
}

Result<void> drawPng (const WavSource& sound, const MelPreset& preset, const std::string& colours,
                      const std::string& path, const ExportControl& control)
{
    MELSTROM_TRY_VALUE (const auto folder, PrivateFolder::make ());
    FilePicture picture;
    picture.audioFile = folder.file (wavNameOf (path));
    picture.pictureFile = path;
    picture.title = printable (wavNameOf (path));
    picture.preset = preset;
    picture.style.colours = colours;
    MELSTROM_TRY (control.begin (ExportStage::sound));
    MELSTROM_TRY (sound (picture.audioFile));
    MELSTROM_TRY (control.begin (ExportStage::features));
    MELSTROM_TRY_VALUE (const auto backend, openCpu ());
    const auto drawn = drawFile (picture, posixStorage (), *backend);
    return drawn ? Result<void> () : drawn.error ();
}

} // namespace

Result<void> exportWavNpy (const WavSource& sound, const MelPreset& preset, Storage& storage,
                           const std::string& path, const ExportControl& control)
{
    return guarded (
        [&] () -> Result<void>
        {
            MELSTROM_TRY_VALUE (const auto extracted, extract (sound, preset, path, control));
            const auto give = [&extracted] (const TextSink& sink) -> Result<void>
            {
                MELSTROM_TRY (sink (npyHeader (shapeOf (extracted))));
                const std::string_view rows (reinterpret_cast<const char*> (extracted.rows.data ()),
                                             extracted.rows.size ());
                for (std::size_t at = 0; at < rows.size (); at += std::size_t {kPieceBytes})
                    MELSTROM_TRY (sink (rows.substr (at, kPieceBytes)));
                return {};
            };
            return writeText (give,
                              1 + numPieces (static_cast<std::int64_t> (extracted.rows.size ())),
                              storage, path, control);
        });
}

Result<void> exportWavCsv (const WavSource& sound, const MelPreset& preset, Storage& storage,
                           const std::string& path, const ExportControl& control)
{
    return guarded (
        [&] () -> Result<void>
        {
            MELSTROM_TRY_VALUE (const auto extracted, extract (sound, preset, path, control));
            return writeText (featureCsv (extracted), 1 + numLinesOf (extracted), storage, path,
                              control);
        });
}

Result<void> exportWavPng (const WavSource& sound, const MelPreset& preset,
                           const std::string& colours, const std::string& path,
                           const ExportControl& control)
{
    return guarded ([&] { return drawPng (sound, preset, colours, path, control); });
}

} // namespace melstrom
