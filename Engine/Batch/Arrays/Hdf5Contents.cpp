#include "Engine/Batch/Arrays/Hdf5Image.h"

#include "Engine/Batch/Arrays/Hdf5Handle.h"

#include <algorithm>

namespace melstrom
{

namespace
{

/** As h5py's float16. Sign: bit 15; exponent: 5 bits from 10, bias 15; mantissa: 10 bits from 0. */
hid_t makeHalfType () noexcept
{
    const hid_t type = H5Tcopy (H5T_IEEE_F32LE);
    H5Tset_fields (type, 15, 10, 5, 0, 10);
    H5Tset_size (type, 2);
    H5Tset_ebias (type, 15);
    return type;
}

hid_t makeNumberType (ElementType type) noexcept
{
    switch (type)
    {
        case ElementType::float16: return makeHalfType ();
        case ElementType::float32: return H5Tcopy (H5T_IEEE_F32LE);
        case ElementType::int16: return H5Tcopy (H5T_STD_I16LE);
        case ElementType::int64: return H5Tcopy (H5T_STD_I64LE);
        case ElementType::uint8: return H5Tcopy (H5T_STD_U8LE);
    }
    return H5I_INVALID_HID;
}

/** A string type of variable length, UTF-8; h5py reads it as str. */
Hdf5Handle stringType () noexcept
{
    Hdf5Handle type {H5Tcopy (H5T_C_S1), H5Tclose};
    H5Tset_size (type.id (), H5T_VARIABLE);
    H5Tset_cset (type.id (), H5T_CSET_UTF8);
    return type;
}

Hdf5Handle space (const std::vector<std::int64_t>& dimensions)
{
    if (dimensions.empty ())
        return {H5Screate (H5S_SCALAR), H5Sclose};
    const bool negative = std::ranges::any_of (dimensions, [] (auto size) { return size < 0; });
    const std::vector<hsize_t> sizes (dimensions.begin (), dimensions.end ());
    const hid_t id =
        negative ? H5I_INVALID_HID
                 : H5Screate_simple (static_cast<int> (sizes.size ()), sizes.data (), nullptr);
    return {id, H5Sclose};
}

/** Contiguous, without times of creation and change. */
Hdf5Handle datasetProperties () noexcept
{
    Hdf5Handle properties {H5Pcreate (H5P_DATASET_CREATE), H5Pclose};
    H5Pset_layout (properties.id (), H5D_CONTIGUOUS);
    H5Pset_obj_track_times (properties.id (), false);
    return properties;
}

/** Escapes "%", because libhdf5 replaces "%b" in the names of sources by a number. */
std::string withoutPatterns (const std::string& name)
{
    std::string text;
    for (const char c : name)
        text += c == '%' ? "%%" : std::string (1, c);
    return text;
}

/** Makes the properties those of a dataset whose entries lie in other files. False if libhdf5
    refuses. */
bool referToSources (const Hdf5Handle& properties, const Hdf5Description::Dataset& dataset)
{
    std::vector<hsize_t> start (dataset.shape.dimensions.size ());
    std::vector<hsize_t> count (dataset.shape.dimensions.begin (), dataset.shape.dimensions.end ());
    std::vector<std::int64_t> dimensions = dataset.shape.dimensions;
    for (const Hdf5Source& source : dataset.sources)
    {
        dimensions[0] = source.numEntries;
        count[0] = static_cast<hsize_t> (source.numEntries);
        const Hdf5Handle whole = space (dataset.shape.dimensions), part = space (dimensions);
        if (H5Sselect_hyperslab (whole.id (), H5S_SELECT_SET, start.data (), nullptr, count.data (),
                                 nullptr) < 0 ||
            H5Pset_virtual (properties.id (), whole.id (), withoutPatterns (source.file).c_str (),
                            dataset.name.c_str (), part.id ()) < 0)
            return false;
        start[0] += count[0];
    }
    return true;
}

/** Adds a dataset without data of its own. Returns -1. */
Result<std::int64_t> addVirtual (hid_t file, const Hdf5Description::Dataset& dataset)
{
    const Hdf5Handle type {makeNumberType (dataset.shape.type), H5Tclose};
    const Hdf5Handle extent = space (dataset.shape.dimensions);
    const Hdf5Handle properties {H5Pcreate (H5P_DATASET_CREATE), H5Pclose};
    H5Pset_obj_track_times (properties.id (), false);
    if (! referToSources (properties, dataset))
        return hdf5Refused ("the virtual dataset \"" + dataset.name + "\"");
    const Hdf5Handle created {H5Dcreate2 (file, dataset.name.c_str (), type.id (), extent.id (),
                                          H5P_DEFAULT, properties.id (), H5P_DEFAULT),
                              H5Dclose};
    if (! created)
        return hdf5Refused ("the virtual dataset \"" + dataset.name + "\"");
    return -1;
}

/** Returns the offset of the dataset, -1 if it has no elements. */
Result<std::int64_t> addNumbers (hid_t file, const Hdf5Description::Dataset& dataset)
{
    const Hdf5Handle type {makeNumberType (dataset.shape.type), H5Tclose};
    const Hdf5Handle extent = space (dataset.shape.dimensions);
    const Hdf5Handle properties = datasetProperties ();
    H5Pset_alloc_time (properties.id (), H5D_ALLOC_TIME_EARLY);
    H5Pset_fill_time (properties.id (), H5D_FILL_TIME_NEVER);
    const Hdf5Handle created {H5Dcreate2 (file, dataset.name.c_str (), type.id (), extent.id (),
                                          H5P_DEFAULT, properties.id (), H5P_DEFAULT),
                              H5Dclose};
    if (! created)
        return hdf5Refused ("the dataset \"" + dataset.name + "\"");
    const haddr_t offset = H5Dget_offset (created.id ());
    if (dataset.shape.bytes () == 0)
        return -1;
    if (offset == HADDR_UNDEF || offset % kHdf5AlignmentBytes != 0)
        return hdf5Refused ("the dataset \"" + dataset.name + "\" at an aligned offset");
    return static_cast<std::int64_t> (offset);
}

Result<void> addStrings (hid_t file, const Hdf5Description::Strings& strings)
{
    const Hdf5Handle type = stringType ();
    const Hdf5Handle extent = space ({static_cast<std::int64_t> (strings.values.size ())});
    const Hdf5Handle properties = datasetProperties ();
    const Hdf5Handle created {H5Dcreate2 (file, strings.name.c_str (), type.id (), extent.id (),
                                          H5P_DEFAULT, properties.id (), H5P_DEFAULT),
                              H5Dclose};
    if (! created)
        return hdf5Refused ("the dataset \"" + strings.name + "\"");
    std::vector<const char*> texts;
    texts.reserve (strings.values.size ());
    for (const std::string& value : strings.values)
        texts.push_back (value.c_str ());
    if (! texts.empty () &&
        H5Dwrite (created.id (), type.id (), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data ()) < 0)
        return hdf5Refused ("the strings of \"" + strings.name + "\"");
    return {};
}

Result<void> addAttribute (hid_t file, const std::string& name, const std::string& value)
{
    const Hdf5Handle type = stringType ();
    const Hdf5Handle extent = space ({});
    const Hdf5Handle created {
        H5Acreate2 (file, name.c_str (), type.id (), extent.id (), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose};
    const char* text = value.c_str ();
    if (! created || H5Awrite (created.id (), type.id (), &text) < 0)
        return hdf5Refused ("the attribute \"" + name + "\"");
    return {};
}

} // namespace

Error hdf5Refused (const std::string& what)
{
    return {ErrorCode::internalFault, "libhdf5 refused to create " + what, {}};
}

Result<std::vector<std::int64_t>> addHdf5Contents (hid_t file, const Hdf5Description& description)
{
    std::vector<std::int64_t> offsets;
    for (const auto& [name, value] : description.attributes)
        MELSTROM_TRY (addAttribute (file, name, value));
    for (const Hdf5Description::Strings& strings : description.strings)
        MELSTROM_TRY (addStrings (file, strings));
    for (const Hdf5Description::Dataset& dataset : description.datasets)
    {
        MELSTROM_TRY_VALUE (const auto offset, dataset.sources.empty ()
                                                   ? addNumbers (file, dataset)
                                                   : addVirtual (file, dataset));
        offsets.push_back (offset);
    }
    return offsets;
}

} // namespace melstrom
