import type { MadeKind } from '#contract/organisation/made-documents.schema.ts'
import type { FieldValue, PlatformTable } from '#contract/organisation/organisation.schema.ts'
import { programmeTexts } from '#contract/organisation/programme-texts.ts'
import type { OrganisationBlock, PlatformSource } from '#contract/organisation/registry/registry.types.ts'
import { pathTo } from '#contract/pages.ts'
import { formatPrice } from '#contract/programs/program-texts.ts'
import { listPublicTeachers } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { type DocumentWithFiles, listMadeDocuments } from '#server/organisation/organisation-documents.repo.ts'
import { listProgrammeLessons, listProgrammes, type ProgrammeRecord } from '#server/organisation/platform.repo.ts'

/** The platform's value of a field; `note`: why it has none. */
export type PlatformValue = FieldValue | { text: ''; note: string }

/** A row of the platform's data; `from` identifies its source. A missing field is unknown. */
export interface PlatformRow {
  from: string
  values: Record<string, PlatformValue>
}

/** The platform's data about the school's teaching. */
export interface PlatformFacts {
  programmes: (ProgrammeRecord & { subjects: string[] })[]
  teachers: { id: number; name: string; programmes: number[] }[]
  /** The documents last generated from these data, and their current replacements. */
  made: DocumentWithFiles[]
}

type Lessons = Awaited<ReturnType<typeof listProgrammeLessons>>

/** The sections of a course are its subjects; a course without sections has its lessons. */
const subjectsOf = (lessons: Lessons) => {
  const named = [...new Set(lessons.flatMap(({ section }) => section ?? []))]
  return named.length > 0 ? named : lessons.map(({ name }) => name)
}

/** Loads everything in a fixed number of queries, however many courses there are. */
export const loadPlatformFacts = async (db: Db): Promise<PlatformFacts> => {
  // one after another: a transaction has one connection
  const programmes = await listProgrammes(db)
  const made = await listMadeDocuments(db)
  const ids = programmes.map(({ id }) => id)
  const lessons = await listProgrammeLessons(db, ids)
  const members = await listPublicTeachers(db, ids)
  const ofCourse = Map.groupBy(lessons, ({ course_id }) => course_id)
  const ofTeacher = Map.groupBy(members, ({ person }) => person.id)
  return {
    programmes: programmes.map((programme) => ({
      ...programme,
      subjects: subjectsOf(ofCourse.get(programme.id) ?? []),
    })),
    teachers: [...ofTeacher].map(([id, rows]) => {
      const taught = new Set(rows.map(({ course_id }) => course_id))
      const name = rows.map(({ person }) => `${person.surname} ${person.name}`)[0] ?? ''
      return { id, name, programmes: ids.filter((id) => taught.has(id)) }
    }),
    made,
  }
}

type Programme = PlatformFacts['programmes'][number]

/** Leaves out empty values. */
const known = (values: Record<string, string>): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, text]) => (text === '' ? [] : [[name, { text }]])))

const factsOf = (programme: Programme) => {
  const { level, form } = programmeTexts(programme)
  return { eduCode: programme.code, eduName: programme.name, eduLevel: level, eduForm: form }
}

/** Free places. The law asks for a number, which a course without a limit does not have: the school fills it in. */
const freePlaces = ({ seats, enrolled }: Programme): PlatformValue =>
  seats === null
    ? { text: '', note: 'Число мест не установлено: приём не ограничен' }
    : { text: String(Math.max(0, seats - enrolled)) }

const ofProgrammes =
  (valuesOf: (programme: Programme) => Record<string, PlatformValue>) =>
  ({ programmes }: PlatformFacts): PlatformRow[] =>
    programmes.map((programme) => ({ from: `course:${programme.id}`, values: valuesOf(programme) }))

const teachers = ({ programmes, teachers }: PlatformFacts): PlatformRow[] =>
  teachers.map(({ id, name, programmes: taught }) => {
    const courses = programmes.filter((programme) => taught.includes(programme.id))
    return {
      from: `teacher:${id}`,
      values: known({
        fio: name,
        post: 'Преподаватель',
        teachingDiscipline: [...new Set(courses.flatMap(({ subjects }) => subjects))].join('; '),
        teachingOp: courses.map(({ name }) => name).join('; '),
      }),
    }
  })

