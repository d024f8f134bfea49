import { createHash } from 'node:crypto'
import { MadeKind, madeDocuments } from '#contract/organisation/made-documents.schema.ts'
import { emptyContent, type OrganisationContent } from '#contract/organisation/organisation.schema.ts'
import { programmeTexts } from '#contract/organisation/programme-texts.ts'
import { type RegistryOptions, registryPage } from '#contract/organisation/registry/registry.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import { type MergedRow, mergeRows } from '#server/organisation/merge-rows.ts'
import { listOrganisationRecords } from '#server/organisation/organisation.repo.ts'
import { loadPlatformFacts, type PlatformFacts, platformRows } from '#server/organisation/platform-rows.ts'
import { loadSchool } from '#server/site/load-settings.ts'

/** A table of a document that the platform generates. */
export interface MadeTable {
  /** Above the table; empty when the document's own title is enough. */
  title: string
  columns: string[]
  /** Column widths, as parts of the whole. */
  widths: number[]
  rows: string[][]
}

/** The content of such a document. */
export interface MadeContent {
  organisation: string
  title: string
  /** The law that requires the document. */
  law: string
  tables: MadeTable[]
}

type Contents = Map<number, OrganisationContent>

/** The published rows of a block: the platform's with the school's corrections. */
const rowsOf = (number: number, key: string, contents: Contents, facts: PlatformFacts, options: RegistryOptions) => {
  const block = registryPage(number, options)?.blocks.find((block) => block.key === key)
  return block ? mergeRows(block, contents.get(number) ?? emptyContent, platformRows(block, facts)) : []
}

const textOf = ({ values }: MergedRow, name: string) => {
  const value = values[name]
  return value && 'text' in value ? value.text.trim() : ''
}

/** The number in a field; 0 without one. People write «1 200», with a space of any kind. */
const numberOf = (row: MergedRow, name: string) => Number.parseInt(textOf(row, name).replace(/\s/g, ''), 10) || 0

const sources = ['federal', 'regional', 'local', 'contract']

/** Students by programme and source of funding; empty ones show 0 (order No. 1493, п. 10). */
const students = (rows: MergedRow[]): MadeTable[] => {
  const lines = rows.map((row) => {
    const counts = sources.map((source) => numberOf(row, source))
    const foreign = sources.map((source) => numberOf(row, `${source}Foreign`))
    return { texts: ['programme', 'level', 'form'].map((name) => textOf(row, name)), counts, foreign }
  })
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const cells = (counts: number[], foreign: number[]) =>
    [...counts.flatMap((count, place) => [count, foreign[place] ?? 0]), sum(counts), sum(foreign)].map(String)
  const total = (of: 'counts' | 'foreign') => sources.map((_, place) => sum(lines.map((line) => line[of][place] ?? 0)))
  const foreign = 'из них иностр. граждан'
  return [
    {
      title: '',
      columns: [
        ...['Программа', 'Уровень или вид образования', 'Форма обучения'],
        ...['Федеральный бюджет', foreign, 'Бюджет субъекта РФ', foreign, 'Местный бюджет', foreign],
        ...['По договорам', foreign, 'Всего', foreign],
      ],
      widths: [110, 112, 98, 60, 42, 48, 42, 48, 42, 52, 42, 36, 42],
      rows: [
        ...lines.map(({ texts, counts, foreign }) => [...texts, ...cells(counts, foreign)]),
        ['Итого', '', '', ...cells(total('counts'), total('foreign'))],
      ],
    },
  ]
}

const staffColumns: [name: string, heading: string, width: number][] = [
  ['fio', 'ФИО', 85],
  ['post', 'Должность', 75],
  ['teachingDiscipline', 'Преподаваемые предметы, курсы, модули', 112],
  ['teachingLevel', 'Образование, специальность, квалификация', 108],
  ['degree', 'Учёная степень', 62],
  ['academStat', 'Учёное звание', 62],
  ['qualification', 'Повышение квалификации за три года', 95],
  ['profDevelopment', 'Профессиональная переподготовка', 100],
  ['specExperience', 'Опыт, лет', 42],
]

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s*;\s*/g, '; ')
    .trim()

/** The names in a list of programmes, one after «;» or on a line each. A known name may have «;» inside. */
const namesIn = (text: string, known: Set<string>) => {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const longest = Math.max(1, ...[...known].map((name) => name.split(';').length))
  const names: string[] = []
  for (let from = 0; from < parts.length; ) {
    let length = Math.min(longest, parts.length - from)
    while (length > 1 && !known.has(plain(parts.slice(from, from + length).join('; ')))) length -= 1
    names.push(parts.slice(from, from + length).join('; '))
    from += length
  }
  return names
}

/** The staff of each programme, one table each (order No. 1353, п. 12). */
const staff = (rows: MergedRow[], { programmes }: PlatformFacts): MadeTable[] => {
  const own = programmes.map(({ name }) => name)
  const known = new Set(own.map(plain))
  const taught = rows.map((row) => ({ row, names: namesIn(textOf(row, 'teachingOp'), known) }))
  const others = taught.flatMap(({ names }) => names).filter((name) => !known.has(plain(name)))
  const names = new Map([...own, ...others].map((name) => [plain(name), name]))
  return [...names].map(([key, name]) => {
    const lines = taught.filter(({ names }) => names.some((other) => plain(other) === key))
    return {
      title: `Программа «${name}»`,
      columns: staffColumns.map(([, heading]) => heading),
      widths: staffColumns.map(([, , width]) => width),
      rows:
        lines.length > 0
          ? lines.map(({ row }) => staffColumns.map(([name]) => textOf(row, name) || 'отсутствует'))
          : [['Сведений нет', ...staffColumns.slice(1).map(() => '')]],
    }
  })
}

const prices = ({ programmes }: PlatformFacts): MadeTable[] => [
  {
    title: '',
    columns: [
      'Программа',
      'Уровень или вид образования',
      'Форма обучения',
      'Срок обучения',
      'Стоимость за весь срок, руб.',
    ],
    widths: [3, 3, 2.4, 2, 1.6],
    rows: programmes.map((programme) => {
      const { level, form, duration } = programmeTexts(programme)
      return [programme.name, level, form, duration, programme.price === null ? 'Не указана' : String(programme.price)]
    }),
  },
]

/** The content of each document by the current data, however many there are, in a few queries. */
export const loadMadeContents = async (db: Db, config: Pick<Config, 'appName'>) => {
  const facts = await loadPlatformFacts(db)
  const records = await listOrganisationRecords(db)
  const school = await loadSchool(db)
  const contents: Contents = new Map(records.map(({ number, content }) => [number, content]))
  const rows = (number: number, key: string) => rowsOf(number, key, contents, facts, school)
  const common = registryPage(1, school)?.blocks.find(({ fields }) => fields.some(({ name }) => name === 'fullName'))
  const fullName = common && rows(1, common.key)[0]
  const tables: Record<MadeKind, MadeTable[]> = {
    students: students(rows(4, 'numbers')),
    staff: staff(rows(6, 'teachingStaff'), facts),
    prices: prices(facts),
  }
  const organisation = (fullName && textOf(fullName, 'fullName')) || school.name || config.appName
  const contentOf = (kind: MadeKind): MadeContent => {
    const { title, law } = madeDocuments[kind]
    return { organisation, title, law, tables: tables[kind] }
  }
  return { facts, contents, school, of: contentOf }
}

/** A short fingerprint of a document's content: another one means that the text would differ. */
export const markOf = (content: MadeContent) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)

export const madeKinds = MadeKind.options
