import { fileErrors } from '#contract/files/check-file.ts'
import { groundColours, type LogoCopy, logoBoxes, maxLogoRatio, minLogoSide } from '#contract/site/logo.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import { invalid } from '#server/http/refusal.ts'
import { inPictureLane, loadSharp, openPicture } from '#server/pictures/picture-formats.ts'

/** Max side of the pixels that all copies are made of. */
const maxSide = 1024
/** Device pixels for each CSS pixel. */
const [headerScale, mailScale] = [3, 2]
const printBox = { width: 1000, height: 400 }

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

const formats = ['png', 'jpeg', 'webp']

/** The pixels of a picture, rotated as its camera recorded, with an alpha channel. */
const pixelsOf = async (bytes: Buffer) => {
  try {
    const picture = await openPicture(bytes, 50)
    const { format } = await picture.metadata()
    if (!formats.includes(format)) throw new Error(`A logo of the format ${format}`)
    return await picture
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw invalid('file', fileErrors.type)
  }
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>

/** Below this alpha a pixel is as good as not there. */
const visibleAlpha = 16
/** Lightness, 0 to 255, from which a pixel is lost on white, and up to which it is lost on the dark ground. */
const [lostOnWhite, lostOnDark] = [215, 85]

/**
 * White parts inside of a colour are common and need nothing, so only a logo that is nearly all white gets the dark
 * ground. A dark inscription, however small, is lost on the dark one; and on white every other logo looks as on paper.
 */
const groundOf = (counts: { seen: number; light: number; dark: number; isOpaque: boolean }): Logo['ground'] => {
  const { seen, light, dark, isOpaque } = counts
  if (isOpaque) return 'any'
  if (light > 0.7 * seen) return 'dark'
  return dark > 0.05 * seen ? 'light' : 'any'
}

/** What can be seen of a picture: in which frame, on which ground, and whether nothing shines through. */
const look = ({ data, info: { width, height } }: Pixels) => {
  const frame = { left: width, top: height, right: -1, bottom: -1 }
  let [seen, light, dark, isOpaque] = [0, 0, 0, true]
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel += 1) {
    const alpha = data[at + 3] as number
    if (alpha < 255) isOpaque = false
    if (alpha < visibleAlpha) continue
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    frame.left = Math.min(frame.left, x)
    frame.right = Math.max(frame.right, x)
    frame.top = Math.min(frame.top, y)
    frame.bottom = Math.max(frame.bottom, y)
    const lightness =
      0.2126 * (data[at] as number) + 0.7152 * (data[at + 1] as number) + 0.0722 * (data[at + 2] as number)
    seen += 1
    if (lightness > lostOnWhite) light += 1
    else if (lightness < lostOnDark) dark += 1
  }
  return { frame, isOpaque, ground: groundOf({ seen, light, dark, isOpaque }) }
}

const hex = (channels: Iterable<number>) =>
  `#${[...channels].map((each) => each.toString(16).padStart(2, '0')).join('')}`

/** Cuts a picture to what can be seen of it; refuses one that is no use as a logo. */
const cut = async (bytes: Buffer) => {
  const pixels = await inPictureLane(() => pixelsOf(bytes))
  const { frame, ground, isOpaque } = look(pixels)
  const [width, height] = [frame.right - frame.left + 1, frame.bottom - frame.top + 1]
  if (frame.right < 0) throw invalid('file', 'На картинке ничего не видно: она прозрачная. Выберите другую.')
  if (Math.max(width, height) < minLogoSide) {
    throw invalid('file', `Картинка слишком маленькая. Нужно хотя бы ${minLogoSide} пикселей по большей стороне.`)
  }
  if (Math.max(width / height, height / width) > maxLogoRatio) {
    throw invalid('file', `Картинка слишком вытянутая: одна сторона больше другой в ${maxLogoRatio} раз.`)
  }
  const sharp = await loadSharp()
  const { data, info } = pixels
  const raw = { width: info.width, height: info.height, channels: 4 as const }
  const cropped = await sharp(data, { raw }).extract({ left: frame.left, top: frame.top, width, height }).toBuffer()
  const draw = () => sharp(cropped, { raw: { width, height, channels: 4 } })
  return { draw, width, height, corner: hex(cropped.subarray(0, 3)), ground, isOpaque }
}

/**
 * Draws a logo for all the places where it is shown: the header's copy, and the others as PNG. Transparent margins are
 * cut off. Refuses other formats than PNG, JPEG and WebP, and what is too small or too long (422).
 */
export const drawLogo = async (bytes: Buffer) => {
  const { draw, width, height, corner, ground, isOpaque } = await cut(bytes)
  const paper = isOpaque ? corner : groundColours[ground === 'dark' ? 'dark' : 'light']
  const inside = (box: { width: number; height: number }, scale = 1) =>
    draw().resize({ width: box.width * scale, height: box.height * scale, fit: 'inside', withoutEnlargement: true })

  // it is flattened before it is resized, in whatever order that is written
  const onPaper = { background: paper }

  /** On its ground, which a dark one needs an edge of. */
  const grounded = (box: { width: number; height: number }, scale: number) => {
    const edge = ground === 'dark' ? Math.round((Math.min(box.width, box.height) * scale) / 10) : 0
    const inner = { width: box.width * scale - 2 * edge, height: box.height * scale - 2 * edge }
    return inside(inner)
      .flatten(onPaper)
      .extend({ top: edge, bottom: edge, left: edge, right: edge, ...onPaper })
  }

  /** A square with the logo in its middle, whose longer side takes `share` of it; on paper unless it is bare. */
  const square = (side: number, share: number, bare = false) => {
    const inner = Math.round(side * share)
    const before = Math.floor((side - inner) / 2)
    const after = side - inner - before
    const around = bare ? { background: clear } : onPaper
    return (bare ? draw() : draw().flatten(onPaper))
      .resize(inner, inner, { fit: 'contain', ...around })
      .extend({ top: before, bottom: after, left: before, right: after, ...around })
      .png({ palette: true, effort: 7 })
      .toBuffer()
  }
  const isBare = !isOpaque && ground === 'any'
  const share = isOpaque || isBare ? 1 : 0.84
  const ratio = Math.min(width, height) / Math.max(width, height)
  // within the circle of 80 % that no shape cuts off (https://www.w3.org/TR/appmanifest/#icon-masks)
  const safe = 0.8 / Math.hypot(1, ratio)

  const header = await inside(logoBoxes.header, headerScale)
    .webp({ quality: 90, alphaQuality: 100 })
    .toBuffer({ resolveWithObject: true })
  const copies: Record<LogoCopy, Buffer> = {
    mail: await grounded(logoBoxes.mail, mailScale).png({ palette: true, effort: 7 }).toBuffer(),
    print: await grounded(printBox, 1).png({ compressionLevel: 9 }).toBuffer(),
    tab: await square(64, share, isBare),
    apple: await square(180, isOpaque ? 1 : 0.84),
    small: await square(192, share, isBare),
    large: await square(512, share, isBare),
    full: await square(512, safe),
  }
  return { header: header.data, copies, width: header.info.width, height: header.info.height, ground }
}