const rowsBy: Record<PlatformSource, (facts: PlatformFacts) => PlatformRow[]> = {
  programmes: ofProgrammes((programme) =>
    known({
      ...factsOf(programme),
      learningTerm: programmeTexts(programme).duration,
      eduPred: programme.subjects.join('; '),
      eduPrac: 'Не предусмотрена',
    }),
  ),
  // the documents of a programme are the school's: an announcement is none of them
  plans: ofProgrammes((programme) => known(factsOf(programme))),
  // the platform does not know who pays: usually there is a contract, and curators correct the rest
  numbers: ofProgrammes((programme) => {
    const { level, form } = programmeTexts(programme)
    const sources = ['federal', 'regional', 'local', 'contract']
    const none = Object.fromEntries(
      sources.flatMap((source) => [source, `${source}Foreign`]).map((name) => [name, '0']),
    )
    return known({ programme: programme.name, level, form, ...none, contract: String(programme.enrolled) })
  }),
  teachers,
  places: ofProgrammes((programme) => ({
    ...known({
      ...factsOf(programme),
      eduCourse: '1',
      numberBFVacant: '0',
      numberBRVacant: '0',
      numberBMVacant: '0',
    }),
    numberPVacant: freePlaces(programme),
  })),
}

const pricesPage = 8

const prices = ({ programmes }: PlatformFacts): PlatformTable => ({
  key: 'prices',
  title: 'Стоимость обучения по программам',
  columns: ['Программа', 'Форма обучения', 'Срок обучения', 'Стоимость за весь срок'],
  rows: programmes.map((programme) => {
    const { form, duration } = programmeTexts(programme)
    return [programme.name, form, duration, programme.price === null ? 'Не указана' : formatPrice(programme.price)]
  }),
})

/** The tables that the platform adds to a page; none without programmes. */
export const platformTables = (number: number, facts: PlatformFacts): PlatformTable[] =>
  number === pricesPage && facts.programmes.length > 0 ? [prices(facts)] : []

type FieldValues = Record<string, FieldValue>

const single = (name: string, value: FieldValue | null): FieldValues => (value ? { [name]: value } : {})

/** A link to the platform's table of the programmes; null without programmes. */
const toTable = ({ programmes }: PlatformFacts, page: number, key: string, title: string): FieldValue | null =>
  programmes.length > 0 ? { refs: [{ title, url: `/api/organisation/pages/${page}/tables/${key}` }] } : null

/** The latest signed document of its kind, or what has replaced it; null when there is none in force. */
const madeDocument = ({ made }: PlatformFacts, kind: MadeKind): FieldValue | null => {
  let last = made.findLast(({ document }) => document.made_as === kind)?.document
  if (!last) return null
  const byId = new Map(made.map(({ document }) => [document.id, document]))
  for (let next = byId.get(last.replaced_by ?? 0); next; next = byId.get(next.replaced_by ?? 0)) last = next
  return last.archived_at === null ? { refs: [{ document_id: last.id }] } : null
}

/** The platform's values of single fields, by block. */
const fieldsBy: Record<string, (facts: PlatformFacts) => FieldValues> = {
  // until a document is signed, the page has the unsigned table, and the self-check reports it
  students: (facts) =>
    single(
      'eduChislenEl',
      madeDocument(facts, 'students') ?? toTable(facts, 4, 'numbers', 'Численность обучающихся по программам'),
    ),
  staff: (facts) => single('staffOfProgrammes', madeDocument(facts, 'staff')),
  paid: (facts) =>
    single(
      'paidSt',
      madeDocument(facts, 'prices') ?? toTable(facts, pricesPage, 'prices', 'Стоимость обучения по программам'),
    ),
  equipment: ({ programmes }) => {
    const refs = programmes.map(({ id, name }) => ({ title: `Курс «${name}»`, url: pathTo('programs.show', { id }) }))
    return single('erList', refs.length > 0 ? { refs } : null)
  },
}

/** Whether the platform has data for these blocks. */
export const isFilledByPlatform = (blocks: OrganisationBlock[]) =>
  blocks.some(({ key, platform }) => platform !== undefined || key in fieldsBy)

/**
 * The platform's rows for a block, before any correction; a block of facts has at most one. A signed document stays on
 * its page while no course is announced.
 */
export const platformRows = ({ key, platform }: OrganisationBlock, facts: PlatformFacts): PlatformRow[] => {
  if (platform) return rowsBy[platform](facts)
  const values = fieldsBy[key]?.(facts)
  const isFilled = values && (facts.programmes.length > 0 || Object.keys(values).length > 0)
  return isFilled ? [{ from: 'platform', values }] : []
}
