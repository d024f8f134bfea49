import { capital, paragraph, textPath } from './letters.ts'
import { circle, line, rect, svg, upTo } from './shapes.ts'

const width = 640
const height = 960
const margin = 44

const poster = (paper: string, ...body: string[]) => svg(width, height, paper, ...body)

/** Lines of one size, one below another. */
const rows = (texts: string[], at: { x: number; y: number; size: number; fill: string; leading?: number }) =>
  texts.map((text, place) => textPath(text, { ...at, y: at.y + place * at.size * (at.leading ?? 1.45) })).join('')

/** «Вишнёвый сад»: one word, cut by the edge of the sheet. */
export const cherryPoster = () => {
  const white = '#fff6f2'
  return poster(
    '#4b0d1f',
    textPath('Вишнёвый', { x: margin, y: 128, size: 82, weight: 'bold', fill: white, spacing: -0.02 }),
    textPath('сад', { x: margin - 10, y: height + 22, size: 366, weight: 'bold', fill: white, spacing: -0.035 }),
    rows(['14 марта, 19:00', 'Театр на Учебной'], { x: margin, y: 196, size: 30, fill: white }),
    rows(['Антон Чехов. Комедия в четырёх действиях', 'Режиссёр Л. Гаева. 12+'], {
      x: margin,
      y: 310,
      size: 19,
      fill: white,
    }),
  )
}

/** «Гамлет», the sample of a lesson: a question in three sizes. */
export const hamletPoster = () => {
  const white = '#f4f8ff'
  return poster(
    '#123a8c',
    textPath('Быть', { x: margin - 8, y: 330, size: 242, weight: 'bold', fill: white, spacing: -0.03 }),
    textPath('или нет', { x: margin, y: 440, size: 82, fill: white }),
    textPath('Гамлет', { x: margin, y: 690, size: 62, weight: 'bold', fill: white }),
    rows(['2 октября, 19:00', 'Студенческий театр'], { x: margin, y: 748, size: 30, fill: white }),
    rows(['Уильям Шекспир, перевод Б. Пастернака', 'Университетская, 3. 16+'], {
      x: margin,
      y: 880,
      size: 19,
      fill: white,
    }),
  )
}

/** «Ревизор»: the first line of the play drives out of the sheet. */
export const inspectorPoster = () => {
  const ink = '#12151b'
  return poster(
    '#f0d9a8',
    textPath('К нам', { x: margin - 6, y: 430, size: 212, weight: 'bold', fill: ink, spacing: -0.03 }),
    textPath('едет', { x: 268, y: 620, size: 212, weight: 'bold', fill: ink, spacing: -0.03 }),
    textPath('Ревизор', { x: margin, y: 116, size: 56, weight: 'bold', fill: ink }),
    rows(['Николай Гоголь. Комедия, 12+', 'Городской театр, площадь Ленина, 1'], {
      x: margin,
      y: 880,
      size: 20,
      fill: ink,
    }),
    `<g transform="rotate(-14 500 760)">${circle(500, 760, 92, 'none', 'stroke="#b3261e" stroke-width="7"')}${circle(500, 760, 78, 'none', 'stroke="#b3261e" stroke-width="2"')}${textPath('28', { x: 500, y: 770, size: 74, weight: 'bold', fill: '#b3261e', anchor: 'middle' })}${textPath('ФЕВРАЛЯ', { x: 500, y: 800, size: 21, weight: 'bold', fill: '#b3261e', anchor: 'middle', spacing: 0.06 })}</g>`,
  )
}

const red = '#d7261e'

const rails = (top: number, bottom: number, middle: number, spread: number) => {
  const at = (part: number) => top + (bottom - top) * part
  const half = (part: number) => 16 + (spread - 16) * part
  const sleepers = upTo(12).map((place) => {
    const part = (place / 12) ** 1.6
    return line(
      [
        [middle - half(part) * 1.25, at(part)],
        [middle + half(part) * 1.25, at(part)],
      ],
      red,
      2 + part * 12,
    )
  })
  const rail = (side: 1 | -1) =>
    line(
      [
        [middle + side * half(0), top],
        [middle + side * half(1), bottom],
      ],
      red,
      9,
    )
  return [...sleepers, rail(-1), rail(1)].join('')
}

/** «Трамвай „Желание“» as it was first handed in: the name follows the rails. */
export const slopingTramPoster = () =>
  poster(
    '#f5f1ea',
    `<g transform="rotate(32 320 480)">${rails(-160, 1160, 380, 70)}</g>`,
    `<g transform="rotate(-58 320 480)">${textPath('Трамвай «Желание»', { x: -110, y: 440, size: 86, weight: 'bold', fill: red })}</g>`,
    rect(400, 820, 196, 96, red),
    textPath('21 апреля', { x: 420, y: 862, size: 30, weight: 'bold', fill: '#f5f1ea' }),
    textPath('19:00, ДК «Депо»', { x: 420, y: 896, size: 18, fill: '#f5f1ea' }),
  )

