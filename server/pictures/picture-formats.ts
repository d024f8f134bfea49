import sharp, { type FailOnOptions as FailOn } from 'sharp'

// what a picture is, its own bytes say; of everything else, such as SVG, not even the head is read. AVIF is a HEIF
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })

/** An AVIF takes some twenty bytes of memory for each of its points, and one of a few hundred bytes can claim any size. */
const mostOfAvif = 25

const isAvif = (bytes: Buffer) => bytes.toString('latin1', 4, 8) === 'ftyp'

/** How many megapixels of this picture are decoded at most, where it is `megapixels` of one that takes little memory. */
export const decodable = (bytes: Buffer, megapixels: number) =>
  isAvif(bytes) ? Math.min(megapixels, mostOfAvif) : megapixels

/**
 * Opens a picture in one of the formats of the web; nothing of more than `megapixels` is decoded. With `failOn: 'none'` one
 * whose end was lost is shown as far as it goes.
 */
export const openPicture = (bytes: Buffer, megapixels: number, { failOn = 'warning' }: { failOn?: FailOn } = {}) =>
  sharp(bytes, { limitInputPixels: decodable(bytes, megapixels) * 1_000_000, failOn })

/** Width and height as a picture says of itself, without decoding it; null when it is none that we can open. */
export const pictureSize = async (bytes: Buffer) => {
  try {
    const { autoOrient, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return { width: autoOrient.width, height: autoOrient.height, isAnimated: pages > 1 }
  } catch {
    return null
  }
}
