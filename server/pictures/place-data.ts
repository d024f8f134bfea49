import { blankText, hiddenText, isPng, pngTexts, sumPng } from '#server/pictures/png-chunks.ts'

// The place where a photograph was taken is in its Exif block, which is a small TIFF file, and again in its XMP, which
// is XML. Both are contiguous inside JPEG, PNG, WebP, AVIF and HEIC: they are found by their first bytes and blanked in
// place. No byte moves, so the picture itself stays exactly as it was.

const tiffStarts = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]
const placeTag = 0x8825
/** Size of a value by TIFF type, in bytes. */
const valueSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
/**
 * More entries than any camera writes, and more blocks than any picture has: a file with more was made to keep us busy.
 */
const maxEntries = 200
const maxBlocks = 100
const maxTexts = 20

type Blank = (start: number, end: number, filler?: number) => void

const everyStart = function* (bytes: Buffer, what: Buffer | string) {
  let left = maxBlocks
  for (let at = bytes.indexOf(what); at !== -1 && left > 0; at = bytes.indexOf(what, at + 1), left -= 1) yield at
}

/** Blanks the GPS directory of a TIFF block at `start`, when it is such a block. */
const blankInTiff = (bytes: Buffer, start: number, blank: Blank) => {
  const little = bytes[start] === 0x49
  const short = (at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  /** The entries of a directory, 12 bytes each; none when there can be no directory. */
  const entries = (list: number) => {
    if (list < start + 8 || list + 2 > bytes.length) return []
    const count = short(list)
    if (count === 0 || count > maxEntries || list + 2 + count * 12 > bytes.length) return []
    return Array.from({ length: count }, (_, index) => list + 2 + index * 12)
  }
  for (const entry of entries(start + long(start + 4))) {
    if (short(entry) !== placeTag || short(entry + 2) !== 4) continue
    const list = start + long(entry + 8)
    const places = entries(list)
    if (places.length === 0) continue
    for (const place of places) {
      const size = (valueSizes[short(place + 2)] ?? 0) * long(place + 4)
      const value = start + long(place + 8)
      if (size > 4 && value + size <= bytes.length) blank(value, value + size)
    }
    // leaves a directory without entries
    blank(list, list + 2 + places.length * 12)
  }
}

const inXmp = /^exif:GPS\w{1,40}\s*(?:=\s*(["'])(?<attribute>[^"'<]*)\1|>(?<element>[^<]*)<)/d

/** Blanks the place in the XMP at `start`, when it has one. */
const blankInXmp = (bytes: Buffer, start: number, blank: Blank) => {
  const found = inXmp.exec(bytes.toString('latin1', start, start + 400))
  const value = found?.indices?.groups?.attribute ?? found?.indices?.groups?.element
  if (value) blank(start + value[0], start + value[1], 0x20)
}

/** Blanks every place in a picture's bytes. */
const blankPlaces = (bytes: Buffer, blank: Blank) => {
  for (const begin of tiffStarts) {
    for (const start of everyStart(bytes, begin)) if (start + 8 <= bytes.length) blankInTiff(bytes, start, blank)
  }
  for (const start of everyStart(bytes, 'exif:GPS')) blankInXmp(bytes, start, blank)
}

const hasPlace = (bytes: Buffer) => {
  let found = false
  blankPlaces(bytes, () => {
    found = true
  })
  return found
}

/** The bytes of a picture without the place where it was taken, with the same length; null when they have none. */
export const withoutPlace = (bytes: Buffer): Buffer | null => {
  let copy: Buffer | null = null
  const change = () => {
    copy ??= Buffer.from(bytes)
    return copy
  }
  blankPlaces(bytes, (start, end, filler = 0) => {
    if (bytes.subarray(start, end).some((byte) => byte !== filler)) change().fill(filler, start, end)
  })
  if (!isPng(bytes)) return copy
  // texts of a PNG can be compressed: one with the place is removed as a whole
  for (const chunk of pngTexts(bytes).take(maxTexts)) {
    const text = hiddenText(bytes, chunk)
    if (text && hasPlace(text)) blankText(change(), chunk)
  }
  if (copy) sumPng(copy)
  return copy
}
