/**
 * More combining marks on one letter than any language has (UAX 15, «stream-safe»): sorting a long sequence of them
 * takes time quadratic in its length.
 */
const rowsOfSigns = /(\p{M}{30})\p{M}+/gu

/**
 * Text as it is kept and searched. PostgreSQL stores neither U+0000 in text nor half a surrogate pair in JSON; a letter
 * with its mark is one character (NFC), however a keyboard sends «ё».
 */
export const storable = (text: string) =>
  text.replaceAll('\u0000', '').toWellFormed().replace(rowsOfSigns, '$1').normalize('NFC')

/** Characters that reverse the order of the text after them, even beyond the end of this text (UAX 9). */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** The text, or an empty one when nothing of it is visible. */
const seen = (text: string) => (/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text) ? text : '')

// removed first: the marks around such a character are of one letter
const straight = (text: string) => storable(text.replace(turning, ''))

/** One line as it is kept; empty when nothing of it is visible. */
export const storableLine = (text: string) =>
  seen(
    straight(text)
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )

/** Plain text of several lines as it is kept; empty when nothing of it is visible. */
export const storableLines = (text: string) => seen(straight(text).trim())
