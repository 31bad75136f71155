#include "Engine/Batch/Inputs/Splits.h"

#include "Engine/Core/Hash.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace melstrom
{

namespace
{

void splitByFolders (FoundFiles& found)
{
    std::size_t numElsewhere = 0;
    const FoundFile* firstElsewhere = nullptr;
    for (auto& file : found.files)
    {
        const auto split = file.isBelowInput ? splitOfFolders (file.relativePath ()) : std::nullopt;
        file.file.split = split.value_or (0);
        if (! split && numElsewhere++ == 0)
            firstElsewhere = &file;
    }
    if (numElsewhere > 0)
        found.warnings.push_back (
            std::to_string (numElsewhere) +
            " files are in no folder named train*, val*, dev* or test* right below an "
            "input and are taken for training; the first is " +
            printable (firstElsewhere->file.path) + ".");
}

void splitByRatio (FoundFiles& found, const std::vector<double>& ratios)
{
    std::unordered_map<std::string_view, std::vector<FoundFile*>> byLabel;
    for (auto& file : found.files)
        byLabel[file.file.label].push_back (&file);

    struct Ranked
    {
        std::uint64_t hash;
        FoundFile* file;
    };
    const auto comesBefore = [] (const Ranked& first, const Ranked& second)
    {
        if (first.hash != second.hash)
            return first.hash < second.hash;
        const auto order = first.file->relativePath ().compare (second.file->relativePath ());
        return order != 0 ? order < 0 : first.file->file.path < second.file->file.path;
    };

    for (const auto& [label, files] : byLabel)
    {
        std::vector<Ranked> ranked;
        for (auto* file : files)
            ranked.push_back ({hashOfName (file->relativePath ()), file});
        std::sort (ranked.begin (), ranked.end (), comesBefore);

        std::size_t next = 0;
        const auto shares = shareOut (ranked.size (), ratios);
        for (std::size_t split = 0; split < shares.size (); ++split)
            for (std::size_t count = shares[split]; count > 0; --count)
                ranked[next++].file->file.split = static_cast<int> (split);
    }
}

Result<void> checkRatios (const std::vector<double>& ratios)
{
    const bool possible =
        std::all_of (ratios.begin (), ratios.end (),
                     [] (double ratio) { return std::isfinite (ratio) && ratio >= 0; });
    const double sum = std::accumulate (ratios.begin (), ratios.end (), 0.0);
    if (ratios.empty () || ratios.size () > std::size (kSplitNames) || ! possible || ! (sum > 0) ||
        ! std::isfinite (sum))
        return Error {ErrorCode::badUsage,
                      "The split has to be one to three ratios (training, validation, testing), "
                      "none below 0 and "
                      "not all 0, as in 8:1:1.",
                      {}};
    return {};
}

} // namespace

std::optional<int> splitOfFolders (std::string_view relativePath)
{
    const auto slash = relativePath.find ('/');
    if (slash == relativePath.npos)
        return std::nullopt;

    const auto folder = asciiLowerCase (relativePath.substr (0, slash));
    if (folder.starts_with ("train"))
        return 0;
    if (folder.starts_with ("val") || folder.starts_with ("dev"))
        return 1;
    if (folder.starts_with ("test"))
        return 2;
    return std::nullopt;
}

std::vector<std::size_t> shareOut (std::size_t count, const std::vector<double>& ratios)
{
    /** 0.8 + 0.1 + 0.1 is not 1: a share this close below a whole number is that number. */
    constexpr double roundingSlack = 1e-9;

    const double sum = std::accumulate (ratios.begin (), ratios.end (), 0.0);
    std::vector<std::size_t> shares;
    std::vector<std::tuple<double, std::size_t>>
        remainders; // negated, so that sorting puts the largest first
    std::size_t given = 0;
    for (std::size_t index = 0; index < ratios.size (); ++index)
    {
        const double share = static_cast<double> (count) * (ratios[index] / sum);
        const double whole = std::floor (share + roundingSlack);
        shares.push_back (static_cast<std::size_t> (whole));
        given += shares.back ();
        // Rounded, so that equal ratios tie whatever their last bit.
        remainders.emplace_back (-std::round ((share - whole) / roundingSlack), index);
    }
    std::sort (remainders.begin (), remainders.end ());
    for (std::size_t next = 0; given < count; ++next, ++given)
        ++shares[std::get<1> (remainders[next % remainders.size ()])];
    return shares;
}

std::uint64_t hashOfName (std::string_view bytes) noexcept
{
    std::uint64_t hash = hashBytes (bytes);
    hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCDu;
    hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53u;
    return hash ^ (hash >> 33);
}

Result<void> applySplits (FoundFiles& found, const InputOptions& options)
{
    if (options.splits == SplitMode::folders)
        splitByFolders (found);
    else if (options.splits == SplitMode::ratio)
    {
        if (const auto checked = checkRatios (options.ratios); ! checked)
            return checked;
        splitByRatio (found, options.ratios);
    }
    return {};
}

} // namespace melstrom
