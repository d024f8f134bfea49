import { randomFrom } from '#contract/covers/draw-cover.ts'
import { textPath } from './letters.ts'
import { photograph } from './photographs.ts'
import { line, rect, svg, upTo } from './shapes.ts'

type Point = readonly [x: number, y: number]

const pencil = '#3c4048'

/** A hand-drawn style: lines are never quite straight, and the same for the same seed. */
const handOf = (seed: number) => {
  const random = randomFrom(seed)
  const about = (value: number, by: number) => value + (random() - 0.5) * by
  const stroke = (points: readonly Point[], width = 2.4, colour = pencil) => {
    const shaken: Point[] = points.flatMap(([x, y], place) => {
      const [fromX, fromY] = points[place - 1] ?? [x, y]
      const length = Math.hypot(x - fromX, y - fromY)
      const parts = Math.max(1, Math.round(length / 26))
      const shake = Math.min(2.2, length / 6)
      return upTo(parts).map((part): Point => {
        const share = (part + 1) / parts
        return [about(fromX + (x - fromX) * share, shake), about(fromY + (y - fromY) * share, shake)]
      })
    })
    return line(
      shaken,
      colour,
      about(width, 0.8),
      'stroke-linejoin="round" stroke-linecap="round" stroke-opacity=".86"',
    )
  }
  const box = (x: number, y: number, width: number, height: number, thick?: number, colour?: string) =>
    stroke(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
        [x, y - 2],
      ],
      thick,
      colour,
    )
  /** Parallel strokes that fill an area. */
  const shade = (x: number, y: number, width: number, height: number, colour?: string) =>
    upTo(Math.floor(width / 7))
      .map((place) =>
        stroke(
          [
            [x + place * 7, y + height],
            [Math.min(x + width, x + place * 7 + height * 0.3), y],
          ],
          1.6,
          colour,
        ),
      )
      .join('')
  const arc = (x: number, y: number, radius: number, from: number, to: number, thick?: number) =>
    stroke(
      upTo(37).map((step): Point => {
        const angle = ((from + ((to - from) * step) / 36) * Math.PI) / 180
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
      }),
      thick,
    )
  return { random, about, stroke, box, shade, arc }
}

type Hand = ReturnType<typeof handOf>

/** A sheet of paper on a table, with a lamp on the left. */
const sheet = (width: number, height: number, turn: number, body: string) =>
  photograph(
    svg(
      width,
      height,
      '#7c6651',
      '<defs><radialGradient id="lamp" cx=".3" cy=".2" r="1"><stop stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1008" stop-opacity=".42"/></radialGradient></defs>',
      ...upTo(9).map((plank) => rect(0, (plank * height) / 8 - 30, width, 2, '#64503e')),
      `<g transform="rotate(${turn} ${width / 2} ${height / 2})">`,
      rect(34, 42, width - 60, height - 60, '#3b2c20', 'fill-opacity=".55" rx="4"'),
      rect(26, 30, width - 60, height - 60, '#f4f0e6', 'rx="2"'),
      body,
      '</g>',
      rect(0, 0, width, height, 'url(#lamp)'),
    ),
  )

const note = (text: string, x: number, y: number, size = 20) =>
  `<g transform="rotate(-1.5 ${x} ${y})">${textPath(text, { x, y, size, fill: '#2d4f9e', more: 'fill-opacity=".9"' })}</g>`

/** A «Б» in a few strokes, each time a little different: the bar bends, the bowl grows. */
const letterB = ({ stroke, arc }: Hand, x: number, y: number, bend: number, bowl: number, thick: number) =>
  stroke(
    [
      [x, y],
      [x, y + 70],
    ],
    thick,
  ) +
  stroke(
    [
      [x, y],
      [x + 34, y],
      [x + 34 + bend, y + bend],
    ],
    thick,
  ) +
  arc(x + 4, y + 70 - bowl, bowl, -90, 90, thick) +
  stroke(
    [
      [x, y + 70],
      [x + 6, y + 70],
    ],
    thick,
  )

