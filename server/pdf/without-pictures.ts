/** Signs that are drawn as pictures, with what changes their looks; not those of them that our font has. */
const pictures =
  /(?![©®™↖-↙])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\u20e3\ufe0e\ufe0f\u{e0020}-\u{e007f}])/gu

/** A text without emoji: the font has none, and would show empty boxes. */
export const withoutPictures = (text: string) =>
  text
    .replace(pictures, '')
    .replace(/ {2,}/g, ' ')
    .replace(/« | »/g, (quote) => quote.trim())
    .trim()
