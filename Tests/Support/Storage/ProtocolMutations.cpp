#include "Tests/Support/Storage/ProtocolMutations.h"

#include "Tests/Support/Storage/MutatedStorage.h"

namespace melstrom::testing
{

namespace
{
ProtocolChanges::OfName named (const std::string& what)
{
    return [what] (const std::string& name) { return name == what; };
}

bool isPart (const std::string& name)
{
    return name.ends_with (".part");
}

/** A part of the dataset, not of the rows before normalisation. */
bool isStoredPart (const std::string& name)
{
    return isPart (name) && ! name.ends_with (".raw.part");
}

bool isAny (const std::string&)
{
    return true;
}

ProtocolMutation row (const std::string& name, ProtocolChanges changes,
                      CrashCommand command = CrashCommand::newDataset)
{
    return {name, command,
            [changes] (PowerLossStorage& disk) { return makeMutatedStorage (disk, changes); }};
}

/** Small files are written to NAME.tmp, synced and renamed. Each mutation removes one of these
    steps. */
void addReplaced (std::vector<ProtocolMutation>& rows, const std::string& name)
{
    rows.push_back (row (name + " is not synced", {.dropsSync = named (name + ".tmp")}));
    rows.push_back (row (name + " is renamed before it is synced",
                         {.syncsAfterRename = named (name + ".tmp")}));
    rows.push_back (
        row (name + " is written under its final name", {.writesInPlace = named (name + ".tmp")}));
}
} // namespace

std::vector<ProtocolMutation> protocolMutations ()
{
    std::vector<ProtocolMutation> rows;
    rows.push_back (row ("nothing is ever synced",
                         {.dropsSync = isAny,
                          .dropsFolderSync = [] (const ProtocolProgress&) { return true; },
                          .keepsNewFolders = false}));
    rows.push_back (row ("the output folder's own name is not synced", {.keepsNewFolders = false}));
    rows.push_back (row ("arrays are not synced", {.dropsSync = isPart}));
    rows.push_back (
        row ("arrays are renamed before they are synced", {.syncsAfterRename = isPart}));
    rows.push_back (row ("arrays are written under their final names", {.writesInPlace = isPart}));
    rows.push_back (
        row ("an array's header is written after its sync", {.writesStartLast = isPart}));
    rows.push_back (row ("arrays are renamed after dataset.json", {.renamesLast = isPart}));
    for (const char* name : {"plan.json", "files.csv", "statistics.bin", "dataset.json"})
        addReplaced (rows, name);
    rows.push_back (row ("errors.csv is not synced", {.dropsSync = named ("errors.csv.tmp")}));
    rows.push_back (
        row ("no folder is synced between the plan's name and the arrays'",
             {.dropsFolderSync = [] (const ProtocolProgress& p) { return ! p.hasArrayName; }}));
    rows.push_back (row ("no folder is synced between the arrays' names and dataset.json's",
                         {.dropsFolderSync = [] (const ProtocolProgress& p)
                          { return p.hasArrayName && ! p.hasDescription; }}));
    rows.push_back (
        row ("no folder is synced after dataset.json's name",
             {.dropsFolderSync = [] (const ProtocolProgress& p) { return p.hasDescription; }}));
    rows.push_back (
        row ("an old dataset.json's removal is not synced",
             {.dropsFolderSync = [] (const ProtocolProgress& p) { return p.removedLast; }},
             CrashCommand::replacedDataset));
    rows.push_back (row ("an old dataset.json is removed after its arrays",
                         {.removesLast = named ("dataset.json")}, CrashCommand::replacedDataset));
    rows.push_back (row ("normalised arrays are not synced", {.dropsSync = isStoredPart},
                         CrashCommand::normalisedDataset));
    rows.push_back (row ("normalised arrays are renamed before they are synced",
                         {.syncsAfterRename = isStoredPart}, CrashCommand::normalisedDataset));
    rows.push_back (row ("normalised arrays are written under their final names",
                         {.writesInPlace = isStoredPart}, CrashCommand::normalisedDataset));
    rows.push_back (
        row ("no folder is synced between the normalised arrays' names and dataset.json's",
             {.dropsFolderSync = [] (const ProtocolProgress& p)
              { return p.hasArrayName && ! p.hasDescription; }},
             CrashCommand::normalisedDataset));
    return rows;
}

} // namespace melstrom::testing