/** Thirty small sketches of a sign of a library on one sheet; three of them are liked. */
export const logoSketches = () => {
  const hand = handOf(30)
  const sketches = upTo(30).map((place) => {
    const x = 110 + (place % 6) * 142
    const y = 110 + Math.floor(place / 6) * 128
    return letterB(hand, x, y, 4 + (place % 7) * 2.6, 15 + (place % 4) * 4, 2 + (place % 5) * 1.6)
  })
  const liked = [9, 16, 28].map((place) =>
    hand.arc(132 + (place % 6) * 142, 146 + Math.floor(place / 6) * 128, 62, -100, 280, 2.2),
  )
  return sheet(1000, 800, -1.6, [...sketches, ...liked, note('уголок страницы!', 560, 750)].join(''))
}

/** Three ways to show the same hours: a line, a calendar of cells, a dial. */
export const airSketches = () => {
  const hand = handOf(11)
  const { stroke, box, shade, arc } = hand
  const peaks = upTo(25).map((hour): Point => {
    const height = 40 + 110 * Math.exp(-(((hour - 8) / 1.4) ** 2)) + 100 * Math.exp(-(((hour - 18) / 1.8) ** 2))
    return [90 + hour * 11, 360 - height]
  })
  const cells = upTo(5 * 8).map((place) => {
    const [x, y] = [440 + (place % 8) * 30, 200 + Math.floor(place / 8) * 30]
    const dark = place % 8 === 2 || place % 8 === 6
    return box(x, y, 26, 26, 1.6) + (dark ? shade(x + 2, y + 2, 22, 22) : '')
  })
  const rays = upTo(24).map((hour) => {
    const angle = (hour / 24) * 2 * Math.PI - Math.PI / 2
    const long = hour === 8 || hour === 18 ? 88 : 48
    return stroke(
      [
        [866 + 30 * Math.cos(angle), 280 + 30 * Math.sin(angle)],
        [866 + long * Math.cos(angle), 280 + long * Math.sin(angle)],
      ],
      3.4,
    )
  })
  return sheet(
    1040,
    540,
    1.1,
    [
      stroke([
        [84, 170],
        [84, 362],
        [370, 362],
      ]),
      stroke(peaks, 3.2),
      ...cells,
      arc(866, 280, 100, 0, 362),
      ...rays,
      note('1. линия: поняли оба', 90, 420),
      note('2. клетки: сосед искал выходной', 420, 420),
      note('3. красиво, но непонятно', 752, 420),
      stroke(
        [
          [90, 434],
          [282, 430],
        ],
        3,
        '#d7403a',
      ),
    ].join(''),
  )
}

/** The sign of a joiner's workshop to scale, with its measures. */
export const signSketch = () => {
  const hand = handOf(5)
  const { stroke, box, shade } = hand
  const board = box(120, 190, 720, 150, 3)
  const grainOfOak = upTo(7).map((place) =>
    stroke(
      [
        [124, 206 + place * 19],
        [480, 200 + place * 19],
        [836, 208 + place * 19],
      ],
      1,
      '#a58a63',
    ),
  )
  const measure = (from: Point, to: Point, text: string, x: number, y: number) =>
    stroke([from, to], 1.6, '#2d4f9e') + note(text, x, y, 22)
  return sheet(
    960,
    580,
    -0.8,
    [
      '<g transform="translate(0 -70)">',
      board,
      ...grainOfOak,
      textPath('СТОЛЯРНАЯ', {
        x: 480,
        y: 302,
        size: 104,
        weight: 'bold',
        anchor: 'middle',
        spacing: 0.03,
        fill: 'none',
        more: `stroke="${pencil}" stroke-width="9" stroke-linejoin="round"`,
      }),
      measure([120, 380], [840, 380], '142 см', 440, 412),
      measure([872, 190], [872, 340], '40', 880, 272),
      measure([92, 228], [92, 302], '15,4', 40, 272),
      ...upTo(4).map((row) => box(130 + (row % 2) * 60, 470 + row * 24, 120, 22, 1.4)),
      shade(310, 470, 60, 92),
      note('15,4 см = два ряда кладки', 400, 500, 24),
      note('дуб 40 мм, фреза R3, масло', 400, 540, 24),
      note('читается с 46 м', 400, 580, 24),
      '</g>',
    ].join(''),
  )
}
