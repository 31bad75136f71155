#include "Engine/Batch/Run/Folder/LabelIds.h"

#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Batch/Inputs/PathText.h"

#include <algorithm>
#include <map>

namespace melstrom
{

namespace
{
std::vector<std::string> partsOf (const std::string& field)
{
    std::vector<std::string> parts;
    for (std::size_t first = 0; first <= field.size ();)
    {
        const auto end = std::min (field.find (kLabelJoint, first), field.size ());
        parts.push_back (field.substr (first, end - first));
        first = end + 1;
    }
    return parts;
}
} // namespace

LabelIds::LabelIds (const std::vector<std::string>& labels, const std::set<std::string>& fields)
{
    struct Alike
    {
        std::vector<int> ids;
        std::set<std::string> names; ///< their bytes
    };
    std::map<std::string, Alike> byText;
    for (std::size_t id = 0; id < labels.size (); ++id)
        byText[labels[id]].ids.push_back (static_cast<int> (id));
    const auto take = [&byText] (const std::string& name)
    {
        const auto alike = byText.find (validText (name));
        if (alike != byText.end ())
            alike->second.names.insert (name);
        return alike != byText.end ();
    };
    for (const std::string& field : fields)
        if (! take (field))
            for (const std::string& part : partsOf (field))
                take (part);
    for (const auto& [text, alike] : byText)
        if (alike.names.size () == alike.ids.size ())
        {
            auto id = alike.ids.begin ();
            for (const std::string& name : alike.names)
                idOf_.emplace (name, *id++);
        }
}

std::optional<int> LabelIds::find (const std::string& label) const
{
    const auto place = idOf_.find (label);
    return place != idOf_.end () ? std::optional (place->second) : std::nullopt;
}

std::vector<int> LabelIds::ofField (const std::string& field) const
{
    std::vector<int> found;
    if (field.empty ())
        return found;
    if (const auto whole = find (field))
        return {*whole};
    for (const std::string& part : partsOf (field))
        if (const auto id = find (part))
            found.push_back (*id);
    return found;
}

} // namespace melstrom
