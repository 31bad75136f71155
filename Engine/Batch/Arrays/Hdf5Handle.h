// Owner of one libhdf5 identifier.
#pragma once

#include <hdf5.h>
#include <utility>

namespace melstrom
{

/** Closes its identifier when destroyed; move-only. Empty when libhdf5 returned an error (a
    negative id). */
class Hdf5Handle
{
public:
    using Close = herr_t (*) (hid_t);

    Hdf5Handle (hid_t id, Close closer) noexcept : id_ (id), close_ (closer) {}
    Hdf5Handle (Hdf5Handle&& other) noexcept
        : id_ (std::exchange (other.id_, H5I_INVALID_HID)), close_ (other.close_)
    {
    }
    Hdf5Handle& operator= (Hdf5Handle&&) = delete;
    ~Hdf5Handle () { close (); }

    explicit operator bool () const noexcept { return id_ >= 0; }
    hid_t id () const noexcept { return id_; }

    /** False if libhdf5 reports an error or the handle is empty. */
    bool close () noexcept
    {
        const hid_t id = std::exchange (id_, H5I_INVALID_HID);
        return id >= 0 && close_ (id) >= 0;
    }

private:
    hid_t id_;
    Close close_;
};

} // namespace melstrom
