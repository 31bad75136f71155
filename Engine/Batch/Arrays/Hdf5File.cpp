#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Batch/Arrays/Hdf5Handle.h"
#include "Engine/Batch/Arrays/Hdf5Image.h"
#include "Engine/Batch/Arrays/SparseImage.h"
#include "Engine/Core/Printable.h"

#include <map>
#include <memory>
#include <mutex>
#include <new>

namespace melstrom
{

namespace
{

/** Stops libhdf5 from printing its errors. The destructor restores the setting of the host
    program. */
class SilentHdf5
{
public:
    SilentHdf5 () noexcept
    {
        H5Eget_auto2 (H5E_DEFAULT, &print_, &clientData_);
        H5Eset_auto2 (H5E_DEFAULT, nullptr, nullptr);
    }
    SilentHdf5 (const SilentHdf5&) = delete;
    ~SilentHdf5 () { H5Eset_auto2 (H5E_DEFAULT, print_, clientData_); }

private:
    H5E_auto2_t print_ = nullptr;
    void* clientData_ = nullptr;
};

Error outOfMemory (const std::string& path)
{
    return {ErrorCode::outOfMemory,
            "not enough memory to lay out the HDF5 file " + printable (path),
            {}};
}

/** The driver, 4096-byte alignment of everything, and the format that HDF5 1.8 and later read. */
Hdf5Handle accessProperties (const Hdf5Handle& driver, const std::shared_ptr<SparseImage>& image)
{
    Hdf5Handle properties {H5Pcreate (H5P_FILE_ACCESS), H5Pclose};
    const bool set =
        useImage (properties.id (), driver, image) &&
        H5Pset_alignment (properties.id (), 1, kHdf5AlignmentBytes) >= 0 &&
        H5Pset_libver_bounds (properties.id (), H5F_LIBVER_V18, H5F_LIBVER_V110) >= 0 &&
        H5Pset_fclose_degree (properties.id (), H5F_CLOSE_STRONG) >= 0;
    if (! set)
        properties.close ();
    return properties;
}

/** The name is never used, but must not be empty. */
hid_t createFile (const Hdf5Handle& creation, const Hdf5Handle& access) noexcept
{
    if (! creation || ! access)
        return H5I_INVALID_HID;
    return H5Fcreate ("melstrom", H5F_ACC_TRUNC, creation.id (), access.id ());
}

Result<std::vector<std::int64_t>> layOut (const std::shared_ptr<SparseImage>& image,
                                          const std::string& path,
                                          const Hdf5Description& description)
{
    static std::mutex libhdf5; // some builds of it are not thread-safe
    const std::lock_guard lock {libhdf5};
    const SilentHdf5 silent;
    const Hdf5Handle driver = registerImageDriver ();
    const Hdf5Handle access = accessProperties (driver, image);
    const Hdf5Handle creation {H5Pcreate (H5P_FILE_CREATE), H5Pclose};
    H5Pset_obj_track_times (creation.id (), false);
    Hdf5Handle file {createFile (creation, access), H5Fclose};
    if (! file)
        return hdf5Refused ("the file " + printable (path));
    Result<std::vector<std::int64_t>> offsets = addHdf5Contents (file.id (), description);
    if (! file.close () && offsets)
        return hdf5Refused ("the file " + printable (path));
    return offsets;
}

Result<void> writeOut (Storage& storage, const std::string& path, const SparseImage& image)
{
    MELSTROM_TRY_VALUE (const auto file, storage.create (path));
    MELSTROM_TRY (image.writeTo (*file));
    return file->close ();
}

/** Writes all bytes except those of the datasets. */
Result<void> writeAround (WritableFile& file, const SparseImage& image,
                          const Hdf5Description& description,
                          const std::vector<std::int64_t>& offsets)
{
    MELSTROM_TRY (file.allocate (image.sizeBytes ()));
    MELSTROM_TRY (file.resize (image.sizeBytes ()));
    std::map<std::int64_t, std::int64_t> datasets; // end by offset
    for (std::size_t i = 0; i < offsets.size (); ++i)
        if (offsets[i] >= 0)
            datasets[offsets[i]] = offsets[i] + description.datasets[i].shape.bytes ();
    datasets[image.sizeBytes ()] = image.sizeBytes ();
    std::int64_t position = 0;
    for (const auto& [start, end] : datasets)
    {
        MELSTROM_TRY (image.writeRange (file, position, start - position));
        position = end;
    }
    return {};
}

/** Lays the file out in memory and hands it to `use (image, offsets)`. */
template <typename Use>
Result<std::vector<std::int64_t>> withLayout (const std::string& path,
                                              const Hdf5Description& description, Use use)
try
{
    const auto image = std::make_shared<SparseImage> ();
    Result<std::vector<std::int64_t>> offsets = layOut (image, path, description);
    if (! image->complete ())
        return outOfMemory (path);
    if (! offsets)
        return offsets;
    MELSTROM_TRY (use (*image, *offsets));
    return offsets;
}
catch (const std::bad_alloc&)
{
    // short, because it must take no memory itself
    return Error {ErrorCode::outOfMemory, "out of memory", {}};
}

} // namespace

Result<std::vector<std::int64_t>> createHdf5 (Storage& storage, const std::string& path,
                                              const Hdf5Description& description)
{
    return withLayout (path, description,
                       [&] (const SparseImage& image, const std::vector<std::int64_t>&)
                       { return writeOut (storage, path, image); });
}

Result<std::vector<std::int64_t>> renewHdf5 (WritableFile& file, const std::string& path,
                                             const Hdf5Description& description)
{
    return withLayout (path, description,
                       [&] (const SparseImage& image, const std::vector<std::int64_t>& offsets)
                       { return writeAround (file, image, description, offsets); });
}

} // namespace melstrom
