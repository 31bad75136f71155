// A pattern over paths: facts from a file's name.
#pragma once

#include "Engine/Core/Result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** "{label}_{speaker}_{index}.wav": text, and fields in braces. A field takes one byte or more, as
    few as possible from left to right, and no "/". */
class NamePattern
{
public:
    /** Fails: badUsage with the reason (an unmatched brace, a field without a name, two fields with
        nothing between them, a field other than "label" twice, no field). */
    static Result<NamePattern> parse (const std::string& pattern);

    /** Names in the order of the pattern. */
    const std::vector<std::string>& fields () const noexcept { return fields_; }
    bool hasField (std::string_view name) const;

    /** The text of each of `fields`. A pattern without "/" matches the file's name, one with "/"
        the whole path. Empty: no match. */
    std::optional<std::vector<std::string_view>> match (std::string_view relativePath) const;

private:
    /** Text before each field, and behind the last. */
    using Component = std::vector<std::string>;

    Result<void> addComponent (std::string_view text);
    static bool matchComponent (const Component& component, std::string_view text,
                                std::vector<std::string_view>& taken);

    std::vector<std::string> fields_;
    std::vector<Component> components_; ///< between slashes
};

} // namespace melstrom
