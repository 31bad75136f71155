#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Tests/Support/Batch/ArrayExamples.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Files/ForwardingStorage.h"
#include "Tests/Support/TemporaryFolder.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** A disk that is full after `callsThatWork` successful calls of create, allocate, resize and
    writeAt. */
class FullDisk final : public ForwardingStorage
{
public:
    FullDisk (Storage& disk, int callsThatWork)
        : ForwardingStorage (disk), callsLeft_ (callsThatWork)
    {
    }

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        if (full ())
            return error ();
        auto file = ForwardingStorage::create (path);
        if (! file)
            return file;
        return std::unique_ptr<WritableFile> (std::make_unique<File> (*this, *std::move (file)));
    }

private:
    class File final : public ForwardingFile
    {
    public:
        File (FullDisk& disk, std::unique_ptr<WritableFile> file)
            : ForwardingFile (std::move (file)), disk_ (disk)
        {
        }
        Result<void> writeAt (const void* from, std::size_t bytes, std::int64_t offset) override
        {
            return disk_.full () ? error () : ForwardingFile::writeAt (from, bytes, offset);
        }
        Result<void> allocate (std::int64_t bytes) override
        {
            return disk_.full () ? error () : ForwardingFile::allocate (bytes);
        }
        Result<void> resize (std::int64_t bytes) override
        {
            return disk_.full () ? error () : ForwardingFile::resize (bytes);
        }

    private:
        FullDisk& disk_;
    };

    static Error error () { return {ErrorCode::diskFull, "the disk of this test is full", {}}; }
    bool full () noexcept { return callsLeft_-- <= 0; }

    int callsLeft_;
};

/** A disk that only sets the size of a file when it reserves room: large files cost nothing. */
class EndlessDisk final : public ForwardingStorage
{
public:
    using ForwardingStorage::ForwardingStorage;

    Result<std::unique_ptr<WritableFile>> create (const std::string& path) override
    {
        auto file = ForwardingStorage::create (path);
        if (! file)
            return file;
        return std::unique_ptr<WritableFile> (std::make_unique<File> (*std::move (file)));
    }

private:
    class File final : public ForwardingFile
    {
    public:
        using ForwardingFile::ForwardingFile;
        Result<void> allocate (std::int64_t bytes) override { return resize (bytes); }
    };
};

std::vector<std::int64_t> create (const std::string& path, const Hdf5Description& description)
{
    const auto offsets = createHdf5 (posixStorage (), path, description);
    if (! offsets)
        FAIL (offsets.error ().message);
    return *offsets;
}

} // namespace

TEST_CASE ("HDF5 datasets are aligned, apart, and inside a file of full size", "[hdf5]")
{
    const TemporaryFolder folder;
    const Hdf5Description description = exampleDescription ();
    const std::vector<std::int64_t> offsets = create (folder.file ("a.h5"), description);
    const auto info = posixStorage ().info (folder.file ("a.h5"));
    REQUIRE (info);
    REQUIRE (offsets.size () == description.datasets.size ());
    std::int64_t end = 0;
    for (std::size_t i = 0; i < offsets.size (); ++i)
    {
        INFO (description.datasets[i].name);
        const std::int64_t bytes = description.datasets[i].shape.bytes ();
        CHECK ((offsets[i] == -1) == (bytes == 0));
        if (bytes == 0)
            continue;
        CHECK (offsets[i] % 4096 == 0);
        CHECK (offsets[i] >= end);
        end = offsets[i] + bytes;
        CHECK (end <= info->bytes);
    }
}

TEST_CASE ("an HDF5 file of 256 GiB is laid out without writing its data", "[hdf5]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file ("a.h5");
    Hdf5Description huge;
    huge.datasets = {{"features", {ElementType::float32, {std::int64_t {1} << 30, 64}}},
                     {"labels", {ElementType::int16, {3}}}};
    EndlessDisk disk {posixStorage ()};
    const auto offsets = createHdf5 (disk, path, huge);
    REQUIRE (offsets);
    CHECK ((*offsets)[1] >= (*offsets)[0] + huge.datasets[0].shape.bytes ());
    CHECK (disk.info (path)->bytes >= (*offsets)[1] + 6);
}

TEST_CASE ("the same description gives the same HDF5 bytes", "[hdf5]")
{
    const TemporaryFolder folder;
    create (folder.file ("a.h5"), exampleDescription ());
    create (folder.file ("other name.h5"), exampleDescription ());
    CHECK (bytesOfFile (folder.file ("a.h5")) == bytesOfFile (folder.file ("other name.h5")));
}

TEST_CASE ("a disk that is full at any call of createHdf5 is an error and nothing worse", "[hdf5]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file ("a.h5");
    int callsThatWork = 0;
    for (; callsThatWork < 100; ++callsThatWork)
    {
        FullDisk disk {posixStorage (), callsThatWork};
        const auto offsets = createHdf5 (disk, path, exampleDescription ());
        if (offsets)
            break;
        REQUIRE (offsets.error ().code == ErrorCode::diskFull);
    }
    CHECK (callsThatWork > 4); // create, allocate, resize and several writes
    CHECK (callsThatWork < 100);
}

TEST_CASE ("what libhdf5 refuses is an error, and the next file is fine", "[hdf5]")
{
    const TemporaryFolder folder;
    const std::string path = folder.file ("a.h5");
    Hdf5Description twice;
    twice.datasets = {{"a", {ElementType::int16, {3}}}, {"a", {ElementType::int16, {3}}}};
    const Hdf5Description negative {{{"a", {ElementType::int16, {-1}}}}, {}, {}};
    const Hdf5Description nameless {{}, {}, {{"", "value"}}};
    for (const Hdf5Description& wrong : {twice, negative, nameless})
    {
        const auto offsets = createHdf5 (posixStorage (), path, wrong);
        REQUIRE_FALSE (offsets);
        CHECK (offsets.error ().code == ErrorCode::internalFault);
        CHECK_FALSE (posixStorage ().info (path)); // nothing was written
    }
    CHECK (create (path, exampleDescription ()).size () == exampleDescription ().datasets.size ());
}
