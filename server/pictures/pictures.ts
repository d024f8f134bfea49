import { buffer } from 'node:stream/consumers'
import { type PictureVariant, pictureWidths } from '#server/files/file-link.ts'
import { invalid, Refusal } from '#server/http/refusal.ts'
import { decodable, inPictureLane, loadSharp, openPicture, pictureSize } from '#server/pictures/picture-formats.ts'
import { withoutPlace } from '#server/pictures/place-data.ts'
import { type FileStorage, StorageFailure } from '#server/storage/storage.ts'

/** The picture types that get smaller copies. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/apng']

/** A bigger picture is a file like any other: it is never held in memory. In bytes. */
const maxPictureBytes = 80 * 1_048_576

/** Larger ones are refused without decoding: a small file can claim to be huge. */
const megapixels = 100

/** The max side of a WebP, in pixels. */
const maxSide = 16_383

/** The storage key of a smaller copy of a picture. */
export const variantKey = (id: string, variant: PictureVariant) => `${id}.${variant}`

export const pictureVariants = Object.keys(pictureWidths) as PictureVariant[]

/** The smaller copies a picture gets: none as wide as itself, and only a still thumbnail of an animated one. */
const variantsOf = ({ width, isAnimated }: { width: number; isAnimated: boolean }) =>
  pictureVariants.filter((variant) =>
    isAnimated ? variant === 'thumbnail' : width > pictureWidths[variant] || variant === 'thumbnail',
  )

const makeVariants = async (files: FileStorage, id: string, bytes: Buffer, variants: PictureVariant[]) => {
  const widest = Math.max(...variants.map((variant) => pictureWidths[variant]))
  // decoded once, rotated as the camera recorded; only its pixels and colours are kept
  const sharp = await loadSharp()
  const picture = await openPicture(bytes, megapixels, { failOn: 'none' })
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: widest, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const variant of variants) {
    const webp = await sharp(data, { raw: { width, height, channels } })
      .resize({ width: pictureWidths[variant], withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
    await files.write(variantKey(id, variant), webp)
  }
}

const processPicture = async (files: FileStorage, id: string, type: string, bytes: Buffer) => {
  const size = pictureTypes.includes(type) ? await pictureSize(bytes) : null
  if (!size) return null
  const maxMegapixels = decodable(bytes, megapixels)
  if (size.width * size.height > maxMegapixels * 1_000_000) {
    throw invalid(
      'file',
      `Картинка слишком большая: в ней больше ${maxMegapixels} мегапикселей. Уменьшите её и отправьте ещё раз.`,
    )
  }
  try {
    const isAnimated = size.isAnimated || type === 'image/apng'
    await makeVariants(files, id, bytes, variantsOf({ width: size.width, isAnimated }))
  } catch (error) {
    if (error instanceof StorageFailure) throw error
    return null
  }
  return { width: size.width, height: size.height }
}

/**
 * Removes the place from a stored picture and makes its smaller copies; returns its displayed size, or null when it
 * cannot be opened. One that claims to be huge is refused (422).
 */
export const finishPicture = async (files: FileStorage, { id, size }: { id: string; size: number }, type: string) => {
  if (!type.startsWith('image/') || size > maxPictureBytes) return null
  return inPictureLane(async () => {
    const stream = await files.read(id)
    if (!stream) throw new Refusal('upload-gone')
    const bytes = await buffer(stream)
    const placeless = await withoutPlace(bytes)
    if (placeless) await files.write(id, placeless)
    return processPicture(files, id, type, bytes)
  })
}
