import fc from 'fast-check'

/** Surrogates, which are no characters. */
const surrogates = { from: 0xd800, count: 0x800 }

/**
 * Any character of Unicode: the unit `binary` of fast-check, value by value. To find the index of a character, fast-check
 * lists all 1.1 million of them first, which takes seconds and stays in the memory of the process.
 */
export const anyCharacter = fc.nat(0x10_ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (character) => {
    const code = typeof character === 'string' ? (character.codePointAt(0) ?? -1) : -1
    const isSurrogate = code >= surrogates.from && code < surrogates.from + surrogates.count
    if (code < 0 || isSurrogate || String.fromCodePoint(code) !== character) throw new Error('This is no character.')
    return code < surrogates.from ? code : code - surrogates.count
  },
)
