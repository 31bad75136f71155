#include "Engine/Batch/Inputs/TarInputs.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace melstrom
{
namespace
{

constexpr std::size_t kMostTars = 100'000;

/** "{first..last}" in a text. */
struct NumberRange
{
    std::size_t begin = 0, end = 0; ///< of the braces and what they hold
    std::int64_t first = 0, last = 0;
    std::size_t digits = 0; ///< least number of digits

    std::size_t count () const noexcept
    {
        return static_cast<std::size_t> (std::max (first, last) - std::min (first, last)) + 1;
    }
    std::string number (std::size_t index) const
    {
        const auto step = static_cast<std::int64_t> (index);
        const auto text = std::to_string (first <= last ? first + step : first - step);
        return std::string (digits > text.size () ? digits - text.size () : 0, '0') + text;
    }
};

std::optional<std::int64_t> wholeOf (std::string_view text)
{
    constexpr std::size_t mostDigits = 9;
    std::int64_t value = -1;
    const auto [end, failed] = std::from_chars (text.data (), text.data () + text.size (), value);
    const bool isNumber = failed == std::errc {} && end == text.data () + text.size ();
    return isNumber && value >= 0 && text.size () <= mostDigits ? std::optional (value)
                                                                : std::nullopt;
}

std::optional<NumberRange> firstRangeIn (std::string_view text)
{
    for (auto open = text.find ('{'); open != text.npos; open = text.find ('{', open + 1))
    {
        const auto close = text.find ('}', open);
        const auto inner = text.substr (open + 1, close == text.npos ? 0 : close - open - 1);
        const auto dots = inner.find ("..");
        if (dots == inner.npos)
            continue;
        const auto low = inner.substr (0, dots), high = inner.substr (dots + 2);
        const auto first = wholeOf (low), last = wholeOf (high);
        if (! first || ! last)
            continue;
        const auto isWide = [] (std::string_view number)
        { return number.size () > 1 && number.front () == '0'; };
        const auto digits =
            isWide (low) || isWide (high) ? std::max (low.size (), high.size ()) : 0;
        return NumberRange {open, close + 1, *first, *last, digits};
    }
    return std::nullopt;
}

std::string_view pathOfRows (const FoundFile& file) noexcept
{
    const std::string_view path (file.file.path);
    return file.memberAt > 0 ? path.substr (0, file.memberAt - 1) : path;
}

} // namespace

Result<std::vector<std::string>> tarsOfRange (const std::string& path)
{
    if (! isNamedLikeTar (path) || ! firstRangeIn (path))
        return std::vector<std::string> {};
    std::vector<std::string> paths {path};
    for (auto range = firstRangeIn (paths.front ()); range; range = firstRangeIn (paths.front ()))
    {
        if (paths.size () > kMostTars / range->count ())
            return Error {ErrorCode::badUsage,
                          printable (path) + " names more than " + std::to_string (kMostTars) +
                              " tars; name fewer",
                          {}};
        std::vector<std::string> longer;
        for (const auto& one : paths) // the text before the first range has one length in all paths
        {
            const auto own = *firstRangeIn (one);
            for (std::size_t i = 0; i < own.count (); ++i)
                longer.push_back (one.substr (0, own.begin) + own.number (i) +
                                  one.substr (own.end));
        }
        paths = std::move (longer);
    }
    return paths;
}

Result<bool> isTarInput (Storage& storage, const std::string& path)
{
    const bool isTar = isNamedLikeTar (path);
    if (! isTar && ! isNamedLikePackedTar (path))
        return false;
    const auto info = storage.info (path);
    if (! info || info->kind != EntryKind::file)
        return false;
    const auto file = storage.openForReading (path);
    if (! file)
        return isTar;
    MELSTROM_TRY (refusePackedTar (**file, path));
    return isTar;
}

Result<std::vector<FoundFile>> findInTar (Storage& storage, FolderTable& folders,
                                          const TarInput& input, std::vector<std::string>& warnings)
{
    const auto tarItself = [&]
    {
        FoundFile found;
        found.file.path = input.path;
        found.file.relativeAt =
            static_cast<std::uint32_t> (input.path.size () - fileNameOf (input.path).size ());
        found.isBelowInput = false;
        found.inputIndex = input.inputIndex;
        found.folderNumber = folders.numberOf (folderOf (input.path));
        return found;
    };
    const auto entries = storage.listFolder (input.path);
    if (! entries && entries.error ().code == ErrorCode::badUsage)
        return entries.error ();
    if (! entries) // opening it says why
        return std::vector<FoundFile> {tarItself ()};

    std::vector<FoundFile> files;
    for (const auto& entry : *entries)
    {
        if (entry.name.empty ())
            files.push_back (tarItself ());
        else if (looksLikeAudio (entry.name))
        {
            FoundFile found;
            found.file.path = joinPath (input.path, entry.name);
            found.inputIndex = input.inputIndex;
            found.memberAt = input.path.size () + 1;
            found.file.relativeAt = static_cast<std::uint32_t> (found.memberAt);
            found.folderNumber = folders.numberOf (folderOf (found.file.path));
            if (const auto info = storage.info (found.file.path))
                found.archiveOffset = info->archiveOffset;
            files.push_back (std::move (found));
        }
    }
    if (files.empty ())
        warnings.push_back (printable (input.path) + " has no audio among its " +
                            std::to_string (entries->size ()) + " members.");
    return files;
}

void placeInTar (Storage& storage, FoundFile& file)
{
    file.memberAt = memberNameAt (storage, file.file.path);
    if (file.memberAt > 0)
        if (const auto info = storage.info (file.file.path))
            file.archiveOffset = info->archiveOffset;
}

bool comesBefore (const FoundFile& first, const FoundFile& second) noexcept
{
    const auto order = pathOfRows (first).compare (pathOfRows (second));
    if (order != 0)
        return order < 0;
    return std::pair (first.archiveOffset, std::string_view (first.file.path)) <
           std::pair (second.archiveOffset, std::string_view (second.file.path));
}

} // namespace melstrom
