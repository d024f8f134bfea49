import { paragraph, textPath } from './letters.ts'
import { circle, line, rect, svg, upTo } from './shapes.ts'

// The pictures of the published projects: screens, sheets and things, each as its author would have shot it.

const ink = '#12151b'
const grey = '#667080'

/** A browser window with a page in it. */
const browser = (width: number, height: number, address: string, ...page: string[]) =>
  svg(
    width,
    height,
    '#fff',
    ...page,
    rect(0, 0, width, 44, '#e9ecf1'),
    ...['#e5645a', '#e8b93f', '#62b558'].map((fill, place) => circle(24 + place * 22, 22, 6, fill)),
    rect(110, 9, width - 150, 26, '#fff', 'rx="13"'),
    textPath(address, { x: 130, y: 27, size: 13, fill: grey }),
  )

const field = (x: number, y: number, label: string, value: string, { wrong = '', width = 380 } = {}) =>
  [
    textPath(label, { x, y, size: 16, fill: grey }),
    rect(x, y + 12, width, 48, '#fff', `rx="8" stroke="${wrong ? '#c02b2b' : '#868f9d'}" stroke-width="2"`),
    textPath(value, { x: x + 14, y: y + 43, size: 18, fill: ink }),
    textPath(wrong, { x, y: y + 84, size: 15, fill: '#c02b2b' }),
  ].join('')

/** Two forms side by side: one refuses a long name, the other takes it. */
export const nameForms = () =>
  browser(
    960,
    540,
    'localhost/31-kletka/',
    rect(480, 44, 480, 496, '#eef7f1'),
    textPath('Было', { x: 50, y: 110, size: 28, weight: 'bold', fill: ink }),
    field(50, 160, 'Фамилия', 'Верхневолжская-Преображ', { wrong: 'Не больше 23 знаков, без дефиса' }),
    field(50, 290, 'Имя', 'Александра'),
    rect(50, 400, 180, 50, '#c9ced6', 'rx="8"'),
    textPath('Отправить', { x: 140, y: 432, size: 18, fill: '#fff', weight: 'bold', anchor: 'middle' }),
    textPath('Стало', { x: 530, y: 110, size: 28, weight: 'bold', fill: ink }),
    field(530, 160, 'Фамилия', 'Верхневолжская-Преображенская'),
    field(530, 290, 'Имя', 'Александра'),
    rect(530, 400, 180, 50, '#256af4', 'rx="8"'),
    textPath('Отправить', { x: 620, y: 432, size: 18, fill: '#fff', weight: 'bold', anchor: 'middle' }),
  )

/** The sun, the path of its light through the air, and the colours that reach the eye. */
export const skyScreen = () => {
  const colours = ['#7a3ff2', '#3f5bf2', '#2f9bf0', '#35b86b', '#f0d43a', '#f09a35', '#e5502f']
  const heights = [34, 196, 168, 120, 84, 58, 40]
  return browser(
    960,
    540,
    'localhost/nebo/',
    `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1d5fd6"/><stop offset=".7" stop-color="#9cc9ff"/><stop offset="1" stop-color="#ffe3bd"/></linearGradient>`,
    rect(0, 44, 560, 496, 'url(#sky)'),
    `<path d="M0 540V470Q140 430 280 462T560 448V540Z" fill="#2d5a45"/>`,
    circle(410, 180, 78, '#fff3b8', 'fill-opacity=".35"') + circle(410, 180, 46, '#ffe27a'),
    line(
      [
        [376, 212],
        [150, 448],
      ],
      '#fff6d0',
      5,
      'stroke-dasharray="4 12" stroke-linecap="round"',
    ),
    circle(142, 440, 13, ink) + rect(132, 454, 20, 34, ink, 'rx="8"'),
    textPath('Путь луча: 14 км', { x: 40, y: 100, size: 18, fill: '#fff', weight: 'bold' }),
    rect(560, 44, 400, 496, '#12151b'),
    textPath('Что доходит до глаза', { x: 600, y: 104, size: 22, fill: '#fff', weight: 'bold' }),
    ...colours.map((fill, place) =>
      rect(600 + place * 46, 380 - (heights[place] ?? 0), 34, heights[place] ?? 0, fill, 'rx="5"'),
    ),
    line(
      [
        [600, 384],
        [920, 384],
      ],
      '#5f6876',
      2,
    ),
    textPath('фиолетовый', { x: 600, y: 412, size: 14, fill: '#b4bcc9' }),
    textPath('красный', { x: 920, y: 412, size: 14, fill: '#b4bcc9', anchor: 'end' }),
    rect(600, 450, 320, 8, '#38404d', 'rx="4"') + circle(790, 454, 13, '#256af4'),
    textPath('Солнце над горизонтом: 38°', { x: 600, y: 500, size: 16, fill: '#fff' }),
  )
}

