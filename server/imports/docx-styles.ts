import { Parser } from 'htmlparser2'

interface Style {
  name: string
  basedOn: string
  /** 0 for the first level; null when the style says nothing of it. */
  level: number | null
}

const readStyles = (xml: string) => {
  const styles = new Map<string, Style>()
  let style: Style | null = null
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const value = attributes['w:val'] ?? ''
        if (tag === 'w:style' && attributes['w:type'] === 'paragraph') {
          style = { name: '', basedOn: '', level: null }
          styles.set(attributes['w:styleId'] ?? '', style)
        }
        if (style && tag === 'w:name') style.name = value
        if (style && tag === 'w:basedOn') style.basedOn = value
        if (style && tag === 'w:outlineLvl') style.level = Number(value)
      },
      onclosetag: (tag) => {
        if (tag === 'w:style') style = null
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return styles
}

/** The level of a style or of one it is based on, from 0. */
const levelOf = (styles: Map<string, Style>, id: string, depth = 0): number | null => {
  const style = styles.get(id)
  if (!style || depth > 20) return null
  const [, named] = /^heading ([1-6])$/i.exec(style.name) ?? []
  if (named) return Number(named) - 1
  return style.level ?? levelOf(styles, style.basedOn, depth + 1)
}

const isContents = (name: string) => /^(toc|contents|index)( heading| \d)$/i.test(name)

/** A paragraph that is a heading by itself, whatever its style. */
const ownHeading = (level: number) => `PraktikaHeading${level + 1}`

/** Gives headings without a style of theirs («Уровень структуры» of a paragraph) one that is known here. */
export const withOwnHeadings = (xml: string) =>
  xml.replace(/<w:pPr>((?:(?!<w:pPr>)[\s\S])*?)<\/w:pPr>/g, (all, properties: string) => {
    const [, level] = /<w:outlineLvl w:val="([0-5])"/.exec(properties) ?? []
    if (level === undefined) return all
    return `<w:pPr><w:pStyle w:val="${ownHeading(Number(level))}"/>${properties.replace(/<w:pStyle [^>]*>/, '')}</w:pPr>`
  })

/**
 * Paragraphs of a style, in the language of mammoth's style maps: Word in Russian gives its styles numbers and Cyrillic
 * as ids, and both must be escaped there. Letters must not be: `\n`, `\r` and `\t` mean something else.
 */
const paragraphsOf = (id: string) => `p.${id.replace(/[^A-Za-z_-]/g, '\\$&')}`

/** Small letters that are moved up or down are raised and lowered ones, as some programs write them. */
export const withScripts = (xml: string) =>
  xml.replace(/<w:position w:val="(-?)[1-9]\d*"\/>(?=<w:sz )/g, (_, down: string) => {
    return `<w:vertAlign w:val="${down ? 'subscript' : 'superscript'}"/>`
  })

/** How the styles of a document become elements: also those that people made of a heading, and without contents. */
export const styleMapOf = (stylesXml: string) => {
  const styles = readStyles(stylesXml)
  const ids = [...styles].slice(0, 1000)
  const headings = ids.flatMap(([id, { name }]) => {
    const level = levelOf(styles, id)
    return level === null || level > 5 || isContents(name) || name === 'Title'
      ? []
      : [`${paragraphsOf(id)} => h${level + 1}:fresh`]
  })
  return [
    ...ids.filter(([, { name }]) => isContents(name)).map(([id]) => `${paragraphsOf(id)} => !`),
    ...[0, 1, 2, 3, 4, 5].map((level) => `p.${ownHeading(level)} => h${level + 1}:fresh`),
    "p[style-name='Title'] => h1.title:fresh",
    "p[style-name='Subtitle'] => p:fresh",
    ...headings,
    ...['Quote', 'Intense Quote', 'Quotations'].map((name) => `p[style-name='${name}'] => blockquote > p:fresh`),
    ...['HTML Preformatted', 'Preformatted Text'].map((name) => `p[style-name='${name}'] => pre:separator('\\n')`),
    'u => u',
    'strike => s',
  ]
}
