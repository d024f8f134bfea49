import { storable } from '#contract/http/storable.ts'
import { maxPeople, type PeopleField } from '#contract/people-imports/people-fields.ts'
import type { PeopleColumns, ReadSheets } from '#contract/people-imports/people-imports.schema.ts'
import { type SchoolWords, setSchoolWords } from '#contract/site/school-words.ts'
import { Unreadable } from '#server/imports/unreadable.ts'
import { countColumns, findColumns, headingKey } from '#server/people-imports/find-columns.ts'
import { findDuplicates } from '#server/people-imports/find-duplicates.ts'
import { readCsv } from '#server/people-imports/read-csv.ts'
import { type ReadRow, readPerson } from '#server/people-imports/read-person.ts'
import { readXlsx } from '#server/people-imports/read-xlsx.ts'
import { filledRows, maxColumns, type SheetRows } from '#server/people-imports/sheet-rows.ts'

/** A file with people, read but not compared with the school. */
export interface ReadFile {
  headings: string[]
  columns: PeopleColumns
  sheets: ReadSheets | null
  rows: ReadRow[]
}

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
/** The compound files of Excel before 2007, and of workbooks with a password. */
const isOldExcel = (bytes: Uint8Array) => bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11

/** What people choose by mistake, and pages that old programs save under the name of a table. */
const isDocument = (bytes: Uint8Array) =>
  /^(\ufeff)?\s*(%PDF|\{\\rtf|<)/.test(Buffer.from(bytes.subarray(0, 200)).toString())

/** Programs write a title and a date above the headings: these rows are looked through. */
const headingRows = 20

const findHeadings = (rows: SheetRows['rows']) => {
  const candidates = rows.slice(0, headingRows)
  const best = candidates.reduce<{ at: number; count: number }>(
    (best, { cells }, at) => {
      const count = countColumns(cells)
      return count > best.count ? { at, count } : best
    },
    { at: 0, count: 0 },
  )
  return best.at
}

/** Whether filled rows look like a table of people: a note or a list of classes has no two of these columns. */
const isPeople = (rows: SheetRows['rows']) => {
  const at = findHeadings(rows)
  const columns = findColumns(rows[at]?.cells ?? [])
  const hasPerson = (['full_name', 'surname', 'email', 'login'] as const).some((field) => columns[field] !== undefined)
  return hasPerson && Object.keys(columns).length > 1 && rows.length > at + 1
}

const readRows = (bytes: Uint8Array): Promise<SheetRows> | SheetRows => {
  if (isZip(bytes)) return readXlsx(bytes, isPeople)
  if (isOldExcel(bytes)) {
    throw new Unreadable('Это старый формат Excel (.xls) или файл с паролем. Сохраните таблицу как XLSX или CSV.')
  }
  if (isDocument(bytes)) throw new Unreadable('Это не таблица. Сохраните её как CSV или XLSX.')
  return readCsv(bytes)
}

/** What only rows of people contain, never the rows above them: an address or a day. */
const isValue = (text: string) => /^\S+@\S+\.\S+$|^\d{1,2}\.\d{1,2}\.\d{4}$/.test(text)

/** The headings as people chose them, in place of those found by name; throws when there is no such heading. */
const correct = (headings: string[], chosen: PeopleColumns) => {
  const columns = findColumns(headings)
  const taken = new Set<number>()
  for (const [field, heading] of Object.entries(chosen) as [PeopleField, string][]) {
    if (heading.trim() === '') {
      delete columns[field]
      continue
    }
    const exact = headings.indexOf(heading.trim())
    const at =
      exact === -1 ? headings.findIndex((each) => each !== '' && headingKey(each) === headingKey(heading)) : exact
    if (at === -1) throw new UnknownHeading(`В файле нет колонки «${heading.slice(0, 100)}».`)
    columns[field] = at
    taken.add(at)
  }
  // a column that was chosen for one field is no longer that of another
  for (const [field, at] of Object.entries(columns) as [PeopleField, number][]) {
    if (taken.has(at) && chosen[field] === undefined) delete columns[field]
  }
  return columns
}

/** A correction names a column that is not there. */
class UnknownHeading extends Error {}

/** Headings with names of their own for columns that have none, or the same one. */
const distinct = (cells: string[]) => {
  const seen = new Map<string, number>()
  return cells.slice(0, maxColumns).map((cell) => {
    const heading = storable(cell).replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
    if (heading === '') return ''
    const count = (seen.get(heading) ?? 0) + 1
    seen.set(heading, count)
    return count === 1 ? heading : `${heading} (${count})`
  })
}

const readFile = async (bytes: Uint8Array, chosen: PeopleColumns): Promise<ReadFile> => {
  const { rows, startsAt1904, sheets } = await readRows(bytes)
  const filled = filledRows(rows)
  if (filled.length === 0) throw new Unreadable('Файл пустой.')
  const at = findHeadings(filled)
  const headings = distinct(filled[at]?.cells ?? [])
  const people = filled.slice(at + 1)
  if (headings.some(isValue)) {
    throw new Unreadable(
      'В первой строке не заголовки, а данные. Добавьте над ними строку с названиями колонок: «Фамилия», «Имя», «Почта» и так далее.',
    )
  }
  if (people.length === 0) {
    throw new Unreadable(
      countColumns(headings) === 0
        ? 'Это не похоже на таблицу с людьми. Нужны колонки «Фамилия», «Имя» и так далее, и по человеку в строке.'
        : 'В файле только заголовки. Добавьте людей, по одному в строке.',
    )
  }
  if (people.length > maxPeople) {
    throw new Unreadable(`В файле больше ${maxPeople} человек. Разделите его на части.`)
  }
  const columns = correct(headings, chosen)
  const places = Object.entries(columns) as [PeopleField, number][]
  const read = people.map(({ line, cells }) =>
    readPerson(
      line,
      Object.fromEntries(places.map(([field, place]) => [field, storable(cells[place] ?? '')])),
      startsAt1904,
    ),
  )
  findDuplicates(read)
  return {
    headings: headings.filter(Boolean),
    sheets: sheets && { read: storable(sheets.read), others: sheets.others.map(storable) },
    columns: Object.fromEntries(places.map(([field, place]) => [field, headings[place] ?? ''])),
    rows: read,
  }
}

/**
 * Reads a file of people, in a worker. `chosen` corrects the columns. Errors are sentences with the field of the
 * request that they are about, as classes are lost between threads.
 */
export const readPeople = async ({
  bytes,
  chosen,
  words,
}: {
  bytes: Uint8Array
  chosen: PeopleColumns
  words: SchoolWords
}): Promise<{ file: ReadFile } | { failure: string; field: 'file' | 'columns' }> => {
  setSchoolWords(words)
  try {
    return { file: await readFile(bytes, chosen) }
  } catch (error) {
    if (error instanceof UnknownHeading) return { failure: error.message, field: 'columns' }
    const failure =
      error instanceof Unreadable ? error.message : 'Файл не читается как таблица. Сохраните его как XLSX или CSV.'
    return { failure, field: 'file' }
  }
}
