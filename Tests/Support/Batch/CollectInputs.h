// Lists inputs in one line, for the tests of InputList.
#pragma once

#include "Engine/Batch/Inputs/InputList.h"
#include "Tests/Support/Catch.h"

namespace melstrom::testing
{

using Strings = std::vector<std::string>;

inline InputOptions optionsFor (Strings inputs)
{
    InputOptions options;
    options.inputs = std::move (inputs);
    return options;
}

inline InputList collect (Storage& storage, const InputOptions& options)
{
    auto list = collectInputs (storage, options);
    if (! list)
        FAIL (list.error ().message);
    return *std::move (list);
}

inline InputList collect (Storage& storage, Strings inputs)
{
    return collect (storage, optionsFor (std::move (inputs)));
}

inline Error failure (Storage& storage, const InputOptions& options)
{
    const auto list = collectInputs (storage, options);
    REQUIRE (! list.ok ());
    return list.error ();
}

inline Strings pathsOf (const InputList& list)
{
    Strings paths;
    for (const auto& file : list.files)
        paths.push_back (file.path);
    return paths;
}

/** "cat;dog" in listing order; "" without labels. */
inline std::string labelsOf (const InputList& list, const InputFile& file)
{
    std::string text;
    if (file.facts.labels >= 0)
        for (const int id : list.notes.labelSets.at (static_cast<std::size_t> (file.facts.labels)))
            text += (text.empty () ? "" : ";") + list.labels.at (static_cast<std::size_t> (id));
    return text;
}

/** "path=label" of each file. */
inline Strings labelsOf (const InputList& list)
{
    Strings labels;
    for (const auto& file : list.files)
        labels.push_back (std::string (file.path) + "=" + labelsOf (list, file));
    return labels;
}

/** "path=fold/group" of each file. */
inline Strings groupsOf (const InputList& list)
{
    const auto name = [] (const std::vector<std::string>& names, int number)
    { return number < 0 ? "" : names.at (static_cast<std::size_t> (number)); };
    Strings groups;
    for (const auto& file : list.files)
        groups.push_back (std::string (file.path) + "=" + name (list.notes.folds, file.facts.fold) +
                          "/" + name (list.notes.groups, file.facts.group));
    return groups;
}

/** "path=TRAINING" of each file. */
inline Strings splitsOf (const InputList& list)
{
    Strings splits;
    for (const auto& file : list.files)
        splits.push_back (std::string (file.path) + "=" + kSplitNames[file.split]);
    return splits;
}

inline bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace melstrom::testing
