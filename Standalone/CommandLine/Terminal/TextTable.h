// Columns of text that line up, for a terminal or a log.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Characters of a UTF-8 text, each taken as one column wide. */
int columnsOf (std::string_view text) noexcept;

/** Lines of at most `columns` columns, broken at spaces; a longer word stands alone. */
std::vector<std::string> wrappedLines (std::string_view text, int columns);

/** Two spaces between columns; numbers to the right, words to the left. */
class TextTable
{
public:
    enum class Side
    {
        left,
        right
    };

    /** One column for each side. */
    explicit TextTable (std::vector<Side> sides) : sides_ (std::move (sides)) {}

    void addHeading (std::vector<std::string> names); ///< and a rule under it
    void addRow (std::vector<std::string> cells);     ///< fewer than columns: the rest is empty

    /** Each line ends with a newline and none with a space. */
    std::string text (int indent = 0) const;

private:
    std::vector<Side> sides_;
    std::vector<std::vector<std::string>> rows_;
    bool hasHeading_ = false;
};

} // namespace melstrom
