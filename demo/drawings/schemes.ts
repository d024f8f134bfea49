import { paragraph, textPath, widthOf } from './letters.ts'
import { hamletPoster } from './posters.ts'
import { circle, line, placed, rect, svg, upTo } from './shapes.ts'

const ink = '#11151c'
const grey = '#5a6472'
const blue = '#256af4'
const pink = '#e0316f'

const walk =
  'Трамвай сняли в девяносто четвёртом, а липы вдоль рельсов остались. Если идти от угла, где он звонил, до кольца, где теперь качели, выйдет сорок минут и ни одного перехода. Деревья стоят в ряд, потому что стояли вдоль пути: по ним и восстанавливают маршрут.'

/** Twelve columns under a page: text on eight, a note on two. */
export const gridScheme = () => {
  const left = 60
  const column = 72
  const gap = 24
  const at = (place: number) => left + place * (column + gap)
  const span = (count: number) => count * column + (count - 1) * gap
  const columns = upTo(12).map((place) => [
    rect(at(place), 0, column, 700, '#256af4', 'fill-opacity=".09"'),
    textPath(String(place + 1), { x: at(place) + column / 2, y: 34, size: 18, fill: blue, anchor: 'middle' }),
  ])
  return svg(
    1248,
    700,
    '#ffffff',
    ...columns.flat(),
    textPath('Прогулка вдоль старой линии', { x: at(0), y: 116, size: 50, weight: 'bold' }),
    paragraph(walk, { x: at(0), y: 178, size: 21, width: span(8), leading: 1.6 }),
    rect(at(9), 160, 4, 136, blue),
    paragraph('«По липам видно, где поворачивали рельсы»', {
      x: at(9) + 18,
      y: 178,
      size: 20,
      width: span(2) - 10,
      fill: ink,
      leading: 1.4,
    }),
    rect(at(0), 370, span(12), 226, '#cfe0c4'),
    rect(at(0), 530, span(12), 66, '#a9b7a0'),
    ...upTo(9).flatMap((place) => [
      rect(at(0) + 80 + place * 120, 468, 14, 72, '#6b5a48'),
      circle(at(0) + 87 + place * 120, 446, 40, place % 2 ? '#6f9a5b' : '#7fa869'),
    ]),
    textPath('Липы на Садовой стоят там, где шёл путь. Снимок автора', { x: at(0), y: 632, size: 18, fill: grey }),
  )
}

/** A measured distance. */
const measure = (x: number, y: number, width: number, height: number, label: string) =>
  rect(x, y, width, height, pink, 'fill-opacity=".22"') +
  textPath(label, { x: x + width / 2, y: y + height / 2 + 6, size: 17, weight: 'bold', fill: pink, anchor: 'middle' })

/** A card whose distances all come from one step of 8 pixels, at double size. */
export const stepScheme = () =>
  svg(
    960,
    560,
    '#f3f5f9',
    rect(280, 16, 400, 528, '#ffffff', 'rx="24"'),
    rect(328, 64, 304, 144, '#bed5ff', 'rx="12"'),
    circle(440, 136, 46, blue),
    rect(500, 92, 88, 88, '#142347'),
    textPath('Основы вёрстки', { x: 328, y: 272, size: 25, fill: grey }),
    textPath('Модуль и шаг', { x: 328, y: 320, size: 36, weight: 'bold' }),
    rect(328, 368, 304, 16, '#dfe5ee', 'rx="8"'),
    rect(328, 368, 190, 16, blue, 'rx="8"'),
    rect(328, 416, 304, 80, blue, 'rx="14"'),
    textPath('Продолжить', { x: 480, y: 465, size: 27, weight: 'bold', fill: '#ffffff', anchor: 'middle' }),
    measure(280, 16, 48, 528, '24'),
    measure(632, 16, 48, 528, '24'),
    measure(328, 16, 304, 48, '24'),
    measure(328, 208, 304, 32, '16'),
    measure(328, 336, 304, 32, '16'),
    measure(328, 384, 304, 32, '16'),
    measure(328, 496, 304, 48, '24'),
    ...['шаг 8', 'строка 24', 'кнопка 40', 'обложка 72'].map((text, place) =>
      textPath(text, { x: 40, y: 64 + place * 38, size: 23, fill: grey }),
    ),
  )

