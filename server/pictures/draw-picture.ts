import { readFileSync } from 'node:fs'
import { renderAsync } from '@resvg/resvg-js'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import { drawCover } from '#contract/covers/draw-cover.ts'
import { pictureSize } from '#server/http/draw-head.ts'

/** The content of a link preview. */
export interface LinkPicture {
  /** The line above the name: the kind of thing. */
  kind: string
  name: string
  /** The line below the name: the author, or the start date. */
  note: string
  school: string
  /** The seed of the drawing at its side. */
  cover: string
}

const { width, height } = pictureSize
const side = 380

/** Text is drawn with our own fonts: the installed ones do not matter. */
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

/** Everything but Latin and Cyrillic letters, digits and punctuation, which the fonts have. */
const undrawable =
  /[^\x20-\x7e\xa0-\xa3\xa5\xa7-\xab\xae-\xb4\xb6-\u017f\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u0490-\u049d\u04ae-\u04b3\u04d8\u04d9\u04e8\u04e9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u20b8\u20bd\u2116\u2122\u2190-\u2193\u2212]/g

/** Keeps only characters that the fonts have, and no more text than could ever be shown. */
const drawable = (text: string) =>
  text.slice(0, 300).normalize('NFC').replace(/\s+/g, ' ').replace(undrawable, '').replace(/ +/g, ' ').trim()

const box = (style: Record<string, string | number>, children: unknown) => ({ type: 'div', props: { style, children } })

const textLines = (text: string, lines: number, style: Record<string, string | number>) =>
  box(
    { display: 'block', width: '100%', overflow: 'hidden', wordBreak: 'break-word', lineClamp: lines, ...style },
    drawable(text),
  )

const drawTexts = ({ kind, name, note, school }: LinkPicture) =>
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
          textLines(kind, 1, { fontSize: 28, color: '#1b55d4', fontWeight: 700, marginBottom: 20 }),
          textLines(name, 4, { fontSize: name.length > 60 ? 50 : 62, fontWeight: 700, lineHeight: 1.15 }),
          textLines(note, 2, { fontSize: 31, color: '#4a5361', lineHeight: 1.35, marginTop: 22 }),
        ]),
        textLines(school, 1, { fontSize: 30, fontWeight: 700 }),
      ],
    ) as Parameters<typeof satori>[0],
    { width: width - side, height, fonts: loadFonts() },
  )

/** Places one drawing inside another. */
const placed = (svg: string, frame: string) => svg.replace('<svg ', `<svg ${frame} `)

/** Max time for a drawing, in milliseconds. */
const drawTimeoutMs = 10_000

/** Draws a picture, PNG, 1200×630. Runs in a worker: laying out text takes too long for the main thread. */
export const drawPicture = async (picture: LinkPicture): Promise<Uint8Array> => {
  const drawnTexts = await drawTexts(picture)
  const cover = placed(drawCover(picture.cover), `x="${width - side}" width="${side}" height="${height}"`)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawnTexts}${cover}</svg>`
  // sharp must not read SVG, since people upload pictures
  const { pixels } = await renderAsync(
    drawing,
    { font: { loadSystemFonts: false } },
    AbortSignal.timeout(drawTimeoutMs),
  )
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .png({ palette: true, effort: 4 })
    .toBuffer()
}
