import { capital, textPath, widthOf } from './letters.ts'
import { circle, line, rect, svg, upTo } from './shapes.ts'

/** «Б» whose bar is bent like the corner of a page; `size` is its height. */
const libraryLetter = (x: number, y: number, size: number, ink: string, paper: string) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100})"><path fill="${ink}" d="M0 0h52l20 20H24v20h20a30 30 0 0 1 0 60H0zM24 62v16h18a8 8 0 0 0 0-16z"/><path fill="${paper}" stroke="${ink}" stroke-width="5" stroke-linejoin="round" d="M52 1v18h18z"/></g>`

/** The sign of a library: large, with its protective field, as a stamp and in 16 pixels. */
export const libraryLogo = () => {
  const ink = '#1f3a2e'
  return svg(
    900,
    520,
    '#ffffff',
    rect(60, 70, 380, 380, 'none', `stroke="#b9c7c0" stroke-width="2" stroke-dasharray="8 8"`),
    rect(132, 142, 236, 236, 'none', `stroke="#b9c7c0" stroke-width="2" stroke-dasharray="8 8"`),
    libraryLetter(168, 142, 236, ink, '#ffffff'),
    textPath('охранное поле = уголок', { x: 250, y: 482, size: 18, fill: '#6b7a72', anchor: 'middle' }),
    rect(520, 70, 150, 150, ink, 'rx="30"'),
    libraryLetter(564, 100, 90, '#ffffff', ink),
    circle(770, 145, 74, 'none', `stroke="#8a1c3b" stroke-width="5"`),
    libraryLetter(745, 112, 66, '#8a1c3b', '#ffffff'),
    textPath('вкладка', { x: 595, y: 252, size: 18, fill: '#6b7a72', anchor: 'middle' }),
    textPath('штамп', { x: 770, y: 252, size: 18, fill: '#6b7a72', anchor: 'middle' }),
    rect(520, 300, 324, 46, '#eceff1', 'rx="10"'),
    libraryLetter(538, 315, 16, ink, '#eceff1'),
    textPath('Библиотека № 7. Лекторий', { x: 562, y: 329, size: 16, fill: '#2b332f' }),
    textPath('16 пикселей, один к одному', { x: 682, y: 378, size: 18, fill: '#6b7a72', anchor: 'middle' }),
  )
}

/** Thirty-three letters for painting on glass, light with a dark outline, over a sky and over a curtain. */
export const signLetters = () => {
  const outlined = (text: string, y: number) =>
    textPath(text, {
      x: 500,
      y,
      size: 92,
      weight: 'bold',
      spacing: 0.06,
      anchor: 'middle',
      fill: '#fff4da',
      more: 'stroke="#2b1c12" stroke-width="22" stroke-linejoin="round" paint-order="stroke"',
    })
  return svg(
    1000,
    560,
    '#a9c6de',
    '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fb0dd"/><stop offset="1" stop-color="#d5e4ee"/></linearGradient>',
    rect(0, 0, 1000, 280, 'url(#sky)'),
    `<path d="M0 90q120-50 240 0t260 0t260 0t260 0v60q-120 40-260 0t-260 0t-240 0t-260 0z" fill="#fff" fill-opacity=".55"/>`,
    rect(0, 280, 1000, 280, '#4a3436'),
    ...upTo(12).map((fold) => rect(fold * 90, 280, 34, 280, '#5a4144')),
    outlined('АБВГДЕЁЖЗИЙ', 150),
    outlined('КЛМНОПРСТУФ', 266),
    outlined('ХЦЧШЩЪЫЬ', 398),
    outlined('ЭЮЯ 1234567', 510),
  )
}

/** A pointer that is a dial: the short hand shows where, the long one how many minutes. */
const dial = (x: number, y: number, radius: number, where: number, minutes: number) => {
  const hand = (angle: number, length: number, width: number) => {
    const turned = ((angle - 90) * Math.PI) / 180
    return line(
      [
        [x, y],
        [x + length * Math.cos(turned), y + length * Math.sin(turned)],
      ],
      '#e8c987',
      width,
      'stroke-linecap="round"',
    )
  }
  return [
    circle(x, y, radius, 'none', `stroke="#e8c987" stroke-width="5"`),
    ...upTo(12).map(
      (hour) => `<g transform="rotate(${hour * 30} ${x} ${y})">${rect(x - 2, y - radius + 10, 4, 12, '#e8c987')}</g>`,
    ),
    hand(where, radius * 0.48, 12),
    hand(minutes * 6, radius * 0.72, 5),
    circle(x, y, 9, '#e8c987'),
  ].join('')
}

/** Three pointers of a museum of clocks on its dark wall. */
export const museumSigns = () =>
  svg(
    1000,
    560,
    '#26221d',
    rect(0, 470, 1000, 90, '#1b1814'),
    ...(
      [
        ['Водяные часы', '2 минуты', 90, 2],
        ['Второй зал', '1 минута, наверх', 0, 1],
        ['Мастерская', '4 минуты', 270, 4],
      ] as const
    ).map(([name, way, where, minutes], place) => {
      const x = 60 + place * 305
      return [
        rect(x, 110, 270, 320, '#332d26', 'rx="8"'),
        dial(x + 135, 220, 74, where, minutes),
        textPath(name, { x: x + 135, y: 350, size: 30, weight: 'bold', fill: '#f3e6c8', anchor: 'middle' }),
        textPath(way, { x: x + 135, y: 388, size: 20, fill: '#c9b78f', anchor: 'middle' }),
      ].join('')
    }),
  )

/** A word whose letters are spaced unevenly, and the same word after an hour with sand. */
export const spacingScheme = () => {
  const size = 112
  const uneven = [0, 0.1, -0.02, 0.12, 0.01, 0.09, 0]
  const word = 'МАСТЕРА'
  let at = 70
  const letters = [...word].map((sign, place) => {
    const x = at
    at += widthOf(sign, { size, weight: 'bold' }) + (uneven[place] ?? 0) * size
    return textPath(sign, { x, y: 170, size, weight: 'bold' })
  })
  return svg(
    900,
    420,
    '#ffffff',
    ...letters,
    textPath(word, { x: 70, y: 350, size, weight: 'bold', spacing: 0.045 }),
    ...[170, 350].map(
      (base) => rect(70, base + 18, 700, 3, '#d9dee7') + rect(70, base - size * capital - 18, 700, 3, '#d9dee7'),
    ),
    textPath('как набралось', { x: 870, y: 62, size: 18, fill: '#5a6472', anchor: 'end' }),
    textPath('по песку', { x: 870, y: 242, size: 18, fill: '#5a6472', anchor: 'end' }),
  )
}
