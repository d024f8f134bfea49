import type { FailOnOptions as FailOn } from 'sharp'

const load = async () => {
  const { default: sharp } = await import('sharp')
  // the type of a picture is detected from its bytes; nothing else, such as SVG, is parsed at all. AVIF is a HEIF
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })
  return sharp
}

let loading: ReturnType<typeof load> | undefined

/** The library that decodes pictures, loaded with the first one; it opens the formats of the web, and no others. */
export const loadSharp = () => {
  loading ??= load()
  return loading
}

/** An AVIF takes some twenty bytes of memory per pixel, and one of a few hundred bytes can claim any size. */
const maxAvifMegapixels = 25

const isAvif = (bytes: Buffer) => bytes.toString('latin1', 4, 8) === 'ftyp'

/** Max megapixels of this picture that are decoded, where it is `megapixels` for formats that take little memory. */
export const decodable = (bytes: Buffer, megapixels: number) =>
  isAvif(bytes) ? Math.min(megapixels, maxAvifMegapixels) : megapixels

/** Two pictures are decoded at a time, while the others wait: a decoded one takes hundreds of megabytes at worst. */
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()]
let next = 0

/** Waits for its turn among everything that decodes pictures. */
export const inPictureLane = <T>(act: () => Promise<T>): Promise<T> => {
  const lane = next
  next = (next + 1) % lanes.length
  const mine = (lanes[lane] as Promise<unknown>).then(act)
  lanes[lane] = mine.catch(() => {})
  return mine
}

/**
 * Opens a picture in one of the formats of the web; refuses to decode more than `megapixels`. Decode it in
 * a lane. With `failOn: 'none'` a truncated one is shown as far as it goes.
 */
export const openPicture = async (
  bytes: Buffer,
  megapixels: number,
  { failOn = 'warning' }: { failOn?: FailOn } = {},
) => (await loadSharp())(bytes, { limitInputPixels: decodable(bytes, megapixels) * 1_000_000, failOn })

/** Width and height from a picture's header, without decoding it; null when it cannot be opened. */
export const pictureSize = async (bytes: Buffer) => {
  try {
    const sharp = await loadSharp()
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1 }
  } catch {
    return null
  }
}
