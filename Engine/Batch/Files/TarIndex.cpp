#include "Engine/Batch/Files/TarIndex.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

void TarIndex::finish (const std::vector<Link>& links)
{
    sortByName ();
    for (const auto& link : links)
        follow (link);
    dropRepeated ();
}

void TarIndex::sortByName ()
{
    byName_.resize (members_.size ());
    std::iota (byName_.begin (), byName_.end (), 0U);
    std::stable_sort (byName_.begin (), byName_.end (),
                      [this] (std::uint32_t first, std::uint32_t second)
                      { return nameOf (members_[first]) < nameOf (members_[second]); });
}

void TarIndex::follow (const Link& link)
{
    auto& member = members_[link.member];
    member.fault = TarFault::brokenLink;
    for (auto i = lowerBound (link.target); i < byName_.size () && byName_[i] < link.member; ++i)
    {
        const auto& found = members_[byName_[i]];
        if (nameOf (found) != link.target)
            return;
        member.offset = found.offset;
        member.bytes = found.bytes;
        member.fault = found.fault;
    }
}

void TarIndex::dropRepeated ()
{
    std::vector<bool> isDropped (members_.size ());
    for (std::size_t i = 1; i < byName_.size (); ++i)
        isDropped[byName_[i - 1]] =
            nameOf (members_[byName_[i - 1]]) == nameOf (members_[byName_[i]]);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < isDropped.size (); ++i)
        if (! isDropped[i])
            members_[kept++] = members_[i];
    if (kept == isDropped.size ())
        return;
    members_.resize (kept);
    sortByName ();
}

std::size_t TarIndex::lowerBound (std::string_view name) const noexcept
{
    const auto found = std::lower_bound (byName_.begin (), byName_.end (), name,
                                         [this] (std::uint32_t member, std::string_view wanted)
                                         { return nameOf (members_[member]) < wanted; });
    return static_cast<std::size_t> (found - byName_.begin ());
}

const TarMember* TarIndex::find (std::string_view name) const noexcept
{
    const auto found = lowerBound (name);
    const bool isThere = found < byName_.size () && nameOf (members_[byName_[found]]) == name;
    return isThere ? &members_[byName_[found]] : nullptr;
}

bool TarIndex::hasFolder (std::string_view name) const noexcept
{
    const auto prefix = std::string (name) + '/';
    const auto found = lowerBound (prefix);
    return found < byName_.size () && nameOf (members_[byName_[found]]).starts_with (prefix);
}

} // namespace melstrom
