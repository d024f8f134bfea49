import { paragraph, textPath, wrap } from './letters.ts'
import { circle, rect, svg, upTo } from './shapes.ts'

const ink = '#1b1f27'
const grey = '#5a6472'

/** The text of a longread. */
export const walk = {
  beginning:
    'Трамвай сняли в девяносто четвёртом, а липы вдоль рельсов остались. Если идти от угла, где он звонил, до кольца, где теперь качели, выйдет сорок минут и ни одного перехода.',
  next: 'Первые сто шагов ничего не обещают: забор, гаражи, чья-то капуста. Потом под ногами начинает звенеть. Это не показалось, под асфальтом лежит рельс, и на жаре он проступает светлой полосой.',
  last: 'На кольце бабушка учит внучку кататься на самокате. Она помнит, как здесь разворачивался седьмой, и показывает рукой: вот так, со скрипом, весь дом просыпался.',
}

/** A street with trees, as a photograph would show it. */
const street = (x: number, y: number, width: number, height: number) =>
  [
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 600 300" preserveAspectRatio="xMidYMid slice">`,
    '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f7d9a8"/><stop offset="1" stop-color="#f3efe2"/></linearGradient>',
    rect(0, 0, 600, 300, 'url(#sky)'),
    circle(470, 92, 34, '#fff6df'),
    ...upTo(7).map((place) =>
      rect(place * 96 - 20, 96 + ((place * 37) % 40), 84, 140, place % 2 ? '#c9a98a' : '#b99777'),
    ),
    rect(0, 214, 600, 86, '#7d786f'),
    `<path d="M0 300L270 214h16L60 300zM600 300L330 214h-16L540 300z" fill="#55514b"/>`,
    ...upTo(6).map(
      (place) =>
        rect(22 + place * 108, 150, 10, 84, '#4d3f30') +
        circle(27 + place * 108, 132, 44, place % 2 ? '#5d7f49' : '#6d9156'),
    ),
    '</svg>',
  ].join('')

/** A note beside its paragraph. */
const aside = (text: string, x: number, y: number, width: number) =>
  rect(x, y - 22, 3, 20 + wrap(text, width, { size: 19 }).length * 28, '#c2410c') +
  paragraph(text, { x: x + 18, y, size: 19, width, leading: 1.45, fill: '#7c2d12' })

/** The longread on a monitor. */
export const longreadScreen = () =>
  svg(
    1280,
    800,
    '#fffdf8',
    rect(0, 0, 1280, 52, '#eceae4'),
    ...['#e5645a', '#e8b93f', '#62b558'].map((fill, place) => circle(26 + place * 24, 26, 7, fill)),
    rect(140, 12, 640, 28, '#ffffff', 'rx="14"'),
    textPath('localhost/staraya-liniya/', { x: 164, y: 32, size: 15, fill: grey }),
    textPath('Прогулка вдоль старой линии', { x: 300, y: 142, size: 54, weight: 'bold', fill: ink }),
    textPath('Текст и снимки: Илья Соколов. Читать двенадцать минут', { x: 300, y: 182, size: 18, fill: grey }),
    paragraph(walk.beginning, { x: 300, y: 240, size: 21, width: 640, leading: 1.6, fill: ink }),
    aside('Рельсы не вывезли: их закатали в асфальт, так дешевле', 70, 240, 180),
    street(300, 350, 900, 262),
    textPath('Садовая улица утром. Липы посажены в 1936 году, вместе с путём', {
      x: 300,
      y: 640,
      size: 16,
      fill: grey,
    }),
    textPath('Звон под асфальтом', { x: 300, y: 700, size: 30, weight: 'bold', fill: ink }),
    paragraph(walk.next, { x: 300, y: 744, size: 21, width: 640, leading: 1.6, fill: ink }),
  )

const phone = (...body: string[]) =>
  svg(
    390,
    844,
    '#fffdf8',
    textPath('9:41', { x: 30, y: 34, size: 16, weight: 'bold', fill: ink }),
    rect(334, 22, 26, 13, ink, 'rx="4"'),
    ...body,
    rect(130, 828, 130, 5, ink, 'rx="2.5"'),
  )

