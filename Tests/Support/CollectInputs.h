// Listing inputs in a line, for the tests of InputList.
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

/** "path=label" of each file. */
inline Strings labelsOf (const InputList& list)
{
    Strings labels;
    for (const auto& file : list.files)
        labels.push_back (file.path + "=" + file.label);
    return labels;
}

inline bool mentions (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

} // namespace melstrom::testing
