import { setImmediate as turn } from 'node:timers/promises'
import { blankText, hiddenText, isPng, pngTexts, sumPng } from '#server/pictures/png-chunks.ts'

// The place where a photograph was taken is in its Exif block, which is a small TIFF file, and again in its XMP, which
// is XML. Both are contiguous inside JPEG, PNG, WebP, AVIF and HEIC: they are found by their first bytes and blanked in
// place. No byte moves, so the picture itself stays exactly as it was.

const tiffStarts = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]
const xmpStart = Buffer.from('exif:GPS')
const placeTag = 0x8825
/** Size of a value by TIFF type, in bytes. */
const valueSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
/**
 * More entries than any camera writes, and more blocks than any picture has: a file with more was made to keep us busy.
 */
const maxEntries = 200
const maxBlocks = 100
const maxDirectories = 100
const maxTexts = 20

/** The block that is searched in one go, in bytes: the rest waits for other requests. */
const pieceBytes = 8 * 1_048_576

/** Bytes of a place, and what they are replaced with. */
interface Place {
  start: number
  end: number
  filler: number
}

/** Where `what` is, at the first `maxBlocks` offsets. */
const findStarts = async (bytes: Buffer, what: Buffer) => {
  const starts: number[] = []
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.subarray(from, from + pieceBytes + what.length - 1)
    for (let at = piece.indexOf(what); at !== -1; at = piece.indexOf(what, at + 1)) {
      if (starts.push(from + at) === maxBlocks) return starts
    }
    if (bytes.length > pieceBytes) await turn()
  }
  return starts
}

/**
 * The places in the TIFF block at `start`, when it is such a block. `known` has the GPS directories found so far: those
 * of all blocks together have a limit.
 */
const placesInTiff = function* (bytes: Buffer, start: number, known: Set<number>): Generator<Place> {
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
    if (places.length === 0 || known.has(list) || known.size >= maxDirectories) continue
    known.add(list)
    for (const place of places) {
      const size = (valueSizes[short(place + 2)] ?? 0) * long(place + 4)
      const value = start + long(place + 8)
      if (size > 4 && value + size <= bytes.length) yield { start: value, end: value + size, filler: 0 }
    }
    // leaves a directory without entries
    yield { start: list, end: list + 2 + places.length * 12, filler: 0 }
  }
}

const inXmp = /^exif:GPS\w{1,40}\s*(?:=\s*(["'])(?<attribute>[^"'<]*)\1|>(?<element>[^<]*)<)/d

/** The place in the XMP at `start`, when it has one. */
const placesInXmp = function* (bytes: Buffer, start: number): Generator<Place> {
  const found = inXmp.exec(bytes.toString('latin1', start, start + 400))
  const value = found?.indices?.groups?.attribute ?? found?.indices?.groups?.element
  if (value) yield { start: start + value[0], end: start + value[1], filler: 0x20 }
}

/** Every place in a picture's bytes. */
const findPlaces = async function* (bytes: Buffer) {
  const known = new Set<number>()
  for (const begin of tiffStarts) {
    for (const start of await findStarts(bytes, begin)) {
      if (start + 8 <= bytes.length) yield* placesInTiff(bytes, start, known)
    }
  }
  for (const start of await findStarts(bytes, xmpStart)) yield* placesInXmp(bytes, start)
}

/** The places in their order, without those that are in another one: each byte is looked at once. */
const withoutOverlaps = (places: Place[]) => {
  let done = 0
  return places
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, end, filler }) => {
      const rest = { start: Math.max(start, done), end, filler }
      done = Math.max(done, end)
      return rest.start < end ? [rest] : []
    })
}

const hasPlace = async (bytes: Buffer) => !(await findPlaces(bytes).next()).done

/** The bytes of a picture without the place where it was taken, with the same length; null when they have none. */
export const withoutPlace = async (bytes: Buffer): Promise<Buffer | null> => {
  let copy: Buffer | null = null
  const change = () => {
    copy ??= Buffer.from(bytes)
    return copy
  }
  for (const { start, end, filler } of withoutOverlaps(await Array.fromAsync(findPlaces(bytes)))) {
    change().fill(filler, start, end)
  }
  await turn()
  if (isPng(bytes)) {
    // texts of a PNG can be compressed: one with the place is removed as a whole
    for (const chunk of pngTexts(bytes).take(maxTexts)) {
      const text = hiddenText(bytes, chunk)
      if (text && (await hasPlace(text))) blankText(change(), chunk)
      await turn()
    }
    if (copy) sumPng(copy)
    await turn()
  }
  return copy && bytes.equals(copy) ? null : copy
}
