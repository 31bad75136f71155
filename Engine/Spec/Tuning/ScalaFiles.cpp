#include "Engine/Spec/Tuning/ScalaFiles.h"

#include "Engine/Spec/Mel/SpecKeyKinds.h"
#include "Engine/Spec/Text/PlainText.h"
#include "Engine/Spec/Text/Utf8Text.h"

#include <cmath>

namespace melstrom
{

namespace
{
/** Scala's default without a map: the scale's first degree on middle C of twelve equal steps,
    261.6256 Hz. */
KeyboardMap customaryMap ()
{
    KeyboardMap map;
    map.middleKey = map.referenceKey = 60;
    map.referenceHz = 440 * std::exp2 (-9.0 / 12);
    return map;
}

Scale equalScale ()
{
    Scale scale {"twelve equal steps", {}};
    for (int step = 1; step <= 12; ++step)
        scale.cents.push_back (100.0 * step);
    return scale;
}

constexpr std::string_view kScaleEnd = ".scl", kMapEnd = ".kbm";

bool endsWith (const std::filesystem::path& path, std::string_view extension)
{
    return equalsIgnoringCase (path.extension ().string (), extension);
}

std::size_t bytesInState (const ScalaText& file)
{
    return quotedText (file.text).size () + quotedText (file.fileName).size ();
}
} // namespace

Result<Tuning> customaryTuning (const std::optional<Scale>& scale,
                                const std::optional<KeyboardMap>& map)
{
    if (! scale && ! map)
        return Tuning ();
    auto tuning = Tuning::make (scale ? *scale : equalScale (), map ? *map : customaryMap ());
    if (tuning && map)
        tuning->makeAbsolute ();
    return tuning;
}

Result<Tuning> tuningOf (const ScalaFiles& files)
{
    const std::size_t bytes = bytesInState (files.scale) + bytesInState (files.map);
    if (bytes > kMostScalaBytes)
        return badPatch ("the scale and the keyboard map take " + std::to_string (bytes) +
                         " bytes: must be at most " + std::to_string (kMostScalaBytes));
    std::optional<Scale> scale;
    std::optional<KeyboardMap> map;
    if (files.scale.isThere ())
    {
        MELSTROM_TRY_VALUE (scale, parseScale (files.scale.text, files.scale.fileName));
    }
    if (files.map.isThere ())
    {
        MELSTROM_TRY_VALUE (map, parseKeyboardMap (files.map.text, files.map.fileName));
    }
    return customaryTuning (scale, map);
}

bool isScalaFile (const std::filesystem::path& path)
{
    return endsWith (path, kScaleEnd) || endsWith (path, kMapEnd);
}

Result<ScalaFiles> withScalaFile (ScalaFiles files, const std::filesystem::path& path)
{
    const auto name = path.filename ().string ();
    if (! isScalaFile (path))
        return badPatch (quotedText (name) + ": a scale ends in .scl, a keyboard map in .kbm");
    const bool isMap = endsWith (path, kMapEnd);
    MELSTROM_TRY_VALUE (const auto text, readSmallFile (path, kMostScalaBytes,
                                                        isMap ? "a keyboard map" : "a scale"));
    if (text.empty ())
        return badPatch (quotedText (name) + " is empty");
    constexpr std::size_t kMostGrowth = 3; // U+FFFD has 3 bytes
    (isMap ? files.map : files.scale) = {validUtf8 (name, kMostScalaBytes),
                                         validUtf8 (text, kMostGrowth * kMostScalaBytes)};
    return files;
}

} // namespace melstrom
