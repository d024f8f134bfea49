import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileIdsIn } from '#contract/files/file-address.ts'
import { withQuizIds } from '#contract/quizzes/quiz-rules.ts'
import { withLinks } from '#server/courses/course-links.ts'
import { listSections } from '#server/courses/outline.repo.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { FileOwner } from '#server/files/files.table.ts'
import type { ZipEntry } from '#server/files/send-zip.ts'
import {
  type ArchivedCourse,
  type ArchivedFile,
  type ArchivedLesson,
  archiveFileId,
  archiveFormat,
  archiveLinks,
  archiveVersion,
  replaceFileIds,
} from '#server/imports/course-archive.ts'
import {
  type ArchivedQuiz,
  findArchivedCourse,
  listFilesIn,
  listLessonPlaces,
  listPackageFiles,
  listQuizzesOf,
  listRequirementsIn,
  listWholeLessons,
  type WholeLesson,
} from '#server/imports/export-course.repo.ts'
import type { lessonsAsMarkdown } from '#server/imports/lesson-markdown.ts'
import { archiveNames } from '#server/privacy/archive-names.ts'
import { inWorker } from '#server/workers/workers.ts'

/** How many lessons are in memory at a time. */
const batch = 25

/** Max time for the Markdown of a batch, in milliseconds. */
const markdownTimeLimitMs = 30_000

/** A file on the disk that texts are appended to, and read from by their places. */
const spoolIn = async (folder: string, name: string) => {
  const path = join(folder, name)
  const file: FileHandle = await open(path, 'wx')
  let end = 0
  return {
    /** Appends a text; returns how to read it. */
    append: async (text: string) => {
      const bytes = Buffer.from(text)
      const start = end
      await file.writeFile(bytes)
      end += bytes.length
      return { size: bytes.length, open: async () => createReadStream(path, { start, end: start + bytes.length - 1 }) }
    },
    /** Ends it; returns how to read everything. */
    close: async () => {
      await file.close()
      return { size: end, open: async () => createReadStream(path) }
    },
  }
}

/**
 * The files of an archive, numbered in the order in which its texts use them; `withOwnLinks` rewrites what texts link
 * to.
 */
const fileNumbers = (used: Awaited<ReturnType<typeof listFilesIn>>, withOwnLinks: (html: string) => string) => {
  const known = new Map(used.map((file) => [file.id, file]))
  const uses = new Set(used.map(({ owner, owner_id, id }) => `${owner} ${owner_id} ${id}`))
  const nameOf = archiveNames()
  const files = new Map<string, ArchivedFile>()
  const add = ({ id, name, size }: { id: string; name: string; size: number }) => {
    const known = files.get(id)
    if (known) return known.id
    const added = { id: archiveFileId(files.size), name, size, path: `files/${nameOf(name)}` }
    files.set(id, added)
    return added.id
  }
  return {
    files,
    /** The archive's own id of a file. */
    add,
    /**
     * A text of a thing with the archive's own ids; a file that the thing does not use keeps its id, and is left out.
     */
    text: (owner: FileOwner, ownerId: number, html: string) => {
      for (const id of fileIdsIn(html)) {
        const file = known.get(id)
        if (file && uses.has(`${owner} ${ownerId} ${id}`)) add(file)
      }
      return replaceFileIds(withOwnLinks(html), (id) =>
        uses.has(`${owner} ${ownerId} ${id}`) ? files.get(id)?.id : undefined,
      )
    },
  }
}
type FileNumbers = ReturnType<typeof fileNumbers>

/** The assignment without its reviewers, who are people, and without its ids. */
const archivedAssignment = (assignment: NonNullable<WholeLesson['assignment']>, numbers: FileNumbers) => ({
  text: numbers.text('assignment', assignment.id, assignment.text),
  due_at: assignment.due_at,
  closes_at: assignment.closes_at,
  criteria: assignment.criteria.map(({ id: _, ...criterion }) => criterion),
  kinds: assignment.kinds,
  file_types: assignment.file_types,
  max_file_size: assignment.max_file_size,
  team_size: assignment.team_size,
  weight: assignment.weight,
})

/** A part of a quiz without the ids that it has here. */
const withoutIds = (part: object): Json =>
  Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== 'id' && key !== 'right_id')
      .map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((one) => (Object(one) === one ? withoutIds(one) : one)) : value,
      ]),
  )

const archivedQuiz = ({ title, attempts, shuffle, in_journal, questions }: ArchivedQuiz) =>
  withoutIds({ title, attempts, shuffle, in_journal, questions }) as ArchivedLesson['quizzes'][number]

type Json = Record<string, unknown>
const indented = (value: Json) => JSON.stringify(value, null, 2).replaceAll('\n', '\n    ')
const listOf = (rows: readonly Json[]) =>
  rows.length === 0 ? '[]' : `[\n    ${rows.map(indented).join(',\n    ')}\n  ]`

/** A text with the places of its quizzes instead of their ids; 0 for one that was removed. */
const withQuizPlaces = (html: string, quizzes: ArchivedQuiz[]) =>
  withQuizIds(html, (id) => quizzes.findIndex((quiz) => quiz.id === id) + 1)

