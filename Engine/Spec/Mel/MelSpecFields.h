// The one table of a spec's keys: source of files, --set, printing, validation and docs.
#pragma once

#include "Engine/Spec/Mel/MelSpec.h"
#include "Engine/Spec/Text/SpecValue.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Stage of the arithmetic to which a key belongs. */
enum class SpecGroup
{
    signal,
    frames,
    bands,
    level, ///< PCEN or logarithm
    features,
    storage
};

/** One key of a preset file. */
struct SpecKey
{
    std::string key;       ///< snake_case, ends in its unit
    std::string storedKey; ///< in written TOML, hashes and datasets; also read; empty: `key`
    std::string allowed;   ///< completes "must be ..."
    std::string meaning;
    SpecGroup group = SpecGroup::signal;
    std::vector<std::string> choices {}; ///< all allowed words; empty: other values too
    bool isFlag = false;                 ///< true or false
    /** Written only if it differs from its default: the spec hashes of datasets that are older than
        the key stay. */
    bool isSilentDefault = false;
    std::function<bool (MelSpec&, const SpecValue&)> read; ///< false if not allowed; no change then
    std::function<std::string (const MelSpec&)> write;     ///< as in TOML; "none" if empty
    std::function<bool (const MelSpec&)> isValid;          ///< checks the field alone
    std::function<bool (const MelSpec&)> matters;          ///< the key takes part in the arithmetic

    /** The key that datasets have carried since their first version. */
    const std::string& stored () const { return storedKey.empty () ? key : storedKey; }
    SpecKey when (std::function<bool (const MelSpec&)> condition) &&;
    SpecKey silentByDefault () &&;
};

/** In the order of the arithmetic. Thread: any. */
const std::vector<SpecKey>& specKeys ();

/** Null if there is no such key. */
const SpecKey* findSpecKey (std::string_view key);

/** A fault of a spec, and the key at fault. */
struct SpecFault
{
    std::string key;
    std::string message; ///< "lowest_hz = 9000: must be below highest_hz = 8000"
};

/** "bands = -3: must be a whole number from 1 to 4096", with the value in the spec. */
SpecFault specFault (const MelSpec& spec, std::string_view key, std::string_view complaint);

/** The first field that is wrong, alone or together with other fields: `MelSpec::validate` with the
    key. Empty if the spec is valid. */
std::optional<SpecFault> firstSpecFault (const MelSpec& spec);

} // namespace melstrom
