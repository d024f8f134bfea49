import { randomFrom } from '#contract/covers/draw-cover.ts'
import { delayCounts } from '#demo/drawings/charts.ts'

const csv = (rows: (string | number)[][]) => Buffer.from(`${rows.map((row) => row.join(',')).join('\n')}\n`)

const day = (place: number) => `${String(1 + (place % 27)).padStart(2, '0')}.03.2025`

/**
 * The data of lessons about cleaning and averages: 108 delays, twelve rows without any, a stop spelled in four ways,
 * and two date formats.
 */
export const tramDelays = () => {
  const random = randomFrom(1934)
  const delays: (string | number)[] = delayCounts.flatMap((count, place) =>
    Array.from({ length: count }, (_, one) => place * 3 + (one % 3)),
  )
  const missing = ['', '-', 'н/д']
  const all = [...delays, ...Array.from({ length: 12 }, (_, place) => missing[place % 3] ?? '')]
    .map((delay) => ({ delay, order: random() }))
    .toSorted((a, b) => a.order - b.order)
  const stops = ['Садовая', 'Депо', 'Депо ', 'Подъёмная', 'Подъемная', 'Кольцо']
  return csv([
    ['date', 'line', 'stop', 'delay'],
    ...all.map(({ delay }, place) => [
      place % 9 === 4 ? `2025-03-${String(1 + (place % 27)).padStart(2, '0')}` : day(place),
      [7, 7, 12, 31][place % 4] ?? 7,
      stops[Math.floor(random() * stops.length)] ?? 'Садовая',
      delay,
    ]),
  ])
}

/** How many people lived near a tram; the last row of each year is the whole town. */
export const tramShares = () =>
  csv([
    ['year', 'part', 'people', 'near', 'share'],
    [1934, 'старый город', 61_200, 33_900, 55],
    [1934, 'середина', 38_400, 12_100, 32],
    [1934, 'окраины', 22_900, 4_200, 18],
    [1934, 'город', 122_500, 50_200, 41],
    [1979, 'старый город', 58_300, 49_000, 84],
    [1979, 'середина', 164_800, 125_300, 76],
    [1979, 'окраины', 141_200, 73_400, 52],
    [1979, 'город', 364_300, 247_700, 68],
    [2025, 'старый город', 41_700, 29_600, 71],
    [2025, 'середина', 171_900, 51_600, 30],
    [2025, 'окраины', 228_600, 78_000, 34],
    [2025, 'город', 442_200, 159_200, 36],
  ])

/** A year of purchases after cleaning: 1 098 rows. */
export const purchases = () => {
  const random = randomFrom(1098)
  const kinds = ['продукты', 'кофе', 'транспорт', 'аптека', 'книги', 'дом']
  return csv([
    ['day', 'hour', 'kind', 'roubles', 'slept_hours'],
    ...Array.from({ length: 1098 }, (_, place) => {
      const slept = 5 + Math.round(random() * 8) / 2
      const price = 90 + Math.round(random() ** 3 * 4200 * (slept < 6.5 ? 1.4 : 1))
      return [
        1 + Math.floor(place / 3),
        8 + Math.floor(random() * 14),
        kinds[Math.floor(random() * 6)] ?? '',
        price,
        slept,
      ]
    }),
  ])
}

/** What was changed in the year of purchases, and why. */
export const purchasesDiary = () =>
  Buffer.from(`Дневник правок, пишет сам скрипт

было строк          1130
переводы себе        −19
возвраты             −13
стало строк         1098

Пробелы по краям убраны в 214 ячейках.
«Ё» и «е» в названиях магазинов сведены к написанию на вывеске.
Три покупки на рынке без чека внесены по памяти, помечены часом 12.

Исходный файл bank.csv не изменён, сумма SHA-256 записана до и после.
`)
