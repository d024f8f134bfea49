/**
 * The bytes of a text as people's programs save it: UTF-8 with or without a byte order mark, UTF-16, which has one, or
 * otherwise what Russian Windows writes. The mark of UTF-8 is left out.
 */
export const decodeText = (bytes: Uint8Array) => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
