import { textPath } from './letters.ts'
import { photograph } from './photographs.ts'
import { line, rect, svg, upTo } from './shapes.ts'

/** A workshop's front of bricks, with lines as places for a sign. */
export const facade = () => {
  const brick = 22
  const bricks = upTo(29).flatMap((row) =>
    upTo(16).map((place) =>
      rect(
        place * 66 - (row % 2) * 33,
        row * brick,
        63,
        brick - 3,
        ['#a4583f', '#b06547', '#9a4f38', '#ab5e46'][(row * 7 + place * 3) % 4] ?? '#a4583f',
      ),
    ),
  )
  const glass = (x: number, width: number) =>
    rect(x - 10, 290, width + 20, 250, '#e4dccb') +
    rect(x, 300, width, 230, '#2c3b46') +
    `<path d="M${x} 300h${width * 0.6}l-${width * 0.3} 230h-${width * 0.3}z" fill="#8fb0c4" fill-opacity=".35"/>` +
    rect(x + width / 2 - 4, 300, 8, 230, '#e4dccb')
  const guide = (y: number) =>
    line(
      [
        [0, y],
        [1000, y],
      ],
      '#ffe14d',
      3,
      'stroke-dasharray="14 9"',
    )
  return photograph(
    svg(
      1000,
      680,
      '#c9b8a6',
      ...bricks,
      glass(80, 230),
      glass(690, 230),
      rect(396, 270, 208, 370, '#e4dccb'),
      rect(412, 286, 176, 354, '#5b3c26'),
      rect(430, 306, 140, 120, '#3b4d59'),
      rect(566, 470, 10, 40, '#d9b45a'),
      rect(0, 636, 1000, 44, '#8d8983'),
      rect(376, 622, 248, 22, '#b7b2aa'),
      guide(110),
      guide(218),
      guide(290),
      rect(240, 120, 520, 92, '#ffe14d', 'fill-opacity=".3"'),
      textPath('142 × 40', { x: 500, y: 180, size: 40, weight: 'bold', fill: '#ffffff', anchor: 'middle' }),
    ),
  )
}

/** An empty printing shop in the morning: light falls from high windows. */
export const printingShop = () => {
  const window = (x: number) =>
    rect(x, 60, 120, 150, '#f9f3dc') +
    rect(x + 57, 60, 6, 150, '#5d5a53') +
    rect(x, 130, 120, 6, '#5d5a53') +
    `<path d="M${x} 60h120l150 500h-250z" fill="#fff3c9" fill-opacity=".16"/>`
  return photograph(
    svg(
      1000,
      640,
      '#3a3731',
      rect(0, 0, 1000, 420, '#57524a'),
      rect(0, 420, 1000, 220, '#2d2a26'),
      ...[70, 300, 530, 760].map(window),
      `<path d="M150 560h300l30-90v-150h-60l-20-70h-110l-20 70h-80z" fill="#1c1b1a"/>`,
      rect(190, 350, 230, 20, '#6d6a63'),
      '<circle cx="205" cy="480" r="70" fill="none" stroke="#14130f" stroke-width="16"/>',
      rect(196, 400, 18, 160, '#14130f'),
      rect(640, 440, 260, 16, '#7a5c3f'),
      rect(660, 456, 16, 110, '#5d452f'),
      rect(864, 456, 16, 110, '#5d452f'),
      ...upTo(6).map((row) => rect(680, 428 - row * 7, 150, 6, row % 2 ? '#e9e2d1' : '#dcd4c0')),
    ),
  )
}
