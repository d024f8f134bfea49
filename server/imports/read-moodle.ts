import { type ArchivedLesson, maxLessons } from '#server/imports/course-archive.ts'
import { bareCourse, bareLesson, type ImportPlan, shortName } from '#server/imports/import-plan.ts'
import {
  type Activity,
  activityReaders,
  activityText,
  type Backup,
  moduleNames,
} from '#server/imports/moodle-activities.ts'
import { openMoodleFiles } from '#server/imports/moodle-files.ts'
import { type Questions, readQuestions, readQuiz } from '#server/imports/moodle-quiz.ts'
import { htmlOf, readMoodleText } from '#server/imports/moodle-text.ts'
import { at, field, numberField, readRecord, type XmlRecord } from '#server/imports/moodle-xml.ts'
import type { Package } from '#server/imports/open-package.ts'
import { Unreadable } from '#server/imports/unreadable.ts'

/** An activity as the table of contents of a backup names it. */
interface Listed {
  moduleId: string
  sectionId: string
  module: string
  title: string
  directory: string
}

interface Section {
  id: string
  name: string
  number: number
  isVisible: boolean
  /** Ids of its activities, in their order. */
  sequence: string[]
  record: XmlRecord
}

const text = (one: XmlRecord, name: string) => field(one, name).trim()

/** The activities of a backup, each once. */
const listActivities = (contents: XmlRecord | undefined): Listed[] => {
  const byDirectory = new Map<string, Listed>()
  for (const one of at(contents, 'activities', 'activity')) {
    const directory = text(one, 'directory')
    byDirectory.set(directory, {
      moduleId: text(one, 'moduleid'),
      sectionId: text(one, 'sectionid'),
      module: text(one, 'modulename'),
      title: shortName(field(one, 'title'), 'Без названия'),
      directory,
    })
  }
  if (byDirectory.size > 5 * maxLessons)
    throw new Unreadable('В копии слишком много элементов. Разделите курс на части.')
  return [...byDirectory.values()]
}

const sectionName = (record: XmlRecord, number: number, format: string) => {
  const name = text(record, 'name')
  if (name) return shortName(name, '')
  // the general section at the top has no name
  return number === 0 ? '' : `${format === 'weeks' ? 'Неделя' : 'Тема'} ${number}`
}

const readSections = async (from: Package, contents: XmlRecord | undefined, format: string) => {
  const sections: Section[] = []
  const directories = new Set(at(contents, 'sections', 'section').map((one) => text(one, 'directory')))
  for (const directory of directories) {
    const record = await readRecord(from, `${directory}/section.xml`, 'section')
    if (!record) continue
    const number = numberField(record, 'number') ?? sections.length
    sections.push({
      id: record.id,
      number,
      name: sectionName(record, number, format),
      isVisible: field(record, 'visible') !== '0',
      sequence: field(record, 'sequence').split(','),
      record,
    })
  }
  return sections.toSorted((a, b) => a.number - b.number)
}

/** The activities of a section in its order; those that it does not list come last. */
const inOrder = ({ id, sequence }: Section, listed: Listed[]) => {
  const places = new Map(sequence.map((moduleId, place) => [moduleId.trim(), place]))
  const placeOf = ({ moduleId }: Listed) => places.get(moduleId) ?? Number.MAX_SAFE_INTEGER
  return listed.filter(({ sectionId }) => sectionId === id).toSorted((a, b) => placeOf(a) - placeOf(b))
}

const isRestricted = (module: XmlRecord | undefined) => /"type"/.test(field(module, 'availability'))

/** Reads one activity; null when it is of no kind that is known here. */
const readActivity = async (from: Package, listed: Listed, isVisible: boolean, warn: Backup['warn']) => {
  const { module, title, directory } = listed
  const root = await readRecord(from, `${directory}/${module}.xml`, 'activity')
  const [record] = at(root, module)
  if (!root || !record) {
    warn(`«${title}» в копии повреждён и не перенесён.`)
    return null
  }
  const settings = await readRecord(from, `${directory}/module.xml`, 'module')
  if (isRestricted(settings)) warn(`Урок «${title}»: условия доступа не перенесены.`)
  const activity: Activity = {
    module,
    record,
    contextId: root.contextId,
    name: shortName(field(record, 'name'), title),
    isVisible: isVisible && field(settings, 'visible') !== '0',
  }
  return activity
}

const known = (module: string) => module === 'quiz' || module === 'label' || activityReaders.has(module)

