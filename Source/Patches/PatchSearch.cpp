// Search in the store, and the neighbours of a patch.
#include "Engine/Spec/Text/PlainText.h"
#include "Source/Patches/PatchStore.h"

#include <algorithm>
#include <set>

namespace melstrom
{

namespace
{
/** Words of the text in lower case. */
std::vector<std::string> wordsOf (std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    std::vector<std::string> words;
    while (! (text = trimmedText (text)).empty ())
    {
        const auto length = std::min (text.find_first_of (kBlanks), text.size ());
        words.push_back (lowerCaseText (text.substr (0, length)));
        text.remove_prefix (length);
    }
    return words;
}

/** All searched texts, one on each line, so that no word matches across two texts. */
std::string searchedText (const Patch& patch)
{
    auto out = patch.name + '\n' + patch.category + '\n' + patch.author + '\n' + patch.description;
    for (const auto& tag : patch.tags)
        out += '\n' + tag;
    return lowerCaseText (out);
}

bool hasAll (const Patch& patch, const std::vector<std::string>& words)
{
    const auto text = words.empty () ? std::string {} : searchedText (patch);
    return std::all_of (words.begin (), words.end (),
                        [&text] (const auto& word)
                        { return text.find (word) != std::string::npos; });
}

bool isAskedFor (const StoredPatch& stored, const PatchQuery& query)
{
    return (query.category.empty () || stored.patch.category == query.category) &&
           (! query.onlyFavourites || stored.isFavourite) &&
           (! query.onlyUser || ! stored.isFactory);
}

/** Removes factory patches whose name a user's found patch has: steps by name would never get past
    such a pair. */
std::vector<std::size_t> withoutHidden (const std::vector<StoredPatch>& all,
                                        std::vector<std::size_t> found)
{
    std::set<std::string_view> own;
    for (const auto index : found)
        if (! all[index].isFactory)
            own.insert (all[index].patch.name);
    const auto isHidden = [&] (std::size_t index)
    { return all[index].isFactory && own.count (all[index].patch.name) != 0; };
    found.erase (std::remove_if (found.begin (), found.end (), isHidden), found.end ());
    return found;
}
} // namespace

std::vector<std::string> PatchStore::categories () const
{
    std::set<std::string> names;
    for (const auto& stored : all_)
        names.insert (stored.patch.category);
    return {names.begin (), names.end ()};
}

std::vector<std::size_t> PatchStore::find (const PatchQuery& query) const
{
    const auto words = wordsOf (query.text);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < all_.size (); ++i)
        if (isAskedFor (all_[i], query) && hasAll (all_[i].patch, words))
            found.push_back (i);
    return found;
}

std::optional<std::size_t> PatchStore::indexOf (const std::string& name) const
{
    std::optional<std::size_t> factory;
    for (std::size_t i = 0; i < all_.size (); ++i)
    {
        if (all_[i].patch.name != name)
            continue;
        if (! all_[i].isFactory)
            return i;
        factory = i;
    }
    return factory;
}

bool PatchStore::isUsersAlone (const std::string& name) const
{
    const auto isOf = [&] (bool isFactory)
    {
        return std::ranges::any_of (
            all_, [&] (const StoredPatch& stored)
            { return stored.isFactory == isFactory && stored.patch.name == name; });
    };
    return isOf (false) && ! isOf (true);
}

std::optional<std::size_t> PatchStore::neighbour (const std::string& name, int step,
                                                  const PatchQuery& query) const
{
    const auto way = withoutHidden (all_, find (query));
    if (way.empty ())
        return std::nullopt;
    const auto size = static_cast<std::ptrdiff_t> (way.size ());
    const auto here =
        std::find_if (way.begin (), way.end (),
                      [&] (std::size_t index) { return all_[index].patch.name == name; });
    const auto outside = step > 0 ? std::ptrdiff_t {-1} : size;
    const auto place = here == way.end () ? outside : here - way.begin ();
    const auto next = ((place + step) % size + size) % size;
    return way[static_cast<std::size_t> (next)];
}

} // namespace melstrom