/** A postcard that is a board with one word burnt into it. */
export const boardPostcard = () =>
  svg(
    960,
    540,
    '#efe9df',
    rect(90, 110, 780, 320, '#000', 'rx="14" fill-opacity=".14" transform="translate(8 14)"'),
    rect(90, 110, 780, 320, '#c89f6a', 'rx="14"'),
    ...upTo(19).map(
      (place) =>
        `<path d="M90 ${124 + place * 17}q180 ${((place * 7) % 13) - 6} 390 0t390 ${((place * 5) % 9) - 4}" fill="none" stroke="#b1844f" stroke-opacity=".55" stroke-width="${2 + (place % 3)}"/>`,
    ),
    ...upTo(4).map(
      (ring) =>
        `<ellipse cx="742" cy="186" rx="${44 - ring * 10}" ry="${27 - ring * 6}" fill="none" stroke="#8c6236" stroke-width="3"/>`,
    ),
    textPath('Приезжай', { x: 482, y: 318, size: 142, weight: 'bold', fill: '#8a5f35', anchor: 'middle' }),
    textPath('Приезжай', { x: 480, y: 315, size: 142, weight: 'bold', fill: '#4f3118', anchor: 'middle' }),
    textPath('Глеб, сентябрь', { x: 800, y: 400, size: 24, fill: '#5d3c1e', anchor: 'end' }),
    ...[116, 844].map((x) => circle(x, 270, 8, '#6f4c28')),
  )

/** A spread of the catalogue: the chair above, its parts below. */
export const chairSpread = () => {
  const joint = (x: number, y: number, name: string) =>
    circle(x, y, 15, '#fff', 'stroke="#d7261e" stroke-width="3"') +
    textPath(name, { x, y: y + 6, size: 17, weight: 'bold', fill: '#d7261e', anchor: 'middle' })
  return svg(
    960,
    640,
    '#dcd8cf',
    rect(60, 40, 840, 560, '#fffdf8'),
    line(
      [
        [480, 40],
        [480, 600],
      ],
      '#e6e1d5',
      3,
    ),
    textPath('Стул № 4', { x: 100, y: 112, size: 44, weight: 'bold', fill: ink }),
    paragraph('Ясень, масло. Сиденье из одной доски, ножки на клиньях.', {
      x: 100,
      y: 152,
      size: 18,
      width: 330,
      leading: 1.5,
      fill: grey,
    }),
    rect(196, 250, 16, 300, '#b98a56') + rect(340, 250, 16, 300, '#a87a48'),
    rect(196, 250, 160, 26, '#c99a63', 'rx="8"') +
      rect(204, 306, 144, 14, '#c99a63') +
      rect(204, 344, 144, 14, '#c99a63'),
    `<path d="M176 400h200l24 34H152z" fill="#d8ab74"/>${rect(152, 434, 248, 14, '#b98a56')}`,
    rect(160, 448, 16, 112, '#a87a48') + rect(376, 448, 16, 112, '#a87a48'),
    ...upTo(15).map((place) =>
      line(
        [
          [520 + place * 25, 80],
          [520 + place * 25, 560],
        ],
        '#eef0f3',
        1,
      ),
    ),
    ...upTo(20).map((place) =>
      line(
        [
          [520, 80 + place * 25],
          [870, 80 + place * 25],
        ],
        '#eef0f3',
        1,
      ),
    ),
    `<g fill="none" stroke="${ink}" stroke-width="2.5"><path d="M595 130h200v26H595zM595 156v174M795 156v174M570 330h250v16H570zM595 346v164M795 346v164M595 440h200"/></g>`,
    joint(595, 330, 'А') + joint(795, 156, 'Б') + joint(695, 440, 'В'),
    line(
      [
        [560, 530],
        [830, 530],
      ],
      '#256af4',
      2,
    ) + textPath('420', { x: 695, y: 556, size: 20, fill: '#256af4', anchor: 'middle' }),
    line(
      [
        [850, 130],
        [850, 510],
      ],
      '#256af4',
      2,
    ) + textPath('810', { x: 856, y: 330, size: 20, fill: '#256af4' }),
  )
}

