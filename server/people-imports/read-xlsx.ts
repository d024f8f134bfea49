import { buffer } from 'node:stream/consumers'
import { Parser } from 'htmlparser2'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from '#server/imports/unreadable.ts'
import { filledRows, maxCellLength, maxCells, maxColumns, type SheetRows } from '#server/people-imports/sheet-rows.ts'

/** Max bytes of one part of a workbook once it is unpacked: fifty times what 5,000 people need. */
const maxPartBytes = 60 * 2 ** 20

/** Max parts of a workbook. */
const maxParts = 2000

const tooLarge = () => new Unreadable('Таблица слишком большая. Оставьте в ней один лист с людьми и разделите его.')

/** Excel itself reads names in any case: 1С writes `SharedStrings.xml`. */
const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()

const openWorkbook = async (bytes: Uint8Array) => {
  const zip: ZipFile = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
  })
  if (zip.entryCount > maxParts) throw tooLarge()
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry)
  return {
    names: [...entries.keys()],
    has: (name: string) => entries.has(keyOf(name)),
    isTooLarge: (name: string) => (entries.get(keyOf(name))?.uncompressedSize ?? 0) > maxPartBytes,
    text: async (name: string) => {
      const entry = entries.get(keyOf(name))
      if (!entry) return null
      // the library stops when there is more than was declared
      if (entry.uncompressedSize > maxPartBytes) throw tooLarge()
      if (entry.isEncrypted()) throw new Unreadable('Файл закрыт паролем. Сохраните его без пароля.')
      return new TextDecoder().decode(await buffer(await zip.openReadStreamPromise(entry)))
    },
  }
}
type Workbook = Awaited<ReturnType<typeof openWorkbook>>

/** The name of an element or an attribute without its namespace. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

interface Handlers {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const parse = (xml: string, { open, close, text }: Handlers) => {
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        open?.(local(name), Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]))),
      onclosetag: (name) => close?.(local(name)),
      ontext: (part) => text?.(part),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

/** `_x000D_` stands for a character that XML cannot have (ECMA-376, part 1, 22.9.2.19). */
const plain = (text: string) =>
  text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The texts that cells refer to; readings of Japanese words are left out. */
const readStrings = (xml: string) => {
  const strings: string[] = []
  let current: string | null = null
  let isText = false
  let phonetic = 0
  parse(xml, {
    open: (name) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') phonetic += 1
      else if (name === 't') isText = phonetic === 0
    },
    text: (text) => {
      if (isText && current !== null && current.length < maxCellLength) current += text
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') phonetic -= 1
      else if (name === 'si') {
        strings.push(plain(current ?? ''))
        current = null
      }
    },
  })
  return strings
}

/** The column of «BC12», from 0; null without letters. */
const columnOf = (place: string | undefined) => {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A number as people write it: without the traces of binary fractions, and never with an exponent. */
const numberText = (raw: string) => {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(0) : String(Number(value.toPrecision(15)))
}

const cellValue = (type: string | undefined, raw: string, strings: string[]) => {
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'да' : 'нет'
  if (type === 'e') return ''
  if (type === 'str' || type === 'inlineStr' || type === 'd') return plain(raw)
  return numberText(raw)
}

/** Max rows of a sheet (Excel specifications and limits). */
const maxRows = 1_048_576

/** The number of a row: the one that the file gives it, unless it is none or was before; otherwise the next one. */
const lineOf = (given: string | undefined, previous: number) => {
  const line = Number(given)
  return Number.isInteger(line) && line > previous && line <= maxRows ? line : previous + 1
}

const readSheet = (xml: string, strings: string[]) => {
  const rows: SheetRows['rows'] = []
  let row: { line: number; cells: string[] } | null = null
  let cell: { type: string | undefined; column: number; raw: string } | null = null
  let isValue = false
  let phonetic = 0
  let cells = 0
  parse(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = { line: lineOf(attributes.r, rows.at(-1)?.line ?? 0), cells: [] }
      } else if (name === 'c' && row) {
        cells += 1
        if (cells > maxCells) throw tooLarge()
        cell = { type: attributes.t, column: columnOf(attributes.r) ?? row.cells.length, raw: '' }
      } else if (name === 'rPh') phonetic += 1
      else if (name === 'v' || name === 't') isValue = phonetic === 0
    },
    text: (text) => {
      if (isValue && cell && cell.raw.length < maxCellLength) cell.raw += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') phonetic -= 1
      else if (name === 'c' && row && cell) {
        if (cell.column < maxColumns) {
          while (row.cells.length < cell.column) row.cells.push('')
          row.cells[cell.column] = cellValue(cell.type, cell.raw, strings).slice(0, maxCellLength)
        }
        cell = null
      } else if (name === 'row' && row) {
        rows.push(row)
        row = null
      }
    },
  })
  return rows
}

