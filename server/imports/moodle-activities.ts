import { escapeHtml } from '#server/content/escape-html.ts'
import type { ArchivedLesson } from '#server/imports/course-archive.ts'
import { bareLesson } from '#server/imports/import-plan.ts'
import type { MoodleFile, MoodleFiles } from '#server/imports/moodle-files.ts'
import { fileHtml, htmlOf, readMoodleText } from '#server/imports/moodle-text.ts'
import { at, field, momentField, numberField, type XmlRecord } from '#server/imports/moodle-xml.ts'

/** An activity of a course of Moodle. */
export interface Activity {
  /** `page`, `quiz` and so on. */
  module: string
  name: string
  /** Its own record, inside of its XML. */
  record: XmlRecord
  contextId: string
  isVisible: boolean
}

/** What the readers of activities work with. */
export interface Backup {
  files: MoodleFiles
  warn: (sentence: string) => void
}

/** A text of an activity. */
export const activityText = (
  { module, name, record, contextId }: Activity,
  { files, warn }: Backup,
  fieldName = 'intro',
  area = fieldName,
) =>
  readMoodleText(
    htmlOf(record, fieldName),
    { contextId, component: `mod_${module}`, area, itemId: '0' },
    files,
    (problem) => warn(`Урок «${name}»: ${problem}.`),
  )

/** A lesson of an activity: students see it when they saw the activity. */
export const activityLesson = ({ name, isVisible }: Activity, content: string): ArchivedLesson => ({
  ...bareLesson(name, content),
  status: isVisible ? 'published' : 'draft',
})

const readPage = async (activity: Activity, backup: Backup) => [
  activityLesson(activity, await activityText(activity, backup, 'content')),
]

/** A chapter of a book with those below it, before its files are unpacked. */
interface Chapter {
  title: string
  isHidden: boolean
  parts: XmlRecord[]
}

/** The chapters as lessons: one below another becomes part of its text, a hidden one is a lesson of its own. */
const chaptersOf = (book: XmlRecord) => {
  const chapters: Chapter[] = []
  const sorted = at(book, 'chapters', 'chapter').toSorted(
    (a, b) => (numberField(a, 'pagenum') ?? 0) - (numberField(b, 'pagenum') ?? 0),
  )
  for (const one of sorted) {
    const isHidden = field(one, 'hidden') === '1'
    const above = chapters.findLast((chapter) => !chapter.isHidden)
    if (above && !isHidden && field(one, 'subchapter') === '1') above.parts.push(one)
    else chapters.push({ title: field(one, 'title'), isHidden, parts: [one] })
  }
  return chapters
}

const readBook = async (activity: Activity, backup: Backup) => {
  const { name, record, contextId, isVisible } = activity
  const chapters = chaptersOf(record)
  let intro = await activityText(activity, backup)
  if (chapters.length === 0) return [activityLesson(activity, intro)]
  const lessons: ArchivedLesson[] = []
  for (const { title, isHidden, parts } of chapters) {
    const lessonName = chapters.length === 1 ? name : `${name}. ${title}`
    let content = intro
    intro = ''
    for (const [place, part] of parts.entries()) {
      if (place > 0 || chapters.length === 1) content += `<h2>${escapeHtml(field(part, 'title'))}</h2>`
      const area = { contextId, component: 'mod_book', area: 'chapter', itemId: part.id }
      content += await readMoodleText(htmlOf(part, 'content'), area, backup.files, (problem) =>
        backup.warn(`Урок «${lessonName}»: ${problem}.`),
      )
    }
    lessons.push(activityLesson({ ...activity, name: lessonName, isVisible: isVisible && !isHidden }, content))
  }
  return lessons
}

const byName = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' })
const folderOf = ({ path }: MoodleFile) => path.slice(0, path.lastIndexOf('/') + 1)

/** Files as a list, those of folders below their names. */
const filesHtml = async (listed: MoodleFile[], where: string, { files, warn }: Backup, isShown = false) => {
  let html = ''
  let folder = '/'
  for (const file of listed) {
    const inside = folderOf(file)
    if (inside !== folder) html += `<p><strong>${escapeHtml(inside.slice(1, -1))}</strong></p>`
    folder = inside
    const taken = await files.take(file)
    if (taken) html += isShown ? fileHtml(taken) : `<p>${fileHtml(taken, false)}</p>`
    else warn(`${where}: файла «${file.name}» в копии нет.`)
  }
  return html
}

const contentArea = ({ module, contextId }: Activity, area = 'content') => ({
  contextId,
  component: `mod_${module}`,
  area,
  itemId: '0',
})

const readResource = async (activity: Activity, backup: Backup) => {
  const listed = backup.files.inArea(contentArea(activity)).toSorted((a, b) => Number(b.isMain) - Number(a.isMain))
  const intro = await activityText(activity, backup)
  return [
    activityLesson(activity, intro + (await filesHtml(listed, `Урок «${activity.name}»`, backup, listed.length === 1))),
  ]
}

