// Reader of patch files: strict for files, lenient for what another version wrote.
#include "Engine/Spec/Patch/PatchToml.h"

#include "Engine/Spec/Patch/PatchFields.h"
#include "Engine/Spec/Patch/PatchRepair.h"
#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Reads one patch file. A lenient reader skips what it cannot read. */
class PatchReader
{
public:
    PatchReader (const toml::table& table, const std::string& fileName, PatchReading reading)
        : root_ (table), fileName_ (fileName), reading_ (reading)
    {
    }

    Result<Patch> read ()
    {
        for (const auto& [key, node] : root_)
            MELSTROM_TRY (borne (readEntry (key, node)));
        if (isLenient ())
            return repairedPatch (std::move (patch_));
        if (auto fault = firstPatchFault (patch_))
            return badPatch (placeOf (*fault) + fault->message);
        return std::move (patch_);
    }

private:
    bool isLenient () const noexcept { return reading_ == PatchReading::lenient; }
    /** The result of a part; always success for a lenient reader. */
    Result<void> borne (Result<void> done) const { return isLenient () ? Result<void> () : done; }

    std::string placeOf (const toml::key& key) const
    {
        return placeText (fileName_, key.source ().begin);
    }

    std::string placeOf (const PatchFault& fault) const
    {
        const auto* table = root_.get_as<toml::table> (fault.table);
        return table ? placeOfKey (*table, fault.key, fileName_) : fileName_ + ": ";
    }

    Result<void> readEntry (const toml::key& key, const toml::node& node)
    {
        if (isPatchTitle (key.str ()))
            return placed (key, setPatchTitle (patch_, key.str (), node, reading_));
        if (key.str () == kMatrixKey)
            return readMatrix (key, node);
        const auto* table = findPatchTable (key.str ());
        if (table == nullptr)
            return badPatch (placeOf (key) + unknownTable (key.str ()));
        if (isMatrixTable (*table))
            return badPatch (placeOf (key) + table->name +
                             ": rows of the matrix are written [[matrix]], one after the other");
        const auto* entries = node.as_table ();
        if (entries == nullptr)
            return badPatch (placeOf (key) + table->name + shownScalar (node) +
                             ": must be a table, written [" + table->name + ']');
        return readTable (*table, *entries);
    }

    Result<void> readTable (const PatchTable& table, const toml::table& entries)
    {
        for (const auto& [key, node] : entries)
            MELSTROM_TRY (
                borne (placed (key, setPatchField (patch_, table, key.str (), node, reading_))));
        return {};
    }

    Result<void> readMatrix (const toml::key& key, const toml::node& node)
    {
        const auto* rows = node.as_array ();
        const bool isOfTables =
            rows != nullptr && (rows->empty () || rows->is_homogeneous<toml::table> ());
        if (rows == nullptr || ! (isOfTables || isLenient ()))
            return badPatch (placeOf (key) + "matrix" + shownScalar (node) +
                             ": must be rows, each written [[matrix]]");
        if (rows->size () > kNumMatrixRows && ! isLenient ())
            return badPatch (placeOf (key) + "matrix: has " + std::to_string (rows->size ()) +
                             " rows; at most " + std::to_string (kNumMatrixRows) + " are allowed");
        for (int row = 0; row < kNumMatrixRows; ++row)
        {
            const auto* entries = rows->get_as<toml::table> (static_cast<std::size_t> (row));
            if (entries != nullptr)
                MELSTROM_TRY (readTable (matrixTable (row), *entries));
        }
        return {};
    }

    Result<void> placed (const toml::key& key, Result<void> done) const
    {
        return done ? done : Result<void> (badPatch (placeOf (key) + done.error ().message));
    }

    const toml::table& root_;
    const std::string& fileName_;
    PatchReading reading_;
    Patch patch_;
};
} // namespace

Result<Patch> parsePatch (std::string_view toml, const std::string& fileName)
{
    MELSTROM_TRY_VALUE (const auto table, parseTomlText (toml, fileName));
    return PatchReader (table, fileName, PatchReading::strict).read ();
}

Patch patchLeniently (const toml::table& table)
{
    return *PatchReader (table, {}, PatchReading::lenient).read ();
}

} // namespace melstrom
