import type { AuditEntry, AuditFields } from '#contract/audit/audit.schema.ts'
import { type DocumentSlug, documentName } from '#contract/documents/documents.schema.ts'
import { organisationPages } from '#contract/organisation/organisation-pages.ts'
import { fullName } from '#contract/users/names.ts'
import {
  type AuditRecord,
  listAnnouncementNames,
  listCertificateNames,
  listCohortNames,
  listCourseNames,
  listKeyNames,
  listLessonNames,
  listOrganisationDocumentNames,
  listPeopleOfAudit,
  listProjectNames,
  listTaskNames,
} from '#server/audit/audit.repo.ts'
import type { KeptFields } from '#server/audit/audit.table.ts'
import type { Db } from '#server/db/database.ts'
import { listColumnNames } from '#server/journal/journal-columns.repo.ts'
import { listPeriodNames } from '#server/journal/periods.repo.ts'
import { presentPerson } from '#server/users/present-person.ts'

/** Max things that a list of an entry names; a class of thousands would make pages heavy. */
const maxNamed = 100

const settingsNames: Record<string, string> = {
  school: 'Школа',
  home: 'Главная',
  'new-year': 'Учебный год',
  state: 'Состояние',
  keys: 'Ключи для программ',
  webhooks: 'Сообщения программам',
  lti: 'Внешние инструменты',
  periods: 'Учебные периоды',
}

const sidesOf = ({ before, after }: AuditRecord) => [before, after]

const firstOf = <Item>(items: Item[] | undefined) => (items ?? []).slice(0, maxNamed)

const peopleIn = (entry: AuditRecord) => [
  ...(entry.actor_id === null ? [] : [entry.actor_id]),
  ...sidesOf(entry).flatMap(({ students, teachers, receivers, successor, totals }) => [
    ...firstOf(totals).map(({ student }) => student),
    ...firstOf(receivers),
    ...firstOf(students),
    ...firstOf(teachers),
    ...(successor === undefined ? [] : [successor]),
  ]),
]

const lessonsIn = (entry: AuditRecord) =>
  sidesOf(entry).flatMap(({ lessons, weights }) => [
    ...firstOf(lessons),
    ...firstOf(weights).flatMap(({ lesson }) => lesson ?? []),
  ])

const columnsIn = (entry: AuditRecord) =>
  sidesOf(entry).flatMap(({ weights, column }) => [
    ...(column === undefined ? [] : [column]),
    ...firstOf(weights).flatMap((each) => each.column ?? []),
  ])

const coursesIn = (entry: AuditRecord) => sidesOf(entry).flatMap(({ courses }) => firstOf(courses))

const keysIn = ({ key_id }: AuditRecord) => (key_id === null ? [] : [key_id])

const documentsIn = (entry: AuditRecord) => sidesOf(entry).flatMap(({ new_document }) => new_document ?? [])

const periodsIn = (entry: AuditRecord) => sidesOf(entry).flatMap(({ period }) => period ?? [])

/** Looks things up by their ids; asks for nothing where there are none. */
const namesOf = async <Id extends number | string>(
  list: (ids: Id[]) => Promise<{ id: Id; name: string }[]>,
  ids: Id[],
) => new Map(ids.length === 0 ? [] : (await list([...new Set(ids)])).map(({ id, name }) => [id, name]))

