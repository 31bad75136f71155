#include "Engine/Batch/Export/FlatBuffer.h"

#include <algorithm>

namespace melstrom
{

void FlatBuffer::align (std::size_t alignment, std::size_t more)
{
    while ((reversed_.size () + more) % alignment != 0)
        reversed_ += '\0';
}

void FlatBuffer::put (std::uint64_t value, int bytes)
{
    for (int i = bytes - 1; i >= 0; --i)
        reversed_ += static_cast<char> (value >> (8 * i) & 255);
}

/** A reference counts from its own place. */
void FlatBuffer::putReference (Place place)
{
    align (4);
    put (size () + 4 - place, 4);
}

FlatBuffer::Place FlatBuffer::text (std::string_view text)
{
    align (4, text.size () + 1);
    reversed_ += '\0';
    reversed_.append (text.rbegin (), text.rend ());
    put (text.size (), 4);
    return size ();
}

FlatBuffer::Place FlatBuffer::references (const std::vector<Place>& places)
{
    align (4);
    for (auto place = places.rbegin (); place != places.rend (); ++place)
        putReference (*place);
    put (places.size (), 4);
    return size ();
}

FlatBuffer::Place FlatBuffer::structs (std::string_view bytes, std::size_t count)
{
    align (8, bytes.size ());
    reversed_.append (bytes.rbegin (), bytes.rend ());
    put (count, 4);
    return size ();
}

FlatBuffer::Place FlatBuffer::table (const std::vector<Field>& fields)
{
    int numSlots = 0;
    for (const Field& field : fields)
        numSlots = std::max (numSlots, field.slot + 1);
    std::vector<Place> places (static_cast<std::size_t> (numSlots), 0);
    const Place end = size ();
    for (const Field& field : fields)
    {
        align (static_cast<std::size_t> (field.bytes));
        if (field.isReference)
            putReference (static_cast<Place> (field.value));
        else
            put (field.value, field.bytes);
        places[static_cast<std::size_t> (field.slot)] = size ();
    }
    align (4);
    const auto numTableBytes = 2 + 2 * places.size () + 2;
    put (numTableBytes, 4); // the vtable lies directly before the table
    const Place start = size ();
    for (auto place = places.rbegin (); place != places.rend (); ++place)
        put (*place == 0 ? 0 : start - *place, 2);
    put (start - end, 2);
    put (numTableBytes, 2);
    return start;
}

std::string FlatBuffer::finish (Place root)
{
    align (8, 4);
    putReference (root);
    return {reversed_.rbegin (), reversed_.rend ()};
}

} // namespace melstrom
