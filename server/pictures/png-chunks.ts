import { crc32, inflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Max size of a text that is looked at, in bytes, also after decompressing. */
const maxTextBytes = 1_048_576

/** Max number of chunks, some ten times what encoders make of the largest picture: the others stay as they are. */
const maxChunks = 100_000

export interface PngChunk {
  type: string
  /** Offset of its data. */
  start: number
  end: number
}

export const isPng = (bytes: Buffer) => bytes.subarray(0, signature.length).equals(signature)

/** The chunks of a PNG, as far as they are complete. */
const pngChunks = function* (bytes: Buffer): Generator<PngChunk> {
  for (let at = signature.length, count = 0; at + 12 <= bytes.length && count < maxChunks; count += 1) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) return
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end }
    at = end + 4
  }
}

/** The chunks with text. */
export const pngTexts = (bytes: Buffer) => pngChunks(bytes).filter(({ type }) => /^(tEX|zTX|iTX)t$/.test(type))

/** Recomputes the checksums of all chunks. */
export const sumPng = (bytes: Buffer) => {
  for (const { start, end } of pngChunks(bytes)) bytes.writeUInt32BE(crc32(bytes.subarray(start - 4, end)), end)
}

const unpack = (packed: Buffer) => {
  try {
    return inflateSync(packed, { maxOutputLength: maxTextBytes })
  } catch {
    return null
  }
}

/** The content of a compressed text; null for an uncompressed one. */
const unpackText = (type: string, text: Buffer) => {
  if (type === 'zTXt') return unpack(text.subarray(1))
  if (type !== 'iTXt' || text[0] !== 1) return null
  // its language and its translated name come first
  const language = text.indexOf(0, 2)
  const translated = text.indexOf(0, language + 1)
  return language < 0 || translated < 0 ? null : unpack(text.subarray(translated + 1))
}

/** The bytes of a profile, which follow its name and length as hexadecimal digits in lines. */
const profileIn = (text: Buffer) => {
  const [head] = /^\s*\w+\s+\d+\s/.exec(text.toString('latin1', 0, 1000)) ?? []
  if (!head) return Buffer.alloc(0)
  const digits = Buffer.allocUnsafe(text.length)
  let size = 0
  // a call for each of a million bytes would take a fifth of a second
  for (let at = head.length; at < text.length; at += 1) {
    const byte = text.readUInt8(at)
    if (byte > 0x20) size = digits.writeUInt8(byte, size)
  }
  return Buffer.from(digits.toString('latin1', 0, size), 'hex')
}

/** The content of a compressed or hex-encoded text; null when it is plain. */
export const hiddenText = (bytes: Buffer, { type, start, end }: PngChunk): Buffer | null => {
  const data = bytes.subarray(start, end)
  const name = data.subarray(0, data.indexOf(0)).toString('latin1')
  const text = data.subarray(name.length + 1, maxTextBytes)
  const unpacked = unpackText(type, text)
  return name.startsWith('Raw profile type') ? profileIn(unpacked ?? text) : unpacked
}

/** Replaces a text by an empty comment of the same length. */
export const blankText = (bytes: Buffer, { start, end }: PngChunk) => {
  bytes.write('tEXt', start - 4, 'latin1')
  bytes.fill(0x20, start, end)
  bytes.write('Comment\0', start, Math.min(8, end - start), 'latin1')
}
