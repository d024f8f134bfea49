import { textPath } from './letters.ts'
import { circle, line, rect, svg, upTo } from './shapes.ts'

const ink = '#11151c'
const grey = '#5a6472'
const pale = '#c3cad6'
const blue = '#256af4'
const red = '#d7403a'

const heading = (title: string, subtitle: string, x = 48) =>
  textPath(title, { x, y: 62, size: 28, weight: 'bold' }) + textPath(subtitle, { x, y: 94, size: 19, fill: grey })

const source = (text: string, y: number) => textPath(text, { x: 48, y, size: 16, fill: grey })

/** Bars over a scale from `least` to `most`. */
const bars = (
  x: number,
  least: number,
  most: number,
  steps: number[],
  values: readonly (readonly [string, number])[],
) => {
  const base = 390
  const at = (value: number) => base - ((value - least) / (most - least)) * 240
  return [
    ...steps.map(
      (step) =>
        rect(x + 46, at(step), 354, 1, pale) +
        textPath(String(step), { x: x + 34, y: at(step) + 6, size: 17, fill: grey, anchor: 'end' }),
    ),
    ...values.map(([name, value], place) => {
      const left = x + 76 + place * 112
      return (
        rect(left, at(value), 72, base - at(value), place === 2 ? blue : pale) +
        textPath(String(value), { x: left + 36, y: at(value) - 10, size: 19, weight: 'bold', anchor: 'middle' }) +
        textPath(name, { x: left + 36, y: base + 28, size: 17, fill: grey, anchor: 'middle' })
      )
    }),
  ].join('')
}

/** The same three numbers over a cut axis and over a full one. */
export const axisChart = () => {
  const values = [
    ['вторник', 95],
    ['среда', 96],
    ['четверг', 98],
  ] as const
  return svg(
    1000,
    460,
    '#ffffff',
    heading('Ось отрезана', 'кажется, что рейсов стало вчетверо больше', 40),
    bars(20, 94, 98.5, [94, 95, 96, 97, 98], values),
    heading('Ось с нуля', 'рейсов почти поровну', 540),
    bars(520, 0, 105, [0, 25, 50, 75, 100], values),
  )
}

/** How many trams were late by 0–2 minutes, by 3–5 and so on. */
export const delayCounts = [34, 29, 17, 9, 6, 3, 2, 2, 1, 1, 1, 2, 1]

/** How late a tram is: usually in time, now and then by forty minutes. */
export const delaysChart = () => {
  const base = 400
  const at = (minutes: number) => 70 + minutes * 21
  return svg(
    980,
    470,
    '#ffffff',
    heading('Чаще вовремя, изредка на сорок минут', 'сто восемь рейсов, опоздание в минутах'),
    rect(60, base, 880, 1.5, ink),
    ...delayCounts.map((count, place) => rect(at(place * 3) + 2, base - count * 7, 59, count * 7, pale)),
    ...[0, 6, 12, 18, 24, 30, 36].map((minutes) =>
      textPath(String(minutes), { x: at(minutes), y: base + 28, size: 17, fill: grey, anchor: 'middle' }),
    ),
    rect(at(4.5) - 1.5, 150, 3, base - 150, blue),
    textPath('медиана 4,5', { x: at(4.5) + 12, y: 168, size: 20, weight: 'bold', fill: blue }),
    rect(at(6.9) - 1.5, 205, 3, base - 205, red),
    textPath('среднее 6,9', { x: at(6.9) + 12, y: 223, size: 20, weight: 'bold', fill: red }),
    source('Собственные наблюдения, остановка «Садовая», март', 452),
  )
}

/** How many people lived near a tram. */
export const tramChart = () => {
  const shares = [
    ['1934', 41],
    ['1979', 68],
    ['2025', 36],
  ] as const
  const base = 430
  return svg(
    900,
    520,
    '#ffffff',
    heading('Сейчас рядом с трамваем живёт каждый третий', 'доля жителей в пяти минутах пешком от остановки'),
    rect(60, base, 780, 1.5, ink),
    ...shares.map(([year, share], place) => {
      const x = 110 + place * 260
      return (
        rect(x, base - share * 3.8, 160, share * 3.8, place === 2 ? blue : pale) +
        textPath(`${share} %`, { x: x + 80, y: base - share * 3.8 - 16, size: 40, weight: 'bold', anchor: 'middle' }) +
        textPath(year, { x: x + 80, y: base + 32, size: 20, fill: grey, anchor: 'middle' })
      )
    }),
    source('Схемы линий из архива газеты, переписи по кварталам. Без 17 кварталов, которые сменили границы', 500),
  )
}