/** The same play at the third attempt: the name is upright, the date has its own row. */
export const tramPoster = () =>
  poster(
    '#f5f1ea',
    textPath('Трамвай', { x: margin - 4, y: 168, size: 136, fill: '#12151b', spacing: -0.03 }),
    textPath('«Желание»', { x: margin - 22, y: 290, size: 112, fill: '#12151b', spacing: -0.03 }),
    rails(352, 790, 320, 250),
    rect(margin, 822, width - 2 * margin, 3, '#12151b'),
    textPath('21 апреля, 19:00', { x: margin, y: 868, size: 34, fill: '#12151b' }),
    textPath('Теннесси Уильямс. ДК «Депо», Рельсовая, 4. 16+', { x: margin, y: 908, size: 20, fill: '#12151b' }),
  )

/** «Чайка»: an empty sheet and a dot. */
export const emptySeagullPoster = () =>
  poster(
    '#fdfdfb',
    circle(530, 236, 11, '#12151b'),
    textPath('Чайка', { x: margin, y: 772, size: 64, fill: '#12151b' }),
    textPath('Антон Чехов. Учебный театр, 6 июня, 18:30. 12+', { x: margin, y: 860, size: 19, fill: '#12151b' }),
  )

/** The second idea for the same play: one large letter, a bird itself. */
export const largeSeagullPoster = () =>
  poster(
    '#fdfdfb',
    textPath('Ч', { x: width / 2, y: 650, size: 720, weight: 'bold', fill: '#12151b', anchor: 'middle' }),
    textPath('Чайка', { x: margin, y: 772, size: 64, fill: '#12151b' }),
    textPath('Антон Чехов. Учебный театр, 6 июня, 18:30. 12+', { x: margin, y: 860, size: 19, fill: '#12151b' }),
  )

/** «Синяя птица», in yellow. */
export const birdPoster = () => {
  const yellow = '#ffd43b'
  return poster(
    '#0d1f4f',
    textPath('синяя', { x: margin - 8, y: 520, size: 206, weight: 'bold', fill: yellow, spacing: -0.04 }),
    textPath('птица', { x: margin, y: 580, size: 34, fill: yellow }),
    rows(['Морис Метерлинк, сказка', 'Детский театр «Фонарь»', '12 мая, 11:00 и 14:00'], {
      x: margin,
      y: 744,
      size: 26,
      fill: yellow,
    }),
    textPath('Садовая, 8. Вход с двора. 6+', { x: margin, y: 900, size: 18, fill: yellow }),
  )
}

/** «R. U. R.»: each letter takes three cells of a grid. */
export const robotPoster = () => {
  const cell = (width - 2 * margin) / 6
  const grid = [
    ...upTo(7).map((place) => rect(margin + place * cell, margin, 1, cell * 9, '#2f7d5b')),
    ...upTo(10).map((place) => rect(margin, margin + place * cell, cell * 6, 1, '#2f7d5b')),
  ]
  const size = (cell * 2) / capital
  const letter = (sign: string, column: number, row: number) =>
    textPath(sign, {
      x: margin + column * cell,
      y: margin + row * cell,
      size,
      weight: 'bold',
      fill: '#7df0b5',
    })
  return poster(
    '#07150f',
    ...grid,
    letter('R', 0, 3),
    letter('U', 2, 5),
    letter('R', 4, 7),
    textPath('Карел Чапек', { x: margin, y: margin + cell * 8 - 10, size: 32, fill: '#7df0b5' }),
    textPath('3 октября, 20:00, зал «Цех 2», 12+', { x: margin, y: margin + cell * 8 + 26, size: 17, fill: '#7df0b5' }),
  )
}

/** «На дне» in one ink; sizes are 1 : 3 : 8. */
export const bottomPoster = () => {
  const ink = '#1d2b53'
  const unit = 31
  return poster(
    '#efe6d2',
    rect(margin, 70, width - 2 * margin, 6, ink),
    rect(margin, 82, width - 2 * margin, 2, ink),
    textPath('На', { x: margin - 4, y: 212, size: unit * 3, weight: 'bold', fill: ink }),
    paragraph('Максим Горький. Картины в четырёх действиях. Рабочий театр, 17 ноября, 19 часов, 16+', {
      x: margin,
      y: 290,
      size: unit,
      leading: 1.35,
      width: 480,
      fill: ink,
    }),
    textPath('дне', { x: margin - 8, y: height - 28, size: unit * 9.7, weight: 'bold', fill: ink, spacing: -0.03 }),
    rect(0, height - 28, width, 28, ink),
  )
}
