import { readFileSync } from 'node:fs'
import { renderAsync } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import { drawCover } from '#server/covers/draw-cover.ts'
import { pictureSize } from '#server/http/draw-head.ts'

/** What a picture beside a link says. */
export interface LinkPicture {
  /** The line over the name: what kind of thing it is. */
  kind: string
  name: string
  /** The line under the name: who made it, or when it begins. */
  note: string
  school: string
  /** What the drawing at its side is made from. */
  cover: string
}

const { width, height } = pictureSize
const side = 380

/** The letters are drawn from our own fonts: what the machine has installed does not matter. */
const alphabets = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext', 'symbols'] as const
const fontFolder = new URL('files/', import.meta.resolve('@fontsource/onest/package.json'))
const fontFile = (alphabet: string, weight: number) => new URL(`onest-${alphabet}-${weight}-normal.woff`, fontFolder)

let fonts: Font[] | null = null
const loadFonts = () => {
  fonts ??= alphabets.flatMap((alphabet) =>
    ([400, 700] as const).map((weight) => ({
      name: `Onest ${alphabet}`,
      data: readFileSync(fontFile(alphabet, weight)),
      weight,
      style: 'normal' as const,
    })),
  )
  return fonts
}
const fontFamily = alphabets.map((alphabet) => `Onest ${alphabet}`).join(', ')

/** Only signs that the fonts have, and no more words than could ever be shown. */
const drawable = (text: string) =>
  text
    .slice(0, 300)
    .replace(/[^\p{Script=Latin}\p{Script=Cyrillic}\p{Number}\p{Punctuation}\s+=<>$€₽№×→]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

const box = (style: Record<string, string | number>, children: unknown) => ({ type: 'div', props: { style, children } })

const words = (text: string, lines: number, style: Record<string, string | number>) =>
  box(
    { display: 'block', width: '100%', overflow: 'hidden', wordBreak: 'break-word', lineClamp: lines, ...style },
    drawable(text),
  )

const drawWords = ({ kind, name, note, school }: LinkPicture) =>
  satori(
    box(
      {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: width - side,
        height,
        boxSizing: 'border-box',
        padding: '60px 56px',
        fontFamily,
        color: '#12161d',
        background: '#ffffff',
      },
      [
        box({ display: 'flex', flexDirection: 'column', width: '100%' }, [
          words(kind, 1, { fontSize: 28, color: '#1b55d4', fontWeight: 700, marginBottom: 20 }),
          words(name, 4, { fontSize: name.length > 60 ? 50 : 62, fontWeight: 700, lineHeight: 1.15 }),
          words(note, 2, { fontSize: 31, color: '#4a5361', lineHeight: 1.35, marginTop: 22 }),
        ]),
        words(school, 1, { fontSize: 30, fontWeight: 700 }),
      ],
    ) as Parameters<typeof satori>[0],
    { width: width - side, height, fonts: loadFonts() },
  )

/** One drawing in the frame of another. */
const placed = (svg: string, frame: string) => svg.replace('<svg ', `<svg ${frame} `)

const draw = async (picture: LinkPicture) => {
  const words = await drawWords(picture)
  const cover = placed(drawCover(picture.cover), `x="${width - side}" width="${side}" height="${height}"`)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${words}${cover}</svg>`
  // sharp is kept from reading SVG, since people send it pictures
  const { pixels } = await renderAsync(drawing, { font: { loadSystemFonts: false } })
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, effort: 4 })
    .toBuffer()
}

/** Pictures that were drawn lately, by what they say. */
const drawn = new Map<string, Promise<Buffer>>()
const mostDrawn = 100

/** They are drawn one after another: letters in a row cost no more than one processor. */
let last: Promise<unknown> = Promise.resolve()

/** The picture beside a link, PNG, 1200×630; drawn once for what it says. */
export const drawLinkPicture = (picture: LinkPicture): Promise<Buffer> => {
  const key = JSON.stringify(picture)
  const known = drawn.get(key)
  if (known) return known
  const mine = last.then(() => draw(picture))
  last = mine.catch(() => drawn.delete(key))
  drawn.set(key, mine)
  for (const oldest of drawn.keys()) {
    if (drawn.size <= mostDrawn) break
    drawn.delete(oldest)
  }
  return mine
}
