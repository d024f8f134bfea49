import type { FieldValue, PlatformTable } from '#contract/organisation/organisation.schema.ts'
import { programmeWords } from '#contract/organisation/programme-words.ts'
import type { OrganisationBlock, PlatformSource } from '#contract/organisation/registry/registry.types.ts'
import { pathTo } from '#contract/pages.ts'
import { formatPrice } from '#contract/programs/program-words.ts'
import { listPublicTeachers } from '#server/courses/courses.repo.ts'
import type { Db } from '#server/db/database.ts'
import { listProgrammeLessons, listProgrammes, type ProgrammeRecord } from '#server/organisation/platform.repo.ts'

/** What the platform says in a field; `note`: why it cannot say it. */
export type PlatformValue = FieldValue | { text: ''; note: string }

/** A row that the platform knows; `from` names what it is of. A field that is not there is not known. */
export interface PlatformRow {
  from: string
  values: Record<string, PlatformValue>
}

/** What the platform knows of the school's teaching. */
export interface PlatformFacts {
  programmes: (ProgrammeRecord & { subjects: string[] })[]
  teachers: { id: number; name: string; programmes: number[] }[]
}

type Lessons = Awaited<ReturnType<typeof listProgrammeLessons>>

/** The sections of a course are its subjects; of one without sections, the lessons are. */
const subjectsOf = (lessons: Lessons) => {
  const named = [...new Set(lessons.flatMap(({ section }) => section ?? []))]
  return named.length > 0 ? named : lessons.map(({ name }) => name)
}

/** Loads all of it with one question each, however many courses there are. */
export const loadPlatformFacts = async (db: Db): Promise<PlatformFacts> => {
  const programmes = await listProgrammes(db)
  const ids = programmes.map(({ id }) => id)
  const [lessons, members] = await Promise.all([listProgrammeLessons(db, ids), listPublicTeachers(db, ids)])
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
  }
}

type Programme = PlatformFacts['programmes'][number]

/** Only what is known. */
const known = (values: Record<string, string>): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, text]) => (text === '' ? [] : [[name, { text }]])))

const link = (title: string, { id }: Programme): FieldValue => ({
  refs: [{ title, url: pathTo('programs.show', { id }) }],
})

const factsOf = (programme: Programme) => {
  const { level, form } = programmeWords(programme)
  return { eduCode: programme.code, eduName: programme.name, eduLevel: level, eduForm: form }
}

/** Places that nobody has taken. The law asks for a number, and a course without a limit has none: the school says it. */
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
      learningTerm: programmeWords(programme).duration,
      eduPred: programme.subjects.join('; '),
      eduPrac: 'Не предусмотрена',
    }),
  ),
  plans: ofProgrammes((programme) => ({
    ...known(factsOf(programme)),
    opMain: link('Описание программы', programme),
    educationPlan: link('Учебный план', programme),
    educationRpd: link('Рабочая программа', programme),
  })),
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

/** The page that a table of the platform stands on. */
const tablePages = { enrolments: 4, prices: 8 } as const

const tableBy: Record<keyof typeof tablePages, (facts: PlatformFacts) => PlatformTable> = {
  enrolments: ({ programmes }) => ({
    key: 'enrolments',
    title: 'Численность обучающихся по программам',
    columns: ['Программа', 'Уровень или вид образования', 'Форма обучения', 'Обучающихся'],
    rows: programmes.map((programme) => {
      const { level, form } = programmeWords(programme)
      return [programme.name, level, form, String(programme.enrolled)]
    }),
  }),
  prices: ({ programmes }) => ({
    key: 'prices',
    title: 'Стоимость обучения по программам',
    columns: ['Программа', 'Форма обучения', 'Срок обучения', 'Стоимость за весь срок'],
    rows: programmes.map((programme) => {
      const { form, duration } = programmeWords(programme)
      return [programme.name, form, duration, programme.price === null ? 'Не указана' : formatPrice(programme.price)]
    }),
  }),
}

/** The tables that the platform adds to a page; none while there are no programmes. */
export const platformTables = (number: number, facts: PlatformFacts): PlatformTable[] =>
  (['enrolments', 'prices'] as const)
    .filter((key) => tablePages[key] === number && facts.programmes.length > 0)
    .map((key) => tableBy[key](facts))

const toTable = (key: keyof typeof tablePages, title: string): FieldValue => ({
  refs: [{ title, url: `/api/organisation/pages/${tablePages[key]}/tables/${key}` }],
})

/** What the platform puts into single fields, by block. */
const fieldsBy: Record<string, (facts: PlatformFacts) => Record<string, FieldValue>> = {
  students: () => ({ eduChislenEl: toTable('enrolments', 'Численность обучающихся по программам') }),
  paid: () => ({ paidSt: toTable('prices', 'Стоимость обучения по программам') }),
  equipment: ({ programmes }) => ({
    erList: {
      refs: programmes.map(({ id, name }) => ({ title: `Курс «${name}»`, url: pathTo('programs.show', { id }) })),
    },
  }),
}

/** Whether the platform knows anything of these blocks. */
export const isFilledByPlatform = (blocks: OrganisationBlock[]) =>
  blocks.some(({ key, platform }) => platform !== undefined || key in fieldsBy)

/** The rows that the platform fills a block with, before any correction; a block of facts has one at most. */
export const platformRows = ({ key, platform }: OrganisationBlock, facts: PlatformFacts): PlatformRow[] => {
  if (platform) return rowsBy[platform](facts)
  const fields = fieldsBy[key]
  return fields && facts.programmes.length > 0 ? [{ from: 'platform', values: fields(facts) }] : []
}