/** The same turn of the rails in four years, losing something in each. */
export const turnFrames = () => {
  const frame = (x: number, y: number, year: string, caption: string, tone: string, left: number) =>
    [
      rect(x, y, 400, 210, tone),
      `<path d="M${x} ${y + 210}V${y + 96}h120v-40h90v54h190v100z" fill="#000" fill-opacity=".22"/>`,
      left > 2
        ? upTo(4)
            .map((place) => circle(x + 250 + place * 36, y + 96, 22, '#000', 'fill-opacity=".3"'))
            .join('')
        : '',
      left > 1 ? rect(x + 40, y + 62, 76, 34, '#fff', 'fill-opacity=".6"') : '',
      left > 0 ? rect(x + 330, y + 104, 46, 66, '#fff', 'fill-opacity=".45"') : '',
      ...[0, 16].map(
        (by) =>
          `<path d="M${x + 40 + by} ${y + 210}Q${x + 150 + by} ${y + 130} ${x + 400} ${y + 128 + by / 2}" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3"/>`,
      ),
      textPath(year, { x: x + 18, y: y + 40, size: 30, weight: 'bold', fill: '#fff' }),
      textPath(caption, { x, y: y + 240, size: 17, fill: grey }),
    ].join('')
  return browser(
    960,
    660,
    'localhost/povorot/',
    frame(60, 90, '1934', 'Булыжник, липы, щит и остановка', '#8f7a5e', 3),
    frame(500, 90, '1958', 'Нет булыжника', '#7d7a6a', 3),
    frame(60, 370, '1979', 'Нет палисадника', '#6f7f86', 2),
    frame(500, 370, '2001', 'Нет щита', '#5f7793', 1),
  )
}

/** Four posters of a reading room on a wall, black on white paper. */
export const readingPosters = () => {
  const sheet = (x: number, ...body: string[]) =>
    [
      rect(x + 5, 88, 200, 283, '#000', 'fill-opacity=".16"'),
      rect(x, 80, 200, 283, '#fff'),
      ...body,
      rect(x + 14, 328, 172, 2, ink),
      textPath('18:30, вход свободный', { x: x + 14, y: 350, size: 13, fill: ink }),
    ].join('')
  const parallel = (x: number) =>
    upTo(9)
      .map(
        (place) =>
          `<path d="M${x} ${112 + place * 24}q100 ${34 - place * 4} 200 0" fill="none" stroke="${ink}" stroke-width="1.5"/>`,
      )
      .join('')
  return svg(
    960,
    460,
    '#c9d3cf',
    sheet(
      50,
      textPath('Снег', { x: 64, y: 312, size: 74, weight: 'bold', fill: ink }),
      ...upTo(60).map((dot) => circle(60 + ((dot * 53) % 182), 262 + ((dot * 31) % 60), 5, '#fff')),
    ),
    sheet(
      272,
      parallel(272),
      rect(286, 190, 172, 46, '#fff'),
      textPath('Карты', { x: 290, y: 228, size: 50, weight: 'bold', fill: ink }),
    ),
    sheet(494, textPath('тишина', { x: 594, y: 214, size: 13, fill: ink, anchor: 'middle' })),
    sheet(
      716,
      ...upTo(5).map((row) =>
        textPath('шум', {
          x: 726 + row * 4,
          y: 138 + row * 42,
          size: 44 + row * 7,
          weight: row % 2 ? 'regular' : 'bold',
          fill: ink,
        }),
      ),
    ),
    rect(0, 428, 960, 32, '#a9b5b0'),
  )
}

