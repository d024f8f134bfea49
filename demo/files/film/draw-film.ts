// Draws demo/files/film/narrow-page.mp4: node demo/files/film/draw-film.ts (needs ffmpeg). Its subtitles are in
// narrow-page.vtt.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { textPath } from '#demo/drawings/letters.ts'
import { circle, rect, svg, upTo } from '#demo/drawings/shapes.ts'

const width = 640
const height = 360
const rate = 20
const seconds = 11

const gap = 12
/** The scale of the page in the film: 150 of its pixels are 250 of the page, the min width of a card. */
const scale = 0.6
const colours = ['#256af4', '#0f7b4c', '#e2503f', '#d97706', '#7a3ff2', '#142347']

const smooth = (part: number) => part * part * (3 - 2 * part)
/** Interpolates between two values over a span of time. */
const between = (moment: number, from: number, to: number, start: number, end: number) =>
  from + (to - from) * smooth(Math.min(1, Math.max(0, (moment - start) / (end - start))))

/** The width of the window: wide, two cards, one card, wide again. */
const windowAt = (moment: number) => {
  if (moment < 4.5) return between(moment, 560, 380, 2.2, 4.2)
  if (moment < 8) return between(moment, 380, 216, 5, 7)
  return between(moment, 216, 560, 8.6, 10.4)
}

const columnsIn = (window: number) => Math.max(1, Math.min(3, Math.floor((window - gap) / (150 + gap))))

const target = (card: number, window: number) => {
  const columns = columnsIn(window)
  const size = (window - gap * (columns + 1)) / columns
  return { x: gap + (card % columns) * (size + gap), y: 76 + Math.floor(card / columns) * 86, size }
}

const cards = upTo(6).map((card) => target(card, windowAt(0)))

const frame = (moment: number) => {
  const window = windowAt(moment)
  const left = (width - window) / 2
  const drawn = cards.map((card, place) => {
    // each card moves towards its place by a part of the remaining distance
    const aim = target(place, window)
    card.x += (aim.x - card.x) * 0.3
    card.y += (aim.y - card.y) * 0.3
    card.size += (aim.size - card.size) * 0.5
    return [
      rect(card.x, card.y, card.size, 76, '#ffffff', 'rx="8"'),
      rect(card.x, card.y, card.size, 36, colours[place] ?? '', 'rx="8"'),
      rect(card.x, card.y + 24, card.size, 12, colours[place] ?? ''),
      rect(card.x + 10, card.y + 47, card.size * 0.6, 7, '#11151c'),
      rect(card.x + 10, card.y + 60, card.size * 0.4, 5, '#a6b0bf'),
    ].join('')
  })
  return svg(
    width,
    height,
    '#dbe3f0',
    `<svg x="${left}" y="18" width="${window}" height="236">`,
    rect(0, 0, window, 236, '#eef1f6', 'rx="10"'),
    rect(0, 0, window, 26, '#cbd4e2', 'rx="10"'),
    rect(0, 14, window, 12, '#cbd4e2'),
    ...['#e5645a', '#e8b93f', '#62b558'].map((fill, place) => circle(14 + place * 13, 13, 4, fill)),
    textPath('Проекты школы', { x: gap, y: 58, size: 22, weight: 'bold' }),
    ...drawn,
    '</svg>',
    rect(left, 270, window, 2, '#256af4'),
    rect(left, 265, 2, 12, '#256af4'),
    rect(left + window - 2, 265, 2, 12, '#256af4'),
    textPath(`${Math.round(window / scale / 10) * 10} px`, {
      x: width / 2,
      y: 298,
      size: 20,
      weight: 'bold',
      fill: '#256af4',
      anchor: 'middle',
    }),
  )
}

const output = join(import.meta.dirname, 'narrow-page.mp4')
const picture = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(rate), '-i', '-']
const film = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '26', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
const exact = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1', '-an']
const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...picture, ...film, ...exact, output], {
  stdio: ['pipe', 'inherit', 'inherit'],
})
for (const place of upTo(rate * seconds)) {
  const { data } = await sharp(Buffer.from(frame(place / rate)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (!ffmpeg.stdin.write(data)) await new Promise((resolve) => ffmpeg.stdin.once('drain', resolve))
}
ffmpeg.stdin.end()
