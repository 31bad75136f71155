#include "Engine/Batch/Files/FileView.h"

#include <algorithm>

namespace melstrom
{

Result<void> FileView::readFront ()
{
    const auto wanted = std::min (static_cast<std::int64_t> (kFrontBytes), fileBytes_);
    MELSTROM_TRY_VALUE (const auto count,
                        file_.readAt (front_.data (), static_cast<std::size_t> (wanted), 0));
    frontBytes_ = count;
    if (count < static_cast<std::size_t> (wanted)) // became shorter since it was opened
        fileBytes_ = static_cast<std::int64_t> (count);
    return {};
}

Result<HeaderBytes> FileView::at (std::int64_t offset, std::size_t bytes)
{
    if (offset >= fileBytes_)
        return HeaderBytes {};
    const auto remaining = fileBytes_ - offset;
    const auto wanted =
        static_cast<std::size_t> (std::min (static_cast<std::int64_t> (bytes), remaining));

    if (offset + static_cast<std::int64_t> (wanted) <= static_cast<std::int64_t> (frontBytes_))
        return HeaderBytes {front_.data () + offset, wanted};

    const auto viewedEnd = viewedOffset_ + static_cast<std::int64_t> (viewedBytes_);
    if (offset < viewedOffset_ || offset + static_cast<std::int64_t> (wanted) > viewedEnd)
    {
        MELSTROM_TRY_VALUE (const auto count, file_.readAt (view_.data (), kViewBytes, offset));
        viewedOffset_ = offset;
        viewedBytes_ = count;
    }
    const auto inside = static_cast<std::size_t> (offset - viewedOffset_);
    return HeaderBytes {view_.data () + inside, std::min (wanted, viewedBytes_ - inside)};
}

} // namespace melstrom