/** The first version of the longread on a phone: text from edge to edge, a caption over the picture. */
export const longreadPhone = () =>
  phone(
    paragraph('Прогулка вдоль старой линии', {
      x: 4,
      y: 92,
      size: 36,
      weight: 'bold',
      width: 382,
      leading: 1.12,
      fill: ink,
    }),
    paragraph(walk.beginning, { x: 4, y: 176, size: 18, width: 384, leading: 1.5, fill: ink }),
    street(0, 318, 390, 214),
    paragraph('Садовая улица утром. Липы посажены в 1936 году', {
      x: 8,
      y: 500,
      size: 15,
      width: 380,
      leading: 1.4,
      fill: '#fffdf8',
    }),
    textPath('Звон под асфальтом', { x: 4, y: 582, size: 24, weight: 'bold', fill: ink }),
    paragraph(walk.next, { x: 4, y: 616, size: 18, width: 384, leading: 1.5, fill: ink }),
  )

/** The same page after the remarks: margins of 16 pixels, the caption below. */
export const mendedLongreadPhone = () =>
  phone(
    paragraph('Прогулка вдоль старой линии', {
      x: 16,
      y: 92,
      size: 34,
      weight: 'bold',
      width: 350,
      leading: 1.12,
      fill: ink,
    }),
    paragraph(walk.beginning, { x: 16, y: 174, size: 18, width: 358, leading: 1.5, fill: ink }),
    street(0, 330, 390, 200),
    paragraph('Садовая улица утром. Липы посажены в 1936 году, вместе с путём', {
      x: 16,
      y: 554,
      size: 15,
      width: 350,
      leading: 1.4,
      fill: grey,
    }),
    textPath('Звон под асфальтом', { x: 16, y: 626, size: 24, weight: 'bold', fill: ink }),
    paragraph(walk.last, { x: 16, y: 660, size: 18, width: 358, leading: 1.5, fill: ink }),
  )

/** A card as tall as its name needs; all sizes are multiples of 8. */
const card = (
  x: number,
  y: number,
  colour: string,
  group: string,
  name: string,
  done: number,
  button = 'Продолжить',
) => {
  const lines = wrap(name, 232, { size: 22, weight: 'bold' }).length
  const end = y + 184 + lines * 28
  return [
    rect(x, y, 280, end - y + 88, '#ffffff', 'rx="16"'),
    rect(x, y, 280, 120, colour, 'rx="16"'),
    rect(x, y + 60, 280, 60, colour),
    circle(x + 104, y + 60, 30, '#ffffff', 'fill-opacity=".85"'),
    rect(x + 152, y + 30, 60, 60, '#142347'),
    textPath(group, { x: x + 24, y: y + 150, size: 15, fill: grey }),
    paragraph(name, { x: x + 24, y: y + 184, size: 22, weight: 'bold', width: 232, leading: 28 / 22, fill: ink }),
    rect(x + 24, end - 12, 232, 8, '#e3e8f0', 'rx="4"'),
    rect(x + 24, end - 12, 232 * done, 8, '#256af4', 'rx="4"'),
    rect(x + 24, end + 16, 232, 44, '#256af4', 'rx="10"'),
    textPath(button, { x: x + 140, y: end + 44, size: 17, weight: 'bold', fill: '#ffffff', anchor: 'middle' }),
  ].join('')
}

/** Cards with names of one word and of many. */
export const cardsScreen = () =>
  svg(
    1000,
    520,
    '#eef1f6',
    card(40, 40, '#c9efdc', 'Длинные тексты', 'Иерархия', 0.3),
    card(360, 40, '#bed5ff', 'Порядок на странице', 'Модуль и шаг, от которого всё зависит', 0.75),
    card(680, 40, '#ffe7b8', 'Город', 'Расписание движения пассажирского электрического транспорта', 0.5),
  )

/** A card of an experiment in physics, on a tablet of a school. */
export const experimentScreen = () =>
  svg(
    800,
    520,
    '#20242c',
    rect(24, 24, 752, 472, '#eef1f6', 'rx="20"'),
    textPath('Опыты недели', { x: 64, y: 94, size: 32, weight: 'bold', fill: ink }),
    card(64, 124, '#ffd9cf', 'Механика', 'Маятник из гайки', 0.6),
    card(384, 124, '#e3d6ff', 'Свет', 'Радуга в стакане', 0.2, 'Собрать опыт'),
  )