const readFolder = async (activity: Activity, backup: Backup) => {
  const listed = backup.files
    .inArea(contentArea(activity))
    .toSorted((a, b) => byName.compare(folderOf(a), folderOf(b)) || byName.compare(a.name, b.name))
  const intro = await activityText(activity, backup)
  return [activityLesson(activity, intro + (await filesHtml(listed, `Урок «${activity.name}»`, backup)))]
}

const readUrl = async (activity: Activity, backup: Backup) => {
  const address = field(activity.record, 'externalurl').trim()
  const link = address && `<p><a href="${escapeHtml(address)}">${escapeHtml(activity.name)}</a></p>`
  return [activityLesson(activity, (await activityText(activity, backup)) + link)]
}

/** The settings of how an assignment is handed in, by plugin and name. */
const settingsOf = (record: XmlRecord) =>
  new Map(
    at(record, 'plugin_configs', 'plugin_config')
      .filter((one) => field(one, 'subtype') === 'assignsubmission')
      .map((one) => [`${field(one, 'plugin')}.${field(one, 'name')}`, field(one, 'value')]),
  )

/** Extensions; null when there are groups of Moodle among them, such as `document`. */
const fileTypesOf = (list: string) => {
  const types = list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  return types.length <= 30 && types.every((type) => /^\.[a-z0-9]{1,19}$/.test(type)) ? types : null
}

type Assignment = NonNullable<ArchivedLesson['assignment']>

const kindsOf = (settings: Map<string, string>): Assignment['kinds'] => {
  const kinds = [
    ...(settings.get('onlinetext.enabled') === '1' ? (['text'] as const) : []),
    ...(settings.get('file.enabled') === '1' ? (['files'] as const) : []),
  ]
  return kinds.length > 0 ? kinds : ['text', 'files']
}

const assignmentOf = (record: XmlRecord, text: string, warn: (problem: string) => void): Assignment => {
  const settings = settingsOf(record)
  const points = numberField(record, 'grade') ?? 0
  if (points < 0) warn('оценка по шкале не перенесена')
  if (points > 1000) warn('оценка больше 1000 баллов не перенесена')
  if (field(record, 'teamsubmission') === '1') warn('сдача командами не перенесена: задайте размер команды')
  const types = fileTypesOf(settings.get('file.filetypeslist') ?? '')
  if (!types) warn('список типов файлов не перенесён')
  const dueAt = momentField(record, 'duedate')
  const closesAt = momentField(record, 'cutoffdate')
  const maxSize = Number(settings.get('file.maxsubmissionsizebytes') ?? 0)
  return {
    text,
    due_at: dueAt,
    closes_at: dueAt && closesAt && closesAt < dueAt ? null : closesAt,
    criteria: points > 0 && points <= 1000 ? [{ name: 'Оценка', points }] : [],
    kinds: kindsOf(settings),
    file_types: types ?? [],
    team_size: 1,
    weight: 1,
    max_file_size: Number.isInteger(maxSize) && maxSize > 0 && maxSize <= 100 * 2 ** 30 ? maxSize : null,
  }
}

const readAssign = async (activity: Activity, backup: Backup) => {
  const { name, record } = activity
  const where = `Урок «${name}»`
  const intro = await activityText(activity, backup)
  const instructions = await activityText(activity, backup, 'activity', 'activityattachment')
  const attached = backup.files.inArea(contentArea(activity, 'introattachment'))
  const text = intro + instructions + (await filesHtml(attached, where, backup))
  const assignment = assignmentOf(record, text, (problem) => backup.warn(`${where}: ${problem}.`))
  return [{ ...activityLesson(activity, ''), assignment }]
}

const readScorm = async (activity: Activity, backup: Backup) => {
  const content = await activityText(activity, backup)
  const [file] = backup.files.inArea(contentArea(activity, 'package'))
  const taken = file && (await backup.files.take(file))
  if (!taken) backup.warn(`Урок «${activity.name}»: пакета SCORM в копии нет.`)
  return [{ ...activityLesson(activity, content), scorm: taken ? [taken.id] : [] }]
}

/** The readers of activities, by their modules. */
export const activityReaders = new Map<
  string,
  (activity: Activity, backup: Backup) => ArchivedLesson[] | Promise<ArchivedLesson[]>
>([
  ['page', readPage],
  ['book', readBook],
  ['resource', readResource],
  ['folder', readFolder],
  ['url', readUrl],
  ['assign', readAssign],
  ['scorm', readScorm],
])

/** The Russian names of Moodle's activities. */
export const moduleNames = new Map([
  ['assignment', 'Задание старого вида'],
  ['bigbluebuttonbn', 'Видеовстреча'],
  ['chat', 'Чат'],
  ['choice', 'Опрос'],
  ['data', 'База данных'],
  ['feedback', 'Анкета'],
  ['forum', 'Форум'],
  ['glossary', 'Глоссарий'],
  ['h5pactivity', 'Задание H5P'],
  ['hvp', 'Задание H5P'],
  ['imscp', 'Пакет IMS'],
  ['lesson', 'Лекция'],
  ['lti', 'Внешний инструмент'],
  ['qbank', 'Банк вопросов'],
  ['survey', 'Обследование'],
  ['wiki', 'Вики'],
  ['workshop', 'Семинар'],
])