/** Folded water, in one ink. */
export const waterPoster = () => {
  const blue = '#174a7c'
  return svg(
    640,
    860,
    '#f2efe6',
    ...upTo(9).map(
      (fold) =>
        `<path d="M0 ${330 + fold * 56}L${150 + ((fold * 97) % 220)} ${300 + fold * 56}L${380 + ((fold * 61) % 160)} ${352 + fold * 56}L640 ${316 + fold * 56}V860H0Z" fill="${blue}" fill-opacity="${0.1 + fold * 0.055}"/>`,
    ),
    textPath('День города', { x: 48, y: 124, size: 74, weight: 'bold', fill: blue, spacing: -0.02 }),
    textPath('12 сентября, набережная', { x: 48, y: 184, size: 30, fill: blue }),
    textPath('Река сложена для вас', { x: 592, y: 820, size: 24, fill: '#f2efe6', anchor: 'end' }),
  )
}

/** Six labels, each printed with a twig. */
export const teaLabels = () => {
  const names = ['Ель', 'Липа', 'Мята', 'Иван-чай', 'Чабрец', 'Смородина']
  const twig = (x: number, y: number, lean: number) =>
    `<g transform="rotate(${lean} ${x} ${y})" stroke="#2f6b45" stroke-width="4" stroke-linecap="round">${upTo(9)
      .map(
        (place) =>
          `<path d="M${x} ${y - place * 9}l${24 - place * 2} -14M${x} ${y - place * 9}l${place * 2 - 24} -14"/>`,
      )
      .join('')}<path d="M${x} ${y + 16}V${y - 86}"/></g>`
  return svg(
    960,
    600,
    '#7c5a40',
    ...names.map((name, place) => {
      const [x, y] = [50 + (place % 3) * 296, 40 + Math.floor(place / 3) * 272]
      return (
        rect(x, y, 268, 246, '#f4ead5', `rx="10" transform="rotate(${((place * 3) % 5) - 2} ${x + 134} ${y + 123})"`) +
        twig(x + 134, y + 140, ((place * 23) % 31) - 15) +
        textPath(name, { x: x + 134, y: y + 214, size: 40, weight: 'bold', fill: '#5b2b1a', anchor: 'middle' })
      )
    }),
  )
}

/** The barber's sign as it was, among the others, and after a Saturday. */
export const barberSign = () => {
  const shout = (x: number, y: number, width: number, text: string, ground: string, fill: string) =>
    rect(x, y, width, 54, ground) +
    textPath(text, {
      x: x + width / 2,
      y: y + 38,
      size: Math.min(29, (width * 1.32) / text.length),
      weight: 'bold',
      fill,
      anchor: 'middle',
    })
  const scissors = (x: number, y: number) =>
    `<g fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"><circle cx="${x}" cy="${y}" r="22"/><circle cx="${x}" cy="${y + 70}" r="22"/><path d="M${x + 18} ${y + 14}L${x + 150} ${y + 84}M${x + 18} ${y + 56}L${x + 150} ${y - 14}"/></g>`
  return svg(
    960,
    480,
    '#d8cfc2',
    rect(0, 0, 470, 480, '#c2b8a9'),
    shout(30, 40, 250, 'ПАРИКМАХЕРСКАЯ', '#e5302a', '#ffe600'),
    shout(290, 40, 150, 'КЛЮЧИ', '#00a651', '#fff'),
    shout(30, 110, 180, 'ЦВЕТЫ 24', '#ff4fa3', '#fff'),
    shout(222, 110, 218, 'СКИДКИ! −50', '#ffe600', '#e5302a'),
    shout(30, 180, 410, 'СТРИЖКИ ОТ 300 ₽', '#1f4fd8', '#ffe600'),
    shout(30, 250, 200, 'РЕМОНТ', '#7a2a8c', '#fff'),
    shout(242, 250, 198, 'ПИВО', '#f29400', ink),
    rect(180, 330, 110, 150, '#5c4a3a') + rect(520, 330, 110, 150, '#5c4a3a'),
    rect(520, 60, 400, 210, '#f7f4ee'),
    scissors(640, 130),
    textPath('было', { x: 30, y: 460, size: 20, fill: '#4d463c' }),
    textPath('стало', { x: 860, y: 460, size: 20, fill: '#4d463c' }),
  )
}
