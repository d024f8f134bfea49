const palettes = [
  ['#bed5ff', '#256af4', '#142347', '#ffd166'],
  ['#c9efdc', '#0f7b4c', '#0b2b1e', '#ff8f6b'],
  ['#e3d6ff', '#7a3ff2', '#23124a', '#5ce1e6'],
  ['#ffd9cf', '#e2503f', '#3a1210', '#256af4'],
  ['#cfd4dc', '#11151c', '#ffffff', '#256af4'],
  ['#ffe7b8', '#d97706', '#3b2204', '#1b3e8b'],
] as const

const tile = 70
const rows = 4
const columns = 6

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const seedOf = (name: string) =>
  [...name].reduce((seed, sign) => Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0, 2_166_136_261)

const figures = [
  (x: number, y: number, fill: string) =>
    `<circle cx="${x + tile / 2}" cy="${y + tile / 2}" r="${tile / 2}" fill="${fill}"/>`,
  (x: number, y: number, fill: string) =>
    `<path d="M${x} ${y}h${tile}a${tile} ${tile} 0 0 1-${tile} ${tile}z" fill="${fill}"/>`,
  (x: number, y: number, fill: string) => `<rect x="${x}" y="${y}" width="${tile}" height="${tile}" fill="${fill}"/>`,
  (x: number, y: number, fill: string) =>
    `<path d="M${x} ${y + tile}a${tile} ${tile} 0 0 1 ${tile}-${tile}v${tile}z" fill="${fill}"/>`,
]

/** A generated cover: geometric tiles, the same every time for a name. SVG. */
export const drawCover = (name: string) => {
  const random = randomFrom(seedOf(name))
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const [background, ...colours] = pick(palettes)
  let drawing = ''
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const figure = pick([...figures, null, null])
      const fill = pick([...colours, colours[0]])
      if (figure) drawing += figure(column * tile - 10, row * tile - 10, fill as string)
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 260" preserveAspectRatio="xMidYMid slice"><rect width="400" height="260" fill="${background}"/>${drawing}</svg>`
}
