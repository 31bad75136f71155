#include "Standalone/Midi/MidiReading.h"

#include "Engine/Core/Printable.h"

namespace melstrom
{

Result<std::int64_t> MidiReading::variableLength ()
{
    std::int64_t value = 0;
    for (int count = 0; count < 4; ++count)
    {
        if (left () == 0)
            return cut ("an event");
        const auto byte = number (1);
        value = value << 7 | (byte & 0x7f);
        if (byte < 0x80)
            return value;
    }
    return fault ("is damaged: a time or length has more than four bytes");
}

Error MidiReading::fault (const std::string& what, std::size_t position) const
{
    return {ErrorCode::badSpec, printable (name_) + " " + what,
            static_cast<std::int64_t> (position)};
}

Error MidiReading::cut (const std::string& what) const
{
    const bool isAtEnd = end_ == bytes_.size ();
    return fault (isAtEnd ? "is cut: it ends within " + what + "; copy or export it again"
                          : "is damaged: a track ends within " + what);
}

} // namespace melstrom
