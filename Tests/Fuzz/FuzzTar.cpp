#include "Engine/Batch/Files/TarIndex.h"
#include "Tests/Fuzz/FuzzTargets.h"
#include "Tests/Fuzz/Resealed.h"
#include "Tests/Support/Storage/PowerLossStorage.h"

namespace melstrom::testing
{

namespace
{
void readTar (std::string bytes)
{
    const auto numBytes = static_cast<std::int64_t> (bytes.size ());
    DiskImage image;
    image.add ("a.tar", std::move (bytes));
    PowerLossStorage storage (image, Recording::off);
    const auto file = storage.openForReading ("a.tar");
    require (file.ok (), "the tar is not there");
    const TarIndex index = TarIndex::read (**file, "a.tar");
    std::int64_t last = 0;
    for (const TarMember& member : index.members ())
    {
        require (member.bytes >= 0 && member.offset >= 0 &&
                     member.offset <= numBytes - member.bytes,
                 "a member lies outside of its tar");
        require (member.place > last, "members are out of order");
        last = member.place;
        const std::string_view name = index.nameOf (member);
        require (! name.empty () && name.front () != '/' && name.back () != '/',
                 "a member without a tidy name");
        require (index.find (name) == &member, "a member is not found by its name");
    }
}
} // namespace

void fuzzTar (std::string_view bytes)
{
    readTar (std::string (bytes));
    readTar (resealedTar (bytes));
}

} // namespace melstrom::testing
