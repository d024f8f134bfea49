import letters from './letters.json' with { type: 'json' }

// Pictures cannot count on fonts of the machine that draws them. letters.json holds the outlines of the site's own
// typeface, Onest (https://github.com/simpals/onest, SIL Open Font License 1.1), in two weights: for each sign its
// advance and its path in half thousandths of an em. Made from @fontsource-variable/onest by fontTools'
// varLib.instancer (wght=400 and 800) and a pen that writes relative SVG commands.

export type Weight = keyof typeof letters

/** Units of an em in letters.json. */
export const em = 500
/** Height of a capital, in ems. */
export const capital = 0.708

/** The outline of a letter, and its advance. */
export const glyph = (weight: Weight, sign: string) => {
  const found = (letters[weight] as unknown as Record<string, [advance: number, path: string]>)[sign]
  if (!found) throw new Error(`There is no letter «${sign}» to draw`)
  return found
}

interface Set {
  size: number
  weight?: Weight
  /** Between letters, in ems. */
  spacing?: number
}

/** The width of a text. */
export const widthOf = (text: string, { size, weight = 'regular', spacing = 0 }: Set) =>
  [...text].reduce((width, sign) => width + glyph(weight, sign)[0] / em + spacing, 0) * size

/** The path of a text that begins at 0, with its baseline at 0. */
const pathOf = (text: string, { weight = 'regular', spacing = 0 }: Omit<Set, 'size'>) => {
  let x = 0
  let path = ''
  for (const sign of text) {
    const [advance, outline] = glyph(weight, sign)
    path += outline && `M${Math.round(x)} 0${outline}`
    x += advance + spacing * em
  }
  return path
}

interface Placed extends Set {
  x: number
  /** The baseline. */
  y: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  /** Attributes of the path. */
  more?: string
}

const shift = { start: 0, middle: 0.5, end: 1 }

/** A text as a path of SVG. */
export const textPath = (text: string, { x, y, fill = '#11151c', anchor = 'start', more = '', ...set }: Placed) => {
  const left = x - widthOf(text, set) * shift[anchor]
  return `<path transform="translate(${left.toFixed(1)} ${y}) scale(${set.size / em})" fill="${fill}" ${more} d="${pathOf(text, set)}"/>`
}

/** Text broken into lines that fit. */
export const wrap = (text: string, width: number, set: Set) => {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (widthOf(longer, set) > width && lines.at(-1)) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** A paragraph as paths of SVG; `y` is the first line's. */
export const paragraph = (
  text: string,
  { width, leading = 1.5, ...placed }: Placed & { width: number; leading?: number },
) =>
  wrap(text, width, placed)
    .map((line, place) => textPath(line, { ...placed, y: placed.y + place * placed.size * leading }))
    .join('')
