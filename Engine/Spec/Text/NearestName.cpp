#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
/** The distance of slips of the keyboard. */
constexpr int kMostSlips = 2;
/** Shorter words are parts of too many names; a part has a slip for as many letters at most. */
constexpr std::size_t kLeastPart = 3;

/** Distances from `from` to the first 0, 1, ... bytes of `to`. */
std::vector<int> distancesToStarts (std::string_view from, std::string_view to)
{
    std::vector<int> beforeLast, last (to.size () + 1), row (to.size () + 1);
    for (std::size_t j = 0; j <= to.size (); ++j)
        last[j] = static_cast<int> (j);
    for (std::size_t i = 1; i <= from.size (); ++i)
    {
        row[0] = static_cast<int> (i);
        for (std::size_t j = 1; j <= to.size (); ++j)
        {
            const int substituted = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min ({last[j] + 1, row[j - 1] + 1, substituted});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min (row[j], beforeLast[j - 2] + 1);
        }
        beforeLast = last;
        std::swap (last, row);
    }
    return last;
}

/** The kind of resemblance, the best first, and the distance. */
std::pair<int, int> rankOf (std::string_view word, std::string_view name)
{
    const std::vector<int> distances = distancesToStarts (word, name);
    const int distance = distances.back ();
    const int ofStart = *std::min_element (distances.begin (), distances.end ());
    const auto mostOfStart = std::min (kMostSlips, static_cast<int> (word.size () / kLeastPart));
    const auto at = word.size () < kLeastPart ? std::string_view::npos : name.find (word);
    if (at == 0)
        return {0, distance};
    if (distance <= kMostSlips)
        return {1, distance};
    if (ofStart <= mostOfStart)
        return {2, distance};
    return {at != std::string_view::npos ? 3 : 4, distance};
}
} // namespace

int editDistance (std::string_view from, std::string_view to)
{
    return distancesToStarts (from, to).back ();
}

std::string nearestName (const std::vector<std::string>& names, std::string_view word)
{
    // Mistyped names are seldom longer than 64 bytes. The limit bounds the work on a hostile name.
    const auto start = word.substr (0, 64);
    const auto nearest = std::min_element (names.begin (), names.end (),
                                           [start] (const std::string& a, const std::string& b)
                                           { return rankOf (start, a) < rankOf (start, b); });
    return nearest == names.end () ? std::string {} : *nearest;
}

} // namespace melstrom
