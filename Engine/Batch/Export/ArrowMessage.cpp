#include "Engine/Batch/Export/ArrowMessage.h"

#include "Engine/Batch/Export/ExportWriters.h"

namespace melstrom
{

using Place = FlatBuffer::Place;

std::string arrowMessage (FlatBuffer& buffer, ArrowHeader type, Place header,
                          std::int64_t bodyBytes)
{
    const Place message =
        buffer.table ({FlatBuffer::number (1, 1, static_cast<std::int64_t> (type)),
                       FlatBuffer::number (0, 2, kArrowVersion5), FlatBuffer::reference (2, header),
                       FlatBuffer::number (3, 8, bodyBytes)});
    const std::string metadata = buffer.finish (message);
    std::string bytes;
    appendNumber (bytes, std::uint32_t {0xFFFFFFFF});
    appendNumber (bytes, static_cast<std::uint32_t> (metadata.size ()));
    return bytes + metadata;
}

void ArrowBatch::addNode (std::int64_t count)
{
    appendNumber (nodes_, count);
    appendNumber (nodes_, std::int64_t {0}); // no nulls
    ++numNodes_;
    addBuffer (0); // so no bits of validity
}

void ArrowBatch::addBytes (const std::string& bytes)
{
    addBuffer (static_cast<std::int64_t> (bytes.size ()));
    bytes_ += bytes;
    bytes_.resize ((bytes_.size () + 7) / 8 * 8, '\0');
}

void ArrowBatch::addBuffer (std::int64_t size)
{
    appendNumber (buffers_, end_);
    appendNumber (buffers_, size);
    ++numBuffers_;
    end_ += (size + 7) / 8 * 8;
}

std::string ArrowBatch::message (std::int64_t numLines) const
{
    FlatBuffer buffer;
    const Place buffers = buffer.structs (buffers_, numBuffers_);
    const Place nodes = buffer.structs (nodes_, numNodes_);
    const Place batch =
        buffer.table ({FlatBuffer::reference (2, buffers), FlatBuffer::reference (1, nodes),
                       FlatBuffer::number (0, 8, numLines)});
    return arrowMessage (buffer, ArrowHeader::batch, batch, end_);
}

} // namespace melstrom