/** A smooth hump of this many units around an hour. */
const hump = (hour: number, middle: number, height: number, width: number) =>
  height * Math.exp(-(((hour - middle) / width) ** 2))

const dust = (hour: number) => 14 + hump(hour, 8, 24, 1.1) + hump(hour, 18, 22, 1.5) + hump(hour, 13, 5, 3)
const quietDust = (hour: number) => 11 + hump(hour, 13, 5, 4)

/** Dust beside a school by the hour, on school days and on days off. */
export const airChart = () => {
  const base = 420
  const at = (hour: number, value: number) => [70 + hour * 35, base - value * 6.4] as const
  const hours = upTo(24 * 4 + 1).map((quarter) => quarter / 4)
  return svg(
    960,
    500,
    '#ffffff',
    heading('У школы пыльно в восемь и в шесть', 'мелкая пыль, микрограммов в кубическом метре, зима'),
    ...[0, 10, 20, 30, 40].map(
      (value) =>
        rect(70, at(0, value)[1], 840, 1, pale) +
        textPath(String(value), { x: 56, y: at(0, value)[1] + 6, size: 17, fill: grey, anchor: 'end' }),
    ),
    ...[0, 4, 8, 12, 16, 20, 24].map((hour) =>
      textPath(`${hour}:00`, { x: at(hour, 0)[0], y: base + 28, size: 17, fill: grey, anchor: 'middle' }),
    ),
    line(
      hours.map((hour) => at(hour, quietDust(hour))),
      '#9aa5b5',
      4,
    ),
    line(
      hours.map((hour) => at(hour, dust(hour))),
      blue,
      5,
      'stroke-linejoin="round"',
    ),
    textPath('привозят детей', { x: at(8, 0)[0] + 24, y: at(8, 39)[1], size: 19, weight: 'bold', fill: blue }),
    textPath('забирают', { x: at(18, 0)[0] + 30, y: at(18, 38)[1], size: 19, weight: 'bold', fill: blue }),
    textPath('выходной', { x: at(20, 0)[0], y: at(21, 9)[1] + 20, size: 19, fill: grey }),
    source('Датчик на окне кабинета химии, 26 000 измерений за зиму', 482),
  )
}

const breadPrices = [4.4, 3.4, 4.3, 3.3, 4.2, 3.4, 4.2, 4.8, 5, 3.9, 4.4, 3.5, 4.3, 3.6]

/** The price of a pound of rye bread, twice a year. */
export const breadChart = () => {
  const base = 400
  const at = (place: number, price: number) => [90 + place * 62, base - (price - 2) * 80] as const
  const points = breadPrices.map((price, place) => at(place, price))
  return svg(
    960,
    480,
    '#fbf7ee',
    heading('Осенью хлеб дешевел, и только в 1911 году нет', 'копеек за фунт ржаного, весна и осень'),
    ...[2, 3, 4, 5].map(
      (price) =>
        rect(76, at(0, price)[1], 840, 1, '#d9cfb8') +
        textPath(String(price), { x: 62, y: at(0, price)[1] + 6, size: 17, fill: grey, anchor: 'end' }),
    ),
    ...upTo(7).map((year) =>
      textPath(String(1908 + year), {
        x: at(year * 2 + 0.5, 0)[0],
        y: base + 30,
        size: 17,
        fill: grey,
        anchor: 'middle',
      }),
    ),
    line(points, '#8a4b14', 4, 'stroke-linejoin="round"'),
    ...points.map(([x, y], place) => circle(x, y, 6, place === 7 ? red : '#8a4b14')),
    textPath('неурожай', { x: at(7, 0)[0], y: at(7, 5.15)[1], size: 19, weight: 'bold', fill: red, anchor: 'middle' }),
    source('640 объявлений губернской газеты. Ось начинается с двух копеек', 464),
  )
}