/** The lessons of a section. Its text and its labels come before the lesson that follows them. */
const readSectionLessons = async (
  from: Package,
  section: Section,
  listed: Listed[],
  lead: string,
  { backup, questions }: { backup: Backup; questions: Questions },
) => {
  const lessons: ArchivedLesson[] = []
  let before = lead
  for (const one of inOrder(section, listed)) {
    if (one.module === 'subsection') continue
    if (!known(one.module)) {
      backup.warn(
        `${moduleNames.get(one.module) ?? `Элемент «${one.module.slice(0, 50)}»`} «${one.title}» не перенесён.`,
      )
      continue
    }
    const activity = await readActivity(from, one, section.isVisible, backup.warn)
    if (!activity) continue
    if (one.module === 'label') {
      if (activity.isVisible) before += await activityText(activity, backup)
      else backup.warn(`Скрытая надпись «${activity.name}» не перенесена.`)
      continue
    }
    const read =
      one.module === 'quiz'
        ? await readQuiz(activity, backup, questions)
        : await activityReaders.get(one.module)?.(activity, backup)
    for (const lesson of read ?? []) {
      lessons.push({ ...lesson, content: before + lesson.content })
      before = ''
    }
  }
  if (before.trim()) lessons.push({ ...bareLesson(section.name || 'О курсе', before), status: 'published' })
  return lessons
}

/** Reads a backup of a course of Moodle (2 to 4): what it teaches, without its people and what they have done. */
export const readMoodle = async (from: Package, folder: string): Promise<ImportPlan> => {
  const information = at(await readRecord(from, 'moodle_backup.xml', 'moodle_backup'), 'information')[0]
  if (!information) {
    throw new Unreadable(
      'Это не резервная копия Moodle: в ней нет файла moodle_backup.xml. Сделайте копию в Moodle («Резервное копирование») и пришлите файл .mbz.',
    )
  }
  const [contents] = at(information, 'contents')
  const warnings = new Set<string>()
  const backup = { files: await openMoodleFiles(from, folder), warn: (sentence: string) => warnings.add(sentence) }
  const course = await readRecord(from, 'course/course.xml', 'course')
  const listed = listActivities(contents)
  const sections = await readSections(from, contents, field(course, 'format'))
  // a copy of one activity has no sections
  const ids = new Set(sections.map(({ id }) => id))
  const stray = listed.filter(({ sectionId }) => !ids.has(sectionId))
  const plan: ImportPlan = { course: bareCourse(''), sections: [], lessons: [], files: [], warnings: [] }
  const readers = { backup, questions: await readQuestions(from) }
  const add = (section: Section, lessons: ArchivedLesson[]) => {
    if (lessons.length === 0) return
    const place = section.name ? plan.sections.push({ name: section.name }) - 1 : null
    plan.lessons.push(...lessons.map((lesson) => ({ ...lesson, section: place })))
    if (plan.lessons.length > maxLessons)
      throw new Unreadable(`В файле больше ${maxLessons} уроков. Разделите его на части.`)
  }
  const nowhere = { id: '', name: '', number: 0, isVisible: true, sequence: [], record: information }
  add(
    nowhere,
    await readSectionLessons(
      from,
      nowhere,
      stray.map((one) => ({ ...one, sectionId: '' })),
      '',
      readers,
    ),
  )
  for (const section of sections) {
    const area = { contextId: course?.contextId ?? '', component: 'course', area: 'section', itemId: section.id }
    const lead = await readMoodleText(htmlOf(section.record, 'summary'), area, backup.files, (problem) =>
      backup.warn(`Раздел «${section.name}»: ${problem}.`),
    )
    add(section, await readSectionLessons(from, section, listed, lead, readers))
  }
  if (plan.lessons.length === 0) {
    throw new Unreadable('В этой копии Moodle нет ничего, что можно перенести: ни страниц, ни заданий, ни тестов.')
  }
  const [only] = plan.lessons
  const name = field(course, 'fullname') || field(information, 'original_course_fullname') || only?.name || ''
  const summary = { contextId: course?.contextId ?? '', component: 'course', area: 'summary', itemId: '0' }
  const content = await readMoodleText(htmlOf(course, 'summary'), summary, backup.files, (problem) =>
    backup.warn(`Описание курса: ${problem}.`),
  )
  return {
    ...plan,
    course: { ...bareCourse(name), content },
    files: backup.files.planned.files,
    warnings: [...warnings],
  }
}
