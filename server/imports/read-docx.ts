import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import mammoth from 'mammoth'
import { ZipFile } from 'yazl'
import { escapeHtml } from '#server/content/escape-html.ts'
import { plainTextOf } from '#server/content/plain-text.ts'
import { takeNotes, withNotes } from '#server/imports/docx-notes.ts'
import { styleMapOf, withOwnHeadings, withScripts } from '#server/imports/docx-styles.ts'
import { bareCourse, bareLesson, type ImportPlan } from '#server/imports/import-plan.ts'
import type { ImportSource } from '#server/imports/import-source.ts'
import { ommlToLatex } from '#server/imports/omml-latex.ts'
import { looksLikeOldOffice, openPackage, type Package } from '#server/imports/open-package.ts'
import { type PlannedFiles, planFiles } from '#server/imports/planned-files.ts'
import { Unreadable } from '#server/imports/unreadable.ts'

/** Max bytes of a document: it is in memory as a whole. */
const maxDocumentBytes = 150 * 2 ** 20

/** Max bytes of an XML of a document. */
const maxXmlBytes = 30 * 2 ** 20

const body = 'word/document.xml'
const notesEntries = ['word/footnotes.xml', 'word/endnotes.xml']
const stylesEntry = 'word/styles.xml'

/** Stands for a formula until the document is HTML: characters for private use, which nobody writes. */
const placeholder = (place: number) => `\ue000${place}\ue001`
const placeholders = /\ue000(\d+)\ue001/g

interface Formula {
  latex: string | null
  isBlock: boolean
  /** Its letters, for the warning. */
  text: string
}

/** Takes the formulas out of an XML of a document into the list: the library would leave them out. */
const takeFormulas = (xml: string, formulas: Formula[]) =>
  xml.replace(
    /<m:oMathPara[\s>](?:(?!<m:oMathPara[\s>])[\s\S])*?<\/m:oMathPara>|<m:oMath[\s>](?:(?!<m:oMath[\s>])[\s\S])*?<\/m:oMath>/g,
    (omml) => {
      const text = omml.replace(/<[^>]*>/g, '').slice(0, 80)
      formulas.push({ latex: ommlToLatex(omml), isBlock: omml.startsWith('<m:oMathPara'), text })
      return `<w:r><w:t xml:space="preserve">${placeholder(formulas.length - 1)}</w:t></w:r>`
    },
  )

const formulaHtml = ({ latex, isBlock, text }: Formula) => {
  if (latex === null) return escapeHtml(text)
  const source = escapeHtml(latex)
  return isBlock
    ? `<div data-type="block-math" data-latex="${source}"></div>`
    : `<span data-type="inline-math" data-latex="${source}"></span>`
}

/** The document packed again with other texts. Entries are read within limits before the library opens them. */
const repack = async (document: Package, texts: ReadonlyMap<string, string>) => {
  const zip = new ZipFile()
  let total = 0
  for (const name of document.names) {
    const text = texts.get(name)
    const bytes = text === undefined ? await document.bytes(name, maxXmlBytes) : Buffer.from(text)
    total += bytes.length
    if (total > maxDocumentBytes) throw new Unreadable('Документ слишком большой. Разделите его на части.')
    zip.addBuffer(bytes, name, { compress: false })
  }
  zip.end()
  return buffer(zip.outputStream as Readable)
}

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/x-emf': 'emf',
  'image/x-wmf': 'wmf',
}

const toHtml = async (bytes: Buffer, styleMap: string[], planned: PlannedFiles, warn: (sentence: string) => void) => {
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => {
        const extension =
          extensions[image.contentType] ?? image.contentType.split('/').at(-1)?.replace(/[^\w]/g, '') ?? 'bin'
        if (/emf|wmf/.test(extension)) warn('Рисунок в формате Windows (EMF, WMF) не перенесён: вставьте его как PNG.')
        const { id } = await planned.addBytes(
          await image.readAsBuffer(),
          `Рисунок ${planned.files.length + 1}.${extension}`,
        )
        return { src: `/files/${id}` }
      }),
      styleMap,
    },
  )
  for (const { message } of messages.filter(({ type }) => type === 'error')) {
    warn(
      /image/.test(message)
        ? 'Картинка, которая хранится вне документа, не перенесена: вставьте её в документ.'
        : 'Часть документа повреждена и не перенеслась: сравните уроки с ним.',
    )
  }
  return value
}