/**
 * Writes the texts of a course into files in `folder`, a batch of lessons at a time, and returns the entries of its
 * archive. Call it with one state of the database (`readOneState`): `course.json` must agree with itself.
 */
export const writeArchive = async (
  tx: Db,
  { files: storage, config: { publicUrl } }: Pick<Deps, 'files' | 'config'>,
  courseId: number,
  folder: string,
) => {
  const course = (await findArchivedCourse(tx, courseId)) as NonNullable<Awaited<ReturnType<typeof findArchivedCourse>>>
  const sections = await listSections(tx, courseId)
  const places = await listLessonPlaces(tx, courseId)
  const requirements = Map.groupBy(await listRequirementsIn(tx, courseId), ({ lesson_id }) => lesson_id)
  const sectionPlaces = new Map(sections.map(({ id }, place) => [id, place]))
  const lessonPlaces = new Map(places.map(({ id }, place) => [id, place]))
  const numbers = fileNumbers(await listFilesIn(tx, courseId), (html) =>
    withLinks(html, publicUrl, (target, id) => {
      if (target === 'courses') return id === courseId ? archiveLinks.course : undefined
      const place = lessonPlaces.get(id)
      return place === undefined ? undefined : archiveLinks.lesson(place)
    }),
  )

  const json = await spoolIn(folder, 'course.json')
  const texts = await spoolIn(folder, 'lessons.md')
  const entries: ZipEntry[] = []
  const head: ArchivedCourse = {
    ...course,
    content: numbers.text('course', courseId, course.content),
    announcement: numbers.text('announcement', courseId, course.announcement),
  }
  await json.append(
    `{\n  "format": ${JSON.stringify(archiveFormat)},\n  "version": ${archiveVersion},\n  "course": ${indented({ ...head })},\n  "sections": ${listOf(sections.map(({ name }) => ({ name })))},\n  "lessons": [`,
  )

  const present = (
    { lesson, assignment }: WholeLesson,
    quizzes: ArchivedQuiz[],
    packages: Parameters<FileNumbers['add']>[0][],
  ): ArchivedLesson => ({
    name: lesson.name,
    section: lesson.section_id === null ? null : (sectionPlaces.get(lesson.section_id) ?? null),
    status: lesson.status,
    publish_at: lesson.publish_at,
    minutes: lesson.minutes,
    content: numbers.text('lesson', lesson.id, withQuizPlaces(lesson.content, quizzes)),
    // one that is in the bin is left out
    after: (requirements.get(lesson.id) ?? []).flatMap(({ after_id, needs }) => {
      const place = lessonPlaces.get(after_id)
      return place === undefined ? [] : [{ lesson: place, needs }]
    }),
    assignment: assignment && archivedAssignment(assignment, numbers),
    quizzes: quizzes.map(archivedQuiz),
    scorm: packages.map(numbers.add),
  })

  const nameOf = archiveNames()
  const digits = Math.max(2, String(places.length).length)
  const names = places.map(({ name }, place) => nameOf(`${String(place + 1).padStart(digits, '0')} ${name}.md`))
  const lessonPaths = names.map((name, place) => [archiveLinks.lesson(place), name])
  for (let start = 0; start < places.length; start += batch) {
    const ids = places.slice(start, start + batch).map(({ id }) => id)
    const rows = new Map((await listWholeLessons(tx, ids)).map((row) => [row.lesson.id, row]))
    const quizzes = Map.groupBy(await listQuizzesOf(tx, ids), ({ lesson_id }) => lesson_id)
    const packages = Map.groupBy(await listPackageFiles(tx, ids), ({ lesson_id }) => lesson_id)
    const lessons = ids.map((id) => present(rows.get(id) as WholeLesson, quizzes.get(id) ?? [], packages.get(id) ?? []))
    const filePaths = [...numbers.files.values()].map(({ id, path }) => [id, `../${path}`])
    const paths = Object.fromEntries([...lessonPaths, ...filePaths])
    const written = await inWorker<typeof lessonsAsMarkdown>(
      {
        lessons: lessons.map(({ name, content, assignment }) => ({
          name,
          content,
          assignment: assignment?.text ?? null,
        })),
        paths,
      },
      {
        module: new URL('./lesson-markdown.ts', import.meta.url),
        name: 'lessonsAsMarkdown',
        timeLimitMs: markdownTimeLimitMs,
      },
    )
    for (const [index, lesson] of lessons.entries()) {
      const place = start + index
      await json.append(`${place > 0 ? ',' : ''}\n    ${indented({ ...lesson })}`)
      entries.push({ path: `lessons/${names[place]}`, ...(await texts.append(written[index] as string)) })
    }
  }
  await texts.close()
  const files = [...numbers.files.values()]
  await json.append(`${places.length > 0 ? '\n  ' : ''}],\n  "files": ${listOf(files)}\n}\n`)
  const stored = [...numbers.files].map(([key, { path, size }]) => ({ path, size, open: () => storage.read(key) }))
  return { name: course.name, entries: [{ path: 'course.json', ...(await json.close()) }, ...entries, ...stored] }
}