interface Sheet {
  name: string
  path: string
}

/** The sheets that are shown, in their order, and whether days are counted from 1904. */
const findSheets = async (workbook: Workbook) => {
  const book = await workbook.text('xl/workbook.xml')
  const links = await workbook.text('xl/_rels/workbook.xml.rels')
  const targets = new Map<string, string>()
  const sheets = new Map<string, Sheet>()
  let startsAt1904 = false
  if (links) {
    parse(links, {
      open: (name, { Id, Target }) => {
        if (name === 'Relationship' && Id && Target) targets.set(Id, Target)
      },
    })
  }
  if (book) {
    parse(book, {
      open: (element, { date1904 = '', state = '', id = '', name = '' }) => {
        if (element === 'workbookPr') startsAt1904 = ['1', 'true'].includes(date1904)
        const target = targets.get(id)
        if (element !== 'sheet' || !target || ['hidden', 'veryHidden'].includes(state)) return
        const path = target.startsWith('/') ? target : `xl/${target}`
        if (workbook.has(path)) sheets.set(path, { name, path })
      },
    })
  }
  const first = workbook.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).sort()[0]
  if (sheets.size === 0 && first) sheets.set(first, { name: '', path: first })
  return { sheets: [...sheets.values()], startsAt1904 }
}

/** Whether a sheet has a value; one that is too large to be read has. */
const isFilled = async (workbook: Workbook, { path }: Sheet) =>
  workbook.isTooLarge(path) || /<(\w+:)?[vt][\s>]/.test((await workbook.text(path)) ?? '')

/**
 * Reads a sheet of a workbook of Excel, LibreOffice or 1С: the first shown one that is wanted, otherwise the first with
 * anything in it. Throws `Unreadable`.
 */
export const readXlsx = async (
  bytes: Uint8Array,
  isWanted: (rows: SheetRows['rows']) => boolean,
): Promise<SheetRows> => {
  const workbook = await openWorkbook(bytes)
  const { sheets, startsAt1904 } = await findSheets(workbook)
  if (sheets.length === 0) throw new Unreadable('В файле нет листа с таблицей. Сохраните его как XLSX или CSV.')
  const xml = await workbook.text('xl/sharedStrings.xml')
  const strings = xml === null ? [] : readStrings(xml)
  let read: { sheet: Sheet; rows: SheetRows['rows'] } | null = null
  for (const sheet of sheets) {
    const rows = filledRows(readSheet((await workbook.text(sheet.path)) ?? '', strings))
    const wanted = isWanted(rows)
    if (wanted || (read === null && rows.length > 0)) read = { sheet, rows }
    if (wanted) break
  }
  const others: string[] = []
  for (const sheet of sheets) {
    if (sheet !== read?.sheet && (await isFilled(workbook, sheet))) others.push(sheet.name)
  }
  return { rows: read?.rows ?? [], startsAt1904, sheets: read && { read: read.sheet.name, others } }
}