/** Formulas in the lines of a text. */
const withInlineFormulas = (html: string, formulas: Formula[]) =>
  html.replace(placeholders, (_, place) => {
    const formula = formulas[Number(place)]
    return formula ? formulaHtml({ ...formula, isBlock: false }) : ''
  })

/** Formulas in their places; one that is alone in its paragraph becomes a block. */
const withFormulas = (html: string, formulas: Formula[]) =>
  withInlineFormulas(
    html.replace(/<p>\s*\ue000(\d+)\ue001\s*<\/p>/g, (_, place) =>
      formulaHtml({ ...(formulas[Number(place)] as Formula), isBlock: true }),
    ),
    formulas,
  )

const title = '<h1 class="title">'

/** The title of a document is the name of its course. Alone, it is a heading like others. */
const takeTitle = (html: string, otherwise: string) => {
  const isAlone = !html.includes('<h1>')
  const plain = html.replaceAll(title, '<h1>')
  const start = html.indexOf(title)
  if (isAlone || start < 0) return { name: otherwise, html: plain }
  const end = html.indexOf('</h1>', start)
  const name = plainTextOf(html.slice(start + title.length, end))
  if (!name) return { name: otherwise, html: plain }
  return { name, html: (html.slice(0, start) + html.slice(end + '</h1>'.length)).replaceAll(title, '<h1>') }
}

/** One lesson for each heading of the first level, or one for a document with fewer than two. */
const splitLessons = (html: string, name: string) => {
  const parts = html.split(/<h1>/)
  const heading = (part: string) => {
    const [first = '', ...rest] = part.split('</h1>')
    return { name: plainTextOf(first) || 'Без названия', content: rest.join('</h1>') }
  }
  const [before = '', ...headed] = parts
  const isEmpty = plainTextOf(before) === '' && !before.includes('<img')
  if (headed.length === 1 && isEmpty) return [heading(headed[0] as string)]
  if (headed.length < 2) return [{ name, content: html.replaceAll('h1>', 'h2>') }]
  return [...(isEmpty ? [] : [{ name, content: before }]), ...headed.map(heading)]
}

const asLesson = (html: string) =>
  html
    .replace(/<(\/?)h[56]>/g, '<$1h4>')
    .replaceAll('<pre>', '<pre><code>')
    .replaceAll('</pre>', '</code></pre>')

/** Reads a document of Word: headings, lists, tables, pictures, notes and formulas. */
export const readDocx = async (source: ImportSource): Promise<ImportPlan> => {
  const { path, size, folder } = source
  if (await looksLikeOldOffice(path)) {
    throw new Unreadable('Это документ Word старого формата (.doc) или с паролем. Сохраните его как .docx без пароля.')
  }
  const document = await openPackage(path, size, folder)
  try {
    if (!document.has(body)) throw new Unreadable('Это не документ Word: сохраните его как .docx и пришлите снова.')
    const warnings = new Set<string>()
    const planned = planFiles(folder)
    const styles = document.has(stylesEntry) ? (await document.bytes(stylesEntry, maxXmlBytes)).toString() : ''
    const formulas: Formula[] = []
    const xmlOf = async (name: string) => takeFormulas((await document.bytes(name, maxXmlBytes)).toString(), formulas)
    const texts = new Map([[body, withScripts(withOwnHeadings(await xmlOf(body)))]])
    for (const name of notesEntries) if (document.has(name)) texts.set(name, await xmlOf(name))
    const packed = await repack(document, texts)
    const { html, notes } = takeNotes(
      await toHtml(packed, styleMapOf(styles), planned, (sentence) => warnings.add(sentence)),
    )
    for (const [id, note] of notes) notes.set(id, withInlineFormulas(note, formulas))
    for (const { latex, text } of formulas) {
      if (latex === null) warnings.add(`Формула «${text}» перенесена как текст: проверьте её.`)
    }
    const titled = takeTitle(withFormulas(html, formulas), source.name.replace(/\.[^.]+$/, ''))
    const lessons = splitLessons(titled.html, titled.name).map(({ name, content }) =>
      bareLesson(name, asLesson(withNotes(content, notes))),
    )
    return { course: bareCourse(titled.name), sections: [], lessons, files: planned.files, warnings: [...warnings] }
  } finally {
    document.close()
  }
}
