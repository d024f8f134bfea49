import sharp from 'sharp'
import { randomFrom } from '#contract/covers/draw-cover.ts'
import { upTo } from './shapes.ts'

/** The size of a tile of grain, in pixels. */
const tile = 256

/** The noise of a small sensor in a dim room: grey that is a little lighter or darker at each pixel. */
const grain = () => {
  const random = randomFrom(7)
  return Buffer.from(upTo(tile * tile).map(() => 128 + (random() + random() - 1) * 34))
}

/** A drawing that looks photographed. JPEG. */
export const photograph = async (drawing: string) => {
  const noise = await sharp(grain(), { raw: { width: tile, height: tile, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  return sharp(Buffer.from(drawing))
    .resize({ width: 800 })
    .flatten()
    .blur(0.6)
    .composite([{ input: noise, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 78 })
    .toBuffer()
}
