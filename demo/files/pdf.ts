import { deflateSync } from 'node:zlib'
import { em, glyph, type Weight, wrap } from '#demo/drawings/letters.ts'

/** A paragraph of a document; sizes in points. */
export interface Paragraph {
  text: string
  size?: number
  weight?: Weight
  /** Above it. */
  space?: number
}

const page = { width: 595, height: 842, margin: 64 }

/** An outline as PDF operators, which have neither relative points nor quadratic curves. */
const operatorsOf = (path: string) => {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const at = (dx: number, dy: number) => [x + dx, y + dy] as const
  return [...path.matchAll(/([mlqz])([^mlqz]*)/g)]
    .map(([, command = '', values = '']) => {
      const [a = 0, b = 0, c = 0, d = 0] = [...values.matchAll(/-?\d+/g)].map(Number)
      if (command === 'z') {
        ;[x, y] = [startX, startY]
        return 'h'
      }
      if (command === 'q') {
        const [endX, endY] = at(c, d)
        const first = [x + (2 / 3) * a, y + (2 / 3) * b]
        const second = [endX + (2 / 3) * (a - c), endY + (2 / 3) * (b - d)]
        ;[x, y] = [endX, endY]
        return `${[...first, ...second].map((value) => value.toFixed(1)).join(' ')} ${x} ${y} c`
      }
      ;[x, y] = at(a, b)
      if (command === 'm') [startX, startY] = [x, y]
      return `${x} ${y} ${command}`
    })
    .join('\n')
}

/** A line of text on a page, from its upper left corner. */
interface Line extends Required<Pick<Paragraph, 'text' | 'size' | 'weight'>> {
  y: number
}

/** Lays paragraphs out from page to page. */
const layOut = (paragraphs: Paragraph[]) => {
  const pages: Line[][] = [[]]
  let y = page.margin
  for (const { text, size = 11, weight = 'regular', space = size * 0.7 } of paragraphs) {
    y += space
    for (const line of wrap(text, page.width - 2 * page.margin, { size, weight })) {
      y += size * 1.45
      if (y > page.height - page.margin) {
        pages.push([])
        y = page.margin + size * 1.45
      }
      pages.at(-1)?.push({ text: line, size, weight, y })
    }
  }
  return pages
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

const streamOf = (text: string) => {
  const bytes = deflateSync(text)
  return `<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n${bytes.toString('latin1')}\nendstream`
}

/** The objects of a document, numbered from 1 in the order in which they are added. */
const objectsOf = () => {
  const objects: (string | undefined)[] = []
  /** Reserves a number; the object itself may be set later. */
  const add = (text?: string) => objects.push(text)
  const set = (id: number, text: string) => {
    objects[id - 1] = text
  }
  return { objects, add, set, addStream: (text: string) => add(streamOf(text)) }
}

type Objects = ReturnType<typeof objectsOf>

/** Maps the codes of a font to characters, so that text can be found and copied. */
const unicodeMap = (signs: string[]) =>
  [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...signs.map((sign, place) => `1 beginbfchar <${hex(place + 1, 2)}> <${hex(sign.charCodeAt(0), 4)}> endbfchar`),
    'endcmap end end',
  ].join('\n')

/** Letters by weight and sign: the documents of a school have the same ones. */
const drawn = new Map<string, { advance: number; stream: string }>()

const letterOf = (weight: Weight, sign: string) => {
  const key = `${weight} ${sign}`
  const known = drawn.get(key)
  if (known) return known
  const [advance, outline] = glyph(weight, sign)
  const letter = { advance, stream: streamOf(`${advance} 0 d0\n${outline && `${operatorsOf(outline)}\nf`}`) }
  drawn.set(key, letter)
  return letter
}

/** A font of the letters that are used, drawn from our outlines: a letter's code is its index among them, from 1. */
const addFont = ({ add, addStream }: Objects, weight: Weight, signs: string[]) => {
  const letters = signs.map((sign) => {
    const { advance, stream } = letterOf(weight, sign)
    return { advance, id: add(stream) }
  })
  const names = letters.map((_, place) => `/g${place + 1}`)
  return add(
    [
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /Resources << >>',
      `/FontMatrix [${1 / em} 0 0 ${-1 / em} 0 0] /FirstChar 1 /LastChar ${signs.length}`,
      `/Widths [${letters.map(({ advance }) => advance).join(' ')}]`,
      `/CharProcs << ${letters.map(({ id }, place) => `${names[place]} ${id} 0 R`).join(' ')} >>`,
      `/Encoding << /Type /Encoding /Differences [1 ${names.join(' ')}] >>`,
      `/ToUnicode ${addStream(unicodeMap(signs))} 0 R >>`,
    ].join('\n'),
  )
}

const fileOf = (objects: (string | undefined)[]) => {
  let file = '%PDF-1.5\n%\u00e2\u00e3\n'
  const rows = objects.map((object, place) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return row
  })
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}${trailer}`, 'latin1')
}

/** A document of A4 pages. */
export const pdfOf = (paragraphs: Paragraph[]) => {
  const all = objectsOf()
  const pages = layOut(paragraphs)
  const weights = [...new Set(pages.flat().map(({ weight }) => weight))]
  const signsOf = (weight: Weight) => [
    ...new Set(pages.flat().flatMap((line) => (line.weight === weight ? [...line.text] : []))),
  ]
  const signs = new Map(weights.map((weight) => [weight, signsOf(weight)]))
  const codes = ({ text, weight }: Line) =>
    [...text].map((sign) => hex((signs.get(weight)?.indexOf(sign) ?? 0) + 1, 2)).join('')

  const catalog = all.add()
  const tree = all.add()
  const fonts = weights.map((weight) => `/${weight} ${addFont(all, weight, signs.get(weight) ?? [])} 0 R`).join(' ')
  const kids = pages.map((lines) => {
    const operators = lines.map(
      (line) =>
        `BT /${line.weight} ${line.size} Tf ${page.margin} ${(page.height - line.y).toFixed(1)} Td <${codes(line)}> Tj ET`,
    )
    const content = all.addStream(operators.join('\n'))
    const box = `/MediaBox [0 0 ${page.width} ${page.height}]`
    return all.add(
      `<< /Type /Page /Parent ${tree} 0 R ${box} /Resources << /Font << ${fonts} >> >> /Contents ${content} 0 R >>`,
    )
  })
  all.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R /Lang (ru) >>`)
  all.set(tree, `<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] /Count ${kids.length} >>`)
  return fileOf(all.objects)
}
