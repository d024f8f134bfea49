import type { z } from 'zod'
import { formulasFault } from '#contract/content/formula-limits.ts'
import type { RichUse } from '#contract/content/rich-text.ts'
import { maxSections } from '#contract/courses/courses.schema.ts'
import { fileIdsIn } from '#contract/files/file-address.ts'
import { storable } from '#contract/http/storable.ts'
import { counted } from '#contract/plural.ts'
import { cleanHtml } from '#server/content/clean-html.ts'
import {
  type ArchivedCourse,
  type ArchivedFile,
  type ArchivedLesson,
  type CourseArchive,
  maxLessons,
  replaceFileIds,
} from '#server/imports/course-archive.ts'
import { withPlainScripts } from '#server/imports/plain-scripts.ts'
import { Unreadable } from '#server/imports/unreadable.ts'
import type { ReadPackage } from '#server/scorm/read-package.ts'

/** A file of an import: unpacked, under a path of ours. */
export type PlannedFile = ArchivedFile

/** What an import will make: read, checked and cleaned, with its files on the disk. */
export interface ImportPlan extends Pick<CourseArchive, 'sections' | 'lessons'> {
  course: ArchivedCourse
  files: PlannedFile[]
  /** Sentences about what could not be taken. */
  warnings: string[]
}

/** A SCORM package that an import adds to one of its lessons. */
export interface PlannedPackage {
  /** The place of the lesson in the plan, from 0. */
  lesson: number
  /** The stored ZIP. */
  file_id: string
  read: ReadPackage
}

/** A course with nothing but its name. */
export const bareCourse = (name: string): ArchivedCourse => ({
  name: shortName(name, 'Новый курс'),
  summary: '',
  content: '',
  announcement: '',
  starts_on: null,
  seats: null,
  price: null,
  code: '',
  level: '',
  form: '',
  duration: '',
  scale: 'points',
})

/** A draft lesson without an assignment. */
export const bareLesson = (name: string, content: string, section: number | null = null): ArchivedLesson => ({
  name: shortName(name, 'Без названия'),
  section,
  content,
  assignment: null,
  status: 'draft' as const,
  publish_at: null,
  minutes: null,
  after: [],
  quizzes: [],
  scorm: [],
})

/** One line of at most 200 characters. */
export const shortName = (name: string, otherwise: string) => {
  const line = storable(name)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.slice(0, 200).toWellFormed().trim() || otherwise
}

/** No file has this id: what leads there shows that the file is missing. */
const missingFile = '0'.repeat(32)

const maxTextLength = 200_000

/** The text up to the last end of a block within the limit. */
const cut = (html: string) => {
  const head = html.slice(0, maxTextLength - 1000)
  const end = Math.max(...['</p>', '</ul>', '</ol>', '</table>', '</h2>', '</h3>'].map((tag) => head.lastIndexOf(tag)))
  return head.slice(0, end < 0 ? undefined : end).replace(/<[^>]*$/, '')
}

/** Tables as the editor has them: the heading is a row like the others. */
const oneTableBody = (html: string) =>
  html
    .replace(/<\/thead>\s*<tbody>/g, '')
    .replaceAll('<thead>', '<tbody>')
    .replaceAll('</thead>', '</tbody>')

