// One tar in memory, read through TarStorage.
#pragma once

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Files/TarStorage.h"
#include "Tests/Support/Batch/TarBuilder.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/MemoryStorage.h"

#include <optional>
#include <string>
#include <vector>

namespace melstrom::testing
{

using Strings = std::vector<std::string>;

/** One tar in memory. */
struct Packed
{
    explicit Packed (std::string bytes) { files.addFile ("in/a.tar", std::move (bytes)); }

    Strings names ()
    {
        const auto entries = storage.listFolder ("in/a.tar");
        REQUIRE (entries.ok ());
        Strings found;
        for (const auto& entry : *entries)
            found.push_back (entry.name);
        return found;
    }
    std::string bytes (const std::string& name)
    {
        const auto text = readWholeFile (storage, "in/a.tar/" + name);
        return text ? *text : std::string (codeName (text.error ().code));
    }
    /** Damage of the tar itself, found when it is listed. */
    std::optional<Error> damage ()
    {
        names ();
        const auto opened = storage.openForReading ("in/a.tar");
        return opened ? std::nullopt : std::optional (opened.error ());
    }

    MemoryStorage files;
    TarStorage storage {files};
};

} // namespace melstrom::testing