/** The same text without levels and with three of them. */
export const levelsScheme = () => {
  const text =
    'В восемь утра и в шесть вечера пыли вдвое больше, чем днём. Это не заводы, а машины: детей привозят и забирают, не глуша мотор.'
  const page = (x: number) => rect(x, 30, 440, 500, '#ffffff', 'rx="14"')
  const flat = { x: 84, size: 19, fill: ink, width: 340 }
  const deep = { x: 584, size: 19, fill: ink, width: 340 }
  return svg(
    1000,
    560,
    '#e8ecf3',
    page(40),
    textPath('Когда у школы можно дышать', { ...flat, y: 92 }),
    textPath('Воздух по часам за одну зиму', { ...flat, y: 122 }),
    textPath('Два пика', { ...flat, y: 152 }),
    paragraph(text, { ...flat, y: 182, leading: 1.58 }),
    textPath('Что можно сделать завтра', { ...flat, y: 332 }),
    paragraph('Проветривать в десять, а не в восемь. Попросить родителей глушить мотор.', {
      ...flat,
      y: 362,
      leading: 1.58,
    }),
    page(540),
    paragraph('Когда у школы можно дышать', { ...deep, y: 98, size: 34, weight: 'bold', leading: 1.15 }),
    textPath('Воздух по часам за одну зиму', { ...deep, y: 178, fill: grey }),
    textPath('Два пика', { ...deep, y: 234, size: 24, weight: 'bold' }),
    paragraph(text, { ...deep, y: 268, size: 17, leading: 1.55 }),
    textPath('Что можно сделать завтра', { ...deep, y: 422, size: 24, weight: 'bold' }),
    paragraph('Проветривать в десять, а не в восемь. Попросить родителей глушить мотор.', {
      ...deep,
      y: 456,
      size: 17,
      leading: 1.55,
    }),
  )
}

/** A poster as seen close up, from three metres and from ten. */
export const distancesScheme = () => {
  const caption = (text: string, x: number) => textPath(text, { x, y: 518, size: 22, fill: grey, anchor: 'middle' })
  return svg(
    1000,
    560,
    '#dcd8d2',
    rect(0, 480, 1000, 80, '#f3f1ee'),
    placed(hamletPoster(), 90, 30, 288),
    placed(hamletPoster(), 530, 246, 108),
    placed(hamletPoster(), 836, 378, 30),
    caption('в упор', 234),
    caption('три метра', 584),
    caption('десять метров', 851),
  )
}

/** One page in a light and in a dark scheme: the roles of colours stay. */
export const themesScheme = () => {
  const screen = (x: number, [surface, card, text, muted, accent]: readonly [string, string, string, string, string]) =>
    [
      rect(x, 40, 340, 480, surface, 'rx="28"'),
      textPath('Расписание', { x: x + 30, y: 112, size: 32, weight: 'bold', fill: text }),
      textPath('Вторник, 14 марта', { x: x + 30, y: 148, size: 19, fill: muted }),
      ...['Трамвай 7', 'Автобус 12', 'Трамвай 31'].map((name, place) =>
        [
          rect(x + 30, 180 + place * 92, 280, 76, card, 'rx="16"'),
          textPath(name, { x: x + 50, y: 213 + place * 92, size: 20, weight: 'bold', fill: text }),
          textPath(`через ${['4 минуты', '9 минут', '16 минут'][place]}`, {
            x: x + 50,
            y: 239 + place * 92,
            size: 17,
            fill: muted,
          }),
          circle(x + 280, 218 + place * 92, 8, accent),
        ].join(''),
      ),
      rect(x + 120, 496, 100, 6, muted, 'rx="3"'),
    ].join('')
  return svg(
    960,
    560,
    '#b9c3d3',
    screen(90, ['#f3f5f9', '#ffffff', '#11151c', '#5a6472', '#256af4']),
    screen(530, ['#161a21', '#222833', '#e8ebf0', '#98a2b3', '#6f9dff']),
  )
}

/** The names of the parts of letters. */
export const letterScheme = () => {
  const size = 270
  const base = 300
  const top = base - size * 0.527
  const word = 'афиша'
  const left = 500 - widthOf(word, { size, weight: 'bold' }) / 2
  /** The middle of a letter. */
  const at = (place: number, shift = 0) => left + widthOf(word.slice(0, place), { size, weight: 'bold' }) + shift * size
  const note = (text: string, x: number, y: number, to: number) =>
    line(
      [
        [x, y < to ? y + 12 : y - 24],
        [x, to],
      ],
      pink,
      2,
    ) +
    circle(x, to, 5, pink) +
    textPath(text, { x, y, size: 22, fill: pink, anchor: 'middle' })
  return svg(
    1000,
    440,
    '#ffffff',
    rect(40, top, 920, 1.5, '#9db8f5'),
    rect(40, base, 920, 1.5, '#9db8f5'),
    textPath('рост строчных', { x: 960, y: top - 12, size: 18, fill: blue, anchor: 'end' }),
    textPath(word, { x: left, y: base, size, weight: 'bold' }),
    note('просвет', at(0, 0.28), 420, 268),
    note('выносной элемент', at(1, 0.41), 40, 112),
    note('основной штрих', at(3, 0.13), 420, 250),
    note('промежуток', at(4, -0.005), 60, 210),
  )
}
