#include "Engine/Batch/Inputs/NamePattern.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

Error wrong (const std::string& what)
{
    return {ErrorCode::badUsage, what, {}};
}

} // namespace

Result<NamePattern> NamePattern::parse (const std::string& pattern)
{
    NamePattern parsed;
    for (std::size_t at = 0; at <= pattern.size ();)
    {
        const auto end = std::min (pattern.find ('/', at), pattern.size ());
        const auto text = std::string_view (pattern).substr (at, end - at);
        if (text.empty ())
            return wrong ("it has an empty name: remove a \"/\" at an end, or one of two adjacent "
                          "\"/\"");
        MELSTROM_TRY (parsed.addComponent (text));
        at = end + 1;
    }
    if (parsed.fields_.empty ())
        return wrong ("it has no field, such as {label}");
    for (auto field = parsed.fields_.begin (); field != parsed.fields_.end (); ++field)
        if (*field != "label" && std::find (parsed.fields_.begin (), field, *field) != field)
            return wrong ("the field {" + printable (*field) + "} occurs twice");
    return parsed;
}

Result<void> NamePattern::addComponent (std::string_view text)
{
    Component component {""};
    for (std::size_t at = 0; at < text.size (); ++at)
    {
        if (text[at] == '}')
            return wrong ("a } has no { before it");
        if (text[at] != '{')
        {
            component.back () += text[at];
            continue;
        }
        const auto end = text.find_first_of ("{}", at + 1);
        if (end == text.npos || text[end] == '{')
            return wrong ("a { is not closed before the next \"/\" or {");
        if (end == at + 1)
            return wrong ("a field has no name");
        if (component.size () > 1 && component.back ().empty ())
            return wrong ("no text separates two fields, so the end of the first is unknown");
        fields_.emplace_back (text.substr (at + 1, end - at - 1));
        component.emplace_back ();
        at = end;
    }
    components_.push_back (std::move (component));
    return {};
}

bool NamePattern::hasField (std::string_view name) const
{
    return std::ranges::find (fields_, name) != fields_.end ();
}

/** Takes the leftmost place of each text. This leaves the most for the texts behind it, so that no
    place needs a second try. The last text must stand at the end. */
bool NamePattern::matchComponent (const Component& component, std::string_view text,
                                  std::vector<std::string_view>& taken)
{
    if (component.size () == 1)
        return text == component.front ();
    if (! text.starts_with (component.front ()))
        return false;
    text.remove_prefix (component.front ().size ());
    for (std::size_t field = 1; field + 1 < component.size (); ++field)
    {
        const auto end = text.find (component[field], 1);
        if (end == text.npos)
            return false;
        taken.push_back (text.substr (0, end));
        text.remove_prefix (end + component[field].size ());
    }
    const auto& last = component.back ();
    if (text.size () <= last.size () || ! text.ends_with (last))
        return false;
    taken.push_back (text.substr (0, text.size () - last.size ()));
    return true;
}

std::optional<std::vector<std::string_view>>
NamePattern::match (std::string_view relativePath) const
{
    if (components_.size () == 1)
        relativePath = fileNameOf (relativePath);
    std::vector<std::string_view> taken;
    for (std::size_t index = 0; index < components_.size (); ++index)
    {
        const bool isLast = index + 1 == components_.size ();
        const auto slash = relativePath.find ('/');
        if (isLast != (slash == relativePath.npos) ||
            ! matchComponent (components_[index], relativePath.substr (0, slash), taken))
            return {};
        relativePath.remove_prefix (isLast ? relativePath.size () : slash + 1);
    }
    return taken;
}

} // namespace melstrom