/** Everything that the entries name, in as many queries for a thousand entries as for one. */
const loadNames = async (db: Db, entries: AuditRecord[]) => {
  const objects = (kind: AuditRecord['object_kind']) =>
    entries.flatMap(({ object_kind, object_id }) => (object_kind === kind ? object_id : []))
  const ids = (kind: AuditRecord['object_kind']) => objects(kind).map(Number)
  const people = [...new Set([...entries.flatMap(peopleIn), ...ids('user')])]
  const [persons, course, task, project, certificate, cohort, lesson, column, announcement, document, period, program] =
    await Promise.all([
      people.length === 0 ? [] : listPeopleOfAudit(db, people),
      namesOf((ids) => listCourseNames(db, ids), [...ids('course'), ...entries.flatMap(coursesIn)]),
      namesOf((ids) => listTaskNames(db, ids), ids('task')),
      namesOf((ids) => listProjectNames(db, ids), ids('project')),
      namesOf((numbers) => listCertificateNames(db, numbers), objects('certificate')),
      namesOf((ids) => listCohortNames(db, ids), ids('cohort')),
      namesOf((ids) => listLessonNames(db, ids), entries.flatMap(lessonsIn)),
      namesOf((ids) => listColumnNames(db, ids), entries.flatMap(columnsIn)),
      namesOf((ids) => listAnnouncementNames(db, ids), ids('announcement')),
      namesOf(
        (ids) => listOrganisationDocumentNames(db, ids),
        [...ids('organisation-document'), ...entries.flatMap(documentsIn)],
      ),
      namesOf((ids) => listPeriodNames(db, ids), entries.flatMap(periodsIn)),
      namesOf((ids) => listKeyNames(db, ids), entries.flatMap(keysIn)),
    ])
  const known = persons.filter(({ erased_at }) => erased_at === null)
  const user = new Map(known.map((person) => [person.id, fullName(person)]))
  return {
    persons: new Map(persons.map((person) => [person.id, person])),
    user,
    course,
    task,
    project,
    certificate,
    cohort,
    lesson,
    column,
    announcement,
    'organisation-document': document,
    period,
    program,
  }
}
type Names = Awaited<ReturnType<typeof loadNames>>

const nameOfObject = ({ object_kind, object_id }: AuditRecord, names: Names) => {
  if (object_kind === 'settings') return settingsNames[object_id] ?? null
  if (object_kind === 'document') return documentName(object_id as DocumentSlug)
  if (object_kind === 'organisation-page')
    return organisationPages.find(({ number }) => number === Number(object_id))?.title ?? null
  if (object_kind === 'people-file') return `№ ${object_id}`
  if (object_kind === 'certificate') return names.certificate.get(object_id) ?? null
  return names[object_kind].get(Number(object_id)) ?? null
}

const named = (names: Map<number, string>) => (id: number) => ({ id, name: names.get(id) ?? null })

const presentFields = (
  {
    students,
    teachers,
    lessons,
    courses,
    receivers,
    successor,
    weights,
    column,
    new_document,
    period,
    totals,
    ...plain
  }: KeptFields,
  { user, lesson, column: columnNames, course, period: periodNames, 'organisation-document': document }: Names,
): AuditFields => {
  const lists = [students, teachers, lessons, courses, weights, totals]
  const more = lists.reduce((sum, list) => sum + Math.max(0, (list?.length ?? 0) - maxNamed), 0)
  return {
    ...plain,
    ...(students && { students: firstOf(students).map(named(user)) }),
    ...(teachers && { teachers: firstOf(teachers).map(named(user)) }),
    ...(lessons && { lessons: firstOf(lessons).map(named(lesson)) }),
    ...(courses && { courses: firstOf(courses).map(named(course)) }),
    ...(receivers && { receivers: firstOf(receivers).map(named(user)) }),
    ...(successor !== undefined && { successor: named(user)(successor) }),
    ...(weights && {
      weights: firstOf(weights).map(({ lesson: lessonId, column: columnId, weight }) => ({
        ...(lessonId !== undefined && { lesson: named(lesson)(lessonId) }),
        ...(columnId !== undefined && { column: named(columnNames)(columnId) }),
        weight,
      })),
    }),
    ...(column !== undefined && { column: named(columnNames)(column) }),
    ...(new_document !== undefined && { new_document: named(document)(new_document) }),
    ...(period !== undefined && { period: named(periodNames)(period) }),
    ...(totals && { totals: firstOf(totals).map(({ student, score }) => ({ student: named(user)(student), score })) }),
    ...(more > 0 && { more }),
  }
}

const isNumbered = (kind: AuditRecord['object_kind']) => !['settings', 'document', 'certificate'].includes(kind)

/** Entries with the names that things have now. */
export const presentAudit = async (db: Db, entries: AuditRecord[]): Promise<AuditEntry[]> => {
  const names = await loadNames(db, entries)
  return entries.map((entry) => {
    const { id, at, actor_id, key_id, kind, object_kind, object_id, before, after } = entry
    const actor = actor_id === null ? undefined : names.persons.get(actor_id)
    return {
      id,
      at,
      actor: actor ? presentPerson(actor) : null,
      program: key_id === null ? null : named(names.program)(key_id),
      kind,
      object: {
        kind: object_kind,
        id: isNumbered(object_kind) ? Number(object_id) : object_id,
        name: nameOfObject(entry, names),
      },
      before: presentFields(before, names),
      after: presentFields(after, names),
    }
  })
}
