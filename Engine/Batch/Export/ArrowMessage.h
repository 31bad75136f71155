// The encapsulated messages of Arrow's IPC format.
// Source: arrow.apache.org, "Arrow Columnar Format", section "Serialization and Interprocess
// Communication"; github.com/apache/arrow, format/Message.fbs.
#pragma once

#include "Engine/Batch/Export/FlatBuffer.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace melstrom
{

inline constexpr std::int64_t kArrowVersion5 = 4;

/** The union MessageHeader. */
enum class ArrowHeader
{
    schema = 1,
    batch = 3
};

/** The prefix and the metadata; a multiple of 8 bytes. buffer: has the table `header`; is used
    up. */
std::string arrowMessage (FlatBuffer& buffer, ArrowHeader type, FlatBuffer::Place header,
                          std::int64_t bodyBytes);

/** The columns of a batch in memory, and room for the values behind them. */
class ArrowBatch
{
public:
    void addNode (std::int64_t count);
    void addBytes (const std::string& bytes);
    /** Last: the caller writes these bytes behind `bytes`. */
    void addBuffer (std::int64_t size);

    const std::string& bytes () const noexcept { return bytes_; }
    std::int64_t end () const noexcept { return end_; }
    /** For a batch of this number of lines. */
    std::string message (std::int64_t numLines) const;

private:
    std::string nodes_, buffers_, bytes_;
    std::size_t numNodes_ = 0, numBuffers_ = 0;
    std::int64_t end_ = 0;
};

} // namespace melstrom