const textCleaner = (files: PlannedFile[], warn: (sentence: string) => void) => {
  const known = new Set(files.map(({ id }) => id))
  return (html: string, use: RichUse, where: string) => {
    let text = cleanHtml(withPlainScripts(oneTableBody(storable(html))), use)
    if (text.length > maxTextLength) {
      warn(`${where}: текст длиннее 200 000 знаков, его конец не поместился.`)
      text = cleanHtml(cut(text), use)
    }
    const fault = formulasFault(text)
    if (fault) {
      warn(`${where}: формулы не перенесены. ${fault}.`)
      text = cleanHtml(text.replace(/\sdata-latex="[^"]*"/g, ''), use)
    }
    if (fileIdsIn(text).some((id) => !known.has(id) && id !== missingFile)) {
      warn(`${where}: одного из файлов текста в архиве нет.`)
    }
    return replaceFileIds(text, (id) => (known.has(id) ? undefined : missingFile))
  }
}

/** The text without the places of quizzes that the lesson does not have. */
const withoutStrayQuizzes = (html: string, count: number) =>
  html.replace(/<div data-quiz="(\d+)"><\/div>/g, (all, id) => (Number(id) <= count ? all : ''))

/** Whether lessons wait for each other in a circle: then none of them would ever open. */
const hasCircle = (lessons: ArchivedLesson[]) => {
  const state = new Map<number, 'open' | 'done'>()
  const visit = (start: number) => {
    const stack: { lesson: number; next: number }[] = [{ lesson: start, next: 0 }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const after = lessons[top.lesson]?.after[top.next]
      top.next += 1
      if (!after) {
        state.set(top.lesson, 'done')
        stack.pop()
      } else if (state.get(after.lesson) === 'open') return true
      else if (!state.has(after.lesson)) {
        state.set(after.lesson, 'open')
        stack.push({ lesson: after.lesson, next: 0 })
      }
    }
    return false
  }
  return lessons.some((_, place) => !state.has(place) && visit(place))
}

/** Refuses places that lead nowhere. */
const checkPlaces = ({ sections, lessons }: ImportPlan) => {
  const isPlace = (place: number, list: unknown[]) => place < list.length
  for (const [place, { section, after }] of lessons.entries()) {
    const firsts = after.map(({ lesson }) => lesson)
    const isRight =
      (section === null || isPlace(section, sections)) &&
      new Set(firsts).size === firsts.length &&
      firsts.every((first) => first !== place && isPlace(first, lessons))
    if (!isRight) throw new Unreadable(`Описание курса испорчено: у урока ${place + 1} неверное место.`)
  }
  if (hasCircle(lessons)) throw new Unreadable('Уроки в файле ждут друг друга по кругу: так ни один не откроется.')
}

/** Checks a plan and cleans its texts, as everything that people write is cleaned. Throws `Unreadable`. */
export const checkPlan = (plan: ImportPlan): ImportPlan => {
  const warnings = [...plan.warnings]
  const clean = textCleaner(plan.files, (sentence) => warnings.push(sentence))
  if (plan.lessons.length > maxLessons) {
    throw new Unreadable(`В файле больше ${maxLessons} уроков. Разделите его на части.`)
  }
  if (plan.sections.length > maxSections) {
    throw new Unreadable(`В файле больше ${maxSections} разделов. Разделите его на части.`)
  }
  checkPlaces(plan)
  const { course } = plan
  const checked = {
    ...plan,
    course: {
      ...course,
      content: clean(course.content, 'course', 'Описание курса'),
      announcement: clean(course.announcement, 'course', 'Анонс курса'),
    },
    lessons: plan.lessons.map((lesson) => {
      const where = `Урок «${lesson.name}»`
      const content = withoutStrayQuizzes(clean(lesson.content, 'lesson', where), lesson.quizzes.length)
      const { assignment } = lesson
      if (!assignment) return { ...lesson, content }
      return {
        ...lesson,
        content,
        assignment: { ...assignment, text: clean(assignment.text, 'assignment', `${where}, задание`) },
      }
    }),
  }
  return { ...checked, warnings: boundedWarnings(warnings) }
}

/** Max warnings, and letters of each, so that a report stays readable. */
const maxWarnings = 200
const maxWarningLength = 500

/** A sentence that the database takes: a cut through one of its letters would be refused. */
const shortened = (sentence: string) => {
  const text = storable(sentence)
  return text.length > maxWarningLength ? `${text.slice(0, maxWarningLength - 1).toWellFormed()}…` : text
}

/** The first warnings, each once, and how many there are besides. */
export const boundedWarnings = (warnings: string[]) => {
  const sentences = [...new Set(warnings.map(shortened))]
  const left = sentences.length - maxWarnings
  if (left <= 0) return sentences
  return [...sentences.slice(0, maxWarnings), `И ещё ${counted(left, 'замечание', 'замечания', 'замечаний')}.`]
}

/** The fault of a JSON document, in one line. */
export const problemOf = (error: z.ZodError) => {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.')}: ${issue.message}` : ''
}
