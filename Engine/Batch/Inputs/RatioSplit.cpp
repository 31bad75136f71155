#include "Engine/Batch/Inputs/RatioSplit.h"

#include "Engine/Core/Hash.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace melstrom
{

namespace
{

/** Goes to one split as a whole: a file, or all files of a group. */
struct Unit
{
    std::uint64_t hash = 0;
    int label = -1;
    std::uint32_t numItems = 0;
    int split = 0;
};

class Units
{
public:
    explicit Units (const std::vector<SplitItem>& items)
    {
        std::unordered_map<int, std::uint32_t> unitOfGroup;
        unitOf.reserve (items.size ());
        for (const auto& item : items)
        {
            const auto next = static_cast<std::uint32_t> (all.size ());
            const auto place =
                item.group < 0 ? next : unitOfGroup.try_emplace (item.group, next).first->second;
            if (place == next)
                all.push_back ({item.hash, item.label, 0, 0});
            ++all[place].numItems;
            unitOf.push_back (place);
        }
        takeCommonestLabels (items);
    }

    /** By label, then by hash, then in the order of the files. */
    std::vector<std::uint32_t> inOrder () const
    {
        std::vector<std::uint32_t> order (all.size ());
        std::iota (order.begin (), order.end (), 0u);
        std::ranges::sort (order, {},
                           [this] (std::uint32_t unit)
                           { return std::tuple (all[unit].label, all[unit].hash, unit); });
        return order;
    }

    std::vector<Unit> all;
    std::vector<std::uint32_t> unitOf; ///< by file

private:
    void takeCommonestLabels (const std::vector<SplitItem>& items)
    {
        std::map<std::pair<std::uint32_t, int>, std::uint32_t>
            counts; // of units with several files
        for (std::size_t index = 0; index < items.size (); ++index)
            if (all[unitOf[index]].numItems > 1)
                ++counts[{unitOf[index], items[index].label}];
        std::uint32_t most = 0, lastUnit = 0;
        for (const auto& [unitAndLabel, count] : counts) // the labels of a unit ascend
        {
            const auto& [unit, label] = unitAndLabel;
            most = unit == lastUnit ? most : 0;
            lastUnit = unit;
            if (count > most)
                all[unit].label = label;
            most = std::max (most, count);
        }
    }
};

/** The cuts: the number of files up to the end of each split. */
std::vector<std::size_t> endsOf (std::size_t count, const std::vector<double>& ratios)
{
    auto ends = shareOut (count, ratios);
    std::partial_sum (ends.begin (), ends.end (), ends.begin ());
    return ends;
}

/** Divides units of one label.
    order   the units' places, by hash */
void divideUnits (std::vector<Unit>& units, std::span<const std::uint32_t> order,
                  const std::vector<double>& ratios)
{
    std::size_t count = 0;
    for (const auto unit : order)
        count += units[unit].numItems;
    const auto ends = endsOf (count, ratios);
    std::size_t before = 0;
    for (const auto place : order)
    {
        auto& unit = units[place];
        const auto twiceMiddle = 2 * before + unit.numItems;
        const auto end = std::find_if (ends.begin (), ends.end (),
                                       [=] (std::size_t last) { return twiceMiddle < 2 * last; });
        unit.split = static_cast<int> (std::min (end - ends.begin (), std::ssize (ends) - 1));
        before += unit.numItems;
    }
}

} // namespace

Result<void> checkRatios (const std::vector<double>& ratios)
{
    constexpr std::size_t mostSplits = 3;
    const bool possible =
        std::all_of (ratios.begin (), ratios.end (),
                     [] (double ratio) { return std::isfinite (ratio) && ratio >= 0; });
    const double sum = std::accumulate (ratios.begin (), ratios.end (), 0.0);
    if (ratios.empty () || ratios.size () > mostSplits || ! possible || ! (sum > 0) ||
        ! std::isfinite (sum))
        return Error {ErrorCode::badUsage,
                      "The split has to be one to three ratios (training, validation, testing), "
                      "none below 0 and "
                      "not all 0, as in 8:1:1.",
                      {}};
    return {};
}

std::vector<std::size_t> shareOut (std::size_t count, const std::vector<double>& ratios)
{
    /** 0.8 + 0.1 + 0.1 is not 1: a share this close below a whole number counts as that number. */
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
        // Rounded, so that equal ratios tie in spite of rounding errors.
        remainders.emplace_back (-std::round ((share - whole) / roundingSlack), index);
    }
    std::sort (remainders.begin (), remainders.end ());
    for (std::size_t next = 0; given < count; ++next, ++given)
        ++shares[std::get<1> (remainders[next % remainders.size ()])];
    return shares;
}

std::vector<int> divideByRatio (const std::vector<SplitItem>& items,
                                const std::vector<double>& ratios)
{
    Units units (items);
    const auto order = units.inOrder ();
    for (std::size_t first = 0, end = 0; first < order.size (); first = end)
    {
        while (end < order.size () && units.all[order[end]].label == units.all[order[first]].label)
            ++end;
        divideUnits (units.all, std::span (order).subspan (first, end - first), ratios);
    }
    std::vector<int> splits;
    splits.reserve (items.size ());
    for (const auto unit : units.unitOf)
        splits.push_back (units.all[unit].split);
    return splits;
}

int splitOfHash (std::uint64_t hash, const std::vector<double>& ratios) noexcept
{
    const double part = static_cast<double> (hash >> 11) * 0x1p-53; // in [0, 1), exactly
    const double sum = std::accumulate (ratios.begin (), ratios.end (), 0.0);
    double end = 0;
    int split = 0;
    for (std::size_t index = 0; index < ratios.size (); ++index)
    {
        if (ratios[index] <= 0)
            continue;
        split = static_cast<int> (index);
        end += ratios[index];
        if (part * sum < end)
            break;
    }
    return split;
}

std::uint64_t hashOfName (std::string_view bytes) noexcept
{
    std::uint64_t hash = hashBytes (bytes);
    hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCDu;
    hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53u;
    return hash ^ (hash >> 33);
}

} // namespace melstrom
